import type { Interval } from '../store/interval.ts'
import { madeOnDemand } from '../store/on-demand.ts'
import { DAY } from './duration.ts'

/** Whether the text is the name of a time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // The runtime also accepts bare offsets such as +02:00.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    zoneOf(name.toLowerCase())
    return true
  } catch {
    return false
  }
}

/** The first instant of the current day in the zone. Not always midnight, which some changes of time skip. */
export function startOfDay(at: number, timeZone: string): number {
  return instantOf(startOfDate(wallTime(at, timeZone)), timeZone)
}

/** The first instant of the day that is so many days after (negative: before) the current one in the zone. */
export function startOfDayAfter(at: number, days: number, timeZone: string): number {
  return instantOf(startOfDate(wallTime(at, timeZone)) + days * DAY, timeZone)
}

/** The UTC days that an interval overlaps, each with what it has of the interval. */
export function daysIn({ from, to }: Interval): (Interval & { readonly date: string })[] {
  const days: (Interval & { date: string })[] = []
  for (let start = from; start < to; start = startOfDate(start) + DAY) {
    const end = Math.min(startOfDate(start) + DAY, to)
    days.push({ date: new Date(start).toISOString().slice(0, 10), from: start, to: end })
  }
  return days
}

/** The current UTC month. */
export function monthAt(at: number): Interval {
  const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()]
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
}

/** The UTC month of a text such as `2026-11`; null if the text is invalid. */
export function utcMonth(month: string): Interval | null {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthAt(Date.parse(`${month}-01T00:00:00Z`)) : null
}

/**
 * The wall-clock time of the zone, encoded as if it were UTC. Calculations with dates can then use the UTC functions of
 * Date, and only `instantOf` has to handle changes of time.
 */
function wallTime(at: number, timeZone: string): number {
  return at + offset(at, timeZone)
}

/** The first instant at which the zone's wall clock shows that time; if it is skipped, the first later one. */
function instantOf(wall: number, timeZone: string): number {
  const offsets = [offset(wall - DAY, timeZone), offset(wall + DAY, timeZone)]
  let low = wall - Math.max(...offsets)
  let high = wall - Math.min(...offsets)
  if (wallTime(low, timeZone) >= wall) return low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wallTime(middle, timeZone) >= wall) high = middle
    else low = middle
  }
  return high
}

function startOfDate(wall: number): number {
  return Math.floor(wall / DAY) * DAY
}

/** The offset of the zone from UTC at an instant, in milliseconds. */
function offset(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const { known, format } = zoneOf(timeZone.toLowerCase())
  const day = startOfDate(at)
  const early = dailyOffset(day, known, format)
  // Offsets change a few times a year; on all other days the offset of the day's start applies.
  return early === dailyOffset(day + DAY, known, format) ? early : exactOffset(at, format)
}

function dailyOffset(day: number, known: Map<number, number>, format: Intl.DateTimeFormat): number {
  const before = known.get(day)
  if (before !== undefined) return before
  const found = exactOffset(day, format)
  if (known.size >= 10_000) known.clear()
  known.set(day, found)
  return found
}

function exactOffset(at: number, format: Intl.DateTimeFormat): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const wall = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  return wall - Math.floor(at / 1000) * 1000
}

/**
 * The formatter of a zone, by its name in lower case, and a cache of its offsets at the start of UTC days. Throws for an
 * unknown zone.
 */
const zoneOf = madeOnDemand((timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return { format, known: new Map<number, number>() }
})
