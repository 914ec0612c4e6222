/** Whole milliseconds, or text such as `2h`, `1h30m`, `90s` or `250ms`. */
export type Duration = number | string

// In milliseconds.
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The maximum duration: a hundred years. */
export const MAX_DURATION = 36_525 * DAY

const UNITS = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const

/** The milliseconds of a duration; NaN if it is invalid or more than a hundred years. */
export function millisecondsIn(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : sumOf(duration)
  return ms >= 0 && ms <= MAX_DURATION ? Math.round(ms) : Number.NaN
}

function sumOf(text: string): number {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(text)) return Number.NaN
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  )
}
