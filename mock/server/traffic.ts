// Metrics of a server: open requests, and response times.
import type { Connection } from '../http/connection.ts'
import type { Exchange } from '../journal/exchange.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'

/** Upper bounds of the histogram buckets, in milliseconds. */
export const CLASSES = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** The metrics of one operation. */
export interface OperationMetrics {
  /** Counts by status; 0 stands for connections that broke before the reply. */
  readonly statuses: Map<number, number>
  /** Counts by bucket. */
  readonly classes: number[]
  count: number
  /** The sum of milliseconds. */
  sum: number
}

export class Traffic {
  /**
   * In no order: the last one takes the place of one that ends. A set would grow with every request until it is rehashed,
   * which keeps the garbage collector busy.
   */
  readonly #open: Connection[] = []
  readonly #tallies = new Map<string, OperationMetrics>()
  /** Called after each request. */
  readonly #onEnd = new Set<() => void>()
  /** Whether the server is stopping: it finishes replies that have begun, and accepts no more requests. */
  isStopping = false

  /** How many requests are open, including streams. */
  get waiting(): number {
    return this.#open.length
  }

  /** How many event streams are open. */
  get openStreams(): number {
    return this.#open.filter(({ stream }) => stream).length
  }

  /** Metrics by operationId, in order of the first request. */
  get tallies(): ReadonlyMap<string, OperationMetrics> {
    return this.#tallies
  }

  begin(connection: Connection): void {
    connection.place = this.#open.push(connection) - 1
  }

  end(connection: Connection, exchange: Exchange, ms: number): void {
    const last = this.#open.pop()!
    if (last !== connection) {
      this.#open[connection.place] = last
      last.place = connection.place
    }
    const tally = this.#tallyOf(exchange)
    tally.statuses.set(exchange.status, (tally.statuses.get(exchange.status) ?? 0) + 1)
    const at = CLASSES.findIndex(most => ms <= most)
    if (at >= 0) tally.classes[at]! += 1
    tally.count += 1
    tally.sum += ms
    for (const listener of this.#onEnd) listener()
  }

  /**
   * Ends the streams among some requests, which clients open again, and waits until at most `rest` of them are open. Returns
   * false if that takes longer than `ms`.
   */
  async drain(isMeant: (connection: Connection) => boolean, rest: number, ms: number): Promise<boolean> {
    const meant = () => [...this.#open].filter(isMeant)
    for (const connection of meant()) if (connection.method === 'GET') endStream(connection)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => meant().length <= rest && resolve(true)
    const cancel = afterMachineTime(ms, () => resolve(false))
    this.#onEnd.add(check)
    check()
    const isDrained = await promise
    this.#onEnd.delete(check)
    cancel()
    return isDrained
  }

  /** Ends all streams, and closes every other connection after its reply. */
  stop(): void {
    this.isStopping = true
    for (const connection of this.#open) {
      const { response } = connection
      if (connection.stream) endStream(connection)
      else if (!response.headersSent) response.shouldKeepAlive = false
    }
  }

  #tallyOf({ operation, path }: Exchange): OperationMetrics {
    // Unknown paths share one series; otherwise each would create its own.
    const name = operation?.id ?? (path.startsWith('/_mock') ? '_mock' : '_unknown')
    const found = this.#tallies.get(name)
    if (found) return found
    const tally: OperationMetrics = { statuses: new Map(), classes: CLASSES.map(() => 0), count: 0, sum: 0 }
    this.#tallies.set(name, tally)
    return tally
  }
}

function endStream({ stream, response }: Connection): void {
  if (!stream) return
  // The source may write once more before it notices the end.
  response.on('error', () => {})
  response.end()
}
