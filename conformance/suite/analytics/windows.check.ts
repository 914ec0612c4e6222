/**
 * What a number of days, or a period, does to figures. A longer window covers what happened in the days that a shorter
 * one leaves out; the days of the deployment (spend over time, runs per day) show what that is. Freshness is not stated,
 * so a window is blamed only where no label has more in the longer one, and the shorter one shows more than its own days:
 * a delayed reply does not do the second, and one that leaves out deleted agents or people not the first.
 */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { beganAt, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { adminKey, readTable, tableOf } from './admin-key.ts'
import { between, beyond, type Days, daysOf, dayText, latestOf, round, slackOf, sumBetween } from './days.ts'
import { PERIODS, ROWS, type RowEndpoint } from './figure-table.ts'
import { figureIn, needs, summaryOf } from './figures.check.ts'
import { amountOf, moneyOf, type What } from './read-rows.ts'

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

const windows = scenario({
  id: 'analytics/windows',
  title: 'A number of days decides which days the figures cover',
  requirements: [...ROWS.map(it => it.window), 'ANA-22', 'WALLET-01', 'WALLET-02', 'ANA-13'],
  needs,
  cost: {
    analytics: {
      ...Object.fromEntries(ROWS.map(it => [it.operation, 3])),
      getInsightsSummary: 4,
      getSpendOverTime: 4,
      getWallet: 1,
    },
  },
  closing: true,
  async run(t) {
    const { runs, cost } = await readPeriods(t, false)
    const perDay = runs.find(one => one.days === 90)
    const ofRuns = perDay && summaryOf(t, perDay.exchange).days
    const series: Record<What, Series | undefined> = {
      cost: await spendOverTime(t, false),
      runs: perDay && ofRuns && { days: ofRuns, exchange: perDay.exchange },
    }
    for (const it of ROWS) if (t.wants(it.window)) await judgeEndpoint(t, it, series[it.figures[0] ?? 'cost'])
    judge(t, 'ANA-22', 'period', runs, series.runs)
    judge(t, 'ANA-22', 'period', cost, series.cost)
    const [wallet, later] = [await readWallet(t, false), await readWallet(t, true)]
    const after = await spendOverTime(t, true)
    if (!series.cost || !after) return
    if (isSame(runs) && isSame(cost) && cost.length > 3) await sameForAll(t, 'ANA-22', cost, series.cost)
    if (isSame(wallet)) await sameForAll(t, 'WALLET-02', wallet, series.cost)
    if (cost.some(one => isMore(one, after))) {
      const { cost: costs } = await readPeriods(t, true)
      const last = await spendOverTime(t, true)
      if (last) inEuros(t, ['ANA-13'], costs, after, last)
    }
    inEuros(t, ['WALLET-01', 'WALLET-02'], later, series.cost, after)
    growsInBoth(t, wallet, later)
  },
})

// ── What is read, the longest window first: what is spent in between cannot make it show more ───────────────────

async function spendOverTime(t: Trial, again: boolean): Promise<Series | undefined> {
  const options = { key: adminKey(t), query: { days: 90 } }
  const exchange = await (again ? t.call('getSpendOverTime', options) : t.read('getSpendOverTime', options))
  const days = daysOf(tableOf(exchange, 'day').rows, moneyOf)
  return days && { days, exchange }
}

const single = (days: number, exchange: Exchange, figure: number | undefined): Reading[] =>
  figure === undefined ? [] : [{ days, exchange, figures: new Map([['the workspace', figure]]) }]

async function readPeriods(t: Trial, again: boolean): Promise<Record<What, Reading[]>> {
  const all: Record<What, Reading[]> = { runs: [], cost: [] }
  for (const { period, days } of PERIODS.toReversed()) {
    if (days === undefined) continue
    const options = { key: adminKey(t), query: { period } }
    const exchange = await (again
      ? t.call('getInsightsSummary', options)
      : t.read('getInsightsSummary', options))
    if (exchange.status !== 200) continue
    const { runs, cost } = summaryOf(t, exchange)
    all.runs.push(...single(days, exchange, runs))
    all.cost.push(...single(days, exchange, cost))
  }
  return all
}

async function readWallet(t: Trial, again: boolean): Promise<Reading[]> {
  const options = { key: adminKey(t) }
  const exchange = await (again ? t.call('getWallet', options) : t.read('getWallet', options))
  if (exchange.status !== 200) return []
  const amount = (id: string) => amountOf(figureIn(t, 'getWallet', id, exchange))
  return [...single(30, exchange, amount('WALLET-02')), ...single(1, exchange, amount('WALLET-01'))]
}

async function judgeEndpoint(t: Trial, it: RowEndpoint, series: Series | undefined) {
  const readings: Reading[] = []
  for (const days of [90, 30, 7]) {
    const { exchange, rows, figures } = await readTable(t, it.operation, it.kind, { days })
    if (exchange.status !== 200) {
      if (it.bounds.length > 0) t.answered(it.window, exchange)
      else t.notExercised(it.window, `a window that is accepted: days=${days} is refused`, exchange)
      return
    }
    readings.push({ days, exchange, figures })
    const span = it.kind === 'day' && beyond(daysOf(rows, moneyOf) ?? new Map(), days)
    if (!span) continue
    const sentence = `days=${days} shows amounts from ${span.first} to ${span.last}`
    return t.violated('inside-window', it.window, sentence, exchange)
  }
  judge(t, it.window, it.kind, readings, it.kind === 'day' ? undefined : series)
}

// ── Conclusions ─────────────────────────────────────────────────────────────────────────────────────────────────

function judge(t: Trial, id: string, kind: string, readings: readonly Reading[], series: Series | undefined) {
  const pairs = readings.flatMap(longer =>
    readings.flatMap(shorter => (shorter.days < longer.days ? [{ shorter, longer }] : [])),
  )
  const exchanges = readings.map(({ exchange }) => exchange)
  for (const { shorter, longer } of pairs) {
    const wrong = series && coversNoMore(kind, shorter, longer, series.days, t.context.today)
    if (!wrong) continue
    return t.violated('window-matters', id, wrong, shorter.exchange, longer.exchange, series.exchange)
  }
  for (const { shorter, longer } of pairs) {
    const label = labelThatGrows(shorter, longer)
    if (label === undefined || longer.exchange.sent > shorter.exchange.sent) continue
    const sentence = `${longer.days} days show more for ${label} than ${shorter.days}`
    return t.met('window-matters', id, sentence, ...exchanges)
  }
  t.notExercised(id, 'history older than 7 days', ...exchanges)
}

const labelThatGrows = (shorter: Reading, longer: Reading): string | undefined =>
  [...longer.figures].find(([label, figure]) => figure > (shorter.figures.get(label) ?? 0))?.[0]

function coversNoMore(kind: string, shorter: Reading, longer: Reading, days: Days, now: Date) {
  const [oldest] = between(days, shorter.days, longer.days, now)
  if (!oldest || labelThatGrows(shorter, longer) !== undefined) return undefined
  const figures = [...shorter.figures.values()]
  // A person may be in two teams, and then counts in both.
  const shown = kind === 'team' ? Math.max(0, ...figures) : figures.reduce((sum, one) => sum + one, 0)
  const from = latestOf(days) - shorter.days
  const own = sumBetween(days, from, latestOf(days))
  const shownDays = [...days].flatMap(([day, one]) => (day >= from ? one : []))
  if (shown <= own + slackOf([...figures, ...shownDays])) return undefined
  return `${longer.days} days show no more than ${shorter.days}, which show ${round(shown)}; since ${dayText(from)} it was ${round(own)}, and ${dayText(oldest[0])} has ${oldest[1]}`
}

const isSame = (readings: readonly Reading[]): boolean => {
  const [first, ...others] = readings.map(({ figures }) => figures.get('the workspace') ?? 0)
  return first !== undefined && first > 0 && others.length > 0 && others.every(one => one === first)
}

/** Every window of the whole workspace shows the same, though a run of the days between was paid. */
async function sameForAll(t: Trial, id: string, readings: readonly Reading[], { days, exchange }: Series) {
  const older = between(days, 1, 30, t.context.today)
  const paid = older.size > 0 && t.wants(id) ? await paidRunOf(t, latestOf(days)) : undefined
  const [longest] = readings
  if (paid === undefined || !longest) return
  const sentence = `${readings.map(one => one.days).join(', ')} days all show ${amountIn(longest)}, though something was spent on ${older.size} days of more than a week ago, and a run of ${paid} cost something`
  t.violated('window-matters', id, sentence, ...readings.map(one => one.exchange), exchange)
}

/** The day of a paid run between one week and 30 days ago, by its own record. */
async function paidRunOf(t: Trial, latest: number): Promise<string | undefined> {
  const key = adminKey(t)
  if (t.target.absent.has('runs') || !key.scopes.has('runs:read')) return undefined
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { limit: 100, ...paging } })
  for await (const { rows } of pagesOf(5, ask))
    for (const row of rows) {
      const day = Math.floor((beganAt(row) ?? 0) / 86_400_000)
      if (day < latest - 8 && day > latest - 28 && (readRun(row)?.cost ?? 0) > 0) return dayText(day)
    }
  return undefined
}

