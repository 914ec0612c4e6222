// All views of money and runs against each other, and against the rows that they are made of, to the millionth.
import { expect } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../simulation/duration.ts'
import {
  added,
  micros,
  rateOf,
  rawFigures,
  rawMessages,
  statusCounts,
  tokens,
  total,
} from '../../testing/raw-figures.ts'
import { clientAs } from '../../testing/send-as.ts'
import { type KeyName, START, startTestKit, type TestKit, test } from '../../testing/test-kit.ts'
import { startVariedRuns } from '../../testing/varied-runs.ts'
import { openWork } from '../../work/open-work.ts'
import { runAt } from '../../world/runs.ts'

/** Long enough between two looks for every limit to begin anew, and no round part of anything. */
const LOOK_EVERY = 61_013

for (const profile of [{ 'days-window': 'rolling' }, { 'spend-definition': 'all' }] as const) {
  const [answer] = Object.entries(profile)
  test(`at every moment all views agree with each other and with the rows, with ${answer?.join(': ')}`, async () => {
    await using kit = await startTestKit({ profile })
    const { people } = kit.workspace.tables
    const { 'team-finance': finance, 'team-operations': operations } = kit.roles.teams
    people.replace(kit.roles.people['person-other'], { teamIds: [] })
    people.replace(kit.roles.people['person-member'], { teamIds: [finance, operations] })
    for (let moment = 0; moment < 12; moment++) {
      await startVariedRuns(kit, moment)
      await expectAgreement(kit)
      kit.advance(LOOK_EVERY)
    }
    // Across midnight, a weekend, the turn of the month with its fee and top-up, and out of the last 30 days.
    for (const ahead of [13 * HOUR + 57 * MINUTE, 2 * DAY, 9 * DAY + 1, 40 * MINUTE, 25 * DAY]) {
      kit.advance(ahead)
      await startVariedRuns(kit, ahead)
      kit.advance(LOOK_EVERY)
      await expectAgreement(kit)
    }
    kit.untilIdle()
    kit.advance(LOOK_EVERY)
    await expectAgreement(kit)
    const kindsOf = (during: { from?: number; to?: number }) =>
      new Set(kit.workspace.ledger.rows(during).map(row => row.kind))
    const kinds = kindsOf({ from: START })
    expect([...kindsOf({ to: START })].filter(kind => !kinds.has(kind))).toEqual([])
    for (const kind of ['run', 'chat-completion', 'subscription', 'top-up'] as const)
      expect(kinds).toContain(kind)
  })
}

test('looking changes nothing: a second look at the same instant shows the same', async ({ kit }) => {
  for (let i = 0; i < 5; i++) await startVariedRuns(kit, i)
  kit.advance(LOOK_EVERY)
  const rows = kit.workspace.ledger.size
  const first = await figures(kit.as('admin'))
  expect(await figures(kit.as('admin'))).toEqual(first)
  expect(kit.workspace.ledger.size).toBe(rows)
})

test('what is stopped has been charged to the instant, and every view has it at once', async ({ kit }) => {
  for (let i = 0; i < 6; i++) await startVariedRuns(kit, i)
  kit.advance(40_007)
  const before = kit.workspace.ledger.size
  for (const run of kit.workspace.tables.runs.range('byStatus', 'running')) {
    await kit.ask(`POST /agents/${run.agentId}/runs/${run.id}/stop`)
  }
  expect(kit.workspace.ledger.size).toBeGreaterThan(before)
  await expectAgreement(kit)
})

test('nothing costs without a run to count, in any period, wherever midnights and month ends cut through work', async ({
  kit,
}) => {
  for (let moment = 0; moment < 8; moment++) {
    await startVariedRuns(kit, moment)
    kit.advance(DAY - (kit.workspace.now() % DAY) - 30_000)
    await startVariedRuns(kit, moment + 8)
    for (const ahead of [40_000, 20 * MINUTE, HOUR]) {
      kit.advance(ahead)
      await expectRunsWhereCost(kit)
    }
    kit.advance(2 * DAY)
  }
  expect(new Date(kit.workspace.now()).getUTCMonth()).not.toBe(new Date(START).getUTCMonth())
})

