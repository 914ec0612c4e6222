/**
 * What a number of days, or a period, does to figures. A longer window covers what happened in the days that a shorter
 * one leaves out; the days of the deployment (spend over time, runs per day) show what that is. Freshness is not stated,
 * so a window is blamed only where it shows more than the days of its own, and no label more in the longer one: a
 * delayed reply cannot do the first, and one that leaves out deleted agents or people not the second.
 */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { beganAt, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type Paging, pagesOf } from '../list-pages.ts'
import { adminKey } from './admin-key.ts'
import { between, beyond, type Days, daysOf, dayText, latestOf, round, slackOf, sumBetween } from './days.ts'
import { PERIODS, ROWS, type RowEndpoint, type What } from './figure-table.ts'
import { figureIn, needs, type Summary, summaryOf } from './figures.check.ts'
import { amountOf, labelOf, moneyOf, rowsOf, runsOf } from './read-rows.ts'

/** The longest is read first: what is spent in between cannot make it show more. */
const WINDOWS = [90, 30, 7] as const
const PAIRS = [
  [7, 30],
  [30, 90],
  [7, 90],
] as const
const FIGURE = { runs: runsOf, cost: moneyOf } as const

/** Figures of one reply by label. */
interface Reading {
  days: number
  exchange: Exchange
  figures: ReadonlyMap<string, number>
}

const windows = scenario({
  id: 'analytics/windows',
  title: 'A number of days decides which days the figures cover',
  requirements: [...ROWS.map(it => it.window), 'ANA-22', 'WALLET-01', 'WALLET-02', 'ANA-13'],
  needs,
  cost: {
    analytics: {
      ...Object.fromEntries(ROWS.map(it => [it.operation, 3])),
      getInsightsSummary: 4,
      getWallet: 1,
    },
  },
  closing: true,
  async run(t) {
    const summaries = await readSummaries(t)
    const spent = await daysShown(t)
    const runs = summaries.find(({ days }) => days === 90)
    const series = {
      cost: spent,
      runs: runs?.summary.days && { days: runs.summary.days, exchange: runs.summary.exchange },
    }
    for (const it of ROWS) await judgeEndpoint(t, it, series[it.figures[0] ?? 'cost'])
    await judgePeriods(t, summaries, series)
    if (!spent) return
    const wallet = await readWallet(t)
    judgeWallet(t, wallet, spent)
    const costs = summaries.flatMap(({ period, days, summary: { cost, exchange } }): Amount[] =>
      cost === undefined ? [] : [{ id: 'ANA-13', what: period, days, value: cost, exchange }],
    )
    for (const amounts of [wallet, costs]) inEuros(t, amounts, spent)
  },
})

/** Amounts by day of the last 90 days, as one reply shows them. */
export interface Series {
  days: Days
  exchange: Exchange
}

async function daysShown(t: Trial): Promise<Series | undefined> {
  const exchange = await t.read('getSpendOverTime', { key: adminKey(t), query: { days: 90 } })
  const days = exchange.status === 200 ? daysOf(rowsOf(exchange.json, 'day'), moneyOf) : undefined
  return days && { days, exchange }
}

async function judgeEndpoint(t: Trial, it: RowEndpoint, series: Series | undefined) {
  if (!t.wants(it.window)) return
  const what: What = it.figures[0] ?? 'cost'
  const readings: Reading[] = []
  for (const days of WINDOWS) {
    const exchange = await t.read(it.operation, { key: adminKey(t), query: { days } })
    if (exchange.status !== 200) {
      if (it.bounds.length > 0) t.answered(it.window, exchange)
      else t.notExercised(it.window, `a window that is accepted: days=${days} is refused`, exchange)
      return
    }
    const rows = rowsOf(exchange.json, it.kind)
    const figures = new Map(rows.map(row => [labelOf(row, it.kind) ?? '', FIGURE[what](row) ?? 0]))
    readings.push({ days, exchange, figures })
    const span = it.kind === 'day' ? beyond(daysOf(rows, moneyOf) ?? new Map(), days) : undefined
    if (span) {
      const sentence = `days=${days} shows amounts from ${span.first} to ${span.last}`
      return t.violated('inside-window', it.window, sentence, exchange)
    }
  }
  for (const [short, long] of PAIRS) {
    const [shorter, longer] = [short, long].map(days => readings.find(one => one.days === days)) as [
      Reading,
      Reading,
    ]
    const wrong = series && it.kind !== 'day' && coversNoMore(it.kind, shorter, longer, series, t)
    if (wrong) {
      const evidence = [shorter.exchange, longer.exchange, series.exchange]
      return t.violated('window-matters', it.window, `${it.operation}: ${wrong}`, ...evidence)
    }
  }
  const exchanges = readings.map(({ exchange }) => exchange)
  const grown = PAIRS.flatMap(([short, long]) => {
    const label = labelThatGrows(readings, short, long)
    return label === undefined || !isReadFirst(readings, long, short)
      ? []
      : `days=${long} shows more for ${label} than days=${short}`
  })
  const [sentence] = grown
  if (!sentence) return t.notExercised(it.window, 'history older than 7 days', ...exchanges)
  t.met('window-matters', it.window, sentence, ...exchanges)
}

