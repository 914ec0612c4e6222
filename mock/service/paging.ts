// Lists that are read by limit and offset. The contract in the profile's dress has refused or mended what is out of its
// bounds before; what is left is how large a page gets.
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'

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
  query: { readonly limit?: number | null | undefined; readonly offset: number },
  profile: Profile,
): Page {
  const limit = query.limit ?? decisions.defaultPageSize(profile)
  return { limit: withinMaximum(limit, profile), offset: query.offset }
}

/** One page of rows with what stands beside it; `total` counts the rows of all pages. */
export function pageBody<Row>(rows: Row[], total: number, page: Page) {
  return { data: rows, total, limit: page.limit, offset: page.offset }
}

/** A `limit` no larger than pages get; for lists that are read by cursor as well. */
export function withinMaximum(limit: number, profile: Profile): number {
  return Math.min(limit, decisions.maximumPageSize(profile))
}
