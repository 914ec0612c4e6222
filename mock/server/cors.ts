// Lets web pages call the mock from a browser (CORS). The mock uses no cookies, so credentials in the sense of the Fetch
// standard are never allowed.

import { foreignIn } from '../../platform/own-addresses.ts'
import type { IncomingRequest, OutgoingReply, RequestHeaders } from '../http/connection.ts'

/** The pages that may call the service: any, none, or those of origins such as `http://localhost:5173`. */
export type Origins = 'any' | 'none' | readonly string[]

/** The value of `Access-Control-Allow-Origin` for a page; undefined if it may not read the reply. */
export type AllowedOrigin = string | undefined

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = 'Authorization, Content-Type, Last-Event-ID'
const EXPOSED =
  'Deprecation, Retry-After, Sunset, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Mock-Exchange, X-Mock-Advice'

/** Browsers cache the permission for ten minutes. */
const MAX_AGE = '600'

/** The pages that may read replies of the service. */
export function pageOfService({ headers }: IncomingRequest, origins: Origins): AllowedOrigin {
  if (origins === 'any') return '*'
  return origins === 'none' ? undefined : origins.find(one => one === headers.origin)
}

/** The pages that may read replies of the control API: its own, those of this machine, and the listed ones. */
export function pageOfControl(
  { method, headers }: IncomingRequest,
  listed: readonly string[],
): AllowedOrigin {
  return foreignIn(method, headers, listed) === undefined ? headers.origin : undefined
}

/** Adds CORS headers to the reply to a page. Returns true for a preflight request, which it answers. */
export function allowPage(
  { method, headers }: IncomingRequest,
  reply: OutgoingReply,
  allowed: AllowedOrigin,
): boolean {
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (allowed !== '*') reply.setHeader('vary', 'Origin')
  if (allowed !== undefined) {
    reply.setHeader('access-control-allow-origin', allowed)
    if (!asks) reply.setHeader('access-control-expose-headers', EXPOSED)
  }
  if (asks) reply.writeHead(204, allowed === undefined ? {} : allowedHeaders(headers)).end()
  return asks
}

/** The headers that a page may send: those of the service, and those that its SDK adds. */
function allowedHeaders(asked: RequestHeaders): Record<string, string> {
  return {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': asked['access-control-request-headers'] || HEADERS,
    'access-control-max-age': MAX_AGE,
    // Browsers require this before a public page may reach an address of the machine itself.
    ...(asked['access-control-request-private-network']
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    vary: 'Origin, Access-Control-Request-Headers',
  }
}
