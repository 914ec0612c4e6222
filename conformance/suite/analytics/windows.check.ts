/**
 * What a number of days, or a period, does to figures: a longer window covers the runs of the days that a shorter one
 * leaves out. Freshness is not stated, so no reply is compared with another endpoint's. A window is blamed only where a
 * run of the days between is on record, and its label does not show it in the longer window, read after the shorter one.
 */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, places } from '../../extract/find-value.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { endOf, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { adminKey, readTable, tableOf } from './admin-key.ts'
import { beyond, DAY_MS, type Days, dayNumber, daysOf, latestOf, round, slackOf } from './days.ts'
import { PERIODS, ROWS } from './figure-table.ts'
import { figureIn, needs, summaryOf } from './figures.check.ts'
import { amountOf, type Kind, labelOf, moneyOf, type What } from './read-rows.ts'
import { amountsByDay } from './team-stats.check.ts'

/** One window of a reply, as figures by label. */
interface Reading {
  days: number
  exchange: Exchange
  figures: ReadonlyMap<string, number>
}

/** Amounts by day of the last 90 days, as one reply shows them. */
interface Series {
  days: Days
  exchange: Exchange
}

/** Where a number of days is asked for. */
const ENDPOINTS = [
  ...ROWS.map(it => ({ ...it, query: {} })),
  {
    operation: 'getTeamStats',
    query: { group_by: 'day' },
    kind: 'day',
    window: 'SPEND-22',
    figures: ['cost'],
    bounds: [],
  } as const,
]

export const windowScenario = scenario({
  id: 'analytics/windows',
  title: 'A number of days decides which days the figures cover',
  requirements: [...ENDPOINTS.map(it => it.window), 'ANA-22', 'WALLET-01', 'WALLET-02', 'ANA-13'],
  needs,
  cost: {
    analytics: {
      ...Object.fromEntries(ENDPOINTS.map(it => [it.operation, 3])),
      getInsightsSummary: 4,
      getSpendOverTime: 4,
      getWallet: 1,
    },
  },
  turn: 'closing',
  async run(t) {
    const { runs, cost } = await readPeriods(t)
    const series = await spendOverTime(t, false)
    const old = await oldRuns(t, series)
    for (const it of ENDPOINTS) if (t.wants(it.window)) await judgeEndpoint(t, it, old)
    for (const what of ['runs', 'cost'] as const) {
      const again = async (days: number) => (await readPeriods(t, days))[what].at(0)
      await judge(t, 'ANA-22', { readings: { runs, cost }[what], old, what, again })
    }
    const [wallet, later] = [await readWallet(t, false), await readWallet(t, true)]
    await leavesOut(t, 'WALLET-02', {
      readings: wallet,
      old,
      what: 'cost',
      again: async days => (await readWallet(t, true)).find(one => one.days === days),
    })
    const after = await spendOverTime(t, true)
    if (!series || !after) return
    if (cost.some(one => isMore(one, after))) {
      const { cost: costs } = await readPeriods(t, 'all')
      const last = await spendOverTime(t, true)
      if (last) inEuros(t, ['ANA-13'], costs, after, last)
    }
    inEuros(t, ['WALLET-01', 'WALLET-02'], later, series, after)
  },
})

// ── What is read, the longest window first: what is spent in between cannot make it show more ───────────────────

type Query = Record<string, string | number>

/** Shared where it was read before, unless it is asked again. */
const ask = (t: Trial, operation: string, query: Query, again = false): Promise<Exchange> =>
  again ? t.call(operation, { key: adminKey(t), query }) : t.read(operation, { key: adminKey(t), query })

async function spendOverTime(t: Trial, again: boolean): Promise<Series | undefined> {
  const exchange = await ask(t, 'getSpendOverTime', { days: 90 }, again)
  const days = daysOf(tableOf(exchange, 'day').rows, moneyOf)
  return days && { days, exchange }
}

const WHOLE = 'the workspace'

const single = (days: number, exchange: Exchange, figure: number | undefined): Reading[] =>
  figure === undefined ? [] : [{ days, exchange, figures: new Map([[WHOLE, figure]]) }]

