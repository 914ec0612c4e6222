// By which names, and from which pages, this machine may be addressed. What a browser sends shows whether a page of the
// web is behind a request: the page's origin, and the name that it was sent to, which somebody else's DNS may have
// pointed here (rebinding).
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** No public name ends in these, and `*.localhost` is this machine. */
const PRIVATE = /(^|\.)localhost$|\.(internal|local|test)$/

/** What is foreign about a request that only this machine may make; undefined for one that it may. */
export function foreignIn(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  listed: readonly string[],
): 'host' | 'origin' | undefined {
  const { host, origin } = headers
  if (host !== undefined && !isOwnHost(host, listed)) return 'host'
  if (origin !== undefined) return isOwnOrigin(origin, host, listed) ? undefined : 'origin'
  // A page's images and frames come without an origin. To follow a link is no harm.
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  return headers['sec-fetch-site'] === 'cross-site' && !isLink ? 'origin' : undefined
}

/** Whether no DNS record of somebody else can have led here: an address, a local name, or a name that is listed. */
function isOwnHost(host: string, listed: readonly string[]): boolean {
  const name = nameIn(host)
  if (name === undefined) return false
  if (isIP(name) !== 0 || !name.includes('.') || PRIVATE.test(name)) return true
  return name === hostname().toLowerCase() || listed.some(origin => hostOf(origin) === host.toLowerCase())
}

/** The name in a `Host` header, in small letters; undefined for what is none. */
function nameIn(host: string): string | undefined {
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return undefined
  return host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '').toLowerCase()
}

function isOwnOrigin(origin: string, host: string | undefined, listed: readonly string[]): boolean {
  if (listed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host: page, hostname: name } = new URL(origin)
  const isSame = host !== undefined && hostOf(`${protocol}//${host}`) === page
  return isSame || /(^|\.)localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(name)
}

/** The name and port of an address, without the port that its scheme has anyway. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** Whether only this machine reaches what listens on that address. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
