// Serves the web console and the documentation, and redirects browsers to them. Their files contain no data, so they need
// no key.
import { consoleFile, type StaticFile, sha256, staticFile, staticText } from '../console/index.ts'
import type { Connection } from '../http/connection.ts'

const ROOT = '/_mock/console/'
const DOCS = '/_mock/docs/'

/** Where browsers go on from a path. Relative, so that it works behind any prefix. */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/_mock': './_mock/console/',
  '/_mock/': './console/',
  '/_mock/console': './console/',
  '/_mock/docs': './docs/',
}

/**
 * Leads from the root to the console. Behind a prefix the root may be asked for without its slash, and then only the browser
 * knows the address that a relative one follows from.
 */
const LEAD = `location.replace(location.pathname.replace(/\\/?$/, '/') + '_mock/console/')`
/** Made when a browser asks for it. */
const rootPage = () =>
  staticText(
    `<!doctype html><html lang="en"><title>Agent Work mock</title><script>${LEAD}</script><a href="_mock/console/">Console</a></html>`,
  )

/** Allows no script, style or request of another origin, and no markup from text. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `worker-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self' vscode-webview: vscode-file:`,
  `require-trusted-types-for 'script'`,
  'trusted-types agent-work-console',
].join('; ')

/** Serves what is below `/_mock/console`, and redirects browsers there from `/` and `/_mock`; false for everything else. */
export function sendConsole(connection: Connection): boolean {
  const { path, method } = connection
  if (method !== 'GET' && method !== 'HEAD') return false
  connection.console = connection.request.headers['x-mock-console'] !== undefined
  if (['/', '/_mock', '/_mock/'].includes(path) && !isBrowser(connection)) return false
  if (path === '/') {
    const policy = POLICY.replace("script-src 'self'", `script-src 'sha256-${sha256(LEAD, 'base64')}'`)
    return sendFile(connection, rootPage(), policy)
  }
  const location = REDIRECTS[path]
  if (location) return redirect(connection, location)
  const isDocs = path.startsWith(DOCS)
  if (!isDocs && !path.startsWith(ROOT)) return false
  const file = isDocs ? docsFile(path.slice(DOCS.length)) : consoleFile(path.slice(ROOT.length))
  return file !== undefined && sendFile(connection, file)
}

/** What is at a path below `/_mock/docs/`: a page of the documentation, or what it loads. `npm run site` makes them. */
function docsFile(path: string): StaticFile | undefined {
  const name = path === '' ? 'index.html' : path
  if (!/^(?:[\w-]+\/)*[\w-]+\.\w+$/.test(name)) return undefined
  // From a clone and from the package it is the same way.
  const folder = name.startsWith('pictures/') ? '../../docs/' : './generated/site/'
  return staticFile(new URL(folder + name, import.meta.url))
}

function sendFile(connection: Connection, file: StaticFile, policy = POLICY): true {
  connection.console = true
  const isPacked = acceptsGzip(connection)
  const bytes = isPacked ? file.gzipped : file.bytes
  // Weak, because it is the same for both forms.
  const etag = `W/${file.etag}`
  const isKnown = connection.request.headers['if-none-match'] === etag
  connection.status = isKnown ? 304 : 200
  const headers = {
    'content-type': file.type,
    ...(isKnown ? {} : { 'content-length': bytes.length }),
    ...(isPacked && !isKnown ? { 'content-encoding': 'gzip' } : {}),
    vary: 'Accept-Encoding',
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
  connection.response
    .writeHead(connection.status, headers)
    .end(isKnown || connection.method === 'HEAD' ? undefined : bytes)
  return true
}

/** Whether a client names gzip among what it accepts, and does not exclude it by `q=0`. */
function acceptsGzip({ request }: Connection): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))
}

/** Whether a request may come from a browser: it accepts HTML and has no key. */
function isBrowser({ request }: Connection): boolean {
  const { accept = '', authorization } = request.headers
  return accept.includes('text/html') && authorization === undefined
}

function redirect(connection: Connection, location: string): true {
  connection.status = 303
  connection.response.writeHead(303, { location, vary: 'Accept', 'content-length': 0 }).end()
  return true
}
