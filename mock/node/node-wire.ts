// A request and its reply at an HTTP server of Node.
import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Body, type BodyLimits, NO_BODY, notUtf8, tooLong } from '../http/body.ts'
import type { IncomingRequest, OutgoingReply, ReplyHeaders, Wire } from '../http/connection.ts'

// Importing node:http would also load its WebSocket client, which takes as long as starting Node.
const { IncomingMessage } = process.getBuiltinModule('node:http')

/** A request that arrived at any server. */
export class NodeWire implements Wire {
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  readonly #body: Readable

  constructor(request: IncomingRequest, response: OutgoingReply, body: Readable) {
    this.request = request
    this.response = response
    this.#body = body
  }

  readBody(limits: BodyLimits, onBody: (body: Body) => void, onFailure: (error: unknown) => void): void {
    const request = this.#body
    // A request without a body has already ended.
    if (request.readableEnded) {
      onBody(NO_BODY)
      return
    }
    const reader = new BodyReader(limits, onBody, onFailure)
    if (request instanceof OwnRequest && request.readBy(reader)) return
    request.on('data', (chunk: Buffer) => reader.add(chunk))
    request.on('end', () => reader.end())
    // What breaks a request off also closes it.
    request.on('close', () => {
      if (!request.readableEnded) reader.fail(request.errored)
    })
  }

  /** A connection of TLS or of HTTP/2 cannot be reset; it ends without a farewell. */
  reset(): void {
    const socket = 'socket' in this.request ? (this.request.socket as Socket) : undefined
    if (!socket) this.response.destroy()
    else if ('encrypted' in socket) socket.destroy()
    else socket.resetAndDestroy()
  }
}

export const KEEP_ALIVE_SECONDS = 60
const KEPT_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`

/** The first lines of usual replies with a body. */
const STATUS_LINES = new Map([
  [200, 'HTTP/1.1 200 OK\r\n'],
  [201, 'HTTP/1.1 201 Created\r\n'],
])

/** Node decides about other values of headers. */
const UNUSUAL = /[^ -~]/

/** What `writeHead` and `end` of Node would set. */
type Internals = { _header?: string | null; _headerSent?: boolean }

/**
 * A request that arrived at the mock's own server, so that nobody else has a hand in it: a usual reply is written to the
 * socket. `ServerResponse` takes a quarter of all that Node does for a request to check and store four headers.
 */
export class OwnWire extends NodeWire {
  readonly #response: ServerResponse & Internals

  constructor(request: OwnRequest, response: ServerResponse) {
    super(request, response, request)
    this.#response = response
  }

  sendWhole(status: number, headers: ReplyHeaders, body: string | Uint8Array, isAscii: boolean): boolean {
    const response = this.#response
    const { socket } = response
    let head = STATUS_LINES.get(status)
    // Node sends a reply that waits for another one, that ends the connection, that has no body, or that a page reads.
    const isUsual =
      socket?.writable === true &&
      response.shouldKeepAlive &&
      response.req.method !== 'HEAD' &&
      response._header === null &&
      response._headerSent === false &&
      response.getHeaderNames().length === 0
    if (!isUsual || head === undefined) return false
    for (const name in headers) {
      const value = headers[name]!
      if (typeof value === 'string' && UNUSUAL.test(value)) return false
      head += `${name}: ${value}\r\n`
    }
    head += KEPT_ALIVE
    response.statusCode = status
    response._header = head
    response._headerSent = true
    if (typeof body === 'string') socket.write(head + body, isAscii ? 'latin1' : 'utf8')
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
    }
    response.end()
    return true
  }
}

/** What Node calls for a request without a body; it would otherwise wait for somebody who reads the stream. */
type Dumped = { _dumpAndCloseReadable?(): void }

/**
 * A request whose parts go from the parser to the reader. As a stream of Node, each would take several turns of the event
 * loop, which cost as much as the rest of a small request.
 */
export class OwnRequest extends IncomingMessage {
  #reader: BodyReader | undefined

  /** Sends what arrives to a reader; false if something has arrived before, which the stream then has. */
  readBy(reader: BodyReader): boolean {
    if (this.complete || this.readableLength > 0) return false
    this.#reader = reader
    return true
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const reader = this.#reader
    if (!reader) return super.push(chunk, encoding)
    if (chunk) reader.add(chunk)
    else {
      ;(this as Dumped)._dumpAndCloseReadable?.()
      reader.end()
    }
    return true
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(error, callback)
    if (!this.complete) this.#reader?.fail(error)
  }
}

/** Collects a body up to its limit, and calls back once. */
class BodyReader {
  readonly #limits: BodyLimits
  readonly #onBody: (body: Body) => void
  readonly #onFailure: (error: unknown) => void
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(limits: BodyLimits, onBody: (body: Body) => void, onFailure: (error: unknown) => void) {
    this.#limits = limits
    this.#onBody = onBody
    this.#onFailure = onFailure
  }

  get #isTooLong(): boolean {
    return this.#size > this.#limits.bodyBytes
  }

  /** What exceeds the limit is discarded. */
  add(chunk: Buffer): void {
    if (this.#isTooLong) return
    this.#size += chunk.length
    if (this.#isTooLong) this.#onBody(tooLong(this.#limits))
    else this.#chunks.push(chunk)
  }

  end(): void {
    if (!this.#isTooLong) this.#onBody(bodyOf(this.#chunks))
  }

  fail(error: Error | null): void {
    if (!this.#isTooLong) this.#onFailure(error ?? new Error('the connection broke off'))
  }
}

/** Nearly every body comes in one chunk. */
function bodyOf(chunks: Buffer[]): Body {
  const [only] = chunks
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks)
  const text = bytes.toString('utf8')
  // Invalid UTF-8 is decoded to this character, which may also have been sent.
  return text.includes('\uFFFD') && !isUtf8(bytes) ? notUtf8(text) : { text }
}
