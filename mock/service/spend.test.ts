import { expect } from 'vitest'
import { ask, type Body } from '../testing/profile-cases/case.ts'
import { added, micros } from '../testing/raw-figures.ts'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import { charge } from '../work/funds.ts'

const DAY = 86_400_000

test('what no agent, person or team spent stands in a row of its own', async ({ kit }) => {
  charge(kit.workspace, { kind: 'chat-completion', model: null, flatMicros: 7_000_000 })
  for (const id of ['agent_id', 'team_id', 'user_id', 'model']) {
    const { body } = await ask(kit, `GET /admin/wallet/org/spend-by-${id.replace('_id', '')}`)
    expect(body.data.find((row: Body) => row[id] === null).spend_euros, id).toBeGreaterThanOrEqual(7)
  }
})

test('spend over time has a bucket for each day, days without spend too, and the present one grows', async () => {
  await using kit = await calmKit()
  const read = async (): Promise<Body[]> =>
    (await ask(kit, 'GET /admin/wallet/org/spend-over-time?days=3')).body.data
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

/** A workspace in which nothing is at work, so that only what a test spends is spent. */
async function calmKit(
  profile: NonNullable<Parameters<typeof startTestKit>[0]>['profile'] = {},
): Promise<TestKit> {
  const kit = await startTestKit({ profile })
  kit.untilIdle()
  kit.advance(1000)
  return kit
}
