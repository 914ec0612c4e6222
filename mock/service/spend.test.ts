import { expect } from 'vitest'
import { DAY } from '../simulation/duration.ts'
import { added, micros } from '../testing/raw-figures.ts'
import type { Body } from '../testing/send-as.ts'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import { startVariedRuns } from '../testing/varied-runs.ts'
import { charge, chargeFee, topUp } from '../work/funds.ts'

test('what no agent, person or team spent stands in a row of its own', async ({ kit }) => {
  charge(kit.workspace, { kind: 'chat-completion', model: null, flatMicros: 7_000_000 })
  for (const id of ['agent_id', 'team_id', 'user_id', 'model']) {
    const { body } = await kit.ask(`GET /admin/wallet/org/spend-by-${id.replace('_id', '')}`)
    expect(body.data.find((row: Body) => row[id] === null).spend_euros, id).toBeGreaterThanOrEqual(7)
  }
})

test('by default the subscription and adjustments are no spend, and where they are, all views have them', async () => {
  for (const answer of ['usage', 'all'] as const) {
    await using kit = await startTestKit({ profile: { 'spend-definition': answer } })
    chargeFee(kit.workspace)
    const read = async (path: string) => (await kit.ask(`GET ${path}`)).body
    const spend = ['spend-by-agent', 'spend-by-model', 'spend-over-time'].map(async name => {
      const { total_spend_euros } = await read(`/admin/wallet/org/${name}`)
      return total_spend_euros
    })
    const { spend_last_30_days_euros: total } = await read('/wallet')
    const { cost_euros } = await read('/insights/summary')
    expect([...(await Promise.all(spend)), cost_euros]).toEqual(Array(4).fill(total))
    if (answer === 'usage') expect((await read('/admin/wallet/team-stats')).total_spend_euros).toBe(total)
    else expect(total).toBeGreaterThan(149)
  }
})

test('a top-up is no spending', async ({ kit }) => {
  const total = async () =>
    (await kit.as('admin').GET('/admin/wallet/org/spend-over-time')).data!.total_spend_euros
  const before = await total()
  topUp(kit.workspace, 100_000_000)
  expect(await total()).toBe(before)
})

