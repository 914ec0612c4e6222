import { expect } from 'vitest'
import { DAY, HOUR } from '../simulation/duration.ts'
import { START, startTestKit, test } from '../testing/test-kit.ts'
import { startVariedRuns } from '../testing/varied-runs.ts'
import { charge } from '../work/funds.ts'

test('spend of today starts anew at midnight in UTC, that of 30 days goes on', async ({ kit }) => {
  kit.untilIdle()
  const before = await wallet()
  charge(kit.workspace, { kind: 'chat-completion', model: null, flatMicros: 1_230_000 })
  const spent = await wallet()
  expect(spent.spend_today_euros - before.spend_today_euros).toBeCloseTo(1.23, 6)
  expect(before.balance_euros - spent.balance_euros).toBeCloseTo(1.23, 6)
  kit.advance(Date.parse('2026-11-21T00:00:00Z') - kit.workspace.now() - 1)
  expect((await wallet()).spend_today_euros).toBe(spent.spend_today_euros)
  kit.advance(1)
  const next = await wallet()
  expect(next.spend_today_euros).toBe(0)
  expect(next.spend_last_30_days_euros).toBeGreaterThanOrEqual(1.23)

  async function wallet() {
    const { data } = await kit.as('admin').GET('/wallet')
    return data!
  }
})

test('everybody with the scope reads the same balance, by default', async ({ kit }) => {
  await startVariedRuns(kit, 0)
  kit.advance(61_000)
  const [{ data: admin }, { data: member }] = [
    await kit.as('admin').GET('/wallet'),
    await kit.as('member').GET('/wallet'),
  ]
  expect(member).toEqual(admin)
})

test('where all but my usage is workspace-wide, managers see the spend of their teams', async () => {
  await using kit = await startTestKit({ profile: { 'workspace-wide-endpoints': 'all-but-own' } })
  for (let i = 0; i < 3; i++) await startVariedRuns(kit, i)
  kit.advance(61_000)
  const { data: stats } = await kit.as('manager').GET('/admin/wallet/team-stats')
  const { data: wallet } = await kit.as('manager').GET('/wallet')
  expect(wallet?.spend_last_30_days_euros).toBe(stats?.total_spend_euros)
  const { data: statement } = await kit.as('manager').GET('/wallet/monthly-statement')
  expect(statement?.headline.subscription_euros).toBe(0)
})

test('my usage is that of the person behind the key, whichever key it is', async ({ kit }) => {
  const { data: before } = await kit.as('member').GET('/wallet/my-usage')
  const { run_id } = await kit.startRun('agent-that-finishes')
  await kit.startRun('agent-that-finishes', { key: 'other' })
  kit.advance(2 * HOUR)
  const { data: after } = await kit.as('member').GET('/wallet/my-usage')
  expect(after?.today.runs).toBe(1 + (before?.today.runs ?? 0))
  const { micros } = kit.workspace.tables.runs.get(run_id)!
  expect(after?.today.spend_euros).toBeCloseTo((before?.today.spend_euros ?? 0) + micros / 1e6, 6)
  kit.advance(DAY)
  const { data: next } = await kit.as('member').GET('/wallet/my-usage')
  expect(next).toMatchObject({
    user_id: kit.roles.people['person-member'],
    today: { runs: 0, tokens: { total: 0 }, spend_euros: 0 },
  })
  expect(next?.last_30_days.runs).toBeGreaterThan(0)
})

test('a statement sorts all that was spent into subscription, usage and agent runs', async ({ kit }) => {
  kit.rest()
  // A month of its own, in which nothing but this happens.
  kit.advance(20 * DAY)
  kit.untilIdle()
  kit.advance(30 * DAY)
  const agentId = kit.agent('agent-that-finishes')
  const spent = { model: 'aw-large', tokensIn: 1000, userId: kit.roles.people['person-member'] } as const
  charge(kit.workspace, { kind: 'chat-completion', ...spent })
  charge(kit.workspace, { kind: 'chat-completion', ...spent })
  charge(kit.workspace, { kind: 'run', ...spent, agentId })
  charge(kit.workspace, { kind: 'adjustment', model: null, flatMicros: -50 })
  const { run_id } = await kit.startRun('agent-that-finishes')
  kit.untilIdle()
  const { data } = await kit.as('admin').GET('/wallet/monthly-statement')
  const runs = (kit.workspace.tables.runs.get(run_id)!.micros + 3000) / 1e6
  expect(data).toMatchObject({
    month: '2027-01',
    status: 'open',
    headline: { subscription_euros: 149, usage_euros: 0.00595, agent_runs_euros: runs },
  })
  expect(data?.headline.total_euros).toBeCloseTo(149 + 0.00595 + runs, 6)
  const lines = data?.lines.map(({ kind, description, quantity, amount_euros }) => [
    kind,
    description,
    quantity,
    amount_euros,
  ])
  expect(lines).toHaveLength(4)
  expect(lines).toEqual(
    expect.arrayContaining([
      ['subscription', 'Business plan', 1, 149],
      ['usage', 'Chat completions', 2, 0.006],
      ['usage', 'Adjustments', 1, -0.00005],
      ['agent_runs', 'Invoice checker', 1, runs],
    ]),
  )
})

