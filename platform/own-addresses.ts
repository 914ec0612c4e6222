// Recognises addresses of this machine, to protect control APIs from foreign web pages. A browser reveals the page
// of a request by its origin and by the host name, which a foreign DNS record may point here (DNS rebinding).
import { platform } from '#platform'
import { freshSecret } from './secret.ts'

/** Headers by their names in lower case. */
interface Headers {
  readonly [name: string]: string | readonly string[] | undefined
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/** No public name has these endings, and `*.localhost` is this machine. */
const PRIVATE = /(^|\.)localhost$|\.(internal|local|test)$/

/** The foreign origin or host of a request; undefined if there is none. */
export function foreignIn(method: string | undefined, headers: Headers, listed: readonly string[]) {
  const { host, origin } = headers
  if (host !== undefined && !isOwnHost(host, listed)) return 'host'
  if (origin !== undefined) return isOwnOrigin(origin, host, listed) ? undefined : 'origin'
  // Images and frames of a page are sent without an origin. Following a link is harmless.
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  return headers['sec-fetch-site'] === 'cross-site' && !isLink ? 'origin' : undefined
}

/** Whether the host cannot be the result of DNS rebinding: an address, a local name, or a listed name. */
function isOwnHost(host: string, listed: readonly string[]): boolean {
  const name = nameIn(host)
  if (name === undefined) return false
  if (isAddress(name) || !name.includes('.') || PRIVATE.test(name)) return true
  return (
    name === platform.machineName()?.toLowerCase() ||
    listed.some(origin => hostOf(origin) === host.toLowerCase())
  )
}

/** Whether a host is an address rather than a name; only addresses have a colon. */
function isAddress(name: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || (name.includes(':') && URL.canParse(`http://[${name}]`))
}

/** The name in a `Host` header, in lower case; undefined if it has none. */
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

/** The name and port of an address, without the default port of its scheme. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** The key of a server's control API. Default: none where only this machine can reach the server, otherwise a new one. */
export function controlKeyFor(host: string, given: string | undefined): string | undefined {
  const isLoopback = host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  return given ?? (isLoopback ? undefined : freshSecret())
}

/** The URL of a server that listens there; an address of version 6 stands in brackets. */
export function urlOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A URL that clients can use. The wildcard address of a server is not one. */
export function reachableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1')
}
