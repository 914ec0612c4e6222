// Lengths of time and instants as people write them, and as the simulation has them.
import { invalid } from './refusal.ts'

/** Whole milliseconds, or text such as `2h`, `1h30m`, `90s` or `250ms`. */
export type Duration = number | string

/** ISO 8601 text, epoch milliseconds, or a Date. */
export type Instant = string | number | Date

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The milliseconds of a length of time; `field` is what it is called where it came from. */
export function durationOf(duration: Duration, field: string): number {
  const ms = typeof duration === 'number' ? duration : sumOf(duration)
  if (Number.isFinite(ms) && ms >= 0) return Math.round(ms)
  throw invalid(field, 'milliseconds, or a text such as 2h, 1h30m, 90s or 250ms', duration)
}

/** The epoch milliseconds of an instant. */
export function instantOf(instant: Instant, field: string): number {
  const ms = new Date(instant).getTime()
  if (Number.isFinite(ms)) return ms
  throw invalid(field, 'an ISO 8601 time such as 2026-11-20T09:00:00Z', instant)
}

/** An instant as replies have it. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function sumOf(text: string): number {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(text)) return Number.NaN
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  )
}
