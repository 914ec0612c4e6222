// The period between `date_from` and `date_to` (gap `workflow-run-dates`).

import { instantOf, issue } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { DAY } from '../simulation/duration.ts'
import { Refusal } from '../world/refusal.ts'

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/

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
  const says = `is '${text}', which is no day and no instant of the calendar`
  const expected = 'an ISO 8601 day or timestamp, such as 2026-11-20 or 2026-11-20T09:30:00Z'
  const wrong = issue('query', field, expected, text, says)
  throw new Refusal('request_invalid', `${wrong.message}; expected ${expected}.`, { issues: [wrong] })
}

function instantsOf(text: string): { first: number; behind: number } | undefined {
  const first = instantOf(DAY_FORM.test(text) ? `${text}T00Z` : text)
  return first === undefined ? undefined : { first, behind: first + (DAY_FORM.test(text) ? DAY : 1) }
}
