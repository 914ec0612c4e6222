/** The most used models of the summary, compared with models that it omits. */
import type { Trial } from '../../engine/trial.ts'
import { asId, findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { beganAt } from '../../extract/run-status.ts'
import { Missing } from '../../requirements/missing.ts'
import { type AnalyticsFigures, memberOf, quarterOf, round } from './analytics-figures.ts'
import { labelOf, runsOf } from './read-rows.ts'

export async function mostUsedModels(t: Trial, analytics: AnalyticsFigures) {
  const { summaries, breakdowns } = analytics
  const summary = summaries.get('90d')
  const member = memberOf('ANA-15')
  const list = summary && member && findLike(summary.record, member.name, Array.isArray)?.value
  if (!summary || !Array.isArray(list) || !list.every(isObject)) return
  const rows: Json[] = list
  if (rows.length === 0) return
  const strange = await unheardOf(t, analytics, rows)
  if (strange !== undefined)
    return t.violated(
      'ANA-15',
      `the model ${strange} has no spend and is not listed among the models`,
      summary.exchange,
    )
  // The order of the list is not stated.
  const names = rows.map(row => labelOf(row, 'model') ?? '?').join(', ')
  const unlisted = moreUsed(analytics, rows)
  if (unlisted) {
    const sentence = `the summary lists ${names}, with no more than ${unlisted.most} uses; ${unlisted.runs} runs of these days name ${unlisted.model}`
    return t.violated('ANA-15', sentence, summary.exchange)
  }
  const spend = breakdowns.get('getSpendByModel')?.get(90)
  const known = spend?.rows.flatMap(row => labelOf(row, 'model') ?? []) ?? []
  const others = known.filter(model => !rows.some(row => labelOf(row, 'model') === model))
  const least = Math.min(...rows.map(row => runsOf(row) ?? Number.NaN))
  // Only lists by runs: a list by cost may omit a cheap model that many runs use.
  if (!spend || others.length === 0 || figuresOf(rows).length !== 1 || !(least >= 0)) return
  const left = (summary.runs ?? 0) - rows.reduce((sum, row) => sum + (runsOf(row) ?? 0), 0)
  if (left <= others.length * least + 1) return
  const sentence = `the summary counts ${summary.runs} runs and lists ${names} with ${round(least)} at least; the ${left} others are of ${others.join(', ')}`
  t.violated('ANA-15', sentence, summary.exchange, spend.exchange)
}

/** Finds an omitted model that more runs name than any figure of the least used listed model counts. */
function moreUsed(analytics: AnalyticsFigures, rows: readonly Json[]) {
  const quarterAgo = (analytics.summaries.get('90d')?.exchange.at.getTime() ?? 0) - QUARTER
  const counts = new Map<string, number>()
  for (const row of analytics.runs.rows) {
    const model = asId(row.model)
    if (model !== undefined && (beganAt(row) ?? 0) > quarterAgo)
      counts.set(model, (counts.get(model) ?? 0) + 1)
  }
  const listed = rows.flatMap(row => labelOf(row, 'model') ?? [])
  if (!listed.some(label => counts.has(label)) || listed.length !== rows.length) return undefined
  const most = Math.min(...rows.map(row => Math.max(0, ...Object.values(row).filter(isNumber).map(Number))))
  const [model, runs] =
    [...counts].find(([name, count]) => !listed.includes(name) && count > 2 * most + 5) ?? []
  return model !== undefined && runs !== undefined ? { model, runs, most } : undefined
}
const QUARTER = 89 * 86_400_000

/** Finds a listed model that neither the spend nor the list of models contains, where both use the same names. */
async function unheardOf(
  t: Trial,
  analytics: AnalyticsFigures,
  rows: readonly Json[],
): Promise<string | undefined> {
  const spent = quarterOf(analytics, 'getSpendByModel')?.rows ?? []
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

/** For each member that is a figure in all rows: its values, row by row. */
function figuresOf(rows: readonly Json[]): number[][] {
  const names = Object.keys(rows[0] ?? {}).filter(name => rows.every(row => isNumber(row[name])))
  return names.map(name => rows.map(row => Number(row[name])))
}
