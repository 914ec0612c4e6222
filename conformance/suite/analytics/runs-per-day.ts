/** The runs per day of the summary, compared with its total and with the runs themselves. */
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json } from '../../extract/find-value.ts'
import { beganAt } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type AnalyticsFigures, memberOf, type Period, type Summary } from './analytics-figures.ts'
import { type DaySeries, dayNumber, dayText } from './day-series.ts'

export function runsPerDay(t: Trial, analytics: AnalyticsFigures, quarter: Summary) {
  daysOfRuns(t, quarter.record, quarter.exchange)
  const { perDay, runs, exchange } = quarter
  if (!perDay) return
  if (runs !== undefined && perDay.latest - perDay.earliest > 60) {
    // The first day may be partial, depending on where it begins.
    const room = 0.05 * runs + Math.max(perDay.on(perDay.earliest), 1) + analytics.grown.runs
    const sentence = `the runs per day come to ${perDay.total}, the runs in all are ${runs}`
    if (Math.abs(perDay.total - runs) > room) t.violated('ANA-09', sentence, exchange)
  }
  for (const period of ['7d', '30d'] as const) fewerThanRuns(t, analytics, period, perDay)
  shifted(t, analytics, perDay, exchange)
}

/** Within one reply, the days add up to the total, except for a partial first day. */
function fewerThanRuns(t: Trial, analytics: AnalyticsFigures, period: Period, quarter: DaySeries) {
  const summary = analytics.summaries.get(period)
  if (!summary?.perDay || !summary.runs) return
  const { perDay, runs, exchange } = summary
  const first = quarter.on(perDay.earliest - 1)
  if (perDay.total >= 0.95 * runs - first - 2) return
  const sentence = `of the ${runs} runs of ${period}, the runs per day hold ${perDay.total}, from ${dayText(perDay.earliest)} to ${dayText(perDay.latest)}`
  t.violated('ANA-09', sentence, exchange)
}

/** Compares the days of the listed runs, in any time zone, with the same days shifted by one. */
function shifted(t: Trial, analytics: AnalyticsFigures, perDay: DaySeries, exchange: Exchange) {
  const began = analytics.runs.rows.flatMap(row => beganAt(row) ?? [])
  const [from, until] = [
    Math.max(perDay.earliest + 2, analytics.runs.all ? 0 : Math.floor(Math.min(...began) / DAY) + 2),
    Math.min(perDay.latest, Math.floor(exchange.at.getTime() / DAY)) - 2,
  ]
  const days = Array.from({ length: Math.max(0, until - from + 1) }, (_, n) => from + n)
  const shown = days.map(day => perDay.on(day))
  if (days.length < 20 || new Set(shown).size < 4) return
  const alike = (hours: number) => {
    const counts = new Map<number, number>()
    for (const at of began) {
      const day = Math.floor((at + hours * 3_600_000) / DAY)
      counts.set(day, (counts.get(day) ?? 0) + 1)
    }
    return correlation(
      days.map(day => counts.get(day) ?? 0),
      shown,
    )
  }
  const lawful = Math.max(...Array.from({ length: 27 }, (_, n) => alike(n - 12)))
  for (const [hours, what] of [
    [24, 'the day before'],
    [-24, 'the day after'],
  ] as const)
    if (alike(hours) > 0.9 && alike(hours) - lawful > 0.25)
      return t.violated(
        'ANA-09',
        `of ${days.length} days, each shows the runs that began on ${what}`,
        exchange,
      )
}

const DAY = 86_400_000

/** Pearson correlation of two series: 1 where they rise and fall together. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [p, q] = [mean(a), mean(b)]
  const products = (x: readonly number[], y: readonly number[], u: number, v: number) =>
    x.reduce((sum, one, n) => sum + (one - u) * ((y[n] ?? 0) - v), 0)
  const spread = Math.sqrt(products(a, a, p, p) * products(b, b, q, q))
  return spread === 0 ? 0 : products(a, b, p, q) / spread
}

/** Every entry of the runs per day names its day. */
function daysOfRuns(t: Trial, record: Json, exchange: Exchange) {
  const member = memberOf('ANA-09')
  const list = member && findLike(record, member.name, member.fits)?.value
  if (!Array.isArray(list) || list.length < 2 || !list.every(isObject)) return
  const entries: Json[] = list
  const day = (entry: Json) => Object.entries(entry).find(([, value]) => dayNumber(value) !== undefined)
  if (entries.every(entry => day(entry) === undefined) && !entries.some(hasWords))
    return t.violated('ANA-09', `no entry says which day it is of: ${t.quote(entries[0])}`, exchange)
  const misplaced = entries.every(entry => /^(num_?)?(runs?|count|total)$/i.test(day(entry)?.[0] ?? ''))
  if (misplaced)
    t.violated('ANA-09', `the day stands where the runs should: ${t.quote(entries[0])}`, exchange)
}

const hasWords = (entry: Json) =>
  Object.values(entry).some(value => isObject(value) || (typeof value === 'string' && !isNumber(value)))
