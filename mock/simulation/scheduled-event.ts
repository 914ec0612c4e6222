/**
 * A planned event: data, never a closure, so that a schedule can be saved, forked and compared. Handlers by `kind`
 * execute it.
 */
export type ScheduledEvent = {
  readonly id: string
  /** When it is due, in epoch milliseconds. */
  readonly due: number
  /** Ascends with every planned entry; events due at the same instant happen in this order. */
  readonly seq: number
  readonly kind: string
  /** The id of the resource concerned; all of its entries can be cancelled together. */
  readonly subject: string
  readonly payload: unknown
  /** Recurring housekeeping, such as a monthly fee: a workspace with only background events counts as idle. */
  readonly background: boolean
}

/** Sorts by due time, then by order of planning. */
export function byDue(a: ScheduledEvent, b: ScheduledEvent): number {
  return a.due - b.due || a.seq - b.seq
}
