import type { Command, CommandEntry } from './command.ts'

/** Every command of `agent-work`, in the order of the help. To add a command, add an entry here and a module. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  mock: {
    group: 'Serve and judge',
    summary: 'start the mock: the whole service on your machine (default)',
    load: () => import('./commands/mock.ts'),
  },
  conformance: {
    group: 'Serve and judge',
    summary: 'check a deployment against the specification',
    load: () => import('./commands/conformance.ts'),
  },
  learn: {
    group: 'Learn from a deployment',
    summary: 'learn from a recording how a deployment answers, as a twin for the mock',
    load: () => import('./commands/learn.ts'),
  },
  compare: {
    group: 'Learn from a deployment',
    summary: 'report how alike the mock answers the calls of a recording',
    load: () => import('./commands/compare.ts'),
  },
  import: {
    group: 'Learn from a deployment',
    summary: 'write a world file for the mock from what the keys of a deployment see',
    load: () => import('./commands/import.ts'),
  },
  tail: {
    group: 'With a running mock',
    summary: 'show what happens in a running mock, like tail -f',
    load: () => import('./commands/tail.ts'),
  },
  trigger: {
    group: 'With a running mock',
    summary: 'bring about a situation: a run that asks, a limit reached, an empty wallet',
    load: () => import('./commands/trigger.ts'),
  },
  advance: {
    group: 'With a running mock',
    summary: 'move the clock of a running mock',
    load: () => import('./commands/advance.ts'),
  },
  approve: {
    group: 'With a running mock',
    summary: 'approve or reject what waits for a person',
    load: () => import('./commands/approve.ts'),
  },
  answer: {
    group: 'With a running mock',
    summary: 'answer the question of a paused run',
    load: () => import('./commands/answer.ts'),
  },
  'top-up': {
    group: 'With a running mock',
    summary: 'add money to the wallet',
    load: () => import('./commands/top-up.ts'),
  },
  reset: {
    group: 'With a running mock',
    summary: 'put a workspace back to its beginning',
    load: () => import('./commands/reset.ts'),
  },
  workspaces: {
    group: 'With a running mock',
    summary: 'list the workspaces of a running mock',
    load: () => import('./commands/workspaces.ts'),
  },
  move: {
    group: 'With a running mock',
    summary: 'move a workspace to another shard',
    load: () => import('./commands/move.ts'),
  },
  ps: {
    group: 'With a running mock',
    summary: 'list the mocks that you run on this machine',
    load: () => import('./commands/ps.ts'),
  },
  stop: {
    group: 'With a running mock',
    summary: 'stop a mock that you run on this machine',
    load: () => import('./commands/stop.ts'),
  },
  doctor: {
    group: 'With a running mock',
    summary: 'say what stands still in a workspace, and what makes it go on',
    load: () => import('./commands/doctor.ts'),
  },
  explain: {
    group: 'With a running mock',
    summary: 'explain a reply of a running mock, with the rule behind it',
    load: () => import('./commands/explain.ts'),
  },
  lint: {
    group: 'With a running mock',
    summary: 'report what your client does against the advice of the specification',
    load: () => import('./commands/lint.ts'),
  },
  coverage: {
    group: 'With a running mock',
    summary: 'report how much of the service your client has exercised',
    load: () => import('./commands/coverage.ts'),
  },
  usage: {
    group: 'With a running mock',
    summary: 'write what your client uses of the service, for contract:diff and mock --check',
    load: () => import('./commands/usage.ts'),
  },
  snapshot: {
    group: 'With a running mock',
    summary: 'save, load or show the state of a workspace as a file',
    load: () => import('./commands/snapshot.ts'),
  },
  'report-bug': {
    group: 'With a running mock',
    summary: 'write the state and the calls of a workspace to files, without secrets',
    load: () => import('./commands/report-bug.ts'),
  },
  proxy: {
    group: 'More',
    summary: 'print a configuration that puts several mocks behind one address',
    load: () => import('./commands/proxy.ts'),
  },
  mcp: {
    group: 'More',
    summary: 'serve all of this to coding assistants, by the Model Context Protocol',
    load: () => import('./commands/mcp.ts'),
  },
  completion: {
    group: 'More',
    summary: 'print a script that completes all of this in bash, zsh or fish',
    load: async () => ({ command: (await import('./commands/completion.ts')).completionOf(commands) }),
  },
}

export const commandNames: readonly string[] = Object.keys(commands)

/** A command by its name, or undefined. */
export async function findCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? (await commands[name]?.load())?.command : undefined
}
