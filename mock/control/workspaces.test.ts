import { expect, test } from 'vitest'
import { operations } from '#openapi'
import { startMock } from '../index.ts'
import { controlClient, controlled } from '../testing/control-client.ts'
import { clientAs } from '../testing/send-as.ts'
import type { NewWorkspace as WorkspaceOrder } from './generated/control.gen.ts'

type NewWorkspace = Partial<WorkspaceOrder>

const START = '2026-11-20T09:00:00Z'
const mock = await startMock({ clock: { frozen: START } })
const control = controlClient(mock.url)
const service = (key: string | undefined) => clientAs(key, mock.url)

const make = (body: NewWorkspace = {}) => controlled(mock.url, { from: 'demo', ...body })
async function refusal(body: NewWorkspace) {
  const { error, response } = await control('createWorkspace', { body })
  return { status: response.status, ...error?.error }
}

test('one call makes a workspace with keys by role and the ids of what is ready-made', async () => {
  const made = await make()
  expect(made).toMatchObject({
    from: 'demo',
    clock: { now: '2026-11-20T09:00:00.000Z', mode: 'frozen' },
    profile: {},
  })
  const { data: mine } = await made.as('member').GET('/wallet/my-usage')
  expect(mine).toBeDefined()
  const { data: agent } = await made.as('admin').GET('/agents/{agent_id}', {
    params: { path: { agent_id: made.roles.agents['agent-that-finishes'] ?? '' } },
  })
  expect(agent?.tags).toContain('agent-that-finishes')
  const refused = await made.as('member').GET('/insights/summary')
  expect(refused.response.status).toBe(403)
})

test('a call without a body makes one like the demo', async () => {
  const response = await fetch(`${mock.url}/_mock/workspaces`, { method: 'POST' })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ from: 'demo' })
})

test('keys with any scopes come with it', async () => {
  const made = await make({
    keys: [{ name: 'back-office', person: 'member', scopes: ['runs:read'] }, { scopes: [] }],
  })
  expect((await made.as('back-office').GET('/runs')).response.status).toBe(200)
  expect((await made.as('back-office').GET('/tasks')).response.status).toBe(403)
  expect((await made.as('key-1').GET('/runs')).response.status).toBe(403)
})

test('an empty one has people, keys, models and a plan, and nothing else', async () => {
  const made = await make({ from: 'empty' })
  const api = made.as('admin')
  const counts = await Promise.all([
    api.GET('/agents/'),
    api.GET('/runs'),
    api.GET('/tasks'),
    api.GET('/workflows/'),
    api.GET('/approvals/pending/list'),
    api.GET('/v1/knowledge/folders'),
  ])
  for (const { data } of counts) expect(data?.data).toEqual([])
  expect((await api.GET('/v1/models')).data?.data.length).toBeGreaterThan(0)
  expect((await api.GET('/settings/entitlements')).response.status).toBe(200)
  expect((await api.GET('/wallet')).data).toMatchObject({ balance_euros: 500 })
  expect((await api.GET('/dashboard/stats')).response.status).toBe(200)
  expect(Object.keys(made.roles.people).length).toBeGreaterThan(3)
  expect(made.roles.agents).toEqual({})
  expect((await api.POST('/tasks', { body: { title: 'The first' } })).response.status).toBe(201)
})

test('with a seed of its own, the same requests give the same bytes', async () => {
  const story = async (seed: string) => {
    const made = await make({ seed, from: 'quiet' })
    await made.start('agent-that-finishes')
    await made.advance({ until_idle: true })
    return (await made.as('member').GET('/runs', { parseAs: 'text' })).data
  }
  const [first, again, other] = [await story('a'), await story('a'), await story('b')]
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a fork goes its own way from where the other one is', async () => {
  const origin = await make({ from: 'quiet' })
  await origin.as('admin').POST('/tasks', { body: { title: 'Before' } })
  const fork = await make({ from: origin.id, name: 'fork' })
  await origin.as('admin').POST('/tasks', { body: { title: 'After' } })
  expect(fork).toMatchObject({ name: 'fork', from: origin.id })
  expect(fork.keys.admin).not.toBe(origin.keys.admin)
  const titles = async (key: string | undefined) =>
    (await service(key).GET('/tasks')).data?.data.map(task => task.title)
  expect(await titles(fork.keys.admin)).toEqual(['Before'])
  expect(await titles(origin.keys.admin)).toHaveLength(2)
})

test('clock and answers to gaps can be chosen', async () => {
  const made = await make({
    clock: { mode: 'frozen', at: '2027-02-01T00:00:00Z' },
    profile: { 'error-body': 'problem' },
  })
  expect(made).toMatchObject({
    clock: { now: '2027-02-01T00:00:00.000Z' },
    profile: { 'error-body': 'problem' },
  })
  expect((await make({ clock: { mode: 'scaled', factor: 60 } })).clock).toMatchObject({
    mode: 'scaled',
    factor: 60,
  })
  expect(Object.keys((await make({ vary: true })).profile).length).toBeGreaterThan(5)
})

test('says what is wrong with what was asked for, and makes nothing', async () => {
  const before = mock.registry.all().length
  expect(await refusal({ from: 'nowhere' })).toMatchObject({ status: 404, param: 'body.from' })
  expect(await refusal({ profile: { 'error-body': 'smoke' } })).toMatchObject({ status: 422 })
  expect(await refusal({ clock: { mode: 'scaled' } })).toMatchObject({ status: 422, param: 'body.factor' })
  expect(await refusal({ keys: [{ scopes: [], name: 'admin' }] })).toMatchObject({ status: 409 })
  expect(await refusal({ keys: [{ scopes: [], person: 'nobody' }] })).toMatchObject({
    status: 404,
    message: expect.stringContaining('Say admin, manager or member'),
  })
  expect(await refusal({ form: 'demo' } as NewWorkspace)).toMatchObject({
    status: 422,
    message: expect.stringContaining('body.form is not allowed'),
  })
  expect(mock.registry.all()).toHaveLength(before)
})

