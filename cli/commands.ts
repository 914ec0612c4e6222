import type { Command, CommandEntry } from './command.ts'

type Row = readonly [summary: string, load: CommandEntry['load']]

/** The commands below their headings, in the order of the help. To add a command, add a row here and a module. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'Serve and judge': {
    mock: ['start the mock: the whole service on your machine (default)', () => import('./commands/mock.ts')],
    conformance: ['check a deployment against the specification', () => import('./commands/conformance.ts')],
    watch: [
      'check deployments again and again, and report what changed',
      () => import('./commands/watch.ts'),
    ],
  },
  'Learn from a deployment': {
    learn: [
      'learn from a recording how a deployment answers, as a twin for the mock',
      () => import('./commands/learn.ts'),
    ],
    compare: [
      'report how alike the mock answers the calls of a recording',
      () => import('./commands/compare.ts'),
    ],
    import: [
      'write a world file for the mock from what the keys of a deployment see',
      () => import('./commands/import.ts'),
    ],
  },
  'With a running mock': {
    tail: ['show what happens in a running mock, like tail -f', () => import('./commands/tail.ts')],
    trigger: [
      'bring about a situation: a run that asks, a limit reached, an empty wallet',
      () => import('./commands/trigger.ts'),
    ],
    advance: ['move the clock of a running mock', () => import('./commands/advance.ts')],
    approve: ['approve or reject what waits for a person', () => import('./commands/approve.ts')],
    answer: ['answer the question of a paused run', () => import('./commands/answer.ts')],
    'top-up': ['add money to the wallet', () => import('./commands/top-up.ts')],
    reset: ['put a workspace back to its beginning', () => import('./commands/reset.ts')],
    workspaces: ['list the workspaces of a running mock', () => import('./commands/workspaces.ts')],
    move: ['move a workspace to another shard', () => import('./commands/move.ts')],
    ps: ['list the mocks that you run on this machine', () => import('./commands/ps.ts')],
    stop: ['stop a mock that you run on this machine', () => import('./commands/stop.ts')],
    doctor: [
      'say what stands still in a workspace, and what makes it go on',
      () => import('./commands/doctor.ts'),
    ],
    explain: [
      'explain a reply of a running mock, with the rule behind it',
      () => import('./commands/explain.ts'),
    ],
    lint: [
      'report what your client does against the advice of the specification',
      () => import('./commands/lint.ts'),
    ],
    coverage: [
      'report how much of the service your client has exercised',
      () => import('./commands/coverage.ts'),
    ],
    usage: [
      'write what your client uses of the service, for contract:diff and mock --check',
      () => import('./commands/usage.ts'),
    ],
    snapshot: [
      'save, load or show the state of a workspace as a file',
      () => import('./commands/snapshot.ts'),
    ],
    'report-bug': [
      'write the state and the calls of a workspace to files, without secrets',
      () => import('./commands/report-bug.ts'),
    ],
  },
  More: {
    proxy: [
      'print a configuration that puts several mocks behind one address',
      () => import('./commands/proxy.ts'),
    ],
    mcp: [
      'serve all of this to coding assistants, by the Model Context Protocol',
      () => import('./commands/mcp.ts'),
    ],
    completion: [
      'print a script that completes all of this in bash, zsh or fish',
      async () => ({ command: (await import('./commands/completion.ts')).completionOf(commands) }),
    ],
  },
}

/** Every command of `agent-work`. */
export const commands: Readonly<Record<string, CommandEntry>> = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
)

export const commandNames: readonly string[] = Object.keys(commands)

/** A command by its name, or undefined. */
export async function findCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? (await commands[name]?.load())?.command : undefined
}
