import type { OperationId } from '#openapi'

/** The pace of an operation. Times are in milliseconds. */
export interface OperationPace {
  /** Half of the replies take at most so long, and 95 of 100 at most `p95`. */
  readonly median: number
  readonly p95: number
  /** How much later than it happened its figures count what happened. Default: they count it at once. */
  readonly late?: number
  /** The requests that it allows a minute (section 8). Default: those of the contract. */
  readonly perMinute?: number
}

/** By operation; `*` for the times of the others. */
export type Pace = Readonly<Partial<Record<OperationId | '*', OperationPace>>>
