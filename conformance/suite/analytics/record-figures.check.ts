/** Analytics replies with one record: the summary, the dashboard and the wallet. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { recordIn } from '../../extract/record.ts'
import { idsOf, mayLackForm, operation } from '../../requirements/contract.ts'
import { type Exchange, isForbidden } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { judgeMembers, shownAlike } from '../named-figures.ts'
import { finisher } from '../runs/finished-run.ts'
import { bodyFor, ends, startedRun, tryStart } from '../runs/own-run.ts'
import { adminKey, servedAsAdmin } from './admin-key.ts'
import { daysMerged, round } from './days.ts'
import { judgeUnserved } from './failing-query.ts'
import { figuresOf, LONGEST_MONTH, PERIODS, ROWS } from './figure-table.ts'
import { figureIn, hasHistory, judge, needs, summaryOf, workspaceScenario } from './figures.ts'
import { amountOf, rowsOf } from './read-rows.ts'
import { runsByDay } from './relations.ts'

const INSIGHTS = figuresOf('getInsightsSummary')

const insights = workspaceScenario('getInsightsSummary', {
  id: 'analytics/insights',
  title: 'The workspace summary shows what is stated, for each period',
  requirements: [...idsOf(PERIODS), 'ANA-21', 'ANA-22', ...idsOf(INSIGHTS)],
  cost: { analytics: { getInsightsSummary: 12 } },
  async run(t) {
    const key = adminKey(t)
    const plain = await t.read('getInsightsSummary', { key })
    if (!servedAsAdmin(t, 'ANA-21', plain)) return
    t.met('stated-status', 'ANA-21', 'answered 200', plain)
    let longest: Exchange | undefined
    const seen = new Map<string, Exchange>()
    // The longest first: what is spent in between cannot make it show more.
    for (const { id, period, days } of PERIODS.toReversed()) {
      const exchange = await t.read('getInsightsSummary', { key, query: { period } })
      const lack = `a plan that covers so long a time: ${period} answered ${exchange.status}`
      if (isForbidden(exchange)) t.notExercised(id, lack, exchange)
      if (isForbidden(exchange) || !t.served(id, exchange)) continue
      const isLongest = period === '90d'
      const hasSettled = isLongest && (await hasHistory(t))
      if (isLongest) judgeMembers(t, INSIGHTS, [recordIn(exchange.json)], exchange, hasSettled)
      longest ??= exchange
      const records = [longest, exchange].map(one => recordIn(one.json) ?? {})
      shownAlike(t, INSIGHTS, records, longest, exchange)
      const window = days ?? LONGEST_MONTH
      judge(t, runsByDay(summaryOf(t, exchange), window, hasSettled, t.target.pace.lateDays), exchange)
      seen.set(period, exchange)
    }
    byDay(t, Object.fromEntries(seen))
  },
})

/** A day that two periods show has the same runs in both. */
function byDay(t: Trial, { '90d': long, ...shorter }: Partial<Record<string, Exchange>>) {
  const all = long && summaryOf(t, long).days
  for (const [period, short] of Object.entries(shorter)) {
    const days = short && summaryOf(t, short).days
    const merged = all && days && daysMerged(days, all, t.target.pace.lateDays)
    if (!merged) continue
    const sentence = `90d shows more runs than ${period}, or none, for each of ${merged.length} days from ${merged[0]}`
    t.violated('inside-window', 'ANA-09', sentence, long, short)
  }
}

const DASHBOARD = figuresOf('getDashboardStats')

const dashboard = scenario({
  id: 'analytics/dashboard',
  title: 'The dashboard shows its headline numbers, in any time zone',
  requirements: ['ANA-34', 'ANA-38', ...idsOf(DASHBOARD)],
  needs,
  cost: { analytics: { getDashboardStats: 3 } },
  async run(t) {
    const plain = await t.read('getDashboardStats')
    if (plain.status === 422 && mayLackForm(plain.operation))
      return t.notExercised(['ANA-34', 'ANA-38'], 'a form of tz that is accepted: all were refused', plain)
    if (!t.served('ANA-34', plain)) return
    judgeMembers(t, DASHBOARD, [recordIn(plain.json)], plain)
    for (const tz of ['Europe/Berlin', 'UTC']) {
      const exchange = await t.call('getDashboardStats', { query: { tz } })
      const sentence = `tz=${tz} answered ${exchange.status}`
      if (exchange.status === 200) {
        t.met('accepts-value', 'ANA-38', sentence, exchange)
        judgeMembers(t, DASHBOARD, [recordIn(exchange.json)], exchange)
      } else await judgeUnserved(t, 'ANA-38', `the form of a time zone: ${sentence}`, exchange)
    }
  },
})

