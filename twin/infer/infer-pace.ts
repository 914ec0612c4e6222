/** Infers how long the replies of a deployment take, by operation. */
import type { Twin } from '#mock'
import type { Call } from '../recording/calls.ts'

/** With fewer replies, an operation has the pace of all. */
const MIN_REPLIES = 5

/** Streams are left out, because their ends say nothing of latency. */
export function inferPace(calls: readonly Call[]): NonNullable<Twin['pace']> {
  const timed = calls.filter(({ ms, isStream, operation }) => ms !== undefined && !isStream && operation)
  if (timed.length === 0) return {}
  const own = [...Map.groupBy(timed, ({ operation }) => operation!)]
    .filter(([, its]) => its.length >= MIN_REPLIES)
    .map(([operation, its]) => [operation, latencyOf(its)])
  return { '*': latencyOf(timed), ...Object.fromEntries(own) }
}

function latencyOf(calls: readonly Call[]) {
  const sorted = calls.map(({ ms = 0 }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1]!)
  return { median: at(0.5), p95: at(0.95) }
}