/** What was read before is not asked again, but for one window or all. */
async function readPeriods(t: Trial, again?: number | 'all'): Promise<Record<What, Reading[]>> {
  const all: Record<What, Reading[]> = { runs: [], cost: [] }
  for (const { period, days } of PERIODS.toReversed()) {
    if (days === undefined || (typeof again === 'number' && days !== again)) continue
    const exchange = await ask(t, 'getInsightsSummary', { period }, again !== undefined)
    if (exchange.status !== 200) continue
    const { runs, cost } = summaryOf(t, exchange)
    all.runs.push(...single(days, exchange, runs))
    all.cost.push(...single(days, exchange, cost))
  }
  return all
}

async function readWallet(t: Trial, again: boolean): Promise<Reading[]> {
  const exchange = await ask(t, 'getWallet', {}, again)
  if (exchange.status !== 200) return []
  const amount = (id: string) => amountOf(figureIn(t, 'getWallet', id, exchange))
  return [...single(30, exchange, amount('WALLET-02')), ...single(1, exchange, amount('WALLET-01'))]
}

async function judgeEndpoint(t: Trial, it: (typeof ENDPOINTS)[number], old: readonly OldRun[]) {
  const readings: Reading[] = []
  for (const days of [90, 30, 7]) {
    const { exchange, rows, figures } = await readTable(t, it.operation, it.kind, { days, ...it.query })
    if (exchange.status !== 200) {
      if (it.bounds.length > 0) t.answered(it.window, exchange)
      else t.notExercised(it.window, `a window that is accepted: days=${days} is refused`, exchange)
      return
    }
    readings.push({ days, exchange, figures })
    const span = it.kind === 'day' && beyond(amountsByDay({ rows }), days)
    if (!span) continue
    const sentence = `days=${days} shows amounts from ${span.first} to ${span.last}`
    return t.violated('inside-window', it.window, sentence, exchange)
  }
  const again = async (days: number) => {
    const exchange = await ask(t, it.operation, { days, ...it.query }, true)
    return { days, ...tableOf(exchange, it.kind) }
  }
  await judge(t, it.window, { readings, old, what: it.figures[0] ?? 'cost', kind: it.kind, again })
}

/** Inside any window of 30 days. */
const OLDEST_DAYS = 27
/** Outside any window of 7 days, with two for time zones and the day in progress. */
const YOUNGEST_DAYS = 7 + 2

/** A finished run whose moments all lie between one week and four weeks ago, so that every window of 30 days holds it. */
interface OldRun {
  row: Json
  cost: number
  exchange: Exchange
}

async function oldRuns(t: Trial, series: Series | undefined): Promise<OldRun[]> {
  const key = adminKey(t)
  if (t.target.absent.has('runs') || !key.scopes.has('runs:read')) return []
  const today = Math.floor(t.context.today.getTime() / DAY_MS)
  const latest = series ? latestOf(series.days) : today
  const youngest = Math.max(YOUNGEST_DAYS, t.target.pace.lateDays + 2)
  const [from, to] = [Math.max(today, latest) - OLDEST_DAYS, Math.min(today, latest) - youngest]
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { limit: 100, ...paging } })
  const old: OldRun[] = []
  for await (const { rows, exchange } of pagesOf(5, ask))
    for (const row of rows) {
      const days = [...places(row)].flatMap(({ value }) => dayNumber(value) ?? [])
      const cost = readRun(row)?.cost ?? 0
      const isInside = days.length > 0 && days.every(day => day >= from && day <= to)
      // Which runs are counted is not stated, but a finished one is a run.
      if (isInside && cost > 0 && endOf(wordIn(row)) === 'finished') old.push({ row, cost, exchange })
    }
  return old
}

// ── Conclusions ─────────────────────────────────────────────────────────────────────────────────────────────────

interface Windows {
  readings: readonly Reading[]
  old: readonly OldRun[]
  what: What
  kind?: Kind
  again: (days: number) => Promise<Reading | undefined>
}

