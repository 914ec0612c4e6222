/**
 * A proxy in front of a real deployment. Requests and replies pass unchanged, streams in parts, and are judged in
 * parallel. Paths below `/_mock` show the results.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { Agent } from 'undici'
import { type Contract, document, route } from '#openapi'
import { controlKeyFor, foreignIn, urlOf } from '../../platform/own-addresses.ts'
import { joined } from '../engine/transport.ts'
import { isEventStream, jsonOf } from '../extract/event-stream.ts'
import { html } from '../report/html.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { Capture, Room } from './capture.ts'
import { Traffic } from './traffic.ts'

export interface ProxyOptions {
  readonly baseUrl: string
  /** Default: 4010. */
  readonly port?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /**
   * The value that `/_mock` requires in the header `X-Mock-Control-Key`. Default: none on a loopback address, and a
   * generated one on any other.
   */
  readonly controlKey?: string | undefined
  /** The contract to compare traffic with. Default: the contract of the suite. */
  readonly contract?: Contract
  readonly record?: (line: string) => void
  /** Called after each exchange. */
  readonly onServed?: (one: Exchange) => void
}

/** Hop-by-hop headers and those that the proxy sets. Replies come uncompressed, so that they can be read. */
const OWN =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|accept-encoding|expect)$/

/** Headers that are kept; any other may contain a secret. */
const KEPT = ['authorization', 'content-type', 'accept', 'last-event-id', 'user-agent']

export async function startProxy(options: ProxyOptions) {
  const { port = 4010, host = '127.0.0.1', contract = document } = options
  const controlKey = controlKeyFor(host, options.controlKey)
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const traffic = new Traffic(baseUrl, contract, options.record)
  const passing: Passing = {
    baseUrl,
    // A stream may be silent for any length of time.
    deployment: new Agent({ headersTimeout: 0, bodyTimeout: 0 }),
    traffic,
    room: new Room(),
    onServed: options.onServed,
  }
  const server = createServer((request, response) => {
    const isOwn = /^\/_mock(?=[/?]|$)/.test(request.url ?? '')
    const served = isOwn ? show(traffic, request, response, controlKey) : pass(request, response, passing)
    served.catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await passing.deployment.destroy()
  }
  const { port: own } = server.address() as AddressInfo
  return {
    url: urlOf(host, own),
    controlKey,
    traffic,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

interface Passing {
  readonly baseUrl: string
  readonly deployment: Agent
  readonly traffic: Traffic
  readonly room: Room
  readonly onServed: ((one: Exchange) => void) | undefined
}

async function pass(request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<void> {
  const { baseUrl, deployment, traffic, room, onServed } = passing
  const { method = 'GET', url = '/', headers } = request
  const asked = url.startsWith('/') ? URL.parse(`http://proxy${url}`) : null
  if (!asked) {
    answer(response, 400, {
      error: { type: 'proxy_error', message: 'The target of a request must be a path that begins with /.' },
    })
    return
  }
  const at = new Date()
  const began = performance.now()
  const sent = new Capture(room)
  const came = new Capture(room)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  let status = 0
  let replyHeaders: IncomingHttpHeaders = {}
  let ended = false
  // Registers the key first, so that everything that follows is redacted.
  const key = traffic.keys.nameOf(headers.authorization)
  try {
    const { origin, pathname } = new URL(baseUrl)
    const reply = await deployment.request({
      origin,
      path: (pathname === '/' ? '' : pathname) + url,
      method,
      headers: passedOn(headers),
      body: hasBody(headers) ? request.pipe(copying(sent)) : null,
      signal: gone.signal,
    })
    status = reply.statusCode
    replyHeaders = reply.headers
    response.writeHead(status, passedOn(replyHeaders)).flushHeaders()
    const inParts = isEventStream(replyHeaders)
    for await (const part of reply.body as Readable & AsyncIterable<Buffer>) {
      came.take(part, inParts ? performance.now() - began : undefined)
      if (!response.write(part)) await once(response, 'drain', { signal: gone.signal })
    }
    ended = true
    response.end()
  } catch (error) {
    if (status === 0 && !gone.signal.aborted)
      answer(response, 502, {
        error: { type: 'proxy_error', message: `${baseUrl} did not answer: ${reasonOf(error)}` },
      })
    else response.destroy()
  } finally {
    sent.release()
    came.release()
  }
  if (status === 0) return
  const found = route(method, asked.pathname)
  const isKnown = 'operation' in found
  const one = {
    operation: isKnown ? found.operation.id : '',
    key,
    method,
    url: baseUrl + withoutSecrets(url),
    requestHeaders: keptOf(headers),
    requestBody: sent.text === '' ? undefined : sent.text,
    status,
    headers: joined({ ...replyHeaders, 'set-cookie': undefined }),
    text: came.text,
    json: jsonOf(came.text),
    chunks: came.chunks,
    truncated: came.isCut,
    ended,
    at,
    sent: began,
    ms: performance.now() - began,
    redirects: [],
  }
  // Half a request cannot be judged: what is missing may be what was stated.
  const taken = await traffic.take(one, isKnown && !sent.isCut ? found.path : undefined)
  onServed?.(taken)
}

/** A stream that passes everything through and copies it. */
function copying(capture: Capture): Transform {
  const stream = new Transform({
    transform: (part: Buffer, _, done) => {
      capture.take(part)
      done(null, part)
    },
  })
  // The request of which it is the body reports the error as well.
  return stream.on('error', () => {})
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OWN.test(name) ? [] : [[name, value]],
    ),
  )
}

function keptOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(joined(headers)).filter(([name]) => KEPT.includes(name)))
}

const SECRET_PARAMETER = /key|token|secret|password|signature|^sig$|^code$/i

/** Some clients put a key into the URL. */
function withoutSecrets(url: string): string {
  const [path = '', ...rest] = url.split('?')
  if (rest.length === 0) return path
  const parameters = rest.join('?').split('&')
  const shown = parameters.map(one => {
    const [name = ''] = one.split('=', 1)
    return one !== name && SECRET_PARAMETER.test(name) ? `${name}=hidden` : one
  })
  return `${path}?${shown.join('&')}`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? String(error)
}

/** The proxy's own replies. */
async function show(
  traffic: Traffic,
  request: IncomingMessage,
  response: ServerResponse,
  controlKey: string | undefined,
): Promise<void> {
  const { method, headers, url = '' } = request
  const path = url.split('?')[0]?.replace(/\/$/, '')
  const pages: Record<string, () => unknown> = {
    '/_mock': () => ({ pages: Object.keys(pages) }),
    '/_mock/health': () => ({ status: 'ok' }),
    '/_mock/journal': () => traffic.journal,
    '/_mock/violations': () => traffic.violations(),
    '/_mock/report': () => traffic.report(),
    '/_mock/report.html': () => html(traffic.report()),
  }
  const page = Object.hasOwn(pages, path ?? '') ? pages[path ?? ''] : undefined
  const isProbe = path === '/_mock/health'
  if (!isProbe && foreignIn(method, headers, []))
    answer(response, 403, { error: 'A page or a name from elsewhere may not read what has passed here.' })
  else if (!isProbe && controlKey !== undefined && headers['x-mock-control-key'] !== controlKey)
    answer(response, 401, { error: 'Send the control key in the header X-Mock-Control-Key.' })
  else answer(response, page ? 200 : 404, page?.() ?? { error: `There is nothing at ${path}; see /_mock.` })
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const isPage = typeof body === 'string'
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(isPage ? body : JSON.stringify(body))
}
