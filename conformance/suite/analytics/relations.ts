/**
 * How the figures of one reply are related. Each relation holds for every right deployment, within one unit of the last
 * shown place of each figure, which is as much as rounding may hide.
 */
import type { Json } from '../../extract/find-value.ts'
import type { RuleId } from '../../rules/rules.ts'
import { beyond, countSlackOf, type Days, round, slackOf } from './days.ts'
import { moneyOf, partsOf, runsOf } from './read-rows.ts'

/** A conclusion about one reply, right or wrong. Replies that do not show both sides have none. */
export type Relation = readonly [rule: RuleId, id: string, holds: boolean, says: string]

/** Runs and cost of a row are split by agent: the parts are no more than the whole. Agents that nobody sees may be left out. */
export function splitsAddUp(id: string, rows: readonly Json[]): Relation[] {
  return rows.flatMap(row => {
    const parts = partsOf(row) ?? []
    return ([runsOf, moneyOf] as const).flatMap(figure => {
      const [whole, some] = [figure(row), parts.flatMap(part => figure(part) ?? [])]
      if (whole === undefined || parts.length === 0 || some.length < parts.length) return []
      const sum = sumOf(some)
      const what = figure === runsOf ? 'runs' : 'cost'
      const says = `the ${what} of a row ${what === 'runs' ? 'are' : 'is'} ${whole}, of its ${parts.length} parts together ${round(sum)}`
      const slack = (figure === runsOf ? countSlackOf : slackOf)([whole, ...some])
      return [['parts-and-whole', id, sum <= whole + slack, says] as const]
    })
  })
}

/** The runs per day of one summary: listed where there are `settled` ones, and of the days of its window. */
export function runsByDay(
  runs: number | undefined,
  perDay: unknown,
  days: Days | undefined,
  window: number | undefined,
  hasSettled: boolean,
): Relation[] {
  const found: Relation[] = []
  if (hasSettled && Number(runs) > 0 && typeof perDay === 'object' && perDay !== null) {
    const isEmpty = Object.keys(perDay).length === 0
    const says = `${runs} runs, and ${isEmpty ? 'no day is listed' : 'days are listed'}`
    found.push(['contradicts-itself', 'ANA-09', !isEmpty, says])
  }
  const span = days && window !== undefined ? beyond(days, window) : undefined
  const says = `${window} days show runs from ${span?.first} to ${span?.last}`
  return span ? [...found, ['inside-window', 'ANA-22', false, says]] : found
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)
