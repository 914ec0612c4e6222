/** Success rates compared with the outcomes in the runs' own records. */
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, type Json } from '../../extract/find-value.ts'
import { type AnalyticsFigures, quarterOf, round } from './analytics-figures.ts'
import { labelOf, runsOf } from './read-rows.ts'
import type { RunRecord } from './run-records.ts'

/** The rate must lie between two readings: every unfinished run counts against an agent, or only failures do. */
export function rates(t: Trial, analytics: AnalyticsFigures, ever: readonly RunRecord[]) {
  const quarterAgo = (analytics.summaries.get('90d')?.exchange.at ?? t.context.today).getTime() - 89.5 * DAY
  const records = ever.filter(({ began }) => began === undefined || began > quarterAgo)
  rateOfWorkspace(t, analytics, records)
  const stats = analytics.stale.has('getAgentStats') ? undefined : quarterOf(analytics, 'getAgentStats')
  if (!stats || !analytics.runs.all) return
  const all = Map.groupBy(records, ({ agent }) => agent)
  const shared = sharedRate(stats.rows, all)
  if (shared !== undefined) t.violated('ANA-17', shared, stats.exchange)
  for (const row of stats.rows) {
    const agent = labelOf(row, 'agent') ?? ''
    const off = offRate(rateIn(row), all.get(agent) ?? [], runsOf(row))
    if (off !== undefined) return t.violated('ANA-17', `the agent ${agent} ${off}`, stats.exchange)
  }
  const summary = analytics.summaries.get('90d')
  if (!summary || analytics.stale.has('getInsightsSummary')) return
  const off = offRate(rateIn(summary.record), records, summary.runs)
  if (off !== undefined) t.violated('ANA-08', `the workspace ${off}`, summary.exchange)
}

/** The workspace's rate is far from the rates of all agents, which agree with the records of the runs seen. */
function rateOfWorkspace(t: Trial, analytics: AnalyticsFigures, records: readonly RunRecord[]) {
  const [stats, summary] = [quarterOf(analytics, 'getAgentStats'), analytics.summaries.get('90d')]
  const rate = summary && rateIn(summary.record)
  if (!stats || typeof rate !== 'number' || !summary?.runs) return
  const rated = stats.rows.flatMap(row => {
    const [share, runs] = [rateIn(row), runsOf(row) ?? 0]
    return typeof share === 'number' ? [{ share, runs }] : []
  })
  // Only runs that both figures cover: recent runs may be booked late.
  const runs = rated.reduce((all, one) => all + one.runs, 0)
  if (Math.abs(runs - summary.runs) > 0.02 * summary.runs + analytics.grown.runs) return
  const mean = rated.reduce((all, one) => all + one.share * one.runs, 0) / runs
  const count = (end: RunRecord['end']) => records.filter(one => one.end === end).length
  const [finished, failed] = [count('finished'), count('failed')]
  if (finished + failed < 20) return
  // Whether the rate is of all runs or of ended runs is not stated.
  const [least, most] = [finished / records.length - 0.1, finished / (finished + failed) + 0.1]
  const agrees = (share: number) => share >= least && share <= most
  if (Math.abs(rate - mean) <= 0.25 || !agrees(mean) || agrees(rate)) return
  const sentence = `the success rate of the workspace is ${round(rate)}, those of its agents come to ${round(mean)}, and of ${records.length} runs ${finished} finished and ${failed} failed`
  t.violated('ANA-08', sentence, summary.exchange, stats.exchange)
}

/** Every row shows the same rate although the outcomes of two agents' runs clearly differ. */
function sharedRate(rows: readonly Json[], all: ReadonlyMap<string, RunRecord[]>): string | undefined {
  const rates = rows.map(rateIn)
  const [first] = rates
  if (rows.length < 2 || typeof first !== 'number' || rates.some(rate => rate !== first)) return undefined
  const shares = rows.flatMap(row => {
    const agent = labelOf(row, 'agent') ?? ''
    const ended = (all.get(agent) ?? []).filter(({ end }) => end === 'finished' || end === 'failed')
    const share = ended.filter(({ end }) => end === 'finished').length / ended.length
    return ended.length >= 5 ? [{ agent, share, ended: ended.length }] : []
  })
  const sorted = shares.toSorted((a, b) => a.share - b.share)
  const [worst, best] = [sorted[0], sorted.at(-1)]
  if (!worst || !best || best.share - worst.share < 0.25) return undefined
  return `every agent has a success rate of ${round(first)}; of the runs of ${worst.agent} ${round(worst.share)} finished, of those of ${best.agent} ${round(best.share)}`
}

const DAY = 86_400_000

const RATE = /success.*(rate|percent|ratio|share)|(rate|ratio).*success|^success$/i

/** The rate as a fraction of 1, whatever its form; null where it shows none. */
function rateIn(record: Json): number | null | undefined {
  const found = findLike(record, RATE, value => value === null || isNumber(value))
  if (found === undefined || found.value === null) return found === undefined ? undefined : null
  const value = Number(found.value)
  return value > 1 || /percent|pct/i.test(found.name) ? value / 100 : value
}

function offRate(
  rate: number | null | undefined,
  records: readonly RunRecord[],
  runs: number | undefined,
): string | undefined {
  const count = (end: RunRecord['end']) => records.filter(one => one.end === end).length
  const [finished, failed] = [count('finished'), count('failed')]
  // Only where both cover the same runs.
  if (rate === undefined || runs === undefined || finished + failed < 3) return undefined
  if (Math.abs(runs - records.length) > 0.02 * runs) return undefined
  const sentence = `has ${records.length} runs, of which ${finished} finished and ${failed} failed`
  if (rate === null) return `${sentence}, and no success rate`
  const [least, most] = [finished / records.length, finished / (finished + failed)]
  return rate < least - 0.03 || rate > most + 0.03
    ? `${sentence}, and a success rate of ${round(rate)}`
    : undefined
}
