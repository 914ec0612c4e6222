import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Mock, type MockOptions, startMock } from '../index.ts'
import { newFile } from '../testing/new-folder.ts'
import { askAs, sendAs } from '../testing/send-as.ts'

const FROZEN = { frozen: '2026-11-20T09:00:00Z' }

const KEY = 'awk_demo_admin'
const post = (url: string, body: unknown = {}, key = KEY) => askAs(key, url, body)

/** A reply with the code of its refusal, and when to try again. */
const refusalOf = ({ status, headers, body }: Awaited<ReturnType<typeof post>>) => [
  status,
  body.error.code,
  headers.get('retry-after'),
]

/** Everything that lists and figures show of the workspace of a key. */
async function shown(mock: Mock, key = KEY): Promise<string[]> {
  const paths = [
    '/tasks?owner=me',
    '/runs',
    '/agents/',
    '/wallet',
    '/insights/summary',
    '/approvals/pending/list',
  ]
  return Promise.all(paths.map(async path => (await sendAs(key, mock.url + path)).text()))
}

test('a restart shows every workspace as it was, and goes on from there', async () => {
  const keep = newFile()
  const options: MockOptions = { keep, clock: FROZEN }
  let mock = await startMock(options)
  const { agents } = mock.demo.roles
  await post(`${mock.url}/tasks`, { title: 'Kept' })
  await post(`${mock.url}/agents/${agents['agent-that-is-slow']}/run`, { input: { task: 'Kept' } })
  const other = mock.workspace({ from: 'quiet', name: 'other', keep: true })
  await post(`${mock.url}/tasks`, { title: 'Elsewhere' }, other.keys.admin)
  const snapshot = other.snapshot('before')
  other.faults.add({ on: { operation: 'getMyUsage' }, times: 2, effects: [{ do: 'reply', status: 503 }] })
  const wallet = (url: string) => sendAs(other.keys.admin, `${url}/wallet/my-usage`)
  expect((await wallet(mock.url)).status).toBe(503)
  await post(`${mock.url}/tasks`, { title: 'Later' }, other.keys.admin)
  mock.clock.advance('90s')
  const gone = mock.workspace({ keep: true })
  gone.dispose()
  mock.workspace({ name: 'for this process alone' })
  const before = [await shown(mock), await shown(mock, other.keys.admin)]
  await mock.stop()
  expect(statSync(keep).mode & 0o777).toBe(0o600)

  mock = await startMock(options)
  expect([await shown(mock), await shown(mock, other.keys.admin)]).toEqual(before)
  const { body: list } = await askAs(undefined, `${mock.url}/_mock/workspaces`)
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual(['demo', 'second-tenant', other.id])
  // Ids go on behind those that were given, and what was under way ends when it would have.
  const { body: created } = await post(`${mock.url}/tasks`, { title: 'After' })
  expect(JSON.parse(before[0]![0]!).data.map((task: { id: string }) => task.id)).not.toContain(created.id)
  const running = await askAs(KEY, `${mock.url}/runs?status=running`)
  mock.clock.untilIdle()
  const run = await askAs(KEY, `${mock.url}/runs/${running.body.data[0].id}`)
  expect(run.body.status).toBe('completed')
  // A fault has done what it did before: one of two replies is left.
  const after = [(await wallet(mock.url)).status, (await wallet(mock.url)).status]
  expect(after).toEqual([503, 200])
  // The snapshot is there, too.
  await post(`${mock.url}/_mock/workspaces/${other.id}/snapshots/${snapshot.id}/restore`)
  const restored = (await shown(mock, other.keys.admin))[0]!
  expect(restored).toContain('Elsewhere')
  expect(restored).not.toContain('Later')
  // And what it was when it was made.
  await post(`${mock.url}/_mock/workspaces/${other.id}/reset`)
  expect((await shown(mock, other.keys.admin))[0]).not.toContain('Elsewhere')
  // Ids of what is gone are not given again.
  expect(mock.workspace().id).toBe('ws_4')
  await mock.stop()
})