/** In each period that a caller can ask for, a row of an agent or a model with a cost has the runs that it is for. */
async function expectRunsWhereCost(kit: TestKit): Promise<void> {
  const admin = as(kit, 'admin')
  const unpaid: unknown[] = []
  const judge = (about: string, rows: readonly object[], runs: (row: never) => number, cost: string) => {
    for (const row of rows)
      if (runs(row as never) === 0 && (row as Record<string, unknown>)[cost] !== 0) unpaid.push([about, row])
  }
  for (const period of ['today', '7d', 'month'] as const) {
    const { top_models } = must(await admin.GET('/insights/summary', { params: { query: { period } } }))
    judge(period, top_models, (row: { requests: number }) => row.requests, 'cost_euros')
  }
  for (const days of [1, 2, 7]) {
    const query = { days, group_by: 'agent' } as const
    const { data } = must(await admin.GET('/admin/wallet/team-stats', { params: { query } }))
    const ofAgents = data.filter(row => row.key !== null)
    judge(`${days} days`, ofAgents, (row: { runs: number }) => row.runs, 'spend_euros')
  }
  const months = [kit.workspace.now(), kit.workspace.now() - 31 * DAY].map(at => dayOf(at).slice(0, 7))
  for (const month of months) {
    const { lines } = must(await admin.GET('/wallet/monthly-statement', { params: { query: { month } } }))
    judge(`statement ${month}`, lines, (line: { quantity: number }) => line.quantity, 'amount_euros')
    for (const { id } of kit.workspace.tables.clients.all()) {
      const params = { path: { client_id: id }, query: { month } }
      const { agents } = must(await admin.GET('/agency/clients/{client_id}/usage', { params }))
      judge(`client ${month}`, agents, (row: { runs: number }) => row.runs, 'cost_euros')
    }
  }
  expect(unpaid).toEqual([])
}

async function expectAgreement(kit: TestKit): Promise<void> {
  const finance = kit.roles.teams['team-finance']
  expectCharged(kit)
  const whole = await expectScope(kit, 'admin', () => true)
  await expectScope(kit, 'manager', teamId => teamId === finance)
  await expectOwn(kit, 'member', whole)
  await expectWorkspace(kit, whole)
  await expectClients(kit)
}

/** Every run has cost what the ledger says, at this very moment. */
function expectCharged({ workspace }: TestKit): void {
  const open = openWork(workspace)
  for (const row of workspace.tables.runs.all()) {
    const run = runAt(row, workspace.now())
    const rows = [
      ...workspace.ledger.rows({ where: { runId: run.id } }),
      ...open.filter(work => work.runId === run.id),
    ]
    expect([run.micros, run.tokensIn, run.tokensOut]).toEqual([
      total(rows, 'micros'),
      total(rows, 'tokensIn'),
      total(rows, 'tokensOut'),
    ])
  }
}

