/** How far back figures reach: by the number of days requested, and by the days that the daily spend lists. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { HOME } from '../../target/target.ts'
import {
  type AnalyticsFigures,
  type Breakdown,
  FIGURE,
  PERIODS,
  type Period,
  readAnalytics,
  round,
  type Sum,
  sumOf,
  type What,
  WINDOWS,
  type Window,
} from './analytics-figures.ts'
import { DaySeries, dayOf, dayText, presentDay } from './day-series.ts'
import { oneDay, SPEND } from './one-day.ts'
import { amountOf, isAmount, rowsOf, total } from './read-rows.ts'
import { ROWS, type RowEndpoint } from './row-endpoints.ts'
import { adminKey, servedAsAdmin } from './rows.check.ts'

const PERIOD_ROWS: readonly [string, Period][] = [
  ['ANA-01', 'today'],
  ['ANA-02', '7d'],
  ['ANA-03', '30d'],
  ['ANA-04', '90d'],
]

const LIMITED = Object.fromEntries(ROWS.map(it => [it.operation, SPEND.includes(it) ? 5 : 4]))

const windows = scenario({
  id: 'analytics/windows',
  title: 'A longer window shows more, and each shows what its days show one by one',
  requirements: [
    ...ROWS.flatMap(it => [it.window, ...(it.bounds ?? [])]),
    'SPEND-18',
    ...PERIOD_ROWS.map(([id]) => id),
    'ANA-22',
    'WALLET-01',
    'WALLET-02',
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { ...LIMITED, getInsightsSummary: 6, getWallet: 1 } },
  closing: true,
  async run(t) {
    const analytics = await readAnalytics(t)
    const growing = ROWS.filter(it => it.kind !== 'team' && hasHistory(analytics, it))
    for (const it of ROWS) bounds(t, it, analytics)
    for (const it of ROWS)
      judgeWindow(t, it, analytics, growing.filter(one => isSpend(one) === isSpend(it)).length)
    sameDays(t, analytics)
    served(t, analytics)
    periods(t, analytics)
    await oneDay(t, analytics)
    await wallet(t, analytics)
  },
})

const isSpend = (it: RowEndpoint) => it.operation.startsWith('getSpend')

const whatOf = (it: RowEndpoint): What => (isSpend(it) ? 'cost' : 'runs')

function bounds(t: Trial, it: RowEndpoint, { replies }: AnalyticsFigures) {
  for (const [id, days] of [
    [it.bounds?.[0], 7],
    [it.bounds?.[1], 90],
  ] as const) {
    const exchange = replies.get(it.operation)?.get(days)
    if (id && exchange && exchange.status !== 403)
      t.expect(id, exchange.status === 200, `days=${days} answered ${exchange.status}`, exchange)
  }
}

function sums(analytics: AnalyticsFigures, it: RowEndpoint): ReadonlyMap<Window, Sum> | undefined {
  const read = analytics.breakdowns.get(it.operation)
  return read && new Map([...read].map(([days, one]) => [days, sumOf(one, whatOf(it))] as const))
}

function hasHistory(analytics: AnalyticsFigures, it: RowEndpoint): boolean {
  const found = sums(analytics, it)
  const [week, quarter] = [found?.get(7), found?.get(90)]
  return week !== undefined && quarter !== undefined && week.value < quarter.value - quarter.slack - 1e-9
}

function judgeWindow(t: Trial, it: RowEndpoint, analytics: AnalyticsFigures, growing: number) {
  const replies = analytics.replies.get(it.operation)
  const exchanges = WINDOWS.flatMap(days => replies?.get(days) ?? [])
  const refused = exchanges.find(one => one.status !== 200)
  if (refused) return refusedWindow(t, it, refused, exchanges)
  const found = sums(analytics, it)
  const [week, month, quarter] = [found?.get(7), found?.get(30), found?.get(90)]
  if (!week || !month || !quarter) return
  const what = whatOf(it)
  const room = 0.005 + analytics.grown[what]
  const figures = `7 days show ${round(week.value)}, 30 days ${round(month.value)}, 90 days ${round(quarter.value)}`
  if (week.value > month.value + room || month.value > quarter.value + room)
    return t.violated(it.window, figures, ...exchanges)
  const days = it.operation === 'getSpendOverTime' ? undefined : daysOf(analytics, what)
  if (days && !analytics.stale.has(it.operation))
    for (const [window, sum] of [
      [7, week],
      [30, month],
    ] as const) {
      const off = offWindow(
        days.series,
        presentDay(days.series, t.context.today),
        quarter,
        sum,
        window,
        analytics.grown[what],
      )
      const evidence = replies?.get(window)
      if (off !== undefined && evidence)
        return t.violated(it.window, `${figures}; ${off}`, evidence, days.exchange)
    }
  if (week.value < quarter.value - analytics.grown[what] - 1e-9)
    return t.met(it.window, figures, ...exchanges)
  const stuck = week.value > 0 && growing >= (isSpend(it) ? 2 : 1) && it.kind !== 'team'
  if (stuck)
    return t.violated(
      it.window,
      `${figures}, while ${growing} other endpoints of the same history show more for 90 days`,
      ...exchanges,
    )
  t.notExercised(it.window, `history older than 7 days: ${figures}`, ...exchanges)
}

function refusedWindow(t: Trial, it: RowEndpoint, refused: Exchange, exchanges: Exchange[]) {
  const lawful = refused.status === 422 && !it.bounds
  if (lawful && exchanges.every(one => one.status === 422))
    return t.violated(it.window, '7, 30 and 90 days all answered 422', ...exchanges)
  if (lawful)
    return t.notExercised(
      it.window,
      `a window that is accepted: days answered ${refused.status}, and its bounds are not stated`,
      refused,
    )
  servedAsAdmin(t, it.window, refused)
}

/** Every day of the 90 days has an entry in the daily spend and in the summary's runs per day. */
function daysOf(
  analytics: AnalyticsFigures,
  what: What,
): { series: DaySeries; exchange: Exchange } | undefined {
  const summary = analytics.summaries.get('90d')
  if (what === 'runs') {
    const whole = summary?.perDay && summary.runs === summary.perDay.total
    return whole && summary.perDay ? { series: summary.perDay, exchange: summary.exchange } : undefined
  }
  const over = analytics.breakdowns.get('getSpendOverTime')?.get(90)
  const series = over && DaySeries.ofRows(over.rows, FIGURE.cost)
  return series && { series, exchange: over.exchange }
}

