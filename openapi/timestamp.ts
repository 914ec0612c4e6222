// Reads ISO 8601 timestamps: the specification names the standard, of which the format `date-time` (RFC 3339) is a part.

/** A day: of a month, of a week or of a year, with or without hyphens. */
const DAY =
  /^(?<year>\d{4})(?:-(?<month>\d\d)-(?<day>\d\d)|(?<m>\d\d)(?<d>\d\d)|-?W(?<week>\d\d)-?(?<weekday>[1-7])|-?(?<ordinal>\d{3}))$/

/** A time of day, with or without colons; the last part may have a fraction. */
const TIME = /^(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?$/

/** The offset from UTC. */
const ZONE = /(?:Z|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?)$/i

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY_MS = 24 * HOUR

/**
 * The instant of an ISO 8601 timestamp in milliseconds; undefined for any other text. A time without an offset is in UTC,
 * and a leap second is the second after it.
 *
 * @example instantOf('20261130T1700+01')
 */
export function instantOf(text: string): number | undefined {
  const [date = '', clock, ...more] = text.split(/t/i)
  if (clock === undefined || more.length > 0) return undefined
  const zone = ZONE.exec(clock)
  const day = startOf(date)
  const time = timeOf(zone ? clock.slice(0, zone.index) : clock)
  const offset = zone ? offsetOf(zone.groups ?? {}) : 0
  if (day === undefined || time === undefined || offset === undefined) return undefined
  return day + time - offset
}

/** The first instant of a day in UTC. */
function startOf(text: string): number | undefined {
  const groups = DAY.exec(text)?.groups
  if (!groups) return undefined
  const year = Number(groups.year)
  const first = Date.parse(`${groups.year}-01-01T00:00:00Z`)
  if (groups.week !== undefined) {
    // The first week is the one with 4 January.
    const fourth = first + 3 * DAY_MS
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
    const start = monday + ((Number(groups.week) - 1) * 7 + Number(groups.weekday) - 1) * DAY_MS
    return Number(groups.week) >= 1 && start < monday + 53 * 7 * DAY_MS ? start : undefined
  }
  const month = groups.month ?? groups.m
  const start =
    month === undefined
      ? first + (Number(groups.ordinal) - 1) * DAY_MS
      : Date.parse(`${groups.year}-${month}-${groups.day ?? groups.d}T00:00:00Z`)
  if (Number.isNaN(start) || new Date(start).getUTCFullYear() !== year) return undefined
  return month === undefined || new Date(start).getUTCMonth() + 1 === Number(month) ? start : undefined
}

/** The milliseconds from the start of a day. */
function timeOf(text: string): number | undefined {
  const groups = TIME.exec(text)?.groups
  if (!groups) return undefined
  const { hour, minute, second, fraction = '0' } = groups
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)]
  const unit = second !== undefined ? SECOND : minute !== undefined ? MINUTE : HOUR
  const time = hours * HOUR + minutes * MINUTE + seconds * SECOND + Math.floor(Number(`0.${fraction}`) * unit)
  const isLeapSecond = seconds === 60 && minutes === 59
  if (minutes > 59 || (seconds > 59 && !isLeapSecond)) return undefined
  return hours < 24 || time === DAY_MS ? time : undefined
}

function offsetOf({ sign, hours = '0', minutes = '0' }: Readonly<Record<string, string | undefined>>) {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE
  return sign === '-' ? -size : size
}
