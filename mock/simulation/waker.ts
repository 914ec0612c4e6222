import type { Clock } from './clock.ts'
import { keepNothingAlive } from './machine-time.ts'

/** The longest delay of `setTimeout`. */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * The only real timer of a workspace. It wakes the simulation when something is due, but only while there are listeners
 * (open streams): without them nothing has to happen before the next request, so an idle mock uses no CPU time. It
 * never keeps the process alive.
 */
export class Waker {
  readonly #clock: Clock
  readonly #wake: () => void
  #listeners = 0
  /** When the next event is due. */
  #due = Number.POSITIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock
    this.#wake = wake
  }

  /** Starts to wake on time. Returns a function that stops it. */
  listen(): () => void {
    this.#listeners += 1
    if (this.#listeners === 1) this.reset()
    let listening = true
    return () => {
      if (!listening) return
      listening = false
      this.#listeners -= 1
      if (this.#listeners === 0) this.#clear()
    }
  }

  arm(due: number): void {
    if (due === this.#due && this.#timer !== undefined) return
    this.#due = due
    this.reset()
  }

  /** Sets the timer anew, as after the clock was moved or its pace changed. */
  reset(): void {
    this.#clear()
    if (this.#listeners === 0) return
    const delay = this.#clock.realDelayUntil(this.#due)
    if (delay === null) return
    this.#timer = setTimeout(() => this.#ring(), Math.min(delay, LONGEST_WAIT))
    keepNothingAlive(this.#timer)
  }

  #ring(): void {
    this.#timer = undefined
    this.#wake()
    // Timers may fire a moment early, and the longest delay may be too short; then it waits again.
    if (this.#timer === undefined) this.reset()
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