function labelThatGrows(readings: readonly Reading[], short: number, long: number): string | undefined {
  const figuresOf = (days: number) => readings.find(one => one.days === days)?.figures
  return [...(figuresOf(long) ?? [])].find(
    ([label, figure]) => figure > (figuresOf(short)?.get(label) ?? 0),
  )?.[0]
}

const isReadFirst = (readings: readonly Reading[], days: number, other: number): boolean => {
  const sent = (window: number) => readings.find(one => one.days === window)?.exchange.sent ?? 0
  return sent(days) < sent(other)
}

/**
 * No label has more in the longer window, though the days between show something, and the shorter window shows more than
 * its own days came to.
 */
function coversNoMore(
  kind: string,
  shorter: Reading,
  longer: Reading,
  { days }: Series,
  t: Trial,
): string | undefined {
  if (labelThatGrows([shorter, longer], shorter.days, longer.days) !== undefined) return undefined
  const older = between(days, shorter.days, longer.days, t.context.today)
  if (older.size === 0) return undefined
  const figures = [...shorter.figures.values()]
  // A person may be in two teams, and then counts in both.
  const shown = kind === 'team' ? Math.max(0, ...figures) : figures.reduce((sum, one) => sum + one, 0)
  const latest = latestOf(days)
  const [from, to] = [latest - shorter.days, latest]
  const own = sumBetween(days, from, to)
  const slack = slackOf([
    ...figures,
    ...[...days].flatMap(([day, one]) => (day >= from && day <= to ? one : [])),
  ])
  if (shown <= own + slack) return undefined
  const [oldest = 0] = older.keys()
  return `days=${longer.days} shows no more than days=${shorter.days}, which shows ${round(shown)}; the days came to ${round(own)} since ${dayText(from)}, and ${dayText(oldest)} to ${older.get(oldest)}`
}

// ── The periods of the summary ──────────────────────────────────────────────────────────────────────────────────

interface Period {
  period: string
  days: number
  summary: Summary
}

async function readSummaries(t: Trial): Promise<Period[]> {
  const read: Period[] = []
  for (const { period, days } of PERIODS) {
    if (days === undefined) continue
    const exchange = await t.read('getInsightsSummary', { key: adminKey(t), query: { period } })
    if (exchange.status === 200) read.push({ period, days, summary: summaryOf(t, exchange) })
  }
  return read.toSorted((a, b) => a.days - b.days)
}

