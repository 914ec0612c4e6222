// What one server has to do, and has done: who waits for a reply, and how many requests were answered how fast.
import type { ServerResponse } from 'node:http'
import type { Exchange } from '../journal/exchange.ts'

/** Upper ends of the classes of a duration, in milliseconds; longer ones are in none. */
export const CLASSES = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** The answers of one operation. */
export interface OperationMetrics {
  /** How many there were of each status; 0 stands for connections that broke before one was sent. */
  readonly statuses: Map<number, number>
  /** How many are in each of `CLASSES`. */
  readonly classes: number[]
  count: number
  /** Milliseconds in all. */
  sum: number
}

export class Traffic {
  readonly #open = new Map<Exchange, ServerResponse>()
  readonly #tallies = new Map<string, OperationMetrics>()
  #isStopping = false

  /** Whether the server has been told to stop; it answers what it has begun to answer, and nothing after that. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** How many requests have no whole reply yet, open streams included. */
  get waiting(): number {
    return this.#open.size
  }

  /** How many event streams are open. */
  get openStreams(): number {
    return [...this.#open.keys()].filter(exchange => exchange.stream).length
  }

  /** What was answered, by operationId in the order in which they were first asked for. */
  get tallies(): ReadonlyMap<string, OperationMetrics> {
    return this.#tallies
  }

  begin(exchange: Exchange, response: ServerResponse): void {
    this.#open.set(exchange, response)
  }

  end(exchange: Exchange, ms: number): void {
    this.#open.delete(exchange)
    const tally = this.#tallyOf(exchange)
    tally.statuses.set(exchange.status, (tally.statuses.get(exchange.status) ?? 0) + 1)
    const at = CLASSES.findIndex(most => ms <= most)
    if (at >= 0) tally.classes[at]! += 1
    tally.count += 1
    tally.sum += ms
  }

  /** Ends all streams, and lets the connections of all other replies end with them. */
  stop(): void {
    this.#isStopping = true
    for (const [exchange, response] of this.#open) {
      if (!exchange.stream) {
        if (!response.headersSent) response.shouldKeepAlive = false
        continue
      }
      // Whoever writes the stream may write once more before it hears of the end.
      response.on('error', () => {})
      response.end()
    }
  }

  #tallyOf({ operation, path }: Exchange): OperationMetrics {
    // Requests for what no operation serves must not make a series for each path that somebody thinks of.
    const name = operation?.id ?? (path.startsWith('/_mock') ? '_mock' : '_unknown')
    const found = this.#tallies.get(name)
    if (found) return found
    const tally: OperationMetrics = { statuses: new Map(), classes: CLASSES.map(() => 0), count: 0, sum: 0 }
    this.#tallies.set(name, tally)
    return tally
  }
}
