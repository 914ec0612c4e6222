import { isInstant, LAST_INSTANT, MAX_FACTOR } from './calendar.ts'

/** How virtual time passes: at real pace, at a multiple of it, or only when moved. */
export type ClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly factor: number }
  | { readonly kind: 'frozen' }

/** A clock as plain JSON: its mode and the instant that it showed, in epoch milliseconds. */
export type ClockState = { readonly mode: ClockMode; readonly at: number }

/**
 * The clock of one workspace, in whole epoch milliseconds. Monotonic in every mode.
 *
 *     const clock = new Clock({ mode: { kind: 'frozen' }, at: Date.parse('2026-11-20T09:00:00Z') })
 *     clock.advance(60_000)
 */
export class Clock {
  #mode: ClockMode
  /** Virtual milliseconds in a real one. */
  #pace: number
  /** The clock showed `#at` when the machine's clock showed `#machineAt`; since then the mode's pace applies. */
  #at: number
  #machineAt: number
  #shown: number
  #moves = 0
  readonly #machine: () => number

  /** Starts at `at`; default: the machine's time. Only tests of the clock replace `machine`. */
  constructor(
    start: { mode?: ClockMode | undefined; at?: number | undefined } = {},
    machine: () => number = Date.now,
  ) {
    this.#machine = machine
    this.#machineAt = machine()
    this.#at = wholeInstant(start.at ?? this.#machineAt)
    this.#shown = this.#at
    this.#mode = checkedMode(start.mode ?? { kind: 'real' })
    this.#pace = paceOf(this.#mode)
  }

  /** What a new clock starts from to continue from this instant, ignoring the real time since. */
  save(): ClockState {
    return { mode: this.#mode, at: this.now() }
  }

  get mode(): ClockMode {
    return this.#mode
  }

  /** How often the clock was moved or its pace changed. */
  get moves(): number {
    return this.#moves
  }

  now(): number {
    // A frozen clock is asked thousands of times while a history is built, and the machine's clock is not free.
    const passed = this.#pace === 0 ? 0 : this.#machine() - this.#machineAt
    // If the machine's clock is set back, virtual time stands still until it has caught up. It also stands still at the
    // end of the calendar.
    const at = Math.min(LAST_INSTANT, this.#at + Math.floor(passed * this.#pace))
    this.#shown = Math.max(this.#shown, at)
    return this.#shown
  }

  /** Changes the pace from now on. The current time stays: `real` means real pace, not a jump to real time. */
  setMode(mode: ClockMode): void {
    checkedMode(mode)
    const at = this.now()
    this.#mode = mode
    this.#pace = paceOf(mode)
    this.#anchor(at)
  }

  /** Moves forward by that many milliseconds, in any mode. */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`the clock only moves forward; cannot advance by ${ms} ms`)
    this.#anchor(wholeInstant(this.now() + ms))
  }

  /** Moves forward to that instant, in any mode. */
  moveTo(instant: number): void {
    const now = this.now()
    if (!(instant >= now))
      throw new RangeError(
        `the clock only moves forward; it shows ${describe(now)}, not before ${describe(instant)}`,
      )
    this.#anchor(wholeInstant(instant))
  }

  /** Real milliseconds until the clock shows that instant, 0 if it already does; null if it never will. */
  realDelayUntil(instant: number): number | null {
    const missing = instant - this.now()
    if (missing <= 0) return 0
    return this.#pace === 0 || instant > LAST_INSTANT ? null : Math.ceil(missing / this.#pace)
  }

  #anchor(at: number): void {
    this.#moves += 1
    if (this.#pace !== 0) this.#machineAt = this.#machine()
    this.#at = at
    this.#shown = at
  }
}

function paceOf(mode: ClockMode): number {
  if (mode.kind === 'scaled') return mode.factor
  return mode.kind === 'real' ? 1 : 0
}

function checkedMode(mode: ClockMode): ClockMode {
  if (mode.kind === 'scaled' && !(mode.factor > 0 && mode.factor <= MAX_FACTOR))
    throw new RangeError(
      `a scaled clock needs a factor above 0, at most ${MAX_FACTOR}, not ${mode.factor}; to stop it, freeze it`,
    )
  return mode
}

function wholeInstant(instant: number): number {
  const whole = Math.ceil(instant)
  if (!isInstant(whole)) throw new RangeError(`not an instant from 1970 to 9999: ${instant}`)
  return whole
}

function describe(instant: number): string {
  return Number.isFinite(instant) ? new Date(instant).toISOString() : String(instant)
}
