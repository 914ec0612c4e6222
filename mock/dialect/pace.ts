import type { OperationId } from '#openapi'

/** Half of the replies, or runs, take at most so long, and 95 of 100 at most `p95`. In milliseconds. */
export interface Lengths {
  readonly median: number
  readonly p95: number
}

/** The pace of an operation. Times are in milliseconds. */
export interface OperationPace extends Lengths {
  /** How much later than it happened its figures count what happened. Default: they count it at once. */
  readonly late?: number
  /** The requests that it allows a minute (section 8). Default: those of the contract. */
  readonly perMinute?: number
  /** How long the runs take that it starts, by the handle of their agent; `*` for the others. Default: as their scripts say. */
  readonly runs?: Readonly<Record<string, Lengths>>
}

/** By operation; `*` for the times of the others. */
export type Pace = Readonly<Partial<Record<OperationId | '*', OperationPace>>>
