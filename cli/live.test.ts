// Commands that watch and steer a running mock, and how they find it.
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { announce } from '../mock/cli/running-file.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs, startRun } from '../mock/testing/send-as.ts'
import { mock } from '../mock/testing/test-kit.ts'
import type { Terminal } from './command.ts'
import { runCommand } from './testing/run-command.ts'

const folder = newFolder()

/** Starts a command against the mock; `said` waits for a line. */
function start(name: string, args: readonly string[], env: Terminal['env'] = { AGENT_WORK_URL: mock.url }) {
  const abort = new AbortController()
  const lines: string[] = []
  const notes: string[] = []
  let look = () => {}
  const into = (said: string[]) => (text: string) => {
    said.push(...text.split('\n'))
    look()
  }
  const terminal = { env, folder, signal: abort.signal, out: into(lines), note: into(notes) }
  const ended = runCommand(name, args, terminal).then(({ status }) => status)
  return {
    lines,
    notes,
    ended,
    said: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        look = () => {
          const found = [...lines, ...notes].find(line => pattern.test(line))
          if (found !== undefined) resolve(found)
        }
        ended.catch(reject)
        look()
      }),
    async stop() {
      abort.abort()
      return ended
    },
  }
}

const run = (name: string, ...args: string[]) =>
  runCommand(name, args, { env: { AGENT_WORK_URL: mock.url }, folder })

const call = (key: string, path: string, body?: unknown) => sendAs(key, mock.url + path, body)

test('advance moves the clock by a duration, to an instant or until nothing is due, and prints what happened', async () => {
  await using workspace = mock.workspace()
  await startRun(workspace, 'agent-that-finishes')
  const w = ['-w', workspace.id]
  expect((await run('advance', '10m', ...w)).text).toMatch(
    /run_\w+ of .* completed: .*\nIt is 2026-11-20T09:10/s,
  )
  expect((await run('advance', '2026-11-20T10:00:00Z', ...w)).text).toContain(
    'It is 2026-11-20T10:00:00.000Z',
  )
  const idle = JSON.parse((await run('advance', '--until-idle', '--json', ...w)).text)
  expect(idle).toMatchObject({ idle: true, complete: true })
  await expect(run('advance', ...w)).rejects.toThrow('name one of a duration such as 2h')
  await expect(run('advance', '1h', '--until-idle')).rejects.toThrow('name one of a duration such as 2h')
})

test('approve lists what waits, and decides it as a person', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const w = ['-w', workspace.id]
  expect((await run('approve', '--list', ...w)).text).toBe('Nothing waits for a person.')
  const { run_id } = await startRun(workspace, 'agent-that-waits-for-approval', { key: 'member' })
  workspace.clock.advance('1h')
  expect((await run('approve', '-l', ...w)).text).toMatch(/^appr_/)
  expect((await run('approve', run_id, '--by', 'manager', ...w)).text).toMatch(/approved appr_/)
  await expect(run('approve', ...w)).rejects.toThrow('Nothing waits for a decision.')
  await expect(run('approve', '--reject', '--object', ...w)).rejects.toThrow('exclude each other')
})

test('tail shows requests, refusals, faults, changes of status and of the clock, in workspaces to come too', async () => {
  const tail = start('tail', ['-n', '0'])
  await tail.said(/^Following/)
  expect(tail.notes[0]).toBe(`Mock at ${mock.url} (AGENT_WORK_URL).`)
  const beforehand = await call('awk_demo_member', '/runs/run_none')
  await tail.said(new RegExp(`404 GET /runs/run_none  member  ${beforehand.headers.get('x-mock-exchange')}`))
  await using workspace = mock.workspace()
  workspace.faults.add({ times: 1, effects: [{ do: 'reply', status: 503 }] })
  await call(workspace.keys.admin, '/agents/')
  expect(await tail.said(/503 GET \/agents/)).toContain('fault: reply')
  await startRun(workspace, 'agent-that-asks-text')
  workspace.clock.advance('1m')
  expect(await tail.said(/asks: /)).toContain(workspace.id)
  expect(await tail.said(/The clock is frozen/)).toContain('it is 2026-11-20T09:01:00.000Z')
  expect(await tail.stop()).toBe(0)
})

