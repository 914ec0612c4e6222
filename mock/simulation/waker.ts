import type { Clock } from './clock.ts'
import { keepNothingAlive } from './machine-time.ts'

/** The longest wait that a timer of the machine can take. */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * The one real timer of a workspace. It wakes the simulation when something is due, but only while somebody
 * listens (an open stream): without listeners nothing needs to happen before the next read, and an idle mock
 * uses no processor time. It never keeps the process alive.
 */
export class Waker {
  readonly #clock: Clock
  readonly #wake: () => void
  #listeners = 0
  #due: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock
    this.#wake = wake
  }

  /** Begins to wake on time; call what it returns to stop. */
  listen(): () => void {
    this.#listeners += 1
    if (this.#listeners === 1) this.#set()
    let listening = true
    return () => {
      if (!listening) return
      listening = false
      this.#listeners -= 1
      if (this.#listeners === 0) this.#clear()
    }
  }

  /** Returns when the next event is due. */
  arm(due: number | null): void {
    if (due === this.#due && this.#timer !== undefined) return
    this.#due = due
    this.#set()
  }

  /** To be called when the clock was moved or changed its pace. */
  reset(): void {
    this.#set()
  }

  #set(): void {
    this.#clear()
    if (this.#listeners === 0 || this.#due === null) return
    const delay = this.#clock.realDelayUntil(this.#due)
    if (delay === null) return
    this.#timer = setTimeout(() => this.#ring(), Math.min(delay, LONGEST_WAIT))
    keepNothingAlive(this.#timer)
  }

  #ring(): void {
    this.#timer = undefined
    this.#wake()
    // Timers may ring a moment early, and the longest wait may not be enough; then there is more to wait for.
    if (this.#timer === undefined) this.#set()
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