/**
 * A window's figure lies between the sums of one day less and one day more of the same days: where a day begins, and
 * whether today counts, is not stated. Inconclusive where the two differ over the whole 90 days.
 */
function offWindow(
  series: DaySeries,
  today: number,
  quarter: Sum,
  sum: Sum,
  days: number,
  grown: number,
): string | undefined {
  const apart = Math.abs(quarter.value - series.total)
  if (apart > 0.01 * series.total + quarter.slack + series.slack + grown) return undefined
  // Without an entry for today, the deployment's date may differ from ours.
  const late = today > series.latest ? 1 : 0
  const [least, most] = [series.last(days - 1 - late, today), series.last(days + 1 + late, today)]
  const slack = sum.slack + series.slack + grown + apart + 0.01 * most
  if (sum.value >= least - slack && sum.value <= most + slack) return undefined
  return `the last ${days} days one by one come to ${round(series.last(days, today))}, with a day less to ${round(least)}, with one more to ${round(most)}; asked for them at once it is ${round(sum.value)}`
}

/** A day that is over has the same amount in every window that contains it. */
function sameDays(t: Trial, analytics: AnalyticsFigures) {
  const read = analytics.breakdowns.get('getSpendOverTime')
  const [short, long, whole] = [7, 30, 90].map(days => read?.get(days as Window))
  if (!short || !long || !whole) return
  for (const [one, other, days] of [
    [short, long, 7],
    [short, whole, 7],
    [long, whole, 30],
  ] as const) {
    if (isDayless(t, other)) return
    const [narrow, wide] = [one, other].map(({ rows }) => DaySeries.ofRows(rows, FIGURE.cost))
    if (!wide) return
    const evidence = [one.exchange, other.exchange]
    const latest = Math.max(wide.latest, narrow?.latest ?? 0)
    if (narrow && latest - narrow.earliest > days + 1)
      return t.violated(
        'SPEND-19',
        `days=${days} reaches from ${dayText(narrow.earliest)} to ${dayText(latest)}`,
        ...evidence,
      )
    // Today's amount grows, and the start of the first day is not stated.
    const today = presentDay(wide, t.context.today)
    for (let day = today - days + 3; day < latest; day++) {
      const [mine, theirs] = [narrow?.on(day) ?? 0, wide.on(day)]
      if (Math.abs(mine - theirs) <= 0.0101 + 0.01 * theirs * Number(mine > 0)) continue
      const id = mine === 0 ? 'SPEND-19' : 'SPEND-18'
      const sentence = `${dayText(day)} has ${round(mine)} with days=${days} and ${round(theirs)} in the longer window`
      return t.violated(id, sentence, ...evidence)
    }
  }
}

