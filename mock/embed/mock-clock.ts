import type { Clock as ClockView, TimePassed } from '../control/generated/control.gen.ts'
import { type Duration, type Instant, instantOf, iso } from '../control/time.ts'
import type { Call } from './call.ts'

/** The clock of a workspace. Runs, limits, months, streams and the journal all follow it. */
export interface MockClock {
  now(): Date
  /**
   * Advances the clock by milliseconds or a text such as `2h`, and returns what happened.
   *
   * @example workspace.clock.advance('90s').transitions.map(({ says }) => says)
   */
  advance(by: Duration): TimePassed
  /** Advances the clock to an instant that is not in the past. */
  to(instant: Instant): TimePassed
  /** Advances the clock until only background events are planned. Default: by a year at most. */
  untilIdle(options?: { readonly within?: Duration }): TimePassed
  /** Freezes the clock now, or at an instant to come. */
  freeze(at?: Instant): ClockView
  /** Makes time pass faster by a factor. */
  scale(factor: number): ClockView
  /** Makes time pass in real time, from the present instant on. */
  real(): ClockView
  /** The present instant, the mode, and what is planned. */
  read(): ClockView
}

export function clockOf(call: Call): MockClock {
  return {
    now: () => new Date(call('readClock').now),
    advance: by => call('advanceClock', { body: { by } }),
    to: instant => call('advanceClock', { body: { to: iso(instantOf(instant, 'to')) } }),
    untilIdle: (options = {}) => call('advanceClock', { body: { until_idle: true, ...options } }),
    freeze: at =>
      call('setClock', {
        body: { mode: 'frozen', ...(at === undefined ? {} : { at: iso(instantOf(at, 'at')) }) },
      }),
    scale: factor => call('setClock', { body: { mode: 'scaled', factor } }),
    real: () => call('setClock', { body: { mode: 'real' } }),
    read: () => call('readClock'),
  }
}
