import type { Clock, ClockMode } from './clock.ts'
import { DAY } from './duration.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduledEvent } from './scheduled-event.ts'
import { Waker } from './waker.ts'

/** An entry that has happened, with its instant. */
export type Fired = ScheduledEvent & { readonly at: number }

/** Executes an entry. `instant` is when it happens, which may be long before the request that triggers it. */
export type Fire = (entry: ScheduledEvent, instant: number) => void

/** The limit for entries that plan entries for the same instant again and again. */
const MAX_ROUNDS_AT_ONE_INSTANT = 1_000
const MAX_FIRED = 2_000_000

/**
 * Executes planned events, each at its own instant and in order. Every read or write first settles what is due; then
 * time stands still at `now()` until the next settling, so a request sees one instant. Whoever wants to know what has
 * happened passes a list, to which it is added.
 *
 *     const simulation = new Simulation({ clock, schedule, fire: (entry, instant) => { … } })
 *     simulation.plan(simulation.now() + 5_000, 'run-step', run.id)
 *     clock.advance(5_000)
 *     simulation.settle(fired) // fired: [{ kind: 'run-step', … }]
 */
export class Simulation {
  readonly clock: Clock
  readonly schedule: Schedule
  readonly #fire: Fire
  readonly #waker: Waker
  #instant: number
  /** When the next event is due; read on every request. */
  #nextDue: number
  #settling = false

  constructor(parts: { clock: Clock; schedule: Schedule; fire: Fire }) {
    this.clock = parts.clock
    this.schedule = parts.schedule
    this.#fire = parts.fire
    this.#nextDue = parts.schedule.nextDue() ?? Number.POSITIVE_INFINITY
    // What fell due while nothing ran happens at its own instant, not when it goes on.
    this.#instant = Math.min(parts.clock.now(), this.#nextDue)
    this.#waker = new Waker(parts.clock, () => this.settle())
  }

  /** The current instant: inside `fire` that of the entry, otherwise that of the last settling. */
  now(): number {
    return this.#instant
  }

  /** Plans an entry; a past instant means now. See `Schedule.plan`. */
  plan(due: number, kind: string, subject: string, payload: unknown = null, background = false): string {
    const id = this.schedule.plan(Math.max(due, this.#instant), kind, subject, payload, background)
    this.#rearm()
    return id
  }

  cancel(id: string): boolean {
    const cancelled = this.schedule.cancel(id)
    this.#rearm()
    return cancelled
  }

  cancelWhere(subject: string, kind?: string): ScheduledEvent[] {
    const cancelled = this.schedule.cancelWhere(subject, kind)
    this.#rearm()
    return cancelled
  }

  /** Executes everything that is due by the clock, and its consequences. */
  settle(fired?: Fired[]): void {
    const now = this.clock.now()
    if (this.#nextDue <= now || this.#settling) this.#settleUntil(now, fired)
    else this.#instant = Math.max(this.#instant, now)
  }

  advance(ms: number, fired?: Fired[]): void {
    this.clock.advance(ms)
    this.#waker.reset()
    this.settle(fired)
  }

  moveTo(instant: number): void {
    this.clock.moveTo(instant)
    this.#waker.reset()
    this.settle()
  }

  setMode(mode: ClockMode): void {
    this.clock.setMode(mode)
    this.#waker.reset()
  }

  /**
   * Moves the clock from event to event until only background events are planned, at most to `until` (default: a year
   * from now). Returns whether it got there. The clock then shows the instant of the last event.
   */
  untilIdle(until: number = this.clock.now() + 365 * DAY, fired?: Fired[]): boolean {
    const isBusy = () => (this.schedule.nextDue('foreground') ?? Number.POSITIVE_INFINITY) <= until
    const last = this.#settleUntil(until, fired, isBusy)
    if (last > this.clock.now()) this.clock.moveTo(last)
    this.#waker.reset()
    // A running clock may have passed further entries meanwhile.
    this.settle(fired)
    return this.schedule.nextDue('foreground') === null
  }

  /**
   * Executes due events on time without a request, as long as there is a listener. Returns a function that ends
   * listening.
   */
  listen(): () => void {
    this.#rearm()
    return this.#waker.listen()
  }

  /** Returns the instant of the last event. */
  #settleUntil(until: number, fired?: Fired[], isWanted?: () => boolean): number {
    if (this.#settling)
      throw new Error('settling again from within an entry; plan an entry for this instant instead')
    this.#settling = true
    const guard = new LoopGuard()
    try {
      while (!isWanted || isWanted()) {
        const entry = this.schedule.takeDue(until)
        if (entry === undefined) break
        this.#instant = Math.max(this.#instant, entry.due)
        guard.check(entry, this.#instant, this.schedule.lastSeq)
        this.#fire(entry, this.#instant)
        fired?.push({ ...entry, at: this.#instant })
      }
      const last = this.#instant
      this.#instant = Math.max(last, Math.min(until, this.clock.now()))
      return last
    } finally {
      this.#settling = false
      this.#rearm()
    }
  }

  #rearm(): void {
    if (this.#settling) return
    this.#nextDue = this.schedule.nextDue() ?? Number.POSITIVE_INFINITY
    this.#waker.arm(this.#nextDue)
  }
}

/** Detects a simulation that makes no progress. */
class LoopGuard {
  #instant = Number.NaN
  #rounds = 0
  #seqAtRoundStart = 0
  #fired = 0

  check(entry: ScheduledEvent, instant: number, lastSeq: number): void {
    if (instant !== this.#instant) {
      this.#instant = instant
      this.#rounds = 0
      this.#seqAtRoundStart = lastSeq
    } else if (entry.seq > this.#seqAtRoundStart) {
      // Everything planned before this round has happened; this entry is one of its consequences.
      this.#rounds += 1
      this.#seqAtRoundStart = lastSeq
    }
    if (this.#rounds >= MAX_ROUNDS_AT_ONE_INSTANT)
      throw new Error(
        `endless loop: entries keep planning entries for the same instant; ${describe(entry, instant)}`,
      )
    this.#fired += 1
    if (this.#fired > MAX_FIRED)
      throw new Error(`${MAX_FIRED} entries fired without coming to an end; ${describe(entry, instant)}`)
  }
}

function describe(entry: ScheduledEvent, instant: number): string {
  return `the last was '${entry.kind}' of ${entry.subject} at ${new Date(instant).toISOString()}`
}
