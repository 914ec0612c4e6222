// Lengths of time and instants as people write them, and as the simulation has them.
import { isInstant } from '../simulation/calendar.ts'
import { type Duration, millisecondsIn } from '../simulation/duration.ts'
import { invalid } from './refusal.ts'

export type { Duration }

/** ISO 8601 text, epoch milliseconds, or a Date. */
export type Instant = string | number | Date

/** The milliseconds of a length of time; `field` is what it is called where it came from. */
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

/** An instant as replies have it. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