test('spend over time has a bucket for each day, days without spend too, and the present one grows', async () => {
  await using kit = await calmKit()
  const read = async (): Promise<Body[]> =>
    (await kit.ask('GET /admin/wallet/org/spend-over-time?days=3')).body.data
  const before = await read()
  expect(before.map(bucket => bucket.date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  charge(kit.workspace, { kind: 'chat-completion', model: null, flatMicros: 2_500_000 })
  kit.advance(DAY)
  const after = await read()
  expect(after.map(bucket => bucket.date)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(after[1]?.spend_euros).toBeCloseTo(2.5 + before[2]!.spend_euros, 6)
})

test('a rolling window counts 24 hours back, and its first day is the part that lies in it', async () => {
  await using kit = await calmKit({ 'days-window': 'rolling' })
  const read = async () =>
    (await kit.as('admin').GET('/admin/wallet/org/spend-over-time', { params: { query: { days: 1 } } })).data!
  charge(kit.workspace, { kind: 'chat-completion', model: null, flatMicros: 3_000_000 })
  kit.advance(DAY)
  const still = await read()
  expect(Date.parse(still.to) - Date.parse(still.from)).toBe(DAY)
  expect(still.data.map(bucket => bucket.date)).toEqual(['2026-11-20', '2026-11-21'])
  kit.advance(1)
  expect(still.total_spend_euros - (await read()).total_spend_euros).toBeCloseTo(3, 6)
})

test('team stats by member list the whole roster, those without spend too', async ({ kit }) => {
  await startVariedRuns(kit, 0)
  kit.advance(61_000)
  const { people } = kit.workspace.tables
  people.replace(kit.roles.people['person-other'], { teamIds: [] })
  const finance = kit.roles.teams['team-finance']
  const roster = people.all().filter(person => person.teamIds.includes(finance))
  const query = { group_by: 'member', team_id: finance } as const
  for (const key of ['admin', 'manager'] as const) {
    const { data } = await kit.as(key).GET('/admin/wallet/team-stats', { params: { query } })
    expect(data?.data.map(row => row.key).sort()).toEqual(roster.map(person => person.id).sort())
  }
  const { data: whole } = await kit.as('admin').GET('/admin/wallet/team-stats')
  expect(whole?.group_by).toBe('member')
  expect(whole?.data.map(row => row.key).sort()).toEqual(
    people
      .all()
      .map(person => person.id)
      .sort(),
  )
})

test('somebody who spent for a team without belonging to it is listed as well, so that rows add up', async () => {
  await using kit = await startTestKit()
  const { people, teams } = kit.roles
  const team_id = teams['team-finance']
  charge(kit.workspace, {
    kind: 'chat-completion',
    model: null,
    flatMicros: 10,
    userId: people['person-other'],
    teamId: team_id,
  })
  const { data } = await kit.as('manager').GET('/admin/wallet/team-stats', { params: { query: { team_id } } })
  expect(data?.data.find(row => row.key === people['person-other'])?.spend_euros).toBe(0.00001)
  expect(added(data!.data, row => micros(row.spend_euros))).toBe(micros(data!.total_spend_euros))
})

test('a team narrows the figures to itself, and all visible teams together are the whole', async () => {
  await using kit = await startTestKit()
  for (let i = 0; i < 3; i++) await startVariedRuns(kit, i)
  kit.advance(61_000)
  const stats = async (query: { team_id?: string; group_by: 'team' | 'day' }) =>
    (await kit.as('admin').GET('/admin/wallet/team-stats', { params: { query } })).data!
  const whole = await stats({ group_by: 'team' })
  expect(whole.team_id).toBeNull()
  const ids = whole.data.flatMap(row => row.key ?? [])
  expect(ids.sort()).toEqual(kit.workspace.tables.teams.all().map(team => team.id))
  for (const { key, runs, spend_euros } of whole.data) {
    const one = await stats({ group_by: 'day', team_id: key! })
    expect(one).toMatchObject({ team_id: key, total_spend_euros: spend_euros })
    expect(added(one.data, day => day.runs)).toBe(runs)
    expect(one.data).toHaveLength(30)
  }
})

test("a manager sees the manager's teams and no other: not in rows, not in sums, not by name", async () => {
  await using kit = await startTestKit()
  for (let i = 0; i < 3; i++) await startVariedRuns(kit, i)
  kit.advance(61_000)
  const { teams } = kit.roles
  const manager = kit.as('manager')
  const { data: byTeam } = await manager.GET('/admin/wallet/org/spend-by-team')
  expect(byTeam?.data.map(row => row.team_id)).toEqual([teams['team-finance']])
  const { data: whole } = await kit.as('admin').GET('/admin/wallet/org/spend-by-team')
  expect(whole?.data.length).toBeGreaterThan(2)
  expect(byTeam?.data[0]).toEqual(whole?.data.find(row => row.team_id === teams['team-finance']))
  const { data: elsewhere } = await kit.as('outsider-manager').GET('/admin/wallet/org/spend-by-team')
  expect(elsewhere?.data.map(row => row.team_id)).toEqual([teams['team-operations']])
  expect(byTeam?.total_spend_euros).toBe(byTeam?.data[0]?.spend_euros)
  const { data: byUser } = await manager.GET('/admin/wallet/org/spend-by-user')
  expect(byUser?.data.map(row => row.user_id)).not.toContain(kit.roles.people['person-other'])

  for (const team_id of [teams['team-operations'], 'team_unknown']) {
    const refused = await kit.ask(`GET /admin/wallet/team-stats?team_id=${team_id}`, undefined, 'manager')
    expect([refused.status, refused.body.error.code]).toEqual([404, 'team_not_found'])
  }
  const { body: own } = await kit.ask('GET /admin/wallet/team-stats?group_by=team', undefined, 'manager')
  expect(own.data.map((row: Body) => row.key)).toEqual([teams['team-finance']])
})

/** A workspace in which nothing is at work, so that only what a test spends is spent. */
async function calmKit(
  profile: NonNullable<Parameters<typeof startTestKit>[0]>['profile'] = {},
): Promise<TestKit> {
  const kit = await startTestKit({ profile })
  kit.untilIdle()
  kit.advance(1000)
  return kit
}
