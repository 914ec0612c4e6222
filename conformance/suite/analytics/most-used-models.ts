/** The models used most: what stands in the summary against what it leaves out. */
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json } from '../../reading/find-value.ts'
import { type LedgerReadings, memberOf, round } from './ledger-readings.ts'
import { figureIn, isNumber, labelOf, runsOf } from './read-rows.ts'

export function mostUsedModels(t: Trial, { summaries, breakdowns }: LedgerReadings) {
  const summary = summaries.get('90d')
  const member = memberOf('ANA-15')
  const list = summary && member && figureIn(summary.record, member.name, Array.isArray)?.value
  if (!summary || !Array.isArray(list) || !list.every(isObject)) return
  const rows: Json[] = list
  if (rows.length === 0) return
  const rising = figuresOf(rows).filter(figures => isRising(figures))
  const falling = figuresOf(rows).some(figures => isRising(figures.toReversed()))
  const names = rows.map(row => labelOf(row, 'model') ?? '?').join(', ')
  if (rising.length > 0 && !falling && rows.length >= 3)
    return t.violated('ANA-15', `the models used least stand first: ${names}`, summary.exchange)
  const spend = breakdowns.get('getSpendByModel')?.get(90)
  const known = spend?.rows.flatMap(row => labelOf(row, 'model') ?? []) ?? []
  const others = known.filter(model => !rows.some(row => labelOf(row, 'model') === model))
  const least = Math.min(...rows.map(row => runsOf(row) ?? Number.NaN))
  // By runs alone, because a list by cost may leave out a cheap model that many runs use.
  if (!spend || others.length === 0 || figuresOf(rows).length !== 1 || !(least >= 0)) return
  const left = (summary.runs ?? 0) - rows.reduce((sum, row) => sum + (runsOf(row) ?? 0), 0)
  if (left <= others.length * least + 1) return
  const said = `the summary counts ${summary.runs} runs and lists ${names} with ${round(least)} at least; the ${left} others are of ${others.join(', ')}`
  t.violated('ANA-15', said, summary.exchange, spend.exchange)
}

/** Of every member that is a figure in all rows: its values, row by row. */
function figuresOf(rows: readonly Json[]): number[][] {
  const names = Object.keys(rows[0] ?? {}).filter(name => rows.every(row => isNumber(row[name])))
  return names.map(name => rows.map(row => Number(row[name])))
}

const isRising = (figures: readonly number[]): boolean =>
  figures.every((one, n) => n === 0 || one >= (figures[n - 1] ?? 0)) &&
  (figures[0] ?? 0) < (figures.at(-1) ?? 0)
