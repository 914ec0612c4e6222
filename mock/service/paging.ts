// Lists that are read by limit and offset. The contract's validator has refused what is out of its bounds; what the
// register of silences leaves open beyond that is decided here.
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'

/** Which rows of a list are wanted; `skip` for `Table.range` and `Table.scan` is `offset`. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * The page that a query asks for, no larger than pages get.
 *
 * @example
 * const page = offsetPage(query, workspace.profile)
 * const rows = tables.agents.range('newest', null, { descending: true, skip: page.offset, limit: page.limit })
 * return { status: 200, body: pageBody(rows.map(agentView), tables.agents.size, page) }
 */
export function offsetPage(
  query: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined },
  profile: Profile,
): Page {
  const limit = query.limit ?? Number(profile['page-size-default'])
  return { limit: withinMaximum(Math.max(1, limit), profile), offset: Math.max(0, query.offset ?? 0) }
}

/** One page of rows with what stands beside it; `total` counts the rows of all pages. */
export function pageBody<Row>(rows: Row[], total: number, page: Page) {
  return { data: rows, total, limit: page.limit, offset: page.offset }
}

/** A `limit` no larger than pages get; for lists that are read by cursor as well. */
export function withinMaximum(limit: number, profile: Profile): number {
  const maximum = Number(profile['page-size-maximum'])
  if (limit <= maximum) return limit
  if (profile['limit-above-maximum'] === 'clamp') return maximum
  const message = `query.limit is ${limit}; a page holds at most ${maximum} rows`
  throw new Refusal('request_invalid', `${message}.`, {
    issues: [
      { in: 'query', field: 'limit', message, expected: `an integer of at most ${maximum}`, received: limit },
    ],
  })
}