test('tail goes on where a connection broke, without losing a line', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const sockets = new Set<Socket>()
  const between = createServer(socket => {
    const there = connect(Number(new URL(mock.url).port), '127.0.0.1')
    for (const one of [socket, there]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    socket.pipe(there).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const { port } = between.address() as { port: number }
  const args = ['-w', workspace.id, '-n', '0', '--base-url', `http://127.0.0.1:${port}`]
  const tail = start('tail', args)
  await tail.said(/^Following/)
  await call(workspace.keys.admin, '/agents/?limit=1')
  await tail.said(/GET \/agents\//)
  for (const socket of sockets) socket.destroy()
  await call(workspace.keys.admin, '/runs/run_none')
  await tail.said(/Connected again\.$/)
  await tail.said(/404 GET \/runs\/run_none/)
  expect(tail.lines.filter(line => line.includes('GET /agents/'))).toHaveLength(1)
  await tail.stop()
  for (const socket of sockets) socket.destroy()
  between.close()
})

test('trigger brings about a situation, and names those that there are', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const { text } = await run('trigger', 'run-asks', '-w', workspace.id)
  expect(text).toContain('asks for a text')
  const [, command = ''] = /agent-work (answer -w \S+ \S+)/.exec(text) ?? []
  const [name = '', ...words] = command.split(' ')
  expect((await run(name, ...words, 'The March list.')).text).toContain('Answered run_')
  expect(workspace.people.waiting().questions).toEqual([])
  const details = ['--text', 'The bank is closed.', '--input', '{ "task": "Pay Kvist" }', '-w', workspace.id]
  const { run_id } = JSON.parse((await run('trigger', 'run-fails', '--json', ...details)).text)
  expect(JSON.stringify(workspace.history(run_id))).toContain('The bank is closed.')
  await expect(run('trigger', 'run-fails', '--input', 'Kvist')).rejects.toThrow('takes an object in JSON')
  await expect(run('trigger', 'run-asks', '--times', '2')).rejects.toThrow('--times must be left out')
  await expect(run('trigger')).rejects.toThrow('<situation> is missing. It is one of run-works, run-asks,')
})

test('tail shows the latest lines first, filters, and prints an object a line', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  for (const path of ['/agents/', '/runs/run_none', '/tasks/task_none'])
    await call(workspace.keys.admin, path)
  const args = ['-w', workspace.id, '--no-follow']
  expect((await run('tail', ...args, '-n', '2')).text).toMatch(
    /404 GET \/runs\/run_none .*\n.*404 GET \/tasks/,
  )
  expect((await run('tail', ...args, '--status', '2xx')).text).toMatch(
    /^\S+ {2}ws_\w+ +200 GET \/agents\/ [^\n]*$/,
  )
  expect((await run('tail', ...args, '--match', 'TASK_none')).text).toMatch(/^[^\n]*task_none[^\n]*$/)
  expect((await run('tail', ...args, '--only', 'transitions,faults')).text).toBe('')
  const line = (await run('tail', ...args, '-n', '1', '--json')).text
  expect(JSON.parse(line)).toMatchObject({
    kind: 'request',
    workspace: workspace.id,
    request: { status: 404 },
  })
  await expect(run('tail', '--only', 'request')).rejects.toThrow('did you mean requests?')
})

test('a mock that runs here is found, one that was killed is not, and the folder decides among several', async () => {
  const env = { XDG_RUNTIME_DIR: join(folder, 'run') }
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 })
  const from = (cwd: string, pid = process.pid) => ({ env, pid, cwd: () => cwd })
  // Whether one runs at that address is not known here.
  const nowhere = 'Mock at http://127.0.0.1:4010 (where one is by default).'
  const looksAt = async () => {
    const { notes, ended } = start('approve', ['-l'], env)
    await ended.catch(() => {})
    return notes[0]
  }
  expect(await looksAt()).toBe(nowhere)
  const other = announce(
    { url: 'http://127.0.0.1:1', controlKey: undefined },
    from('/elsewhere', process.ppid),
  )
  const withdraw = announce({ url: mock.url, controlKey: 'sesame' }, from(folder))
  const found = start('approve', ['-l'], env)
  expect(await found.ended).toBe(0)
  expect(found.notes[0]).toBe(`Mock at ${mock.url} (started in this folder).`)
  const file = join(env.XDG_RUNTIME_DIR, `agent-work/mock-${process.pid}.json`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(join(env.XDG_RUNTIME_DIR, 'agent-work'), 0o777)
  expect(await looksAt()).toBe(nowhere)
  chmodSync(join(env.XDG_RUNTIME_DIR, 'agent-work'), 0o700)
  withdraw()
  await expect(start('approve', ['-l'], env).ended).rejects.toThrow('No mock answers at http://127.0.0.1:1 ')
  other()
  const dead = join(env.XDG_RUNTIME_DIR, 'agent-work/mock-0.json')
  writeFileSync(dead, JSON.stringify({ url: mock.url, pid: 2 ** 30, folder, started_at: '2026' }))
  expect(await looksAt()).toBe(nowhere)
  expect(() => readFileSync(dead)).toThrow('ENOENT')
})