const WALLET = figuresOf('getWallet')

const wallet = scenario({
  id: 'wallet/balance',
  title: 'The wallet shows balance and spend',
  requirements: idsOf(WALLET),
  needs,
  cost: { analytics: { getWallet: 1 } },
  async run(t) {
    const exchange = await t.read('getWallet', { key: adminKey(t) })
    if (!servedAsAdmin(t, 'WALLET-03', exchange)) return
    judgeMembers(t, WALLET, [recordIn(exchange.json)], exchange)
  },
})

const later = scenario({
  id: 'analytics/after-runs',
  title: 'The figures of a reply do not contradict each other once two persons have run the same agent',
  requirements: ['ANA-20', 'ANA-27', 'ANA-31'],
  needs: { capability: 'analytics', scopes: ['analytics:read', 'agents:run', 'runs:read'] },
  cost: { analytics: { getAgentStats: 1, getUsageByUser: 1, getUsageByTeam: 1 }, runs: 1 },
  writes: true,
  turn: 'closing',
  async run(t) {
    const key = adminKey(t)
    await colleagueRuns(t)
    for (const { operation: id, kind, relations } of ROWS) {
      if (!relations) continue
      const reply = await t.call(id, { key, query: { days: 30 } })
      if (reply.status === 200) judge(t, relations(rowsOf(reply.json, kind)), reply)
    }
    t.notExercised(t.scenario.requirements, 'figures that contradict each other: none were seen')
  },
})

/** Another person runs the agent that the suite has run, if the key of one may. */
async function colleagueRuns(t: Trial) {
  const owner = t.keys.with('agents:run').owner
  const isOther = (one: Key) => owner !== undefined && one.owner !== undefined && one.owner !== owner
  const key = t.keys.home('agents:run', 'runs:read').find(isOther)
  if (!key) return
  const agent = await finisher(t)
  const run = startedRun(await tryStart(t, agent.id, bodyFor(t, agent), { key }, 0), agent.id)
  if (run) await ends(t, run, key)
}

const writes = scenario({
  id: 'wallet/read-only',
  title: 'No other method on the path of the wallet makes the balance grow',
  requirements: ['WALLET-19'],
  needs,
  cost: { analytics: { getWallet: 9 }, requests: 9 },
  writes: true,
  turn: 'closing',
  async run(t) {
    const key = adminKey(t)
    const path = operation('getWallet').path
    const read = async () => {
      const exchange = await t.call('getWallet', { key })
      return { exchange, balance: amountOf(figureIn(t, 'WALLET-03', exchange)) }
    }
    let before = await read()
    const first = before.exchange
    if (before.balance === undefined)
      return t.notExercised('WALLET-19', lacks.member('WALLET-03', 'the balance'), first)
    const grown: Exchange[] = []
    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (let turn = 0; turn < TURNS; turn++) {
        const balance = Number(before.balance)
        const amount = 0.5 + 0.1 * turn
        const more = round(balance + amount)
        const body = { amount, amount_euros: amount, euros: amount, balance: more, balance_euros: more }
        const reply = await t.context.client.request(method, path, { key, body })
        if (reply.status >= 400) break
        const after = await read()
        const idle = await read()
        before = idle
        if (!(Number(after.balance) > balance && Number(idle.balance) <= Number(after.balance))) break
        grown.push(reply, after.exchange)
        const sentence = `${method} ${path} answered ${reply.status}, and the balance grew from ${balance} to ${after.balance}, each of ${TURNS} times`
        if (turn === TURNS - 1) return t.violated('read-only', 'WALLET-19', sentence, first, ...grown)
      }
    }
    const sentence = `after POST, PUT and PATCH ${path} the balance reads ${before.balance}`
    t.met('read-only', 'WALLET-19', sentence, first, (await read()).exchange)
  },
})

/** How often a change must follow a request, and nothing but a request. */
const TURNS = 3

export const recordFigureScenarios: readonly Scenario[] = [insights, dashboard, wallet, later, writes]
