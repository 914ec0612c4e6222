/**
 * Something that will happen: data, never a closure, so that a schedule can be saved, forked and compared.
 * Whoever runs the simulation knows what to do for each `kind`.
 */
export type ScheduledEvent = {
  readonly id: string
  /** When it happens, in epoch milliseconds. */
  readonly due: number
  /** Counts up with every entry planned; what is due at the same instant happens in this order. */
  readonly seq: number
  readonly kind: string
  /** The id of the resource it happens to; all its entries can be cancelled at once. */
  readonly subject: string
  readonly payload: unknown
  /** Housekeeping that goes on for ever, such as a monthly fee: a world with nothing else to come is idle. */
  readonly background: boolean
}

/** What is due at the same instant happens in the order in which it was planned. */
export function byDue(a: ScheduledEvent, b: ScheduledEvent): number {
  return a.due - b.due || a.seq - b.seq
}
