/** The models used most: what stands in the summary against what it leaves out. */
import type { Trial } from '../../engine/trial.ts'
import { Missing } from '../../ledger/missing.ts'
import { asId, isObject, type Json, places } from '../../reading/find-value.ts'
import { type LedgerReadings, memberOf, quarterOf, round } from './ledger-readings.ts'
import { figureIn, isNumber, labelOf, runsOf } from './read-rows.ts'

export async function mostUsedModels(t: Trial, ledger: LedgerReadings) {
  const { summaries, breakdowns } = ledger
  const summary = summaries.get('90d')
  const member = memberOf('ANA-15')
  const list = summary && member && figureIn(summary.record, member.name, Array.isArray)?.value
  if (!summary || !Array.isArray(list) || !list.every(isObject)) return
  const rows: Json[] = list
  if (rows.length === 0) return
  const strange = await unheardOf(t, ledger, rows)
  if (strange !== undefined)
    return t.violated(
      'ANA-15',
      `the model ${strange} has no spend and is not listed among the models`,
      summary.exchange,
    )
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

/** A model that neither the spend nor the list of models knows, where both call the models alike. */
async function unheardOf(
  t: Trial,
  ledger: LedgerReadings,
  rows: readonly Json[],
): Promise<string | undefined> {
  const spent = quarterOf(ledger, 'getSpendByModel')?.rows ?? []
  const listed = await t.call('listModels').catch(orNone)
  if (spent.length === 0 || listed?.status !== 200) return undefined
  const texts = (body: unknown) =>
    [...places(body, 8)].flatMap(({ name, value }) => [name, asId(value) ?? '']).map(plain)
  const [ofSpend, ofList] = [texts(spent), texts(listed.json)]
  const isKnown = (label: string | undefined) => {
    const one = plain(label ?? '')
    return [...ofSpend, ...ofList].some(text => text !== '' && (text.includes(one) || one.includes(text)))
  }
  const alike = spent.some(row => ofList.includes(plain(labelOf(row, 'model') ?? '')))
  const labels = rows.flatMap(row => labelOf(row, 'model') ?? [])
  return alike && labels.length === rows.length ? labels.find(label => !isKnown(label)) : undefined
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const orNone = (problem: unknown): undefined => {
  if (!(problem instanceof Missing)) throw problem
}

/** Of every member that is a figure in all rows: its values, row by row. */
function figuresOf(rows: readonly Json[]): number[][] {
  const names = Object.keys(rows[0] ?? {}).filter(name => rows.every(row => isNumber(row[name])))
  return names.map(name => rows.map(row => Number(row[name])))
}

const isRising = (figures: readonly number[]): boolean =>
  figures.every((one, n) => n === 0 || one >= (figures[n - 1] ?? 0)) &&
  (figures[0] ?? 0) < (figures.at(-1) ?? 0)
