import { expect, onTestFinished, test, vi } from 'vitest'
import { type Mock, type MockWorkspace, startMock } from './index.ts'
import { clientAs, sendAs } from './testing/send-as.ts'

const FROZEN = { frozen: '2026-11-20T09:00:00Z' } as const
const api = ({ url, keys }: MockWorkspace, key = 'admin') => clientAs(keys[key], url)

async function start(workspace: MockWorkspace, agent: keyof MockWorkspace['roles']['agents']) {
  const { data } = await api(workspace, 'member').POST('/agents/{agent_id}/run', {
    params: { path: { agent_id: workspace.roles.agents[agent] } },
    body: {},
  })
  const read = async () =>
    (await api(workspace).GET('/runs/{run_id}', { params: { path: { run_id: data?.run_id ?? '' } } })).data
  return { id: data?.run_id, read }
}

test('a mock shares the rows of its demo with every other one, so that only the first has to make them', async () => {
  await using one = await startMock({ clock: FROZEN })
  await using other = await startMock({ clock: FROZEN })
  const agentsOf = ({ demo }: Mock) => demo.workspace.tables.agents.all()
  expect(agentsOf(one).length).toBeGreaterThan(0)
  for (const [index, agent] of agentsOf(one).entries()) expect(agentsOf(other)[index]).toBe(agent)
})

test('stops serving when it is let go, by name or by itself', async () => {
  const mock = await startMock()
  await mock.stop()
  await expect(fetch(mock.url)).rejects.toThrow()
  let url = ''
  {
    await using scoped = await startMock()
    url = scoped.url
    expect((await fetch(`${url}/_mock/health`)).status).toBe(200)
  }
  await expect(fetch(url)).rejects.toThrow()
})

test('the demo is there from the start, with its clock and its people at hand', async () => {
  await using mock = await startMock({ clock: FROZEN })
  expect(mock.demo.keys.admin).toBe('awk_demo_admin')
  expect(mock.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))
  mock.clock.advance('1h')
  expect(mock.demo.clock.read().now).toBe('2026-11-20T10:00:00.000Z')
  expect(mock.people.balance()).toBe((await api(mock.demo).GET('/wallet')).data?.balance_euros)
})

test('two mocks of one seed begin alike and share nothing', async () => {
  await using one = await startMock({ clock: FROZEN, seed: 's' })
  await using two = await startMock({ clock: FROZEN, seed: 's' })
  const text = async ({ demo }: typeof one) => (await api(demo).GET('/runs', { parseAs: 'text' })).data
  const before = await text(one)
  expect(await text(two)).toBe(before)
  await start(one.demo, 'agent-that-finishes')
  expect(await text(two)).toBe(before)
  expect(await text(one)).not.toBe(before)
})

test('the demo is the same whenever it is first looked at', async () => {
  const runs = async ({ demo }: Mock) => (await api(demo).GET('/runs', { parseAs: 'text' })).data
  await using early = await startMock({ clock: FROZEN, seed: 'early or late' })
  const first = await runs(early)
  await using late = await startMock({ clock: FROZEN, seed: 'early or late' })
  expect(await (await fetch(`${late.url}/_mock/health`)).json()).toEqual({ status: 'ok', workspaces: 2 })
  const other = await sendAs('awk_second-tenant_admin', `${late.url}/runs`)
  expect(other.status).toBe(200)
  await start(late.workspace(), 'agent-that-finishes')
  expect(await runs(late)).toBe(first)
})

test('the demo of a mock that runs never lies before its start', async () => {
  await using mock = await startMock({ seed: 'set back' })
  const started = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: started - 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(mock.clock.now().getTime()).toBeGreaterThan(started - 60_000)
})

test('a workspace begins now, not when its world was built for another', async () => {
  onTestFinished(() => void vi.useRealTimers())
  for (const at of ['2026-11-24T10:00:00.000Z', '2026-11-24T10:05:00.000Z', '2026-11-20T09:00:00.000Z']) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
    await using mock = await startMock({ seed: 'begins now' })
    for (const from of ['quiet', 'demo'] as const)
      expect(mock.workspace({ from }).clock.now().toISOString()).toBe(at)
    vi.useRealTimers()
  }
})

test('a time that leaves no room for the past of the demo is refused at the start', async () => {
  await expect(startMock({ clock: { frozen: '1970-01-02T00:00:00Z' } })).rejects.toThrow('1970')
})

