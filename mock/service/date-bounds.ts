// The period between `date_from` and `date_to` (gap `workflow-run-dates`).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { DAY } from '../simulation/duration.ts'
import { Refusal } from '../world/refusal.ts'

/** `YYYY-MM-DD`, alone or with a time; without an offset the time is in UTC. */
const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/**
 * The period as a half-open interval. Both bounds are included: a day up to its end, a timestamp up to its millisecond.
 */
export function dateBounds(
  query: { readonly date_from?: string | null | undefined; readonly date_to?: string | null | undefined },
  profile: Profile,
): { readonly from: number | undefined; readonly to: number | undefined } {
  return {
    from: read('date_from', query.date_from, profile)?.first,
    to: read('date_to', query.date_to, profile)?.behind,
  }
}

function read(
  field: string,
  text: string | null | undefined,
  profile: Profile,
): { first: number; behind: number } | undefined {
  if (text === null || text === undefined) return undefined
  const found = instantsOf(text)
  if (found || decisions.acceptsLooseDates(profile)) return found
  const message = `query.${field} is '${text}', which is no day and no instant of the calendar`
  const expected = 'an ISO 8601 day or timestamp, such as 2026-11-20 or 2026-11-20T09:30:00Z'
  throw new Refusal('request_invalid', `${message}; expected ${expected}.`, {
    issues: [{ in: 'query', field, message, expected, received: text }],
  })
}

function instantsOf(text: string): { first: number; behind: number } | undefined {
  const [, day, time, offset = 'Z'] = FORM.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  if (time === undefined) {
    const first = Date.parse(`${day}T00:00:00Z`)
    return { first, behind: first + DAY }
  }
  const first = Date.parse(`${day}T${time}${offset.toUpperCase()}`)
  return Number.isNaN(first) ? undefined : { first, behind: first + 1 }
}

/** Rejects dates such as 2026-02-30, which Date.parse reads as a day in March. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
