/** The spend of a single day, where `days=1` is accepted (its bounds are not stated). */
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  FIGURE,
  quarterOf,
  round,
  type Sum,
  shows,
  sumOf,
} from './analytics-figures.ts'
import { DaySeries, presentDay } from './day-series.ts'
import { rowsOf } from './read-rows.ts'
import { ROWS, type RowEndpoint } from './row-endpoints.ts'
import { adminKey } from './rows.check.ts'

export const SPEND = ROWS.filter(it => it.operation.startsWith('getSpend'))

interface Day {
  it: RowEndpoint
  exchange: Exchange
  day: Sum
  week: Sum
}

/** Where other endpoints show one day for `days=1`, an endpoint that shows the whole week ignores the parameter. */
export async function oneDay(t: Trial, analytics: AnalyticsFigures) {
  const over = quarterOf(analytics, 'getSpendOverTime')
  const series = over && DaySeries.ofRows(over.rows, FIGURE.cost)
  if (!over || !series) return
  const replies = await Promise.all(SPEND.map(it => dayOf(t, analytics, it)))
  const read = replies.flatMap(one => one ?? [])
  // The start of the day is not stated: it may reach into the day before.
  const most = series.last(2, presentDay(series, t.context.today))
  const room = ({ day, week }: Day) => day.slack + week.slack + series.slack + analytics.grown.cost
  const isDay = (one: Day) => one.day.value <= most + room(one)
  const isWeek = (one: Day) =>
    Math.abs(one.day.value - one.week.value) <= room(one) && one.day.value > 1.2 * most + 5 * room(one)
  const days = read.filter(one => isDay(one) && one.week.value > most + room(one))
  for (const one of read) {
    if (!isWeek(one) || days.length < 2) continue
    const sentence = `days=1 shows ${round(one.day.value)}, as days=7 does; the last two days come to ${round(most)}, and ${days.map(({ it }) => it.operation).join(', ')} show no more`
    t.violated(one.it.window, sentence, one.exchange, over.exchange)
  }
}

async function dayOf(t: Trial, analytics: AnalyticsFigures, it: RowEndpoint): Promise<Day | undefined> {
  const week = analytics.breakdowns.get(it.operation)?.get(7)
  if (!week || !shows(week, 'cost') || analytics.stale.has(it.operation)) return undefined
  if (!t.isFree(it.operation)) return undefined
  const exchange = await t.call(it.operation, { key: adminKey(t), query: { days: 1 } })
  if (exchange.status !== 200) return undefined
  const day = sumOf({ rows: rowsOf(exchange.json, it.kind) }, 'cost')
  return { it, exchange, day, week: sumOf(week, 'cost') }
}
