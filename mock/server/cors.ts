// Lets web pages call the mock from a browser, which asks for leave before it does and hides most headers unless told.
// Nothing here uses cookies, so credentials in the sense of the Fetch standard are never allowed.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { foreignIn } from './own-names.ts'

/** Which pages may call the service: any, none, or those of these origins, such as `http://localhost:5173`. */
export type Origins = 'any' | 'none' | readonly string[]

/** What `Access-Control-Allow-Origin` says to a page; undefined for one that may not read the reply. */
export type AllowedOrigin = string | undefined

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = 'Authorization, Content-Type, Last-Event-ID'
const EXPOSED =
  'Deprecation, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Mock-Exchange'

/** Ten minutes, after which a browser asks again. */
const MAX_AGE = '600'

/** Which page may read a reply of the service. */
export function pageOfService({ headers }: IncomingMessage, origins: Origins): AllowedOrigin {
  if (origins === 'any') return '*'
  return origins === 'none' ? undefined : origins.find(one => one === headers.origin)
}

/** Which page may read a reply of the control API: its own, those of this machine, and those that are listed. */
export function pageOfControl(
  { method, headers }: IncomingMessage,
  listed: readonly string[],
): AllowedOrigin {
  return foreignIn(method, headers, listed) === undefined ? headers.origin : undefined
}

/** Opens the reply to the page that asks; true when the request was a browser's question, which is answered then. */
export function allowPage(
  { method, headers }: IncomingMessage,
  reply: ServerResponse,
  allowed: AllowedOrigin,
): boolean {
  if (headers.origin === undefined) return false
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (allowed !== '*') reply.setHeader('vary', 'Origin')
  if (allowed !== undefined) {
    reply.setHeader('access-control-allow-origin', allowed)
    if (!asks) reply.setHeader('access-control-expose-headers', EXPOSED)
  }
  if (asks) reply.writeHead(204, allowed === undefined ? {} : leaveFor(headers)).end()
  return asks
}

/** What a page may send: every method, and besides the headers of the service those that its SDK adds. */
function leaveFor(asked: IncomingHttpHeaders): Record<string, string> {
  return {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': asked['access-control-request-headers'] || HEADERS,
    'access-control-max-age': MAX_AGE,
    // A page from elsewhere asks for this before it may reach an address of the machine itself.
    ...(asked['access-control-request-private-network']
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    vary: 'Origin, Access-Control-Request-Headers',
  }
}