/** What one caller sees of the last 30 days, against the rows that teams in the scope paid for. */
async function expectScope(kit: TestKit, key: KeyName, inScope: (teamId: string | null) => boolean) {
  const seen = await figures(as(kit, key))
  const { insights, agentStats, byUser, byTeam, teamStats } = seen
  const { rows, runs } = rawFigures(kit, insights.from, inScope)
  const spent = total(rows, 'micros')

  expect(insights.runs).toEqual(statusCounts(runs))
  expect(insights.success_rate).toBe(rateOf(runs))
  expect(added(insights.runs_per_day, day => day.runs)).toBe(runs.length)
  expect(insights.active_agents).toBe(
    new Set([...runs, ...rows.filter(row => row.agentId !== null)].map(row => row.agentId)).size,
  )
  expect(insights.active_users).toBe(
    new Set([...runs.map(run => run.startedBy), ...rows.flatMap(row => row.userId ?? [])]).size,
  )
  expect(insights.messages).toBe(rawMessages(kit, insights.from, inScope))
  expect(micros(insights.cost_euros)).toBe(spent)
  expect(micros(insights.prompt_caching_saving_euros)).toBe(total(rows, 'savedMicros'))
  const onModels = rows.filter(row => row.modelId !== null)
  expect(added(insights.top_models, model => micros(model.cost_euros))).toBe(total(onModels, 'micros'))
  expect(added(insights.top_models, model => model.requests)).toBe(onModels.length)

  const onAgents = rows.filter(row => row.agentId !== null)
  for (const { from, data } of [agentStats, byUser, byTeam]) {
    expect(from).toBe(insights.from)
    expect(added<{ runs: number }>(data, row => row.runs)).toBe(runs.length)
    expect(added<{ cost_euros: number }>(data, row => micros(row.cost_euros))).toBe(total(onAgents, 'micros'))
  }
  for (const row of agentStats.data) {
    const own = runs.filter(run => run.agentId === row.agent_id)
    const costs = rows.filter(cost => cost.agentId === row.agent_id)
    expect(row).toMatchObject({ runs: own.length, success_rate: rateOf(own), tokens: tokens(costs) })
    expect(micros(row.cost_euros)).toBe(total(costs, 'micros'))
    for (const user of row.top_users)
      expect(user.runs).toBe(own.filter(run => run.startedBy === user.user_id).length)
  }
  for (const row of [...byUser.data, ...byTeam.data]) {
    expect(added(row.agents, share => share.runs)).toBe(row.runs)
    expect(added(row.agents, share => micros(share.cost_euros))).toBe(micros(row.cost_euros))
  }

  const { byAgent, byModel, spendByTeam, spendByUser, overTime } = seen
  const tables = [
    byAgent.data.map(row => ({ ...row, own: rows.filter(cost => cost.agentId === row.agent_id) })),
    byModel.data.map(row => ({ ...row, own: rows.filter(cost => cost.modelId === row.model) })),
    spendByTeam.data.map(row => ({ ...row, own: rows.filter(cost => cost.teamId === row.team_id) })),
    spendByUser.data.map(row => ({ ...row, own: rows.filter(cost => cost.userId === row.user_id) })),
    overTime.data.map(row => ({ ...row, own: rows.filter(cost => dayOf(cost.at) === row.date) })),
  ]
  for (const head of [byAgent, byModel, spendByTeam, spendByUser, overTime])
    expect([head.from, micros(head.total_spend_euros)]).toEqual([insights.from, spent])
  for (const table of tables) {
    for (const row of table) expect(micros(row.spend_euros)).toBe(total(row.own, 'micros'))
    expect(added<{ spend_euros: number }>(table, row => micros(row.spend_euros))).toBe(spent)
  }

  for (const { total_spend_euros, data } of teamStats) {
    expect(micros(total_spend_euros)).toBe(spent)
    expect(added(data, row => micros(row.spend_euros))).toBe(spent)
    expect(added(data, row => row.runs)).toBe(runs.length)
    expect(added(data, row => row.tokens.total)).toBe(tokens(rows).total)
  }
  return seen
}

/** What a person sees of themselves, against what the admin sees of that person. */
async function expectOwn(kit: TestKit, key: KeyName, { byUser, spendByUser }: Figures) {
  const own = must(await as(kit, key).GET('/wallet/my-usage'))
  const usage = byUser.data.find(row => row.user_id === own.user_id)
  const paid = spendByUser.data.find(row => row.user_id === own.user_id)
  expect([own.last_30_days.runs, own.last_30_days.spend_euros]).toEqual([usage?.runs, paid?.spend_euros])
  expect(own.agents).toEqual(usage?.agents)
}