test('a run costs the day and the month in which it started, whose statement is open until it ends', async ({
  kit,
}) => {
  kit.advance(Date.parse('2026-11-30T23:50:00Z') - START)
  kit.untilIdle()
  for (const run of kit.workspace.tables.runs.range('byStatus', 'paused'))
    await kit.ask(`POST /agents/${run.agentId}/runs/${run.id}/stop`)
  await kit.startRun('agent-that-finishes', { input: { mock_script: 'work 20m; finish Done.' } })
  const statement = async (month: string) =>
    (await kit.as('member').GET('/wallet/monthly-statement', { params: { query: { month } } })).data!
  const runCosts = async (month: string) => (await statement(month)).headline.agent_runs_euros
  const before = await runCosts('2026-11')
  kit.advance(15 * 60_000)
  expect(await statement('2026-11')).toMatchObject({ status: 'open' })
  expect(await runCosts('2026-11')).toBeGreaterThan(before)
  kit.advance(5 * 60_000)
  const closed = await statement('2026-11')
  expect(closed.status).toBe('closed')
  expect(await runCosts('2026-12')).toBe(0)
  const days = (await kit.as('admin').GET('/admin/wallet/org/spend-over-time')).data!.data
  expect(days.at(-1)?.spend_euros).toBe(0)
  expect(days.at(-2)?.spend_euros).toBeGreaterThan(0.1)
  kit.advance(40 * DAY)
  expect(await statement('2026-11')).toEqual(closed)
})

test('a closed statement stays as it is, whatever changes', async ({ workspace, call }) => {
  const { clock, people, world } = workspace
  const closed = async () => (await call('GET', '/wallet/monthly-statement?month=2026-10')).text()
  const before = await closed()
  expect(before).toContain('Business plan')
  const changes = {
    plan: () => people.setPlan('enterprise'),
    person: () => world.put({ people: { 'person-new': { role: 'member' } } }),
    name: () => world.put({ agents: { 'agent-that-finishes': { name: 'Renamed' } } }),
    balance: () => people.setBalance(3),
    time: () => clock.advance('45d'),
  }
  for (const [change, make] of Object.entries(changes)) {
    make()
    expect([change, await closed()]).toEqual([change, before])
  }
})

test('a month before the workspace began and one that has not come are empty', async ({ kit }) => {
  for (const [month, status] of [
    ['2020-01', 'closed'],
    ['2031-07', 'open'],
  ] as const) {
    const { data } = await kit.as('admin').GET('/wallet/monthly-statement', { params: { query: { month } } })
    expect(data).toMatchObject({ month, status, headline: { total_euros: 0 }, lines: [] })
  }
})

test("the plan is the service's own: what a client says about it has no effect", async ({ kit }) => {
  const plain = await (await kit.fetch('admin', '/settings/entitlements')).json()
  expect(await (await kit.fetch('admin', '/settings/entitlements?plan=plan_starter')).json()).toEqual(plain)
  expect(plain).toMatchObject({
    plan: { id: 'plan_business' },
    upgrade_targets: [{ id: 'plan_enterprise', name: 'Enterprise' }],
    features: { workflows: true, single_sign_on: false },
  })
})

test('entitlements count runs and workflow runs as they start', async ({ kit }) => {
  kit.rest()
  const before = (await kit.as('admin').GET('/settings/entitlements')).data!.usage
  const path = `/workflows/${kit.roles.workflows['workflow-straight']}/run`
  for (const query of ['', '?test=true']) await kit.ask(`POST ${path}${query}`)
  kit.advance(1)
  const after = (await kit.as('admin').GET('/settings/entitlements')).data!.usage
  expect(after.monthly_runs! - before.monthly_runs!).toBe(2)
  expect(after.monthly_workflow_runs! - before.monthly_workflow_runs!).toBe(1)
  kit.advance(12 * DAY)
  expect((await kit.as('admin').GET('/settings/entitlements')).data?.usage.monthly_workflow_runs).toBe(0)
})
