/** Sends one request and returns its reply as received; judges nothing. */
import { pipeline, type Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { EnvHttpProxyAgent } from 'undici'
import type { Chunk, Exchange } from '../requirements/exchange.ts'
import type { Connection } from '../target/connection.ts'

export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export type WireReply = Pick<Exchange, 'status' | 'headers' | 'text' | 'truncated' | 'chunks' | 'ended'>

export interface WireLimits {
  timeoutMs: number
  /** Maximum number of bytes of the body to read, counted after decompression. */
  maxBytes: number
  signal?: AbortSignal
  /** For streams: read until this returns true. Called after every chunk. */
  stop?: (soFar: string) => boolean
}

/** No reply: this says nothing about the service, only about the connection. */
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

/**
 * When the run is stopped, requests that may create something get this much longer: their replies name what to remove.
 */
const GRACE_MS = 3000

/**
 * How long a connection may be idle before a request that cannot be repeated. A server may close an idle connection just
 * when such a request arrives, but none does so within a second of a reply without announcing it.
 */
const FRESH_MS = 1000

/** Connections are kept alive; those for requests that are not safe to send twice only for a moment. */
export class Connections implements Disposable {
  readonly #repeatable: EnvHttpProxyAgent
  readonly #once: EnvHttpProxyAgent

  readonly #fetch: typeof globalThis.fetch | undefined

  constructor({ proxy, tls, fetch }: Connection) {
    this.#fetch = fetch
    const options = {
      ...proxy,
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      // The request's own timeout covers all phases.
      connectTimeout: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      // Tunnel only to deployments with TLS.
      proxyTunnel: false,
    }
    this.#repeatable = new EnvHttpProxyAgent({ ...options, connections: 64 })
    this.#once = new EnvHttpProxyAgent({
      ...options,
      keepAliveTimeout: FRESH_MS,
      keepAliveMaxTimeout: FRESH_MS,
    })
  }

  /** Sends a request; resolves with the head of its reply, before the body is read. */
  async begin({ url, method, headers, body }: WireRequest, signal: AbortSignal) {
    const fetch = this.#fetch
    if (fetch) {
      const init = {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      } as const
      const reply = await fetch(url, init)
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: reply.body ?? [] }
    }
    const { origin, pathname, search } = new URL(url)
    const connections = isIdempotent(method) ? this.#repeatable : this.#once
    const path = pathname + search
    const reply = await connections.request({ origin, path, method, headers, body: body ?? null, signal })
    const replyHeaders = joined(reply.headers)
    return {
      status: reply.statusCode,
      headers: replyHeaders,
      body: decompressed(reply.body, replyHeaders['content-encoding']),
    }
  }

  [Symbol.dispose]() {
    void this.#repeatable.destroy()
    void this.#once.destroy()
  }
}

export async function send(
  request: WireRequest,
  limits: WireLimits,
  connections: Connections,
): Promise<WireReply> {
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const cancel = new AbortController()
  const stopped = () => new NoAnswer('EABORTED', 'the run was stopped')
  if (limits.signal?.aborted) throw stopped()
  let grace: NodeJS.Timeout | undefined
  const onStop = () => {
    if (isIdempotent(request.method)) cancel.abort(stopped())
    else grace = setTimeout(() => cancel.abort(stopped()), GRACE_MS)
  }
  limits.signal?.addEventListener('abort', onStop)
  const timer = setTimeout(() => {
    const missing = status === undefined ? 'no reply' : 'the reply was not complete'
    cancel.abort(new NoAnswer('ETIMEDOUT', `${missing} after ${limits.timeoutMs / 1000} s`))
  }, limits.timeoutMs)

  let status: number | undefined
  try {
    const begun = await connections.begin(request, cancel.signal)
    status = begun.status
    const read = await readBody(begun.body, limits, elapsed, cancel.signal)
    return { status, headers: begun.headers, ...read }
  } catch (problem) {
    throw noAnswerFor(cancel.signal.aborted ? cancel.signal.reason : problem, status !== undefined)
  } finally {
    clearTimeout(timer)
    clearTimeout(grace)
    limits.signal?.removeEventListener('abort', onStop)
  }
}

const DECODERS: Record<string, (() => NodeJS.ReadWriteStream) | undefined> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  // Node 22.15 and later.
  zstd: zlib.createZstdDecompress,
}

/** Some proxies compress although we ask for no compression. Streamed, so that a small body cannot fill the memory. */
function decompressed(body: Readable, encoding = ''): AsyncIterable<Uint8Array> {
  const decoder = DECODERS[encoding.toLowerCase()]?.()
  return decoder ? (pipeline(body, decoder, () => {}) as unknown as Readable) : body
}

async function readBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, stop }: WireLimits,
  elapsed: () => number,
  signal: AbortSignal,
): Promise<Pick<WireReply, 'text' | 'truncated' | 'chunks' | 'ended'>> {
  const decoder = new TextDecoder()
  // The head of a stream is its beginning, even if nothing follows.
  const chunks: Chunk[] = stop ? [{ text: '', ms: elapsed() }] : []
  let [text, size] = ['', 0]
  const cut = () => ({ text, truncated: true, chunks, ended: false })
  try {
    for await (const data of body) {
      size += data.length
      if (size > maxBytes) return cut()
      const part = decoder.decode(data, { stream: true })
      text += part
      if (!stop) continue
      chunks.push({ text: part, ms: elapsed() })
      if (stop(text)) return cut()
    }
  } catch (problem) {
    const stopped = signal.reason instanceof NoAnswer && signal.reason.code === 'EABORTED'
    if (!stop || stopped) throw problem
    // The part of a stream received before the timeout or a broken connection is evidence.
    return { text, truncated: signal.aborted, chunks, ended: false }
  }
  return { text: text + decoder.decode(), truncated: false, chunks, ended: true }
}

/** Describes the failure by the code of its cause, and says which side to check. */
function noAnswerFor(problem: unknown, midway: boolean): NoAnswer {
  if (problem instanceof NoAnswer) return problem
  const { code = 'ECONNECTION', message } = problem as NodeJS.ErrnoException
  if (/^(Z_|ZSTD_|ERR__|ERR_BROTLI)/.test(code))
    return new NoAnswer('EDECODE', 'the body is not compressed as its content-encoding says')
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
    return new NoAnswer(
      'ECONNRESET',
      midway
        ? 'the connection broke in the middle of the reply'
        : 'the connection was closed without a reply',
    )
  return new NoAnswer(code, message || code)
}

/** Values of repeated headers, joined by a comma. */
export const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