/** Balance, statement, headline numbers and plan, against the rows of the whole workspace. */
async function expectWorkspace(kit: TestKit, { insights }: Figures) {
  const { workspace } = kit
  const { tables } = workspace
  const [admin, member] = [as(kit, 'admin'), as(kit, 'member')]
  const period = async (name: 'today' | 'month') =>
    must(await admin.GET('/insights/summary', { params: { query: { period: name } } }))
  const [today, month] = [await period('today'), await period('month')]
  const wallet = must(await member.GET('/wallet'))
  expect(micros(wallet.balance_euros)).toBe(
    0 - total([...workspace.ledger.rows(), ...openWork(workspace)], 'micros'),
  )
  expect(micros(wallet.spend_today_euros)).toBe(total(rawFigures(kit, today.from).rows, 'micros'))
  expect(today.cost_euros).toBe(wallet.spend_today_euros)
  expect(insights.cost_euros).toBe(wallet.spend_last_30_days_euros)

  const { rows, runs } = rawFigures(kit, month.from)
  const { headline, lines } = must(await member.GET('/wallet/monthly-statement'))
  const amountOf = (kind: string) =>
    added(lines, line => (line.kind === kind ? micros(line.amount_euros) : 0)) / 1_000_000
  const spent = total(rawFigures(kit, month.from, () => true, ['top-up']).rows, 'micros')
  expect(headline).toEqual({
    total_euros: spent / 1_000_000,
    subscription_euros: amountOf('subscription'),
    usage_euros: amountOf('usage'),
    agent_runs_euros: amountOf('agent_runs'),
  })
  expect(added(lines, line => micros(line.amount_euros))).toBe(spent)
  expect(added(lines, line => (line.kind === 'agent_runs' ? line.quantity : 0))).toBe(runs.length)
  expect(micros(month.cost_euros)).toBe(total(rows, 'micros'))

  const { usage } = must(await member.GET('/settings/entitlements'))
  const workflows = must(await member.GET('/workflows/run-usage'))
  expect(usage).toMatchObject({
    monthly_runs: runs.length,
    monthly_workflow_runs: workflows.used,
    agents: tables.agents.size,
    members: tables.people.size,
  })
  expect(month.runs.total).toBe(runs.length)
}

/** Each client's month against the rows that were written down for it. */
async function expectClients(kit: TestKit) {
  const monthStart = new Date(kit.workspace.now()).toISOString().slice(0, 7)
  const { rows, runs } = rawFigures(kit, `${monthStart}-01T00:00:00Z`)
  for (const { id, agentIds } of kit.workspace.tables.clients.all()) {
    const path = { client_id: id }
    const usage = must(await as(kit, 'admin').GET('/agency/clients/{client_id}/usage', { params: { path } }))
    const own = rows.filter(row => row.clientId === id)
    expect(micros(usage.cost_euros)).toBe(total(own, 'micros'))
    expect(usage.tokens).toEqual(tokens(own))
    expect(usage.runs).toBe(runs.filter(run => agentIds.includes(run.agentId)).length)
    expect(added(usage.agents, agent => micros(agent.cost_euros))).toBe(total(own, 'micros'))
    expect(added(usage.agents, agent => agent.runs)).toBe(usage.runs)
  }
}

/** A client whose replies are not checked by the contract: the second look above checks them. */
const as = (kit: TestKit, key: KeyName) => clientAs(kit.roles.keys[key], kit.url)

type Figures = Awaited<ReturnType<typeof figures>>

/** Everything that a caller can read about the last 30 days. */
async function figures(client: ReturnType<typeof as>) {
  const teamStats = []
  for (const group_by of ['member', 'agent', 'team', 'day'] as const)
    teamStats.push(must(await client.GET('/admin/wallet/team-stats', { params: { query: { group_by } } })))
  return {
    insights: must(await client.GET('/insights/summary')),
    agentStats: must(await client.GET('/admin/agents/stats')),
    byUser: must(await client.GET('/admin/agents/usage-by-user')),
    byTeam: must(await client.GET('/admin/agents/usage-by-team')),
    byAgent: must(await client.GET('/admin/wallet/org/spend-by-agent')),
    byModel: must(await client.GET('/admin/wallet/org/spend-by-model')),
    spendByTeam: must(await client.GET('/admin/wallet/org/spend-by-team')),
    spendByUser: must(await client.GET('/admin/wallet/org/spend-by-user')),
    overTime: must(await client.GET('/admin/wallet/org/spend-over-time')),
    teamStats,
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The body of a reply, which has to be there. */
function must<Data>(reply: { data?: Data; response: Response }): Data {
  if (reply.data === undefined) throw new Error(`${reply.response.url} answered ${reply.response.status}`)
  return reply.data
}