async function judge(t: Trial, id: string, windows: Windows) {
  if (await leavesOut(t, id, windows)) return
  const { readings } = windows
  const exchanges = readings.map(({ exchange }) => exchange)
  for (const longer of readings)
    for (const shorter of readings.filter(one => one.days < longer.days)) {
      const label = labelThatGrows(shorter, longer)
      if (label === undefined || longer.exchange.sent > shorter.exchange.sent) continue
      const sentence = `${longer.days} days show more for ${label} than ${shorter.days}`
      return t.met('window-matters', id, sentence, ...exchanges)
    }
  t.notExercised(id, 'history older than 7 days', ...exchanges)
}

const labelThatGrows = (shorter: Reading, longer: Reading): string | undefined =>
  [...longer.figures].find(([label, figure]) => figure > (shorter.figures.get(label) ?? 0))?.[0]

/** Whether a longer window shows no more than a shorter one, though a run on record lies between. */
async function leavesOut(t: Trial, id: string, compared: Windows): Promise<boolean> {
  const { readings } = compared
  const shorter = readings.findLast(one => one.days <= 7)
  if (!shorter || !t.wants(id)) return false
  for (const longer of readings.filter(one => one.days >= 30))
    if (await showsNoMore(t, id, shorter, longer, compared)) return true
  return false
}

async function showsNoMore(
  t: Trial,
  id: string,
  shorter: Reading,
  longer: Reading,
  { old, what, kind, again }: Windows,
): Promise<boolean> {
  let last: Reading | undefined
  const byLabel = Map.groupBy(old, ({ row }) => (kind === undefined ? WHOLE : labelOfRun(row, kind)) ?? '')
  for (const [label, runs] of byLabel) {
    const [was, short] = [longer, shorter].map(one => one.figures.get(label) ?? 0) as [number, number]
    if (label === '' || short <= 0 || was > short) continue
    last ??= await again(longer.days)
    const is = last?.figures.get(label)
    const added = what === 'runs' ? runs.length : runs.reduce((sum, { cost }) => sum + cost, 0)
    // A reply from before the shorter one was made shows the same again, and may leave out what grew since.
    const isOld = is === was && was !== short
    if (!last || is === undefined || isOld || is >= short + added - slackOf([is, short, added])) continue
    const between = what === 'runs' ? `${runs.length} runs lie between` : `runs between cost ${round(added)}`
    const sentence = `${shorter.days} days show ${round(short)} for ${label}, ${longer.days} days ${round(is)}, though ${between}`
    const records = [...new Set(runs.map(one => one.exchange))]
    t.violated('window-matters', id, sentence, longer.exchange, shorter.exchange, last.exchange, ...records)
    return true
  }
  return false
}

/** Which team a run counts for is not stated. */
function labelOfRun(row: Json, kind: Kind): string | undefined {
  const label = kind === 'team' ? undefined : labelOf(row, kind)
  return label === idOf(row) ? undefined : label
}

const amountIn = ({ figures }: Reading) => [...figures.values()][0] ?? 0

/** What the days of a window came to, at least and at most: the day at its edge may count or not, and each may be rounded. */
function spentIn({ days }: Series, window: number): readonly [least: number, most: number] {
  const first = latestOf(days) - window + 1
  const spent = (from: number, sign: number) => {
    const amounts = [...days].flatMap(([day, amount]) => (day >= from ? [amount] : []))
    return amounts.reduce((sum, one) => sum + one, sign * slackOf(amounts))
  }
  const edge = window > 1 ? 1 : 0
  return [spent(first + edge, -1), spent(first - edge, 1)]
}

const isMore = (one: Reading, series: Series) => amountIn(one) > spentIn(series, one.days)[1]

/** Two amounts of one kind, each a hundred times what its days came to before and after, are in cents. */
function inEuros(t: Trial, ids: string[], amounts: readonly Reading[], before: Series, after: Series) {
  const inCents = amounts.filter(one => {
    const [[least], [, most]] = [spentIn(before, one.days), spentIn(after, one.days)]
    return 100 * least > most && amountIn(one) >= 100 * least && amountIn(one) <= 100 * most
  })
  const shown = inCents.map(amountIn)
  if (new Set(shown).size < 2) return
  const sentence = `${shown.join(', ')} are shown for ${inCents.map(one => one.days).join(', ')} days, each a hundred times what the days came to`
  t.violated('in-euros', ids, sentence, ...inCents.map(one => one.exchange), before.exchange, after.exchange)
}
