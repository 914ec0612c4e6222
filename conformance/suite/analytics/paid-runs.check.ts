/** Cost and outcome of runs according to their own records, compared with the figures about them. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, type Json, places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  type Breakdown,
  FIGURE,
  quarterOf,
  readAnalytics,
  round,
  shows,
  sumOf,
} from './analytics-figures.ts'
import { DaySeries, unitOf } from './day-series.ts'
import { amountOf, isAmount, labelOf, moneyOf, partsOf, rowsOf, runsOf, total } from './read-rows.ts'
import { adminKey } from './rows.check.ts'
import { type RunRecord, recordsIn } from './run-records.ts'
import { BALANCE } from './stated-members.ts'
import { rates } from './success-rates.ts'

const paidRuns = scenario({
  id: 'analytics/paid-runs',
  title: 'What runs cost, and how they ended, is found in the figures of their agents and of the workspace',
  requirements: [
    'ANA-08',
    'ANA-13',
    'ANA-16',
    'ANA-17',
    'ANA-18',
    'ANA-19',
    'ANA-23',
    'ANA-26',
    'SPEND-06',
    'WALLET-01',
    'WALLET-02',
    'WALLET-03',
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { requests: 8, analytics: { getWallet: 2, getAgentStats: 4, getSpendByAgent: 4 } },
  closing: true,
  async run(t) {
    const wallet = await t.read('getWallet', { key: adminKey(t) })
    const analytics = await readAnalytics(t)
    const records = recordsIn(analytics.runs.rows)
    costsOfAgents(t, analytics, records)
    costAtAll(t, analytics, records)
    rates(t, analytics, records)
    tokens(t, analytics)
    await spends(t, analytics, wallet)
    t.notExercised(t.scenario.requirements, 'figures that contradict the records of runs: none were seen')
  },
})

const at = (analytics: AnalyticsFigures, operation: string): Breakdown | undefined =>
  analytics.stale.has(operation) ? undefined : analytics.breakdowns.get(operation)?.get(90)

const sum = (records: readonly RunRecord[]) => records.reduce((all, { cost = 0 }) => all + cost, 0)

/**
 * Within the 90 days of the figures and at least a minute old: a run that has just ended may be booked a moment later.
 */
function isBooked(t: Trial, analytics: AnalyticsFigures, { began, end }: RunRecord): boolean {
  const ended = end === 'finished' || end === 'failed'
  if (began === undefined) return ended
  const [reply] = [...(analytics.replies.values().next().value?.values() ?? [])]
  const now = (reply?.at ?? t.context.today).getTime()
  return ended && began > now - 85 * 86_400_000 && began < now - 60_000 / t.target.pace.clockScale
}

