// Paging by limit and offset. The profiled contract has already refused or corrected values out of bounds; what is left is
// the maximum size of a page.
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'

/** Which rows of a list to read. `offset` is the `skip` of `Table.range` and `Table.scan`. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * The requested page, within the maximum size.
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

/** The body of a page; `total` counts the rows of all pages. */
export function pageBody<Row>(rows: Row[], total: number, page: Page) {
  return { data: rows, total, limit: page.limit, offset: page.offset }
}

/** A `limit` within the maximum size; also for lists with cursor paging. */
export function withinMaximum(limit: number, profile: Profile): number {
  return Math.min(limit, decisions.maximumPageSize(profile))
}
