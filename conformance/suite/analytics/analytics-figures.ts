/** Reads all figures over the same history, one after the other, after the suite's own runs have ended. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { findLike, isNumber } from '../../extract/find-value.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { agents } from '../discover.ts'
import { type Paging, pagesOf } from '../list-pages.ts'
import { DaySeries, unitOf } from './day-series.ts'
import { amountOf, moneyOf, rowsOf, runsOf, total } from './read-rows.ts'
import { ROWS, type RowEndpoint } from './row-endpoints.ts'
import { adminKey } from './rows.check.ts'
import { INSIGHTS } from './stated-members.ts'

export const WINDOWS = [90, 30, 7] as const
export type Window = (typeof WINDOWS)[number]
export const PERIODS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type Period = keyof typeof PERIODS
const OTHER_PERIODS = ['30d', '7d', 'today'] as const satisfies readonly Period[]
export type What = 'runs' | 'cost'

export const FIGURE = { runs: runsOf, cost: moneyOf } as const

export interface Breakdown {
  it: RowEndpoint
  exchange: Exchange
  rows: Json[]
}

export interface Summary {
  exchange: Exchange
  record: Json
  runs: number | undefined
  cost: number | undefined
  perDay: DaySeries | undefined
}

export interface AnalyticsFigures {
  /** Every reply by operation and window, including refusals. */
  replies: ReadonlyMap<string, ReadonlyMap<Window, Exchange>>
  /** The first reply for 90 days, by operation; some were read before the suite started any run. */
  early: ReadonlyMap<string, Exchange>
  /** Breakdowns by operation; only operations that served every window. */
  breakdowns: ReadonlyMap<string, ReadonlyMap<Window, Breakdown>>
  summaries: ReadonlyMap<Period, Summary>
  /** Replies of the summary by period, including refusals. */
  periods: ReadonlyMap<Period, Exchange>
  /** The wallet, read between the first and last reading of the daily spend; undefined where no check needs it. */
  wallet: Exchange | undefined
  /** The daily spend of 90 days, read again at the end. */
  daysAfter: Exchange
  /** Runs listed to the same person before the figures were read, and whether the list is complete. */
  runs: { rows: readonly Json[]; all: boolean }
  /** Growth while the figures were read: two figures of the same quantity may differ by this much. */
  grown: Readonly<Record<What, number>>
  /** Operations whose figures did not follow earlier spend: their replies may be cached for minutes. */
  stale: ReadonlySet<string>
}

export const readAnalytics = (t: Trial): Promise<AnalyticsFigures> => t.once('analytics', () => readAll(t))

async function readAll(t: Trial): Promise<AnalyticsFigures> {
  const key = adminKey(t)
  const early = new Map<string, Exchange>()
  await Promise.all(
    ROWS.map(async ({ operation }) =>
      early.set(operation, await t.read(operation, { key, query: { days: 90 } })),
    ),
  )
  const summary = await t.read('getInsightsSummary', { key, query: { period: '90d' } })
  early.set('getInsightsSummary', summary)
  const runs = await listedRuns(t)
  const before = await anchors(t)
  const replies = new Map<string, Map<Window, Exchange>>()
  const breakdowns = new Map<string, Map<Window, Breakdown>>()
  const periods = new Map<Period, Exchange>([['90d', before.summary]])
  await Promise.all([
    ...ROWS.map(async it => {
      const read = await windowsOf(t, it, it.operation === 'getSpendOverTime' ? before.spend : undefined)
      replies.set(it.operation, read)
      if ([...read.values()].some(({ status }) => status !== 200)) return
      const rows = [...read].map(
        ([days, exchange]) => [days, { it, exchange, rows: rowsOf(exchange.json, it.kind) }] as const,
      )
      breakdowns.set(it.operation, new Map(rows))
    }),
    (async () => {
      for (const period of OTHER_PERIODS)
        periods.set(period, await t.call('getInsightsSummary', { key, query: { period } }))
    })(),
  ])
  const wallet = t.wants('WALLET-01', 'WALLET-02') ? await t.call('getWallet', { key }) : undefined
  const after = await anchors(t)
  const [was, is] = [figuresOf(before), figuresOf(after)]
  const grown = { runs: distance(was.runs, is.runs), cost: distance(was.cost, is.cost) }
  const served = [...periods].filter(([, { status }]) => status === 200)
  const summaries = new Map(served.map(([period, exchange]) => [period, summaryOf(exchange)] as const))
  const stale = new Set<string>()
  const spent = growthOf(early.get('getSpendOverTime'), breakdowns.get('getSpendOverTime')?.get(90), 'cost')
  for (const [operation, read] of breakdowns) {
    const what: What = read.get(90)?.it.figures.includes('cost') ? 'cost' : 'runs'
    const first = early.get(operation)
    const own = growthOf(first, read.get(90), what)
    if (own === 0 && spent > 0 && first && isBeforeSpending(t, first)) stale.add(operation)
  }
  const [first, last] = [
    summary.status === 200 ? summaryOf(summary).cost : undefined,
    summaries.get('90d')?.cost,
  ]
  if (first !== undefined && first === last && spent > 0 && isBeforeSpending(t, summary))
    stale.add('getInsightsSummary')
  const readings = { replies, runs, breakdowns, summaries, periods, wallet, daysAfter: after.spend }
  return { ...readings, early, grown, stale }
}