/** No row names a day. */
function isDayless(t: Trial, { rows, exchange }: Breakdown): boolean {
  const [first] = rows
  if (!first || rows.some(row => dayOf(row) !== undefined)) return false
  const texts = rows.some(row =>
    Object.values(row).some(value => typeof value === 'string' && !isAmount(value)),
  )
  if (!texts) t.violated('SPEND-18', `no row says which day it is of: ${t.quote(first)}`, exchange)
  return true
}

/** Judges each period by itself, and shorter periods against longer ones. */
function served(t: Trial, analytics: AnalyticsFigures) {
  const { periods, summaries } = analytics
  for (const [id, period] of PERIOD_ROWS) {
    const exchange = periods.get(period)
    if (exchange) t.served(id, exchange)
  }
  const [today, week, month, quarter] = PERIOD_ROWS.map(([, period]) => summaries.get(period)?.runs)
  const [evidence] = periods.values()
  if (today === undefined || week === undefined || month === undefined || quarter === undefined)
    return t.notExercised('ANA-22', 'a total of runs for every period', ...(evidence ? [evidence] : []))
  const figures = `today ${today} runs, 7d ${week}, 30d ${month}, 90d ${quarter}`
  const exchanges = [...periods.values()]
  const over = ROWS.find(it => it.operation === 'getSpendOverTime')
  // Whether the last 7 days include today is not stated; later spend shows in the shorter window.
  const room = Math.max(0, month - quarter, week - month)
  if (room > t.context.budget.runs) t.violated('ANA-22', figures, ...exchanges)
  else if (today < quarter) t.met('ANA-22', figures, ...exchanges)
  else if (week > 0 && over && hasHistory(analytics, over))
    t.violated('ANA-22', `${figures}, while the spend over time shows more for 90 days`, ...exchanges)
  else t.notExercised('ANA-22', `history older than today: ${figures}`, ...exchanges)
}

