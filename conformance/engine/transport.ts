/** One request and its answer, as they went over the wire. Nothing is judged here. */
import * as http from 'node:http'
import * as https from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Chunk } from '../ledger/exchange.ts'

export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface WireReply {
  status: number
  /** Names in lower case; repeated headers joined by a comma. */
  headers: Record<string, string>
  text: string
  /** True when the answer was longer than the cap, or was cut by `stop`. */
  truncated: boolean
  chunks: Chunk[]
  /** False when we cut the answer, or the connection broke in the middle of it. */
  ended: boolean
  ms: number
}

export interface WireLimits {
  timeoutMs: number
  maxBytes: number
  signal?: AbortSignal
  /** For streams: read until this says so. Called after every chunk and at the time limit. */
  stop?: (soFar: string) => boolean
}

/** No answer came: nothing can be said about the service, only about the connection. */
export class NoAnswer extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'NoAnswer'
    this.code = code
  }
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])
export const isIdempotent = (method: string) => IDEMPOTENT.has(method)

/** Sockets are reused only by requests that may safely be sent twice. */
export class Sockets {
  readonly #http = new http.Agent({ keepAlive: true, maxSockets: 64 })
  readonly #https = new https.Agent({ keepAlive: true, maxSockets: 64 })

  for(request: WireRequest): http.Agent | false {
    if (!isIdempotent(request.method)) return false
    return request.url.startsWith('https:') ? this.#https : this.#http
  }

  close() {
    this.#http.destroy()
    this.#https.destroy()
  }
}

export function send(request: WireRequest, limits: WireLimits, sockets: Sockets): Promise<WireReply> {
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>()
  const secure = request.url.startsWith('https:')
  const headers = { ...request.headers }
  if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(request.body))

  let outgoing: http.ClientRequest
  try {
    outgoing = (secure ? https : http).request(request.url, {
      method: request.method,
      headers,
      agent: sockets.for(request),
      setDefaultHeaders: true,
    })
  } catch (problem) {
    return Promise.reject(new NoAnswer('EINVALID', (problem as Error).message))
  }

  let incoming: http.IncomingMessage | undefined
  const parts: Buffer[] = []
  const chunks: Chunk[] = []
  let size = 0
  let settled = false

  const finish = (ended: boolean, truncated: boolean) => {
    if (settled || incoming === undefined) return
    settled = true
    cleanUp()
    if (!ended || truncated) outgoing.destroy()
    resolve({
      status: incoming.statusCode ?? 0,
      headers: flatHeaders(incoming),
      text: decoded(Buffer.concat(parts), incoming.headers['content-encoding']),
      truncated,
      chunks,
      ended,
      ms: elapsed(),
    })
  }
  const fail = (code: string, message: string) => {
    if (settled) return
    settled = true
    cleanUp()
    outgoing.destroy()
    reject(new NoAnswer(code, message))
  }
  const onAbort = () => fail('EABORTED', 'the run was stopped')
  const timer = setTimeout(() => {
    if (incoming && limits.stop) finish(false, true)
    else if (incoming) fail('ETIMEDOUT', `the answer was not complete after ${limits.timeoutMs / 1000} s`)
    else fail('ETIMEDOUT', `no answer after ${limits.timeoutMs / 1000} s`)
  }, limits.timeoutMs)
  const cleanUp = () => {
    clearTimeout(timer)
    limits.signal?.removeEventListener('abort', onAbort)
  }

  if (limits.signal?.aborted) onAbort()
  limits.signal?.addEventListener('abort', onAbort)

  outgoing.on('response', response => {
    incoming = response
    response.on('data', (data: Buffer) => {
      if (settled) return
      size += data.length
      if (size > limits.maxBytes) return finish(false, true)
      parts.push(data)
      if (!limits.stop) return
      chunks.push({ text: data.toString('utf8'), ms: elapsed() })
      if (limits.stop(Buffer.concat(parts).toString('utf8'))) finish(false, true)
    })
    response.on('end', () => finish(true, false))
    response.on('aborted', () => broken())
    response.on('error', () => broken())
  })
  const broken = () => {
    if (limits.stop) finish(false, false)
    else fail('ECONNRESET', 'the connection broke in the middle of the answer')
  }
  outgoing.on('error', (problem: NodeJS.ErrnoException) => {
    if (incoming && limits.stop) finish(false, false)
    else fail(problem.code ?? 'ECONNECTION', problem.message || String(problem.code))
  })
  outgoing.end(request.body)
  return promise
}

function flatHeaders(message: http.IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** We ask for no compression; some proxies compress all the same. */
function decoded(bytes: Buffer, encoding: string | undefined): string {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8')
    if (encoding === 'deflate') return inflateSync(bytes).toString('utf8')
    if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  } catch {
    // A cut or mislabelled body is evidence too: show it as it came.
  }
  return bytes.toString('utf8')
}
