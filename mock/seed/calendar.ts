import type { Random } from '../simulation/random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How much happens in each UTC hour of a working day; next to nothing happens at the others. */
const HOURS: readonly (readonly [hour: number, weight: number])[] = [
  [5, 1],
  [6, 3],
  [7, 7],
  [8, 10],
  [9, 10],
  [10, 9],
  [11, 6],
  [12, 6],
  [13, 9],
  [14, 9],
  [15, 7],
  [16, 4],
  [19, 1],
]

/**
 * An instant at which people work, from so many days ago to an hour ago: by day, seldom at weekends, and the more
 * often the more recent it is, for the company uses agents more from month to month.
 */
export function workingInstant(random: Random, now: number, daysAgo: number): number {
  for (;;) {
    const day = startOfUtcDay(now) - Math.floor(daysAgo * random.float() ** 1.25) * DAY
    if (isWeekend(day) && !random.chance(0.04)) continue
    const instant = day + random.weighted(HOURS) * HOUR + random.int(0, HOUR - 1)
    if (instant <= now - HOUR) return instant
  }
}

/** The next instant at which somebody is at work: the same one, or the next working morning. */
export function nextWorking(random: Random, instant: number): number {
  let day = startOfUtcDay(instant)
  if (!isWeekend(day) && instant < day + 16 * HOUR) return Math.max(instant, day + 7 * HOUR)
  do day += DAY
  while (isWeekend(day))
  return day + 7 * HOUR + random.int(0, 2 * HOUR)
}

export function startOfUtcDay(instant: number): number {
  return Math.floor(instant / DAY) * DAY
}

function isWeekend(instant: number): boolean {
  const day = new Date(instant).getUTCDay()
  return day === 0 || day === 6
}