/** The 90-day breakdown, where the endpoint served every window. */
export const quarterOf = (analytics: AnalyticsFigures, operation: string): Breakdown | undefined =>
  analytics.breakdowns.get(operation)?.get(90)

/** Lists the runs of each agent separately where rows do not name their agent. */
async function listedRuns(t: Trial): Promise<AnalyticsFigures['runs']> {
  const key = adminKey(t)
  if (t.target.absent.has('runs') || !key.scopes.has('runs:read')) return { rows: [], all: false }
  const whole = await pagesOfRuns(t, {})
  if (whole.rows.length === 0 || whole.rows.some(row => refIn(row, 'agent') !== undefined)) return whole
  const known = key.scopes.has('agents:read') ? (await agents(t)).slice(0, 6) : []
  const lists = await Promise.all(
    known.map(async ({ id }) => {
      const { rows, all } = await pagesOfRuns(t, { agent_id: id })
      return { rows: rows.map(row => ({ ...row, agent_id: id })), all }
    }),
  )
  const rows = lists.flatMap(one => one.rows)
  return { rows, all: rows.length === whole.rows.length && lists.every(one => one.all) }
}

async function pagesOfRuns(t: Trial, filter: Record<string, string>): Promise<AnalyticsFigures['runs']> {
  const all: Json[] = []
  const ask = (paging: Paging) =>
    t.call('listRuns', { key: adminKey(t), query: { ...filter, limit: 100, ...paging } })
  for await (const { rows, isLast } of pagesOf(8, ask)) {
    all.push(...rows)
    if (isLast) return { rows: all, all: true }
  }
  return { rows: all, all: false }
}

/** Read before and after all other figures: equal values mean that the figures did not move in between. */
async function anchors(t: Trial): Promise<{ spend: Exchange; summary: Exchange }> {
  const key = adminKey(t)
  const [spend, summary] = await Promise.all([
    t.call('getSpendOverTime', { key, query: { days: 90 } }),
    t.call('getInsightsSummary', { key, query: { period: '90d' } }),
  ])
  return { spend, summary }
}

const figuresOf = ({ spend, summary }: { spend: Exchange; summary: Exchange }) => ({
  cost: spend.status === 200 ? total(rowsOf(spend.json, 'day'), moneyOf) : undefined,
  runs: summary.status === 200 ? summaryOf(summary).runs : undefined,
})

const PAID = ['startRun', 'retryRun', 'createAgentCompletion', 'createChatCompletion', 'startWorkflowRun']

/** A reply read after the last run was started has no reason to grow. */
const isBeforeSpending = (t: Trial, { at }: Exchange): boolean =>
  PAID.some(id => (t.context.observed.acceptedAt.get(id)?.getTime() ?? 0) > at.getTime())

const distance = (a: number | undefined, b: number | undefined): number =>
  a === undefined || b === undefined ? 0 : Math.abs(b - a)

function growthOf(early: Exchange | undefined, late: Breakdown | undefined, what: What): number {
  if (early?.status !== 200 || !late) return 0
  const figure = FIGURE[what]
  const grown = total(late.rows, figure) - total(rowsOf(early.json, late.it.kind), figure)
  return Math.abs(grown) < 1e-9 ? 0 : grown
}

/** Longest window first: activity between the reads can then only enlarge a shorter window. */
async function windowsOf(t: Trial, it: RowEndpoint, first?: Exchange): Promise<Map<Window, Exchange>> {
  const read = new Map<Window, Exchange>()
  for (const days of WINDOWS)
    read.set(
      days,
      (days === 90 && first) || (await t.call(it.operation, { key: adminKey(t), query: { days } })),
    )
  return read
}

export const memberOf = (id: string) => INSIGHTS.find(one => one.id === id)

export function summaryOf(exchange: Exchange): Summary {
  const record = recordIn(exchange.json) ?? {}
  const found = (id: string) => {
    const member = memberOf(id)
    return member && findLike(record, member.name, member.fits)?.value
  }
  const total_ = findLike(record, /^(total_?runs|runs_?total|run_?count|runs|total)$/i, isNumber)
  const perDay = found('ANA-09')
  return {
    exchange,
    record,
    runs: total_ === undefined ? undefined : Number(total_.value),
    cost: amountOf(found('ANA-13')),
    perDay: Array.isArray(perDay)
      ? DaySeries.ofRows(perDay as Json[], FIGURE.runs)
      : DaySeries.ofObject(perDay),
  }
}

/** A sum and the rounding error that its parts may add up to. */
export interface Sum {
  value: number
  slack: number
}

export function sumOf({ rows }: Pick<Breakdown, 'rows'>, what: What): Sum {
  const figures = rows.flatMap(row => FIGURE[what](row) ?? [])
  const value = figures.reduce((sum, one) => sum + one, 0)
  return { value, slack: what === 'runs' ? 0 : unitOf(figures) * (figures.length + 1) }
}

export const shows = ({ rows }: Pick<Breakdown, 'rows'>, what: What): boolean =>
  rows.some(row => FIGURE[what](row) !== undefined)

export const round = (value: number): number => Math.round(value * 1e5) / 1e5