/** An agent's figure is at least the cost of its runs, provided the total covers all of their costs. */
function costsOfAgents(t: Trial, analytics: AnalyticsFigures, records: readonly RunRecord[]) {
  const booked = Map.groupBy(
    records.filter(one => isBooked(t, analytics, one)),
    ({ agent }) => agent,
  )
  for (const [operation, id] of [
    ['getSpendByAgent', 'SPEND-06'],
    ['getAgentStats', 'ANA-18'],
  ] as const) {
    const one = at(analytics, operation)
    if (!one || !shows(one, 'cost')) continue
    const { value, slack } = sumOf(one, 'cost')
    for (const [agent, its] of booked) {
      const row = one.rows.find(it => labelOf(it, 'agent') === agent)
      const [runs, shown, paid] = [(row && runsOf(row)) ?? 0, row && moneyOf(row), sum(its)]
      // A row that counts these runs contains their cost, as other figures of the same runs show.
      const counts = its.length >= 5 && runs >= its.length && (shown ?? 0) < 0.8 * paid - slack
      const shared = Math.min(paid, byUsers(analytics, agent, moneyOf))
      if (shown === undefined || !(counts || shared > 1.08 * shown + slack + 0.02)) continue
      const sentence = `${operation} shows a cost of ${round(shown)} for the agent ${agent}, of which ${its.length} runs cost ${round(paid)}`
      return t.violated(id, sentence, one.exchange)
    }
    if (sum([...booked.values()].flat()) > 1.02 * value + slack) continue
    for (const [agent, its] of booked) {
      const row = one.rows.find(it => labelOf(it, 'agent') === agent)
      const shown = (row && moneyOf(row)) ?? 0
      const paid = sum(its)
      if (paid > 1.05 * shown + slack + 0.001 * its.length)
        return t.violated(
          id,
          `${its.length} runs of the agent ${agent} cost ${round(paid)} in all, ${operation} shows ${round(shown)} for it`,
          one.exchange,
        )
    }
  }
  const stats = at(analytics, 'getAgentStats')
  if (!stats || !shows(stats, 'runs')) return
  for (const [agent, its] of booked) {
    const row = stats.rows.find(it => labelOf(it, 'agent') === agent)
    const [shown, others] = [row && runsOf(row), byUsers(analytics, agent, runsOf)]
    if (shown === undefined || Math.min(its.length, others) <= 1.08 * shown + 3 + analytics.grown.runs)
      continue
    const sentence = `getAgentStats shows ${shown} runs of the agent ${agent}; ${its.length} are over, and by user it has ${others}`
    return t.violated('ANA-16', sentence, stats.exchange)
  }
  const most = total(stats.rows, runsOf)
  if ([...booked.values()].flat().length > most + analytics.grown.runs) return
  for (const [agent, its] of booked) {
    const row = stats.rows.find(it => labelOf(it, 'agent') === agent)
    const shown = (row && runsOf(row)) ?? 0
    const [id, sentence] = row
      ? ['ANA-16', `shows ${shown} runs of it`]
      : (['ANA-23', 'does not show it'] as const)
    if (its.length > shown + 1 + 0.02 * its.length)
      return t.violated(
        id,
        `${its.length} runs of the agent ${agent} are over, getAgentStats ${sentence}`,
        stats.exchange,
      )
  }
}

/** A user's figures for one agent in the usage by user. */
function byUsers(
  analytics: AnalyticsFigures,
  agent: string,
  figure: (row: Json) => number | undefined,
): number {
  const parts = at(analytics, 'getUsageByUser')?.rows.flatMap(row => partsOf(row) ?? []) ?? []
  return total(
    parts.filter(part => labelOf(part, 'agent') === agent),
    figure,
  )
}

/** Finds costs that are all zero although earlier runs cost something. */
function costAtAll(t: Trial, analytics: AnalyticsFigures, records: readonly RunRecord[]) {
  const hourAgo = t.context.today.getTime() - 3_600_000
  const earlier = records.filter(one => isBooked(t, analytics, one) && (one.began ?? Infinity) < hourAgo)
  const paid = sum(earlier)
  if (paid < 0.01) return
  const sentence = (what: string) =>
    `${earlier.length} runs of earlier hours cost ${round(paid)} in all, ${what} shows no cost`
  for (const [operation, id] of [
    ['getAgentStats', 'ANA-18'],
    ['getUsageByUser', 'ANA-26'],
  ] as const) {
    const one = analytics.breakdowns.get(operation)?.get(90)
    if (one && one.rows.length > 0 && shows(one, 'cost') && sumOf(one, 'cost').value === 0)
      t.violated(id, sentence(operation), one.exchange)
  }
  const summary = analytics.summaries.get('90d')
  if (summary?.cost === 0) t.violated('ANA-13', sentence('the summary'), summary.exchange)
}

/** Tokens that runs report appear in the figures of their agents: no kind of token is zero throughout. */
function tokens(t: Trial, analytics: AnalyticsFigures) {
  const stats = at(analytics, 'getAgentStats')
  const shown = (rows: readonly Json[]) => rows.flatMap(row => [...tokenFigures(row)])
  if (!stats) return
  const [ofRuns, ofAgents] = [
    shown(analytics.runs.rows),
    shown(stats.rows.filter(row => (runsOf(row) ?? 0) > 0)),
  ]
  for (const kind of ['input', 'output', 'all'] as const) {
    const used = ofRuns.filter(one => one.kind === kind && one.value > 0)
    const figures = ofAgents.filter(one => one.kind === kind)
    if (used.length < 3 || figures.length === 0 || figures.some(one => one.value > 0)) continue
    const sentence = `${used.length} runs show ${kind === 'all' ? '' : `${kind} `}tokens, ${figures[0]?.path} is 0 for every agent`
    return t.violated('ANA-19', sentence, stats.exchange)
  }
}

