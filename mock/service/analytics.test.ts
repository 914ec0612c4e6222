import { expect } from 'vitest'
import { DAY, HOUR } from '../simulation/duration.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { startVariedRuns } from '../testing/varied-runs.ts'

test('a run shows in the summary from its start, and in the success rate from its end', async ({ kit }) => {
  kit.rest()
  // Out of every window that has something in it.
  kit.advance(200 * DAY)
  const summary = async () => (await kit.as('admin').GET('/insights/summary')).data!
  expect(await summary()).toMatchObject({
    runs: { total: 0 },
    success_rate: null,
    messages: 0,
    active_agents: 0,
  })
  await kit.startRun('agent-that-finishes', { key: 'admin', input: { task: 'Check it.' } })
  await kit.startRun('agent-that-fails', { key: 'admin' })
  const started = await summary()
  expect(started).toMatchObject({
    runs: { total: 2, running: 2 },
    success_rate: null,
    active_agents: 2,
    active_users: 1,
  })
  expect(started.messages).toBe(1)
  kit.untilIdle()
  const ended = await summary()
  expect(ended).toMatchObject({ runs: { total: 2, completed: 1, failed: 1 }, success_rate: 0.5 })
  expect(ended.top_models.map(({ model }) => model)).toEqual(['aw-large', 'aw-small'])
  expect(ended.prompt_caching_saving_euros).toBeGreaterThan(0)
  expect(ended.messages).toBeGreaterThan(started.messages)
})

test('each period has as many days as its name says, today as the last', async ({ kit }) => {
  for (const [period, days] of [
    ['today', 1],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
    ['month', 20],
  ] as const) {
    const { data } = await kit.as('admin').GET('/insights/summary', { params: { query: { period } } })
    expect([data?.period, data?.runs_per_day.length]).toEqual([period, days])
    expect(data?.runs_per_day.at(-1)?.date).toBe('2026-11-20')
  }
  expect((await kit.fetch('admin', '/insights/summary?period=1d')).status).toBe(422)
})

test('a run of yesterday counts yesterday', async ({ kit }) => {
  const perDay = async (days: number) => {
    const { data } = await kit.as('admin').GET('/insights/summary', { params: { query: { period: '7d' } } })
    return data!.runs_per_day.at(-1 - days)
  }
  const before = await perDay(0)
  await kit.startRun('agent-that-finishes', { key: 'admin' })
  kit.advance(15 * HOUR)
  expect(await perDay(0)).toEqual({ date: '2026-11-21', runs: 0 })
  expect(await perDay(1)).toEqual({ date: '2026-11-20', runs: 1 + before!.runs })
})

test('agent stats list every agent, those without runs too, and who uses them most', async ({ kit }) => {
  const { agents } = kit.workspace.tables
  for (const key of ['other', 'other', 'member'] as const)
    await kit.startRun('agent-that-waits-for-approval', { key })
  const { data } = await kit.as('admin').GET('/admin/agents/stats', { params: { query: { days: 7 } } })
  expect(data?.data.map(row => row.agent_id).sort()).toEqual(agents.all().map(agent => agent.id))
  const row = data!.data.find(row => row.agent_id === kit.agent('agent-that-waits-for-approval'))!
  const users = Object.fromEntries(row.top_users.map(user => [user.user_id, user.runs]))
  expect(users[kit.roles.people['person-other']]).toBeGreaterThanOrEqual(2)
  expect(users[kit.roles.people['person-member']]).toBeGreaterThanOrEqual(1)
  expect(row.top_users.map(user => user.runs)).toEqual(
    row.top_users.map(user => user.runs).sort((a, b) => b - a),
  )
})

test("a manager's figures are those of runs that the manager's teams paid for", async ({ kit }) => {
  const stats = async () => (await kit.as('manager').GET('/admin/agents/stats')).data!.data
  const runsOf = (rows: Awaited<ReturnType<typeof stats>>) => rows.reduce((sum, row) => sum + row.runs, 0)
  const before = runsOf(await stats())
  await kit.startRun('agent-that-finishes', { key: 'other' })
  expect(runsOf(await stats())).toBe(before)
  await kit.startRun('agent-that-is-slow', { key: 'member' })
  const rows = await stats()
  expect(runsOf(rows)).toBe(before + 1)
  // The agent belongs to another team; it is listed because this one used it.
  expect(rows.find(row => row.agent_id === kit.agent('agent-that-is-slow'))?.runs).toBeGreaterThan(0)
})

test('usage lists the people and teams of the scope', async ({ kit }) => {
  const { people, teams } = kit.roles
  const { data: all } = await kit.as('admin').GET('/admin/agents/usage-by-user')
  expect(all?.data).toHaveLength(kit.workspace.tables.people.size)
  const { data: own } = await kit.as('manager').GET('/admin/agents/usage-by-user')
  const ids = own?.data.map(row => row.user_id)
  expect(ids).toContain(people['person-member'])
  expect(ids).not.toContain(people['person-other'])
  const { data: byTeam } = await kit.as('manager').GET('/admin/agents/usage-by-team')
  expect(byTeam?.data.map(row => row.team_id)).toEqual([teams['team-finance']])
})

test('today on the dashboard begins at midnight of the zone asked for', async ({ kit }) => {
  // 22:30 in UTC is half past eleven in Berlin and tomorrow in Helsinki.
  kit.advance(13.5 * HOUR)
  const today = async (tz: string) =>
    (await kit.as('admin').GET('/dashboard/stats', { params: { query: { tz } } })).data!.runs_today
  const zones = ['UTC', 'Europe/Berlin', 'Europe/Helsinki', 'Asia/Kolkata', 'Pacific/Honolulu']
  const before = await Promise.all(zones.map(today))
  await kit.startRun('agent-that-finishes', { key: 'admin' })
  const after = await Promise.all(zones.map(today))
  expect(after).toEqual(before.map(runs => runs + 1))
  kit.advance(HOUR)
  // Midnight has passed in Berlin; in Helsinki the run was already of the new day.
  expect(await Promise.all(zones.map(today))).toEqual([after[0], 0, after[2], after[3], after[4]])
})

test('the dashboard counts agents and approvals that the caller can see, and runs at work', async () => {
  await using kit = await startTestKit()
  const read = async (key: 'admin' | 'other') => (await kit.as(key).GET('/dashboard/stats')).data!
  const [admin, other] = [await read('admin'), await read('other')]
  const list = await kit.as('other').GET('/agents/', { params: { query: { limit: 200 } } })
  expect(other.agents).toBe(list.data?.total)
  await kit.startRun('agent-that-waits-for-approval', { key: 'admin' })
  kit.advance(60_000)
  const after = await read('admin')
  const underWay = kit.workspace.tables.runs
    .all()
    .filter(run => run.status === 'running' || run.status === 'paused')
  expect(after.runs_in_progress).toBe(underWay.length)
  expect(after.pending_approvals).toBe(admin.pending_approvals + 1)
  const { data } = await kit.as('other').GET('/approvals/pending/list')
  expect((await read('other')).pending_approvals).toBe(data?.data.length)
})

test('a workspace at work answers every view with figures that fit the contract', async ({ kit }) => {
  for (let i = 0; i < 4; i++) {
    await startVariedRuns(kit, i)
    kit.advance(61_000)
  }
  const { data } = await kit.as('outsider-manager').GET('/insights/summary')
  expect(data?.runs.total).toBeGreaterThan(0)
})
