import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { askAs, sendAs } from '../testing/send-as.ts'
import { serving } from '../testing/serving.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }
const servers = new AsyncDisposableStack()

type Lie = { status?: number; body?: string; waits?: boolean }

/** A server that is no shard; what it answers can be changed. */
async function liar() {
  let lie: Lie = {}
  const server = await serving((_, response) => {
    if (!lie.waits) response.writeHead(lie.status ?? 200).end(lie.body ?? '')
  })
  servers.use(server)
  const says = (next: Lie) => {
    lie = next
  }
  return { says, url: server.url }
}

const s2 = await startMock({ clock, shard: 's2' })
const third = await liar()
const s1: Mock = await startMock({ clock, shard: 's1', peers: { s2: s2.url, s3: third.url } })
afterAll(async () => {
  await s1.stop()
  await s2.stop()
  await servers.disposeAsync()
})

const control = (mock: Mock, path: string, body?: unknown) =>
  askAs(undefined, `${mock.url}/_mock${path}`, body)
const runs = (mock: Mock, key: string) => sendAs(key, `${mock.url}/runs?limit=1`)

test('names of workspaces, keys, snapshots and exchanges say the shard', async () => {
  const made = s2.workspace()
  expect(made.id).toBe('ws_s2_1')
  expect(made.keys.admin).toMatch(/^awk_s2_[A-Za-z0-9]{40}$/)
  expect(made.snapshot().id).toBe('snap_s2_1')
  expect((await runs(s2, made.keys.admin)).headers.get('x-mock-exchange')).toBe('ws_s2_1.1')
  const unknown = await runs(s2, 'awk_nobody')
  expect(unknown.headers.get('x-mock-exchange')).toBe('ws_s2_server.1')
  expect((await control(s2, '/explain/ws_s2_server.1')).status).toBe(200)
})

test('a wrong shard answers 421 and names the right one', async () => {
  const made = s2.workspace()
  for (const path of [`/workspaces/${made.id}`, `/workspaces/${made.id}/clock`, `/explain/${made.id}.1`]) {
    const { status, headers, body } = await control(s1, path)
    expect([path, status, headers.get('x-mock-shard'), body.error.code]).toEqual([
      path,
      421,
      's2',
      'wrong_shard',
    ])
  }
  const reply = await runs(s1, made.keys.admin)
  expect([reply.status, reply.headers.get('x-mock-shard')]).toEqual([421, 's2'])
  expect(await reply.text()).toContain('This key is of shard s2; this is s1.')
})

test('lists have what every shard has, and say which one did not answer as a shard', async () => {
  const here = s1.workspace({ name: 'here' })
  const there = s2.workspace({ name: 'there' })
  await runs(s2, there.keys.admin)
  const ids = ({ body }: Awaited<ReturnType<typeof control>>) => body.data.map(({ id }: { id: string }) => id)
  const lies: Lie[] = [
    { body: 'hello' },
    { body: '{"data":"all of them"}' },
    { body: '{"data":[{"id":7}]}' },
    { body: 'x'.repeat(17 * 1024 * 1024) },
    { status: 500 },
    { waits: true },
  ]
  for (const lie of lies) {
    third.says(lie)
    const list = await control(s1, '/workspaces')
    expect(list.body.unreachable, JSON.stringify(lie).slice(0, 80)).toEqual(['s3'])
    expect(ids(list)).toEqual(expect.arrayContaining(['demo', here.id, there.id]))
  }
  // What it claims to have of others does not count.
  const claimed = ['ws_s1_9', 'ws_s3_4', 'demo'].map(id => ({
    id,
    name: 'x',
    from: 'demo',
    now: clock.frozen,
  }))
  third.says({ body: JSON.stringify({ data: claimed }) })
  const list = await control(s1, '/workspaces')
  expect(list.body.unreachable).toEqual([])
  expect(ids(list)).toContain('ws_s3_4')
  expect(ids(list)).not.toContain('ws_s1_9')
  expect(ids(await control(s1, '/workspaces?shards=own'))).not.toContain(there.id)

  const coverage = await control(s1, '/coverage')
  expect(coverage.body.unreachable).toEqual(['s3'])
  const operations = coverage.body.areas.find(({ area }: { area: string }) => area === 'operations')
  expect(operations.exercised).toContainEqual({ name: 'listRuns', times: expect.any(Number) })
  expect(operations.covered + operations.missing.length).toBe(operations.total)
})