async function judgePeriods(
  t: Trial,
  summaries: readonly Period[],
  series: Readonly<Record<What, Series | undefined>>,
) {
  const evidence = summaries.map(({ summary }) => summary.exchange)
  for (const what of ['runs', 'cost'] as const) {
    const readings = summaries.flatMap(({ days, summary }): Reading[] => {
      const figure = summary[what]
      return figure === undefined
        ? []
        : [{ days, exchange: summary.exchange, figures: new Map([['', figure]]) }]
    })
    for (const [n, shorter] of readings.entries())
      for (const longer of readings.slice(n + 1)) {
        const mine = series[what]
        const wrong = mine && coversNoMore('day', shorter, longer, mine, t)
        if (!wrong) continue
        const exchanges = [shorter.exchange, longer.exchange, mine.exchange]
        return t.violated('window-matters', 'ANA-22', `${what}: ${wrong}`, ...exchanges)
      }
  }
  const [first, ...others] = summaries.map(({ summary }) => summary)
  if (!first || others.length < 3) return t.notExercised('ANA-22', 'every period', ...evidence)
  const grows = others.find(
    one =>
      one.exchange.sent < first.exchange.sent &&
      ((one.runs ?? 0) > (first.runs ?? 0) || (one.cost ?? 0) > (first.cost ?? 0)),
  )
  if (grows) {
    const sentence = `today has ${first.runs} runs and a cost of ${first.cost}, a longer period ${grows.runs} and ${grows.cost}`
    return t.met('window-matters', 'ANA-22', sentence, ...evidence)
  }
  const isSame = others.every(one => one.runs === first.runs && one.cost === first.cost)
  const spent = series.cost && between(series.cost.days, 1, 30, t.context.today)
  const paid = spent && spent.size > 0 ? await paidRunBetween(t, series.cost?.days ?? new Map()) : undefined
  if (!isSame || first.cost === undefined || !paid || !series.cost)
    return t.notExercised('ANA-22', 'history older than 7 days', ...evidence)
  const sentence = `every period shows ${first.runs} runs and a cost of ${first.cost}, though something was spent on ${spent?.size} days of more than a week ago, and a run of ${paid} cost something`
  t.violated('window-matters', 'ANA-22', sentence, ...evidence, series.cost.exchange)
}

/** The day of a paid run between one week and 30 days ago, by its own record. */
async function paidRunBetween(t: Trial, days: Days): Promise<string | undefined> {
  const key = adminKey(t)
  if (t.target.absent.has('runs') || !key.scopes.has('runs:read') || days.size === 0) return undefined
  const latest = latestOf(days)
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { limit: 100, ...paging } })
  for await (const { rows } of pagesOf(5, ask))
    for (const row of rows) {
      const day = Math.floor((beganAt(row) ?? 0) / 86_400_000)
      if (day < latest - 8 && day > latest - 28 && (readRun(row)?.cost ?? 0) > 0) return dayText(day)
    }
  return undefined
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** An amount of the last so many days. */
interface Amount {
  id: string
  what: string
  days: number
  value: number
  exchange: Exchange
}

async function readWallet(t: Trial): Promise<Amount[]> {
  const exchange = await t.read('getWallet', { key: adminKey(t) })
  const amounts = [
    { id: 'WALLET-01', what: 'today', days: 1 },
    { id: 'WALLET-02', what: '30 days', days: 30 },
  ].flatMap(one => {
    const value = exchange.status === 200 ? amountOf(figureIn(t, 'getWallet', one.id, exchange)) : undefined
    return value === undefined ? [] : { ...one, value, exchange }
  })
  return amounts.length === 2 ? amounts : []
}

/** The wallet's 30 days are the spend of today and of the days before. */
function judgeWallet(t: Trial, wallet: readonly Amount[], spent: Series) {
  const [today, month] = wallet
  const older = between(spent.days, 1, 30, t.context.today)
  const [oldest] = older.keys()
  if (!today || !month || today.value !== month.value || today.value === 0 || oldest === undefined) return
  const sentence = `today and the last 30 days both read ${today.value}; ${dayText(oldest)} came to ${older.get(oldest)}`
  t.violated('window-matters', 'WALLET-02', sentence, today.exchange, spent.exchange)
}

/** Two amounts of one kind, each a hundred times what its days came to, are in cents. */
function inEuros(t: Trial, amounts: readonly Amount[], { days, exchange }: Series) {
  const inCents = amounts.filter(({ value, days: window }) => {
    const from = latestOf(days) - window + 1
    const own = [...days].flatMap(([day, one]) => (day >= from ? one : []))
    const [sum, slack] = [own.reduce((all, one) => all + one, 0), 100 * slackOf(own)]
    return Math.abs(value - 100 * sum) <= slack && Math.abs(value - sum) > slack
  })
  const [one, other] = inCents.filter(({ value }, n) => n === 0 || value !== inCents[0]?.value)
  if (!one || !other) return
  const sentence = `${one.value} are shown for ${one.what} and ${other.value} for ${other.what}, each a hundred times what the days came to`
  t.violated('in-euros', [...new Set([one.id, other.id])], sentence, one.exchange, other.exchange, exchange)
}

export const windowScenarios: readonly Scenario[] = [windows]
