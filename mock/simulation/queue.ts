import { byDue, type ScheduledEvent } from './scheduled-event.ts'

/** Planned events in a binary heap, the next one first. Cancelled events stay until they come first. */
export class Queue {
  readonly #heap: ScheduledEvent[]
  readonly #cancelled = new Set<ScheduledEvent>()

  constructor(entries: readonly ScheduledEvent[]) {
    // A sorted array is a heap.
    this.#heap = entries.toSorted(byDue)
  }

  /** The number of events, including cancelled ones. */
  get length(): number {
    return this.#heap.length
  }

  push(entry: ScheduledEvent): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      if (byDue(heap[above]!, entry) <= 0) break
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = entry
  }

  cancel(entry: ScheduledEvent): void {
    this.#cancelled.add(entry)
  }

  /** The next event; it stays in the queue. */
  first(): ScheduledEvent | undefined {
    // An empty heap has no first event, and `delete` of undefined is false.
    while (this.#cancelled.size > 0 && this.#cancelled.delete(this.#heap[0]!)) this.#dropFirst()
    return this.#heap[0]
  }

  /** Removes the next event. */
  takeFirst(): void {
    if (this.first() !== undefined) this.#dropFirst()
  }

  #dropFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && byDue(heap[below + 1]!, heap[below]!) < 0) below += 1
      if (byDue(last, heap[below]!) <= 0) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = last
  }
}
