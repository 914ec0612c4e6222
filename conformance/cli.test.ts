// The command as a process of its own: signals, crashes, and what it prints and writes.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../mock/testing/new-folder.ts'
import { serving } from '../mock/testing/serving.ts'

const KEY = 'sk-canary-0123456789abcdef'
const folder = newFolder()
const servers = new AsyncDisposableStack()
afterAll(() => servers.disposeAsync())

interface Behaviour {
  readonly deletes?: 'at once' | 'never'
  /** Called for the first task, before it is acknowledged. */
  readonly onFirst?: () => void
}

/** A service with tasks only; `tasks` are those that are there. */
async function startTasks(
  tasks: Map<string, unknown>,
  { deletes = 'at once', onFirst = () => {} }: Behaviour = {},
): Promise<string> {
  let made = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = (await request.toArray()).join('')
    const [path = ''] = (request.url ?? '').split('?')
    const id = path.split('/')[2] ?? ''
    const reply = (status: number, body?: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === undefined ? '' : JSON.stringify(body))
    if (path === '/tasks' && request.method === 'POST') {
      const { title } = JSON.parse(text) as { title?: unknown }
      if (typeof title !== 'string') return reply(422, {})
      const task = { id: `task_${++made}`, title, status: 'backlog' }
      tasks.set(task.id, task)
      if (made === 1) onFirst()
      return reply(201, task)
    }
    if (path === '/tasks') return reply(200, { data: [...tasks.values()] })
    if (!tasks.has(id)) return reply(path === '/agents/' ? 200 : 404, { data: [] })
    if (request.method === 'GET') return reply(200, tasks.get(id))
    if (request.method === 'DELETE' && deletes === 'never') return
    if (request.method === 'DELETE') tasks.delete(id)
    reply(request.method === 'DELETE' ? 204 : 422)
  }
  return servers.use(await serving(answer)).url
}

function start(...args: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', './scripts/runtime.js', 'cli/main.ts', 'conformance', ...args],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, TMPDIR: folder, ADMIN_KEY: KEY },
    },
  )
  const output = { out: '', err: '' }
  child.stdout?.on('data', text => (output.out += text))
  child.stderr?.on('data', text => (output.err += text))
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  return { child, output, ended }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s removes what was made before the command ends',
  async signal => {
    const tasks = new Map<string, unknown>()
    const { child, output, ended } = start(
      '--base-url',
      await startTasks(tasks, { onFirst: () => void child.kill(signal) }),
      '--key',
      'env:ADMIN_KEY',
      '--only',
      // Only bodies that the small service keeps as they are: it takes lists as well, which bear no mark.
      'tasks/create-fields',
      '--quiet',
      '--allow-not-exercised',
      'all',
    )
    const status = await ended
    // The small service violates something, or the run is incomplete: it is never conformant.
    expect([1, 3]).toContain(status)
    expect(output.out).toMatch(status === 3 ? /the run was stopped before its end/ : /violated/)
    expect([...tasks.values()], output.out).toEqual([])
    expect(output.err).toContain('Stopping; what was created is removed first.')
  },
)

test('a second signal leaves at once and names the journal, which only this user can read', async () => {
  const tasks = new Map<string, unknown>()
  const base = await startTasks(tasks, { deletes: 'never', onFirst: () => void child.kill('SIGTERM') })
  const { child, output, ended } = start(
    '--base-url',
    base,
    '--key',
    'env:ADMIN_KEY',
    '--only',
    'tasks/',
    '--quiet',
  )
  await expect.poll(() => output.err, { interval: 5 }).toContain('Stopping')
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  const journal = /cleanup --journal (\S+)/.exec(output.err)?.[1] ?? ''
  expect(statSync(journal).mode & 0o777).toBe(0o600)
  expect(statSync(join(journal, '..')).mode & 0o777).toBe(0o700)
  expect(readFileSync(journal, 'utf8')).toContain('"did":"intend"')
})

test('prints no key in any message, whatever goes wrong', async () => {
  const runs = [
    start('--base-url', `http://${KEY}@127.0.0.1:9`, '--key', KEY),
    start('--base-url', 'http://127.0.0.1:9', '--key', `admin=${KEY}`, '--only', KEY),
    start('--base-url', 'http://127.0.0.1:9', '--key', KEY, KEY),
  ]
  for (const { ended, output } of runs) {
    expect(await ended).toBe(2)
    expect(output.out + output.err).not.toContain(KEY.slice(0, 20))
    expect(output.err).not.toMatch(/^ +at /m)
  }
})

test.each([1_200, 2_000, 10_000])('a key of %i characters works and is not printed', async length => {
  const long = `sk-${Array.from({ length }, (_, n) => ((n * n) % 36).toString(36)).join('')}`.slice(0, length)
  const base = await startTasks(new Map())
  const { output, ended } = start('--base-url', base, '--key', long, '--read-only', '--only', 'TASK-01')
  expect(await ended, output.err).toBe(3)
  expect(output.out).toContain('None of 1 requirement was exercised.')
  for (let at = 0; at + 32 <= length; at += 100)
    expect(output.out + output.err).not.toContain(long.slice(at, at + 32))
})

test('--json alone prints the report as data, and mistakes go to standard error', async () => {
  const base = await startTasks(new Map())
  const args = ['--base-url', base, '--key', 'env:ADMIN_KEY', '--read-only', '--only', 'TASK-01']
  const { output, ended } = start(...args, '--quiet', '--allow-not-exercised', 'all', '--json')
  await ended
  expect(JSON.parse(output.out)).toMatchObject({ version: 1, target: { base_url: base } })
  const wrong = start('--onyl', 'TASK')
  expect(await wrong.ended).toBe(2)
  expect([wrong.output.out, wrong.output.err]).toEqual([
    '',
    'agent-work conformance: there is no flag --onyl; did you mean --only?\nTry agent-work conformance --help.\n',
  ])
})
