import { deprecatedIn } from '#openapi'
import { readQuery } from '../http/query.ts'
import type { Headers } from '../http/send.ts'
import { parsed } from '../journal/filter.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Announces what a request uses that is deprecated, on replies and refusals: `Deprecation` (RFC 9745), and `Sunset`
 * (RFC 8594) if it has an end. Of several parts the earliest dates count. A part without a date of deprecation says
 * `Deprecation: true`, as stated of `offset` (section 9).
 */
export function deprecationHeaders({ operation, query, request, body }: RequestContext): Headers | undefined {
  if (!operation || operation.deprecations.length === 0) return undefined
  const used = deprecatedIn(operation.deprecations, {
    query: readQuery(query),
    headers: request.headers,
    body: body && parsed(body.text),
  })
  if (used.length === 0) return undefined
  const [since] = used.map(part => part.since ?? '').sort()
  const [sunset] = used.flatMap(part => part.sunset ?? []).sort()
  return {
    deprecation: since ? `@${Date.parse(since) / 1000}` : 'true',
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  }
}
