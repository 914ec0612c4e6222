/** Infers the pace of a deployment: how long replies and runs take, how late figures are, and rate limits. */
import type { Twin } from '#mock'
import { instantFormOf } from '#mock/dialect'
import { momentOf } from '../../conformance/extract/moment.ts'
import { endOf, readRun } from '../../conformance/extract/run-status.ts'
import type { Call } from '../recording/calls.ts'
import { leavesOf } from '../recording/json-paths.ts'
import { isComparable } from '../replay/mock-replay.ts'
import type { Unsure } from './evidence.ts'
import { inferLateness } from './infer-lateness.ts'
import { inferRateLimits } from './infer-rate-limits.ts'

/** With fewer replies, an operation has the pace of all; with fewer runs, an agent. */
const MIN_REPLIES = 5

type Lengths = NonNullable<NonNullable<NonNullable<Twin['pace']>['startRun']>['runs']>[string]

/** Streams are left out, because their ends say nothing of latency. What stays open is added to `unsure`. */
export function inferPace(
  calls: readonly Call[],
  unsure: Unsure[] = [],
  agents: ReadonlyMap<string, string> = new Map(),
): NonNullable<Twin['pace']> {
  const timed = calls.filter(
    call => isComparable(call) && call.ms !== undefined && !call.isStream && call.operation,
  )
  if (timed.length === 0) return {}
  const all = quantilesOf(timed.map(({ ms = 0 }) => ms))
  const late = inferLateness(calls, unsure)
  const limits = inferRateLimits(calls, unsure)
  const runs = runLengths(calls, agents)
  const own = [...Map.groupBy(timed, ({ operation }) => operation!)].flatMap(([operation, its]) => {
    const more = {
      ...(late.has(operation) ? { late: late.get(operation) } : {}),
      ...(limits.has(operation) ? { perMinute: limits.get(operation) } : {}),
      ...(operation === 'startRun' && runs['*'] ? { runs } : {}),
    }
    if (its.length >= MIN_REPLIES)
      return [[operation, { ...quantilesOf(its.map(({ ms = 0 }) => ms)), ...more }]]
    return Object.keys(more).length > 0 ? [[operation, { ...all, ...more }]] : []
  })
  return { '*': all, ...Object.fromEntries(own) }
}

/**
 * How long runs took, from the first to the last instant of the records of those that finished or failed and never paused:
 * by the handle of the mock's agent in place of theirs, and of all.
 */
function runLengths(calls: readonly Call[], agents: ReadonlyMap<string, string>): Record<string, Lengths> {
  const reads = calls.filter(({ operation, status }) => operation === 'getRun' && status < 300)
  const lengths = [...Map.groupBy(reads, ({ params }) => params.run_id)].flatMap(([, its]) => {
    const views = its.map(({ json }) => readRun(json))
    const { record = {}, status } = views.at(-1) ?? {}
    if (views.some(one => one?.phase === 'paused') || !/finished|failed/.test(endOf(status) ?? '')) return []
    const leaves = leavesOf(record)
    const instants = leaves.flatMap(({ value }) => (instantFormOf(value) ? (momentOf(value) ?? []) : []))
    const agent = leaves.map(({ value }) => agents.get(String(value))).find(Boolean)
    return instants.length > 1 ? [{ agent, ms: Math.max(...instants) - Math.min(...instants) }] : []
  })
  const groups = [...Map.groupBy(lengths, ({ agent }) => agent ?? '*'), ['*', lengths] as const]
  return Object.fromEntries(
    groups.flatMap(([name, its]) =>
      its.length < MIN_REPLIES ? [] : [[name, quantilesOf(its.map(({ ms }) => ms))]],
    ),
  )
}

function quantilesOf(lengths: readonly number[]): Lengths {
  const sorted = lengths.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1]!)
  return { median: at(0.5), p95: at(0.95) }
}
