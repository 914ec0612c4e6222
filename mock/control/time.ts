// Converts lengths of time and instants between what people write and what the simulation uses.
import { isInstant } from '../simulation/calendar.ts'
import { type Duration, millisecondsIn } from '../simulation/duration.ts'
import { invalid } from './refusal.ts'

export type { Duration }

/** ISO 8601 text, epoch milliseconds, or a Date. */
export type Instant = string | number | Date

/** The milliseconds of a length of time; `field` is its name in refusals. */
export function durationOf(duration: Duration, field: string): number {
  const ms = millisecondsIn(duration)
  if (!Number.isNaN(ms)) return ms
  throw invalid(
    field,
    'milliseconds, or a text such as 2h, 1h30m, 90s or 250ms, and at most a hundred years',
    duration,
  )
}

/** The epoch milliseconds of an instant. */
export function instantOf(instant: Instant, field: string): number {
  const ms = new Date(instant).getTime()
  if (isInstant(ms)) return ms
  throw invalid(field, 'an ISO 8601 time from 1970 to 9999, such as 2026-11-20T09:00:00Z', instant)
}

/** An instant as replies show it. */
export { iso } from '../service/time.ts'
