import { LONGEST_DURATION } from './calendar.ts'

/** Whole milliseconds, or text such as `2h`, `1h30m`, `90s` or `250ms`. */
export type Duration = number | string

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The milliseconds of a length of time; NaN if it is not one, or is more than a hundred years. */
export function millisecondsIn(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : sumOf(duration)
  return ms >= 0 && ms <= LONGEST_DURATION ? Math.round(ms) : Number.NaN
}

function sumOf(text: string): number {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(text)) return Number.NaN
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  )
}
