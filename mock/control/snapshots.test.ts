import { expect } from 'vitest'
import { controlled } from '../testing/control-client.ts'
import { bodyOf, sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

type World = Awaited<ReturnType<typeof controlled>>

const save = async ({ control }: World, name?: string) =>
  bodyOf(await control('saveSnapshot', { body: name === undefined ? {} : { name } }))

const at = (snapshot_id: string) => ({ path: { snapshot_id } })
const restore = (world: World, id: string) => world.control('restoreSnapshot', at(id))
const titles = async (world: World) =>
  (await world.as('admin').GET('/tasks')).data?.data.map(({ title }) => title)

test('everything is as it was, the time and what was planned included', async ({ world }) => {
  const { run_id } = await world.start('agent-that-finishes')
  await world.advance({ by: '1s' })
  const before = await world.run(run_id)
  const snapshot = await save(world, 'at work')
  expect(snapshot).toMatchObject({ name: 'at work', workspace_id: world.id, at: '2026-11-20T09:00:01.000Z' })
  await world.advance({ until_idle: true })
  await world.as('admin').POST('/tasks', { body: { title: 'Later' } })
  expect((await world.run(run_id)).status).toBe('completed')

  expect((await restore(world, snapshot.id)).data).toMatchObject({
    now: '2026-11-20T09:00:01.000Z',
    idle: false,
  })
  expect(await world.run(run_id)).toEqual(before)
  expect(await titles(world)).toEqual([])
  await world.advance({ until_idle: true })
  expect((await world.run(run_id)).status).toBe('completed')
})

test('what happens after a restore happens as it did before, with new ids', async ({ world }) => {
  const { id } = await save(world)
  const story = async () => {
    const { run_id } = await world.start('agent-that-uses-tools')
    const passed = await world.advance({ until_idle: true })
    const told = JSON.stringify({ run: await world.run(run_id), passed })
    return { id: run_id, told: told.replaceAll(/(run|chat)_\w+/g, '$1') }
  }
  const first = await story()
  await restore(world, id)
  const second = await story()
  expect(second.told).toEqual(first.told)
  expect(second.id).not.toBe(first.id)
})

test('every key goes on working, those made since too', async ({ world }) => {
  const { id } = await save(world)
  const { data: key } = await world.control('createKey', { body: { name: 'later', scopes: ['runs:read'] } })
  await world.control('changeKey', { path: { key_id: 'member' }, body: { revoked_at: 'now' } })
  await restore(world, id)
  for (const secret of [key?.secret ?? '', 'member', 'admin'])
    expect((await world.as(secret).GET('/runs')).response.status).toBe(200)
  // And again, for what was kept must not be lost with the next one.
  await restore(world, id)
  expect((await world.as(key?.secret ?? '').GET('/runs')).response.status).toBe(200)
})

test('rate windows begin anew', async ({ world }) => {
  const { id } = await save(world)
  await world.advance({ by: '5m' })
  const ask = () => world.as('admin').GET('/admin/agents/stats', { params: { query: { days: 7 } } })
  let reply = await ask()
  while (reply.response.status === 200) reply = await ask()
  await restore(world, id)
  expect((await ask()).response.status).toBe(200)
})

test('open streams end, and can be followed anew', async ({ world }) => {
  const { run_id, chat_id } = await world.start('agent-that-asks-text')
  const { id } = await save(world)
  await world.advance({ until_idle: true })
  const follow = () => sendAs(world.keys.member, `${mock.url}/chats/${chat_id}/stream`)
  const stream = await follow()
  await restore(world, id)
  expect(await stream.text()).toContain('question.asked')
  const again = await follow()
  await world.advance({ until_idle: true })
  await world.as('member').POST('/agents/runs/{run_id}/pause', { params: { path: { run_id } } })
  const { agent_id } = await world.run(run_id)
  await world
    .as('member')
    .POST('/agents/{agent_id}/runs/{run_id}/stop', { params: { path: { agent_id, run_id } } })
  expect(await again.text()).toContain('"status":"stopped"')
})

test('the transitions of an undone future are gone, and those of a redone one are back', async () => {
  const world = await controlled(mock.url)
  const transitions = async () => {
    const { data } = await world.control('listTransitions')
    return data?.data.map(({ kind, subject }) => `${kind} ${subject}`)
  }
  const { run_id } = await world.start('agent-that-finishes')
  const early = await save(world)
  const before = await transitions()
  expect(before).toContain(`run.started ${run_id}`)
  await world.advance({ until_idle: true })
  const late = await save(world)
  const after = await transitions()
  expect(after).toContain(`run.completed ${run_id}`)

  await restore(world, early.id)
  expect(await transitions()).toEqual(before)
  await world.as('admin').POST('/tasks', { body: { title: 'Another future' } })
  await restore(world, late.id)
  expect(await transitions()).toEqual(after)
  await world.control('resetWorkspace')
  expect(await transitions()).toEqual([])
})

test('a policy goes on after a restore', async ({ world }) => {
  await world.control('setPolicy', { body: { rules: [{ after: '1h' }] } })
  const { id } = await save(world)
  await restore(world, id)
  const { run_id } = await world.start('agent-that-waits-for-approval')
  await world.advance({ until_idle: true })
  expect((await world.run(run_id)).status).toBe('completed')
})

test('workspaces are forked from a snapshot, at its time', async ({ world }) => {
  await world.as('admin').POST('/tasks', { body: { title: 'Prepared' } })
  const { id } = await save(world)
  await world.advance({ by: '1d' })
  await world.as('admin').POST('/tasks', { body: { title: 'Later' } })
  const forks = await Promise.all([controlled(mock.url, { from: id }), controlled(mock.url, { from: id })])
  for (const fork of forks) {
    expect(fork).toMatchObject({ from: id, clock: { now: '2026-11-20T09:00:00.000Z' } })
    expect(await titles(fork)).toEqual(['Prepared'])
  }
})

test('shows what changed since, table by table and field by field', async ({ world }) => {
  const { data: doomed } = await world.as('admin').POST('/tasks', { body: { title: 'Doomed' } })
  const { data: kept } = await world.as('admin').POST('/tasks', { body: { title: 'Kept' } })
  const first = await save(world)
  const params = (id = '') => ({ path: { task_id: id } })
  await world.as('admin').DELETE('/tasks/{task_id}', { params: params(doomed?.id) })
  await world.advance({ by: '1m' })
  await world.as('admin').PATCH('/tasks/{task_id}', { params: params(kept?.id), body: { budget_euros: 2.5 } })
  const { data: added } = await world.as('admin').POST('/tasks', { body: { title: 'Added' } })
  const second = await save(world)
  await world.start('agent-that-finishes')

  const read = async (from: string, query = {}) =>
    (await world.control('readDifference', { ...at(from), query })).data
  const between = await read(first.id, { to: second.id })
  expect(between).toMatchObject({
    from: { id: first.id, at: '2026-11-20T09:00:00.000Z' },
    to: { id: second.id, at: '2026-11-20T09:01:00.000Z' },
    added: 1,
    removed: 1,
  })
  const tasks = between?.tables.find(({ table }) => table === 'tasks')
  expect(tasks).toMatchObject({
    added: [{ id: added?.id, title: 'Added', created_at: '2026-11-20T09:01:00.000Z' }],
    removed: [{ id: doomed?.id }],
    changed: [
      {
        id: kept?.id,
        fields: [
          { field: 'budget_euros', before: null, after: 2.5 },
          { field: 'updated_at', before: '2026-11-20T09:00:00.000Z', after: '2026-11-20T09:01:00.000Z' },
        ],
      },
    ],
  })
  const now = await read(second.id)
  expect(now?.tables.map(({ table }) => table)).toEqual(expect.arrayContaining(['runs', 'chats']))
  expect(await read(first.id, { to: first.id })).toMatchObject({
    added: 0,
    changed: 0,
    removed: 0,
    tables: [],
  })
  expect((await read(first.id, { limit: 0 }))?.tables.find(({ table }) => table === 'tasks')).toMatchObject({
    added: [],
    left_out: 3,
  })
})

test('never shows a secret', async ({ world }) => {
  const { id } = await save(world)
  const { data: key } = await world.control('createKey', { body: { scopes: [] } })
  const { data } = await world.control('readDifference', at(id))
  expect(JSON.stringify(data)).toContain(key?.id)
  expect(JSON.stringify(data)).not.toContain(key?.secret)
})

test('lists, reads and deletes; they belong to their workspace and go with it', async () => {
  const [world, other] = [await controlled(mock.url), await controlled(mock.url)]
  const [first, second] = [await save(world), await save(world)]
  const listed = async () => (await world.control('listSnapshots')).data?.data.map(({ id }) => id)
  expect(await listed()).toEqual([first.id, second.id])
  expect((await world.control('readSnapshot', at(first.id))).data).toEqual(first)
  expect((await world.control('deleteSnapshot', at(first.id))).response.status).toBe(204)
  expect(await listed()).toEqual([second.id])
  const missing = await restore(world, first.id)
  expect(missing.response.status).toBe(404)
  expect(missing.error?.error.message).toContain(`it has ${second.id}`)
  expect((await restore(other, second.id)).response.status).toBe(404)
  await world.control('deleteWorkspace')
  await expect(controlled(mock.url, { from: second.id })).rejects.toThrow(`There is no '${second.id}'`)
})
