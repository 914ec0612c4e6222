import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { type Mock, type MockOptions, startMock } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'agent-work-keep-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, `${++files}.db`)
const FROZEN = { frozen: '2026-11-20T09:00:00Z' }

const headers = { authorization: 'Bearer awk_demo_admin', 'content-type': 'application/json' }
const post = (url: string, body: unknown = {}, more = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  })

/** Everything that lists and figures show of the workspace of a key. */
async function shown(mock: Mock, key = 'awk_demo_admin'): Promise<string[]> {
  const paths = [
    '/tasks?owner=me',
    '/runs',
    '/agents/',
    '/wallet',
    '/insights/summary',
    '/approvals/pending/list',
  ]
  const read = (path: string) => fetch(mock.url + path, { headers: { authorization: `Bearer ${key}` } })
  return Promise.all(paths.map(async path => (await read(path)).text()))
}

test('a restart shows every workspace as it was, and goes on from there', async () => {
  const keep = newFile()
  const options: MockOptions = { keep, clock: FROZEN }
  let mock = await startMock(options)
  const { agents } = mock.demo.roles
  await post(`${mock.url}/tasks`, { title: 'Kept' })
  await post(`${mock.url}/agents/${agents['agent-that-is-slow']}/run`, { input: { task: 'Kept' } })
  const other = mock.workspace({ from: 'quiet', name: 'other', keep: true })
  await post(`${mock.url}/tasks`, { title: 'Elsewhere' }, { authorization: `Bearer ${other.keys.admin}` })
  const snapshot = other.snapshot('before')
  await post(`${mock.url}/tasks`, { title: 'Later' }, { authorization: `Bearer ${other.keys.admin}` })
  mock.clock.advance('90s')
  const gone = mock.workspace({ keep: true })
  gone.dispose()
  mock.workspace({ name: 'for this process alone' })
  const before = [await shown(mock), await shown(mock, other.keys.admin)]
  await mock.stop()
  expect(statSync(keep).mode & 0o777).toBe(0o600)

  mock = await startMock(options)
  expect([await shown(mock), await shown(mock, other.keys.admin)]).toEqual(before)
  const listed = await fetch(`${mock.url}/_mock/workspaces`)
  const { data } = (await listed.json()) as { data: { id: string }[] }
  expect(data.map(({ id }) => id)).toEqual(['demo', 'second-tenant', other.id])
  // Ids go on behind those that were given, and what was under way ends when it would have.
  const created = (await (await post(`${mock.url}/tasks`, { title: 'After' })).json()) as { id: string }
  expect(JSON.parse(before[0]![0]!).data.map((task: { id: string }) => task.id)).not.toContain(created.id)
  const running = await fetch(`${mock.url}/runs?status=running`, { headers })
  mock.clock.untilIdle()
  const [run] = ((await running.json()) as { data: { id: string }[] }).data
  expect(await (await fetch(`${mock.url}/runs/${run!.id}`, { headers })).json()).toMatchObject({
    status: 'completed',
  })
  // The snapshot is there, too.
  await post(`${mock.url}/_mock/workspaces/${other.id}/snapshots/${snapshot.id}/restore`)
  const restored = (await shown(mock, other.keys.admin))[0]!
  expect(restored).toContain('Elsewhere')
  expect(restored).not.toContain('Later')
  await mock.stop()
})

test('what a client was told survives kill -9', async () => {
  const keep = newFile()
  const program = `
    import { startMock } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))}
    const mock = await startMock({ keep: process.argv[1] })
    process.stdout.write(mock.url + '\\n')
  `
  const told = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, keep])
    const closed = once(child, 'close')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const url = line.toString().trim()
    let isOver = false
    const worker = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const reply = await post(`${url}/tasks`, { title: `${round}/${name}/${n}` }).catch(() => undefined)
        const task = (await reply?.json().catch(() => undefined)) as { title: string } | undefined
        if (task) told.add(task.title)
        if (told.size >= 60 * (round + 1)) isOver ||= child.kill('SIGKILL')
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(worker))
    await closed
  }
  const mock = await startMock({ keep })
  const titles: string[] = []
  for (let offset = 0; ; offset += 100) {
    const page = await fetch(`${mock.url}/tasks?limit=100&offset=${offset}`, { headers })
    const { data } = (await page.json()) as { data: { title: string }[] }
    titles.push(...data.map(task => task.title))
    if (data.length < 100) break
  }
  const kept = titles.filter(title => /^\d\/[a-d]\/\d+$/.test(title))
  expect(kept.length).toBe(new Set(kept).size)
  for (const title of told) expect(kept).toContain(title)
  await mock.stop()
}, 60_000)

test('a file that cannot be written acknowledges nothing, and what was done is kept as soon as it can be', async () => {
  const keep = newFile()
  const mock = await startMock({ keep, clock: FROZEN })
  await post(`${mock.url}/tasks`, { title: 'Before' })
  const other = new DatabaseSync(keep)
  other.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
  const refused = await post(`${mock.url}/tasks`, { title: 'Not kept' })
  expect(refused.status).toBe(500)
  expect(await refused.text()).toMatch(/is not kept: .* is locked by another program/)
  other.exec('ROLLBACK')
  other.close()
  expect((await post(`${mock.url}/tasks`, { title: 'After' })).status).toBe(201)
  await mock.stop()
})

test.for([
  ['a file in use', (path: string) => startMock({ keep: path }), /is in use by another mock/],
  [
    'a text file',
    (path: string) => writeFileSync(path, 'hello '.repeat(1_000)),
    /is not a file that --keep made/,
  ],
  [
    'an SQLite file of another program',
    (path: string) => {
      const database = new DatabaseSync(path)
      database.exec('CREATE TABLE things (id)')
      database.close()
    },
    /of another program/,
  ],
  [
    'a file of a newer version',
    async (path: string) => {
      await (await startMock({ keep: path })).stop()
      const database = new DatabaseSync(path)
      database.exec('PRAGMA user_version = 99')
      database.close()
    },
    /newer agent-work \(rows 99/,
  ],
  [
    'a file made with another seed',
    async (path: string) => (await startMock({ keep: path, seed: 'one' })).stop(),
    /was made with seed "one", not "two"/,
  ],
] as const)('refuses %s', async ([, prepare, reason]) => {
  const keep = newFile()
  const holder = await prepare(keep)
  await expect(startMock({ keep, seed: 'two' })).rejects.toThrow(reason)
  await holder?.stop()
})

test('refuses a file in a folder that does not exist', async () => {
  await expect(startMock({ keep: join(folder, 'nowhere/world.db') })).rejects.toThrow(/a folder that exists/)
})