test('a deleted one is gone, with its keys; the demo stays', async () => {
  const made = await make()
  const path = { workspace_id: made.id }
  expect((await control('deleteWorkspace', { path })).response.status).toBe(204)
  expect((await made.as('admin').GET('/runs')).response.status).toBe(401)
  const { error } = await control('readWorkspace', { path })
  expect(error?.error).toMatchObject({ code: 'workspace_not_found' })
  const demo = await control('deleteWorkspace', { path: { workspace_id: 'demo' } })
  expect(demo.response.status).toBe(409)
  const { data } = await control('listWorkspaces')
  expect(data?.data.map(({ id }) => id)).toContain('demo')
  expect(data?.data.map(({ id }) => id)).not.toContain(made.id)
})

test('current is the workspace of the key, and the demo without one', async () => {
  const made = await make()
  const path = { workspace_id: 'current' }
  const read = async (key?: string) =>
    (await controlClient(mock.url, key)('readWorkspace', { path })).data?.id
  expect(await read(made.keys.manager)).toBe(made.id)
  expect(await read()).toBe('demo')
  const { response } = await controlClient(mock.url, 'awk_unknown')('readWorkspace', { path })
  expect(response.status).toBe(401)
})

test('another company is there from the start, and nobody of the demo sees it', async () => {
  const { data } = await control('readWorkspace', { path: { workspace_id: 'second-tenant' } })
  const theirs = (await service(data?.keys.admin).GET('/runs')).data?.data[0]?.id ?? ''
  const { response } = await service(mock.demo.keys.admin).GET('/runs/{run_id}', {
    params: { path: { run_id: theirs } },
  })
  expect(response.status).toBe(404)
})

test('nothing leaks between forty that are used at once', async () => {
  const count = 40
  const limit = operations.getAgentStats.rateLimit.requests
  const used = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const made = await make({ from: 'quiet' })
      const api = made.as('admin')
      const { data: task } = await api.POST('/tasks', { body: { title: `Task of ${number}` } })
      const run = await made.start('agent-that-waits-for-approval')
      const passed = await made.advance({ by: `${number + 10}m` })
      await made.control('topUp', { body: { euros: number + 1 } })
      // Each uses up its own limit, and no other's.
      const hits = number % 10 === 0 ? limit + 1 : 1
      const statuses: number[] = []
      for (let hit = 0; hit < hits; hit++)
        statuses.push(
          (await api.GET('/admin/agents/stats', { params: { query: { days: 7 } } })).response.status,
        )
      // Models cannot be listed where the number can be divided by seven.
      if (number % 7 === 0)
        await made.control('addFault', {
          body: { on: { operation: 'listModels' }, effects: [{ do: 'reply', status: 503 }] },
        })
      return { number, made, api, task, run, passed, statuses }
    }),
  )
  for (const { number, made, passed, statuses } of used) {
    expect(mock.registry.get(made.id)?.journal.count).toBe(2 + statuses.length)
    expect(passed.now).toBe(new Date(Date.parse(START) + (number + 10) * 60_000).toISOString())
    expect(statuses.filter(status => status === 429)).toHaveLength(number % 10 === 0 ? 1 : 0)
  }
  const ids = used.flatMap(({ task, run }) => [task?.id, run.run_id, run.chat_id])
  expect(new Set(ids).size).toBe(3 * count)
  const keys = used.flatMap(({ made }) => Object.values(made.keys))
  expect(new Set(keys).size).toBe(keys.length)
  await Promise.all(
    used.map(async ({ number, api, task, run }) => {
      const next = used[(number + 1) % count]
      const [tasks, runs, approvals, wallet] = await Promise.all([
        api.GET('/tasks'),
        api.GET('/runs'),
        api.GET('/approvals/pending/list'),
        api.GET('/wallet'),
      ])
      expect(tasks.data?.data.map(({ id }) => id)).toEqual([task?.id])
      expect(runs.data?.data.map(({ id }) => id)).toEqual([run.run_id])
      expect(approvals.data?.data.map(({ run_id }) => run_id)).toEqual([run.run_id])
      expect(Math.round((wallet.data?.balance_euros ?? 0) - 351)).toBe(number + 1)
      expect((await api.GET('/v1/models')).response.status).toBe(number % 7 === 0 ? 503 : 200)
      const theirs = await Promise.all([
        api.GET('/tasks/{task_id}', { params: { path: { task_id: next?.task?.id ?? '' } } }),
        api.GET('/runs/{run_id}', { params: { path: { run_id: next?.run.run_id ?? '' } } }),
        api.GET('/chats/{chat_id}/stream', { params: { path: { chat_id: next?.run.chat_id ?? '' } } }),
      ])
      for (const { response } of theirs) expect(response.status).toBe(404)
    }),
  )
})

test('a new one shares its rows with the demo, so that making it costs next to nothing', async () => {
  const { id } = await make()
  const runsOf = (workspace: string) => mock.registry.get(workspace)!.workspace.tables.runs
  const shared = runsOf(id)
    .all()
    .filter(run => runsOf('demo').get(run.id) === run)
  expect(shared.length).toBeGreaterThan(100)
  expect(shared).toHaveLength(runsOf(id).size)
})
