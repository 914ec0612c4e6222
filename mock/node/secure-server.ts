// HTTPS: HTTP/2 for clients that speak it, HTTP/1.1 for all others.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2'
import type { IncomingRequest, OutgoingReply, ReplyHeaders } from '../http/connection.ts'
import type { KeyPair } from './self-signed.ts'

/** A server whose open connections of HTTP/2 end when it closes. */
export function secureServer(
  { cert, key }: KeyPair,
  http1: (request: IncomingMessage, response: ServerResponse) => void,
  http2: (request: Http2ServerRequest, reply: Http2Reply) => void,
): Http2SecureServer {
  const { createSecureServer } = process.getBuiltinModule('node:http2')
  const server = createSecureServer(
    { cert, key, allowHTTP1: true },
    (request: Http2ServerRequest | IncomingMessage, response: Http2ServerResponse | ServerResponse) => {
      if ('stream' in request) http2(request, new Http2Reply(request.stream, request.method))
      else http1(request, response as ServerResponse)
    },
  )
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', session => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  const close = server.close.bind(server)
  server.close = listener => {
    // Streams in flight go on; no new ones are taken.
    for (const session of sessions) session.close()
    return close(listener)
  }
  return server
}

/** The request with the host where HTTP/1.1 has it, and without the fields that are no headers. */
export function http2Request({
  method,
  url,
  headers,
  rawHeaders,
  stream,
}: Http2ServerRequest): IncomingRequest {
  const host = headers[':authority'] ?? headers.host
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, at) => rawHeaders.slice(2 * at, 2 * at + 2))
  const raw = pairs.filter(([name]) => !name!.startsWith(':')).flat()
  return {
    method,
    url,
    headers: { ...headers, ...(host === undefined ? {} : { host }) },
    rawHeaders: headers.host === undefined && host !== undefined ? ['host', host, ...raw] : raw,
    get errored() {
      return stream.errored
    },
  }
}

/** Headers that HTTP/2 forbids, because they are about a connection. */
const OF_CONNECTIONS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

class Http2Reply implements OutgoingReply {
  shouldKeepAlive = true
  readonly #stream: ServerHttp2Stream
  readonly #isHead: boolean
  readonly #headers: Record<string, string | number> = {}

  constructor(stream: ServerHttp2Stream, method: string) {
    this.#stream = stream
    this.#isHead = method === 'HEAD'
    // Without a listener, a client that leaves would end the process.
    stream.on('error', () => {})
  }

  get headersSent(): boolean {
    return this.#stream.headersSent
  }

  get destroyed(): boolean {
    return this.#stream.destroyed
  }

  get closed(): boolean {
    return this.#stream.closed || this.#stream.destroyed
  }

  get writableEnded(): boolean {
    return this.#stream.writableEnded
  }

  get writableFinished(): boolean {
    return this.#stream.writableFinished
  }

  setHeader(name: string, value: string): this {
    this.#headers[name] = value
    return this
  }

  writeHead(status: number, headers: ReplyHeaders = {}): this {
    if (this.closed) return this
    const all = Object.entries({ ...this.#headers, ...headers })
    const sent = all.filter(([name]) => !OF_CONNECTIONS.has(name.toLowerCase()))
    this.#stream.respond({ ':status': status, ...Object.fromEntries(sent) }, { sendDate: false } as object)
    return this
  }

  flushHeaders(): void {}

  write(part: string | Uint8Array, whenSent?: () => void): boolean {
    if (this.#isHead || this.closed) return true
    return this.#stream.write(part, whenSent)
  }

  end(last?: string | Uint8Array, encoding: 'utf8' | 'latin1' = 'utf8'): this {
    if (last === undefined || this.#isHead) this.#stream.end()
    else if (typeof last === 'string') this.#stream.end(last, encoding)
    else this.#stream.end(last)
    return this
  }

  destroy(): this {
    // Without an error the stream would look complete.
    this.#stream.destroy(new Error('broken off'))
    return this
  }

  once(event: 'close' | 'drain', listener: () => void): this {
    this.#stream.once(event, listener)
    return this
  }

  off(event: 'close', listener: () => void): this {
    this.#stream.off(event, listener)
    return this
  }

  on(event: 'error', listener: () => void): this {
    this.#stream.on(event, listener)
    return this
  }
}
