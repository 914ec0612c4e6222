// Paging of workflows by `limit` and `offset`, or by `per_page` and `page` (gap `page-alias-mixed`).
import { issue } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'
import { offsetPage, type Page } from './paging.ts'

interface Query {
  readonly limit: number
  readonly offset: number
  readonly page?: number | null | undefined
  readonly per_page?: number | null | undefined
}

/** The requested page. `page` counts pages of the requested size. */
export function workflowPage(query: Query, profile: Profile): Page {
  const mixed = decisions.pageAliases(profile)
  if (mixed === 'refuse') refuseBoth(query, profile)
  const offsetWins = mixed === 'offset-wins'
  const perPage = offsetWins && isGiven('limit', query, profile) ? null : query.per_page
  const page = offsetWins && isGiven('offset', query, profile) ? null : query.page
  const { limit, offset } = offsetPage({ limit: perPage ?? query.limit, offset: query.offset }, profile)
  return { limit, offset: page == null ? offset : (page - 1) * limit }
}

/**
 * Whether a parameter was sent. Omitted ones already have their default here, so sending the default counts as not
 * sent.
 */
function isGiven(name: 'limit' | 'offset', query: Query, profile: Profile): boolean {
  return name === 'offset' ? query.offset !== 0 : query.limit !== decisions.defaultPageSize(profile)
}

function refuseBoth(query: Query, profile: Profile): void {
  for (const [alias, name] of [
    ['per_page', 'limit'],
    ['page', 'offset'],
  ] as const) {
    const received = query[alias]
    if (received == null || !isGiven(name, query, profile)) continue
    const says = `says the same as query.${name}, and both were given`
    const wrong = issue('query', alias, `nothing beside ${name}`, received, says)
    throw new Refusal('request_invalid', `${wrong.message}; send one of them.`, { issues: [wrong] })
  }
}