/** The summary of each period compared with its own days and with the spend of the same days. */
function periods(t: Trial, analytics: AnalyticsFigures) {
  const quarter = analytics.summaries.get('90d')
  for (const [period, { perDay, exchange }] of analytics.summaries) {
    const days = [...(perDay?.amounts ?? [])].flatMap(([day, amount]) => (amount > 0 ? [day] : []))
    const [first, last] = [Math.min(...days), Math.max(...days)]
    if (days.length > 0 && last - first > PERIODS[period])
      t.violated('ANA-22', `period=${period} has runs from ${dayText(first)} to ${dayText(last)}`, exchange)
  }
  if (analytics.stale.has('getInsightsSummary')) return
  for (const what of ['runs', 'cost'] as const) {
    const days = daysOf(analytics, what)
    const whole = quarter?.[what]
    if (!days || !quarter || whole === undefined) continue
    for (const period of ['today', '7d', '30d'] as const satisfies Period[]) {
      const summary = analytics.summaries.get(period)
      const value = summary?.[what]
      if (!summary || value === undefined) continue
      const off = offWindow(
        days.series,
        presentDay(days.series, t.context.today),
        exact(whole),
        exact(value),
        PERIODS[period],
        analytics.grown[what],
      )
      if (off !== undefined)
        t.violated('ANA-22', `period=${period}, ${what}: ${off}`, summary.exchange, days.exchange)
    }
  }
}

const exact = (value: number): Sum => ({ value, slack: 0.01 })

/** The wallet covers the same days. */
async function wallet(t: Trial, analytics: AnalyticsFigures) {
  const days = daysOf(analytics, 'cost')
  if (!days) return
  const key = adminKey(t)
  const { wallet: exchange, daysAfter: after } = analytics
  const later = after.status === 200 ? DaySeries.ofRows(rowsOf(after.json, 'day'), FIGURE.cost) : undefined
  if (exchange?.status !== 200 || !later) return
  const theirs = await spentByOtherTenant(t)
  const day = presentDay(later, t.context.today)
  const ofToday = amountOf(findLike(exchange.json, /today/i, isAmount)?.value)
  // Where the wallet's spend of today matches, its other figures count the same money.
  const alike =
    key.role === 'admin' &&
    ofToday !== undefined &&
    ofToday > 0.01 &&
    ofToday >= days.series.on(day) - 0.01 &&
    ofToday <= later.on(day) + 0.01
  for (const [id, name, length] of [
    ['WALLET-01', /today/i, 1],
    ['WALLET-02', /30|thirty/i, 30],
  ] as const) {
    const found = findLike(exchange.json, name, isAmount)
    const value = amountOf(found?.value)
    if (!found || value === undefined || !/spen[dt]|cost|euro|amount|usage|today|30/i.test(found.path))
      continue
    const today = presentDay(later, t.context.today)
    const late = today > later.latest ? 1 : 0
    const least = days.series.last(length - 1 - late, today)
    const most = later.last(length + 1 + late, today)
    const room = later.slack + 0.02 * most + 0.01
    const all = later.last(90)
    const other = Array.from({ length: 90 }, (_, n) => later.last(n + 1, today)).find(
      one =>
        Math.abs(one - value) <= later.slack + 0.002 * one &&
        Math.abs(one - later.last(length, today)) > room,
    )
    const sentence = `${found.path} reads ${round(value)}; the spend over time shows ${round(later.last(length, today))} for ${length} days, ${round(all)} for 90`
    const both = length === 30 && theirs !== undefined ? later.last(30, today) + theirs : undefined
    const isBoth =
      both !== undefined && (theirs ?? 0) > room && Math.abs(value - both) <= later.slack + 0.01 * both
    // An excess may be spend outside the daily series: only a match with another window or with two tenants proves an
    // error.
    if (value < least - room || (value > most + room && (other !== undefined || isBoth || alike)))
      t.violated(id, sentence, exchange, days.exchange, after)
  }
}

/** The other tenant's spend of 30 days, where the target has a key for it. */
async function spentByOtherTenant(t: Trial): Promise<number | undefined> {
  const key = t.target.keys.find(
    one => one.tenant !== HOME && !one.revoked && one.scopes.has('analytics:read'),
  )
  const reply = key && (await t.call('getSpendOverTime', { key, query: { days: 30 } }))
  return reply?.status === 200 ? total(rowsOf(reply.json, 'day'), FIGURE.cost) : undefined
}

export const windowScenarios: readonly Scenario[] = [windows]
