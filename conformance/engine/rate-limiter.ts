/** Paces requests: at most `requests` in any window of `seconds`, per lane. */

export interface RateLimit {
  requests: number
  seconds: number
}

/**
 * A log of the recent sends of each lane. A sliding window never exceeds the limit of any kind of limiter
 * (fixed window, sliding window, token bucket), because no span of that length holds more than allowed.
 */
export class RateLimiter {
  readonly #paces = new Map<string, RateLimit>()
  readonly #sent = new Map<string, number[]>()
  readonly #queue = new Map<string, Promise<void>>()
  readonly #now: () => number
  /** Milliseconds that each lane held requests back. */
  readonly held = new Map<string, number>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  limit(lane: string, pace: RateLimit) {
    this.#paces.set(lane, pace)
  }

  /** Resolves when the next request of this lane may be sent. Waiters are served in order. */
  async enter(lane: string, wait: (ms: number) => Promise<void>): Promise<void> {
    if (!this.#paces.has(lane)) return
    const before = this.#queue.get(lane) ?? Promise.resolve()
    const mine = before.then(() => this.#admit(lane, wait))
    this.#queue.set(
      lane,
      mine.catch(() => {}),
    )
    return mine
  }

  /** Counts a request that was sent without waiting. */
  note(lane: string) {
    if (this.#paces.has(lane)) this.#log(lane).push(this.#now())
  }

  async #admit(lane: string, wait: (ms: number) => Promise<void>) {
    for (;;) {
      const delay = this.delay(lane)
      if (delay <= 0) break
      await wait(delay)
      this.held.set(lane, (this.held.get(lane) ?? 0) + delay)
    }
    this.#log(lane).push(this.#now())
  }

  /** Milliseconds until this lane is free again. */
  delay(lane: string): number {
    const pace = this.#paces.get(lane)
    if (!pace) return 0
    const log = this.#log(lane)
    const windowMs = pace.seconds * 1000
    while (log.length > 0 && (log[0] ?? 0) <= this.#now() - windowMs) log.shift()
    return log.length < pace.requests ? 0 : (log[0] ?? 0) + windowMs - this.#now() + 1
  }

  #log(lane: string): number[] {
    const log = this.#sent.get(lane) ?? []
    this.#sent.set(lane, log)
    return log
  }
}