const amountIn = ({ figures }: Reading) => [...figures.values()][0] ?? 0
const spentIn = ({ days }: Series, window: number) =>
  sumBetween(days, latestOf(days) - window + 1, Number.POSITIVE_INFINITY)
/** More than the days of the window came to, whatever rounding hides. */
const isMore = (one: Reading, series: Series) =>
  amountIn(one) > spentIn(series, one.days) + 100 * slackOf([...series.days.values()])

/** Two amounts of one kind, each a hundred times what its days came to before and after, are in cents. */
function inEuros(t: Trial, ids: string[], amounts: readonly Reading[], before: Series, after: Series) {
  const slack = slackOf([...after.days.values()])
  const inCents = amounts.filter(
    one =>
      amountIn(one) >= 100 * (spentIn(before, one.days) - slack) &&
      amountIn(one) <= 100 * (spentIn(after, one.days) + slack) &&
      isMore(one, after),
  )
  const shown = inCents.map(amountIn)
  if (new Set(shown).size < 2) return
  const sentence = `${shown.join(', ')} are shown for ${inCents.map(one => one.days).join(', ')} days, each a hundred times what the days came to`
  t.violated('in-euros', ids, sentence, ...inCents.map(one => one.exchange), before.exchange, after.exchange)
}

/** What is spent today is spent in the last 30 days, too: of two replies, the second cannot have grown in one alone. */
function growsInBoth(t: Trial, was: readonly Reading[], is: readonly Reading[]) {
  const [[month = 0, today = 0], [monthNow = 0, todayNow = 0]] = [was, is].map(all =>
    all.flatMap(one => [...one.figures.values()]),
  ) as [number[], number[]]
  if (month !== monthNow || todayNow - today <= slackOf([today, todayNow, month, monthNow])) return
  const sentence = `the spend of today grew from ${today} to ${todayNow}, that of 30 days stayed ${month}`
  const evidence = [...was.slice(0, 1), ...is.slice(0, 1)].map(one => one.exchange)
  t.violated('contradicts-itself', 'WALLET-02', sentence, ...evidence)
}

export const windowScenarios: readonly Scenario[] = [windows]