test('a workspace is a value with keys, ids, a clock and people', async () => {
  await using mock = await startMock({ clock: FROZEN })
  await using workspace = mock.workspace({
    from: 'quiet',
    keys: [{ name: 'ci', person: 'member', scopes: ['runs:read'] }],
  })
  expect((await api(workspace, 'ci').GET('/runs')).data?.data).toEqual([])
  const run = await start(workspace, 'agent-that-waits-for-approval')
  const passed = workspace.clock.untilIdle()
  expect(passed.transitions.map(({ kind }) => kind)).toEqual(['approval.requested', 'run.paused'])
  workspace.people.approve((await run.read())?.approval_id, { by: 'manager' })
  workspace.clock.advance('1m')
  expect((await run.read())?.status).toBe('completed')
})

test('the clock is frozen, moved, scaled and let go', async () => {
  await using mock = await startMock()
  await using workspace = mock.workspace({ clock: FROZEN })
  const { clock } = workspace
  expect(clock.to('2026-11-20T10:00:00Z').now).toBe('2026-11-20T10:00:00.000Z')
  expect(clock.to(new Date('2026-11-20T11:00:00Z')).from).toBe('2026-11-20T10:00:00.000Z')
  expect(clock.freeze('2026-11-21T00:00:00Z')).toMatchObject({
    mode: 'frozen',
    now: '2026-11-21T00:00:00.000Z',
  })
  expect(clock.scale(60)).toMatchObject({ mode: 'scaled', factor: 60 })
  expect(clock.real()).toMatchObject({ mode: 'real', factor: null })
  expect(clock.advance(1_000).complete).toBe(true)
  expect(() => clock.to('2020-01-01T00:00:00Z')).toThrow('only moves forward')
  expect(() => clock.advance('soon')).toThrow('such as 2h')
})

test('people do by calls what they do in the app', async () => {
  await using mock = await startMock({ clock: FROZEN })
  await using workspace = mock.workspace({ from: 'quiet', profile: { 'task-run-spawn': 'person' } })
  const { people } = workspace
  expect(people.setBalance(1)).toBe(1)
  expect(people.topUp(2)).toBe(3)
  people.setPlan('enterprise')
  const key = people.createKey({ scopes: ['tasks:read'], person: 'manager' })
  expect(workspace.keys[key.name]).toBe(key.secret)
  const status = async () => (await api(workspace, key.name).GET('/tasks')).response.status
  expect(await status()).toBe(200)
  people.limitKey(key.name, ['runs:read'])
  expect(await status()).toBe(403)
  people.revokeKey(key.id)
  expect(await status()).toBe(401)
  people.restoreKey(key.id)
  expect(await status()).toBe(403)
  const { data: task } = await api(workspace).POST('/tasks', {
    body: { title: 'Work', agent_id: workspace.roles.agents['agent-that-asks-text'] },
  })
  people.policy([{ on: ['question'], answer: 'Blue.' }])
  expect(people.runTask(task?.id ?? '').run_id).toMatch(/^run_/)
  workspace.clock.untilIdle()
  expect(people.waiting()).toEqual({ approvals: [], questions: [] })
  people.archive(task?.reference ?? '')
  expect((await api(workspace).GET('/tasks')).data?.data).toEqual([])
  people.unarchive(task?.reference ?? '')
  expect((await api(workspace).GET('/tasks')).data?.data).toHaveLength(1)
  expect(people.list().length).toBeGreaterThan(3)
})

test('a workspace is saved, compared, restored and forked', async () => {
  await using mock = await startMock({ clock: FROZEN })
  await using workspace = mock.workspace({ from: 'quiet' })
  const snapshot = workspace.snapshot('before')
  const run = await start(workspace, 'agent-that-finishes')
  workspace.clock.untilIdle()
  expect(workspace.difference(snapshot).tables.map(({ table }) => table)).toContain('runs')
  await using fork = workspace.fork({ name: 'what if' })
  workspace.restore(snapshot)
  expect(workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))
  expect(await run.read()).toBeUndefined()
  expect((await api(fork).GET('/runs')).data?.data).toMatchObject([{ id: run.id, status: 'completed' }])
  await using fromSnapshot = mock.workspace({ from: snapshot })
  expect((await api(fromSnapshot).GET('/runs')).data?.data).toEqual([])
})

test('a workspace that was let go says so', async () => {
  await using mock = await startMock({ clock: FROZEN })
  const workspace = mock.workspace()
  workspace.dispose()
  workspace.dispose()
  expect(() => workspace.clock.now()).toThrow(`There is no workspace ${workspace.id}`)
  expect(() => mock.demo.dispose()).toThrow('stays as long as the mock does')
})

test('the types know what an empty workspace has', async () => {
  await using mock = await startMock({ clock: FROZEN })
  await using empty = mock.workspace({ from: 'empty' })
  expect(empty.roles.people['person-admin']).toMatch(/^usr_/)
  // @ts-expect-error there are no agents in it
  expect(empty.roles.agents).toBeUndefined()
  // @ts-expect-error there is no such scope
  expect(() => empty.people.createKey({ scopes: ['runs:write'] })).toThrow('agents:read')
})
