import { advance, type ClockView, clockView, setClock, type TimePassed } from '../control/clock.ts'
import type { Duration, Instant } from '../control/time.ts'
import type { Workspace } from '../world/workspace.ts'

/** The clock of a workspace. Runs, limits, months, streams and the journal all follow it. */
export interface MockClock {
  now(): Date
  /**
   * Lets time pass, by milliseconds or a text such as `2h`, and tells what happened.
   *
   * @example workspace.clock.advance('90s').transitions.map(({ says }) => says)
   */
  advance(by: Duration): TimePassed
  /** Lets time pass up to an instant, which is not in the past. */
  to(instant: Instant): TimePassed
  /** Lets time pass until nothing but housekeeping is to come, for a year at most unless told. */
  untilIdle(options?: { readonly within?: Duration }): TimePassed
  /** Lets time stand still from now on, or from an instant to come. */
  freeze(at?: Instant): ClockView
  /** Lets so many seconds pass each second. */
  scale(factor: number): ClockView
  /** Lets time pass as it does for the machine, from where it is. */
  real(): ClockView
  /** What time it is, how it passes, and what is to come. */
  read(): ClockView
}

/** The clock of the workspace that `settled` gives, in which what is due has happened. */
export function clockOf(settled: () => Workspace): MockClock {
  return {
    now: () => new Date(settled().now()),
    advance: by => advance(settled(), { by }),
    to: instant => advance(settled(), { to: instant }),
    untilIdle: (options = {}) => advance(settled(), { until_idle: true, ...options }),
    freeze: at => setClock(settled(), { mode: 'frozen', ...(at === undefined ? {} : { at }) }),
    scale: factor => setClock(settled(), { mode: 'scaled', factor }),
    real: () => setClock(settled(), { mode: 'real' }),
    read: () => clockView(settled()),
  }
}
