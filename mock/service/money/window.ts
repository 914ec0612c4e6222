// The periods of figures.
import { issue, type Schemas } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Profile } from '../../profile/profile.ts'
import { DAY } from '../../simulation/duration.ts'
import { isTimeZone, monthAt, startOfDay, startOfDayAfter, utcMonth } from '../../simulation/time-zone.ts'
import type { Interval } from '../../store/interval.ts'
import { type Refusal, requestInvalid } from '../../world/refusal.ts'

/** A period; where it ends now, `to` is the instant after `until`, so that what happens right now counts. */
export interface Window extends Interval {
  /** The end that replies show. */
  readonly until: number
}

type Period = Schemas['InsightsSummary']['period']

/** The present day in the zone, up to now. */
export function today(now: number, timeZone = 'UTC'): Window {
  return upTo(now, startOfDay(now, timeZone))
}

/** The last days: calendar days with or without today, or periods of 24 hours; gap `days-window`. */
export function lastDays(days: number, now: number, profile: Profile, timeZone = 'UTC'): Window {
  const window = decisions.daysWindow(profile)
  if (window === 'rolling') return upTo(now, now - days * DAY)
  if (window === 'calendar') return upTo(now, startOfDayAfter(now, 1 - days, timeZone))
  const to = startOfDay(now, timeZone)
  return { from: startOfDayAfter(now, -days, timeZone), to, until: to }
}

/** The window of a named period, in UTC. */
export function periodWindow(period: Period, now: number, profile: Profile): Window {
  if (period === 'today') return today(now)
  if (period === 'month') return upTo(now, monthAt(now).from)
  return lastDays(Number.parseInt(period, 10), now, profile)
}

/** A calendar month in UTC. */
export interface Month extends Interval {
  /** Such as `2026-11`. */
  readonly name: string
  readonly isOver: boolean
}

/** The requested month. Default: the current one. */
export function monthOf(query: string | null | undefined, now: number, profile: Profile): Month {
  const text = query ?? new Date(now).toISOString()
  // A day stands for its month; the validator accepts one only if the profile does.
  const name = text.slice(0, 7)
  const interval = Number.isNaN(Date.parse(text)) ? null : utcMonth(name)
  if (!interval) throw invalidQuery('month', 'a month such as 2026-11', query)
  if (interval.from > now && decisions.refusesFutureMonth(profile))
    throw invalidQuery('month', `a month up to ${new Date(now).toISOString().slice(0, 7)}`, query)
  return { ...interval, name, isOver: interval.to <= now }
}

/** The requested time zone; gaps `tz-default` and `tz-unknown`. */
export function zoneOf(query: string | undefined, workspaceZone: string, profile: Profile): string {
  const name = query ?? (decisions.usesZoneOfWorkspace(profile) ? workspaceZone : 'UTC')
  if (isTimeZone(name)) return name
  if (decisions.readsUnknownZoneAsUtc(profile)) return 'UTC'
  throw invalidQuery('tz', 'an IANA time zone such as Europe/Amsterdam', name)
}

function upTo(now: number, from: number): Window {
  return { from, to: now + 1, until: now }
}

function invalidQuery(field: string, expected: string, received: unknown): Refusal {
  const says = `is ${JSON.stringify(received)}; expected ${expected}`
  return requestInvalid([issue('query', field, expected, received, says)])
}