test('a file that cannot be written acknowledges nothing, and what may have been done is kept as soon as it can be', async () => {
  const keep = newFile()
  let mock = await startMock({ keep, clock: FROZEN })
  await post(`${mock.url}/tasks`, { title: 'Before' })
  const other = new DatabaseSync(keep)
  other.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
  const refused = await post(`${mock.url}/tasks`, { title: 'May be there' })
  expect(refusalOf(refused)).toEqual([503, 'may_have_been_done', null])
  const notReady = await askAs(undefined, `${mock.url}/_mock/ready`)
  expect(notReady).toMatchObject({ status: 503, body: { status: 'keep_failed' } })
  // The world is ahead of the file, so nothing is shown or changed.
  const { size } = mock.demo.workspace.tables.tasks
  for (const later of [
    await post(`${mock.url}/tasks`, { title: 'Refused' }),
    await askAs(KEY, `${mock.url}/tasks`),
    await post(`${mock.url}/_mock/workspaces`, { name: 'Refused' }),
  ])
    expect(refusalOf(later)).toEqual([503, 'keep_failed', '1'])
  expect(mock.demo.workspace.tables.tasks.size).toBe(size)
  const metrics = await askAs(undefined, `${mock.url}/_mock/metrics`)
  expect(metrics.body).toContain('agent_work_mock_keep_failed 1')
  other.exec('ROLLBACK')
  other.close()
  expect((await fetch(`${mock.url}/_mock/ready`)).status).toBe(200)
  expect((await post(`${mock.url}/tasks`, { title: 'After' })).status).toBe(201)
  await mock.stop()
  mock = await startMock({ keep, clock: FROZEN })
  const titles = mock.demo.workspace.tables.tasks.all().map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['Before', 'May be there', 'After']))
  expect(titles).not.toContain('Refused')
  expect(mock.registry.all().map(({ workspace }) => workspace.name)).not.toContain('Refused')
  await mock.stop()
})

test('a workspace whose rows could not be written says that it was not made', async () => {
  const keep = newFile()
  await using mock = await startMock({ keep, clock: FROZEN })
  expect((await post(`${mock.url}/tasks`, { title: 'Before' })).status).toBe(201)
  const create = () => post(`${mock.url}/_mock/workspaces`, { from: 'quiet', name: 'Asked for' })
  const other = new DatabaseSync(keep)
  other.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
  expect(refusalOf(await create())).toEqual([503, 'keep_failed', '1'])
  other.close()
  expect((await create()).status).toBe(201)
  const made = mock.registry.all().filter(({ workspace }) => workspace.name === 'Asked for')
  expect(made).toHaveLength(1)
})

test('workspaces and snapshots are listed in the order of their creation, also after a restart and a restore', async () => {
  const keep = newFile()
  let mock = await startMock({ keep, clock: FROZEN })
  const listed = async (path: string) => {
    const { body } = await askAs(undefined, `${mock.url}/_mock/workspaces${path}`)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const made = Array.from({ length: 11 }, () => mock.workspace({ from: 'empty', keep: true }))
  const [first] = made
  if (!first) throw new Error('no workspace was made')
  const snapshots = Array.from({ length: 11 }, (_, n) => first.snapshot(`snapshot ${n}`).id)
  first.restore(snapshots[3] ?? '')
  const all = ['demo', 'second-tenant', ...made.map(({ id }) => id)]
  expect(await listed('')).toEqual(all)
  await mock.stop()
  mock = await startMock({ keep, clock: FROZEN })
  onTestFinished(() => mock.stop())
  expect(await listed('')).toEqual(all)
  expect(await listed(`/${first.id}/snapshots`)).toEqual(snapshots)
})

test('a file becomes small again while the mock runs', async () => {
  const keep = newFile()
  await using mock = await startMock({ keep, clock: FROZEN })
  const made = Array.from({ length: 6 }, (_, n) =>
    mock.workspace({ from: 'demo', seed: String(n), keep: true }),
  )
  await post(`${mock.url}/tasks`, { title: 'Kept' })
  const { size } = statSync(keep)
  for (const { id } of made) await fetch(`${mock.url}/_mock/workspaces/${id}`, { method: 'DELETE' })
  await expect.poll(() => statSync(keep).size, { timeout: 30_000 }).toBeLessThan(size / 2)
})
