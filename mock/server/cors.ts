// Lets web pages call the mock from a browser, which asks for leave before it does and hides most headers unless told.
// Nothing here uses cookies, so credentials in the sense of the Fetch standard are never allowed.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** Which pages may call the mock: any, none, or those of these origins, such as `http://localhost:5173`. */
export type Origins = 'any' | 'none' | readonly string[]

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = 'Authorization, Content-Type, Last-Event-ID'
const EXPOSED =
  'Deprecation, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Mock-Exchange'

/** Ten minutes, after which a browser asks again. */
const MAX_AGE = '600'

/** Opens the reply to the page that asks; true when the request was a browser's question, which is answered then. */
export function allowPage(
  { method, headers }: IncomingMessage,
  reply: ServerResponse,
  origins: Origins,
): boolean {
  const { origin } = headers
  if (origin === undefined || origins === 'none') return false
  const allowed = origins === 'any' ? '*' : origins.find(one => one === origin)
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (origins !== 'any') reply.setHeader('vary', 'Origin')
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