test('what is found on any shard is found on each, which says whom it could not ask', async () => {
  const there = s2.workspace()
  const made = await askAs(there.keys.admin, `${s2.url}/tasks`, { title: 'Found' })
  const { id } = made.body
  const exchange = made.headers.get('x-mock-exchange')
  third.says({ status: 500 })
  for (const name of [id, exchange, there.id]) {
    const { body } = await control(s1, `/find?id=${name}`)
    expect(body).toEqual({
      data: [expect.objectContaining({ workspace_id: there.id, id: name })],
      unreachable: ['s3'],
    })
    expect((await control(s1, `/find?shards=own&id=${name}`)).body).toEqual({ data: [] })
  }
  const claimed = { workspace_id: there.id, kind: 'task', id, name: 'x', parent_id: null }
  for (const [answer, unreachable] of [
    [{ data: [{ ...claimed, id: 7 }] }, ['s3']],
    [{ data: [claimed] }, []],
  ]) {
    third.says({ body: JSON.stringify(answer) })
    const { body } = await control(s1, `/find?id=${id}`)
    expect([body.data.length, body.unreachable]).toEqual([1, unreachable])
  }
})

test('a workspace or a snapshot of another shard is fetched as a file', async () => {
  const there = s2.workspace({ name: 'there' })
  await sendAs(there.keys.admin, `${s2.url}/tasks`, { title: 'From the other shard' })
  const snapshot = there.snapshot('one task')
  for (const from of [there.id, snapshot.id]) {
    const { status, body } = await control(s1, '/workspaces', { from })
    expect([status, body.id]).toEqual([201, expect.stringMatching(/^ws_s1_/)])
    expect(body.keys.admin).toMatch(/^awk_s1_/)
    const tasks = s1.registry.get(body.id)!.workspace.tables.tasks.all()
    expect(tasks.map(({ title }) => title)).toContain('From the other shard')
  }
  const before = s1.registry.size
  third.says({ body: '{"agent_work_snapshot":1}\n' })
  const refused = [
    [await control(s1, '/workspaces', { from: 'ws_s2_99' }), 502, 'There is no workspace ws_s2_99'],
    [await control(s1, '/workspaces', { from: 'ws_s9_1' }), 502, '--peers of this shard does not name'],
    [
      await control(s1, '/workspaces', { from: 'ws_s3_1' }),
      422,
      'was not written by agent-work snapshot save',
    ],
  ] as const
  for (const [{ status, body }, expected, reason] of refused) {
    expect([status, body.error.message]).toEqual([expected, expect.stringContaining(reason)])
  }
  expect(s1.registry.size).toBe(before)
})

test('metrics say the shard, and a kept file goes with its shard', async () => {
  expect(await (await fetch(`${s2.url}/_mock/metrics`)).text()).toContain('shard="s2"')
  const folder = newFolder()
  const keep = join(folder, 'world.db')
  const first = await startMock({ clock, keep, shard: 's4' })
  const { id, keys } = first.workspace({ keep: true })
  await first.stop()
  await expect(startMock({ clock, keep })).rejects.toThrow('is of the shard s4; start it with --shard s4')
  await expect(startMock({ clock, keep, shard: 's5' })).rejects.toThrow('was made with shard "s4", not "s5"')
  const again = await startMock({ clock, keep, shard: 's4' })
  expect((await runs(again, keys.admin)).status).toBe(200)
  expect(again.workspace().id).not.toBe(id)
  await again.stop()
})
