import type { OperationId } from '#openapi'

/** How long the replies of an operation take, in milliseconds: half of them at most `median`, 95 of 100 at most `p95`. */
export interface Latency {
  readonly median: number
  readonly p95: number
}

/** By operation; `*` for the others. */
export type Pace = Readonly<Partial<Record<OperationId | '*', Latency>>>
