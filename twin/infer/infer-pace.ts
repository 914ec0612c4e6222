/** Infers the pace of a deployment by operation: how long replies take, how late figures are, and rate limits. */
import type { Twin } from '#mock'
import type { Call } from '../recording/calls.ts'
import { isComparable } from '../replay/mock-replay.ts'
import type { Unsure } from './evidence.ts'
import { inferLateness } from './infer-lateness.ts'
import { inferRateLimits } from './infer-rate-limits.ts'

/** With fewer replies, an operation has the pace of all. */
const MIN_REPLIES = 5

/** Streams are left out, because their ends say nothing of latency. What stays open is added to `unsure`. */
export function inferPace(calls: readonly Call[], unsure: Unsure[] = []): NonNullable<Twin['pace']> {
  const timed = calls.filter(
    call => isComparable(call) && call.ms !== undefined && !call.isStream && call.operation,
  )
  if (timed.length === 0) return {}
  const all = latencyOf(timed)
  const late = inferLateness(calls, unsure)
  const limits = inferRateLimits(calls, unsure)
  const own = [...Map.groupBy(timed, ({ operation }) => operation!)].flatMap(([operation, its]) => {
    const more = {
      ...(late.has(operation) ? { late: late.get(operation) } : {}),
      ...(limits.has(operation) ? { perMinute: limits.get(operation) } : {}),
    }
    if (its.length >= MIN_REPLIES) return [[operation, { ...latencyOf(its), ...more }]]
    return Object.keys(more).length > 0 ? [[operation, { ...all, ...more }]] : []
  })
  return { '*': all, ...Object.fromEntries(own) }
}

function latencyOf(calls: readonly Call[]) {
  const sorted = calls.map(({ ms = 0 }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1]!)
  return { median: at(0.5), p95: at(0.95) }
}
