import { DAY, HOUR } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { History } from '../world-file/index.ts'

/** The relative activity in each UTC hour of a working day; close to none in the others. */
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
 * A random instant at which people work, within that share of the history up to an hour before `end`: in office hours,
 * rarely at weekends, and more often recently, because the company's use of agents grows.
 */
export function atWork(random: Random, end: number, history: History, share: number): number {
  const { days } = history
  const daysAgo = Math.max(1, Math.floor(days * share))
  for (;;) {
    const day = startOfUtcDay(end) - Math.floor(daysAgo * random.float() ** 1.25) * DAY
    if (restsAtWeekends(history) && isWeekend(day) && !random.chance(0.04)) continue
    const instant = atOfficeHour(random, day)
    // A history of one day may end before office hours.
    if (instant <= end - HOUR || daysAgo === 1) return Math.min(instant, end - HOUR)
  }
}

/** A random instant of office hours on the day of another one, or on the last working day before it. */
export function inOfficeHours(random: Random, instant: number): number {
  let day = startOfUtcDay(instant)
  while (isWeekend(day)) day -= DAY
  return atOfficeHour(random, day)
}

/** A random instant of a day at which people work. */
export function atOfficeHour(random: Random, day: number): number {
  return day + random.weighted(HOURS) * HOUR + random.int(0, HOUR - 1)
}

/** The next instant of office hours: the same one, or the next working morning. */
export function nextWorking(random: Random, instant: number, history: History): number {
  const isFree = (day: number) => restsAtWeekends(history) && isWeekend(day)
  let day = startOfUtcDay(instant)
  const isOver = instant >= day + 16 * HOUR
  if (!isFree(day) && !isOver && instant >= day + 7 * HOUR) return instant
  if (isOver) day += DAY
  while (isFree(day)) day += DAY
  return day + 7 * HOUR + random.int(0, 2 * HOUR)
}

export function startOfUtcDay(instant: number): number {
  return Math.floor(instant / DAY) * DAY
}

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

/** A history of some days may consist of a weekend, so it has none by default. */
export function restsAtWeekends({ days, weekdays = days >= 7 }: History): boolean {
  return weekdays
}

export function isWeekend(instant: number): boolean {
  const day = new Date(instant).getUTCDay()
  return day === 0 || day === 6
}