function* tokenFigures(row: Json) {
  for (const { path, value } of places(row, 3)) {
    if (!/token|usage/i.test(path) || !isNumber(value)) continue
    const kind = /out|completion/i.test(path)
      ? 'output'
      : /input|prompt|(^|[._])in($|[._])/i.test(path)
        ? 'input'
        : 'all'
    if (!/cach/i.test(path)) yield { kind, path, value: Number(value) }
  }
}

/** New spend increases the spend of today and does not increase the balance. */
async function spends(t: Trial, analytics: AnalyticsFigures, before: Exchange) {
  const after = await t.call('getWallet', { key: adminKey(t) })
  if (before.status !== 200 || after.status !== 200) return
  const early = await t.read('getSpendOverTime', { key: adminKey(t), query: { days: 90 } })
  const [was, is] = [rowsOf(early.json, 'day'), quarterOf(analytics, 'getSpendOverTime')?.rows ?? []].map(
    rows => DaySeries.ofRows(rows, FIGURE.cost),
  )
  const figure = (exchange: Exchange, name: RegExp) =>
    amountOf(findLike(exchange.json, name, isAmount)?.value)
  const pair = (name: RegExp) => [before, after].map(one => figure(one, name))
  const [[first, last], [start, end], [from, to]] = [pair(BALANCE), pair(/today/i), pair(/30|thirty/i)]
  // Compares the row of the same day in both series, so that no midnight lies between them.
  const sameDay = was !== undefined && is !== undefined && was.latest === is.latest
  const grown = is && was ? is.last(2) - was.last(2) : 0
  const today = sameDay ? is.on(is.latest) - was.on(was.latest) : 0
  const least = Math.min(CENT, 5 * unitOf([start, end, from, to].filter(one => one !== undefined)))
  const risen = (last ?? 0) - (first ?? 0)
  const spent = end !== undefined && start !== undefined ? end - start : grown
  if (spent > 0.004 && risen > 0.004 && Math.abs(risen - spent) <= 0.1 * spent + 0.002)
    t.violated(
      'WALLET-03',
      `${round(spent)} was spent, and the balance rose by ${round(risen)}`,
      before,
      after,
    )
  const { euros } = t.context.budget
  const paid = Math.max(grown >= 0.02 ? grown : 0, today >= least ? today : 0)
  const shows = paid > 0 || (euros >= 0.02 && (is?.last(2) ?? 0) >= 0.5 * euros)
  if (shows && end === 0)
    t.violated(
      'WALLET-01',
      `runs of ${round(Math.max(euros, paid))} were just paid for, the spend over time shows ${round(is?.last(2) ?? 0)}, and nothing was spent today`,
      after,
    )
  const [ofToday, ofMonth] = [(end ?? 0) - (start ?? 0), (to ?? 0) - (from ?? 0)]
  // A wallet that follows the spend shows it in both figures.
  if (start !== undefined && from !== undefined && today >= least)
    for (const [id, mine, theirs] of [
      ['WALLET-01', ofToday, ofMonth],
      ['WALLET-02', ofMonth, ofToday],
    ] as const)
      if (mine >= 0 && mine <= 0.1 * theirs && theirs >= least && end !== 0)
        t.violated(
          id,
          `${round(today)} was spent meanwhile; the spend of today grew by ${round(ofToday)}, that of 30 days by ${round(ofMonth)}`,
          before,
          after,
        )
}

/** A cent with room for rounding, in euros: at least part of the amount then shows in whole cents. */
const CENT = 0.011

export const paidRunScenarios: readonly Scenario[] = [paidRuns]
