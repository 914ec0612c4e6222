// A request and its reply at an HTTP server of Node.
import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Body, type BodyLimits, NO_BODY, notUtf8, tooLong } from '../http/body.ts'
import type { IncomingRequest, OutgoingReply, ReplyHeaders, Wire } from '../http/connection.ts'

/** A request that arrived at any server. */
export class NodeWire<Response extends OutgoingReply = OutgoingReply> implements Wire {
  readonly request: IncomingRequest
  readonly response: Response
  readonly #body: Readable

  constructor(request: IncomingRequest, response: Response, body: Readable) {
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
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      const isTooLong = size > limits.bodyBytes
      size += chunk.length
      if (size <= limits.bodyBytes) chunks.push(chunk)
      else if (!isTooLong) onBody(tooLong(limits))
    })
    request.on('end', () => {
      if (size <= limits.bodyBytes) onBody(bodyOf(chunks))
    })
    // What breaks a request off also closes it.
    request.on('close', () => {
      if (!request.readableEnded && size <= limits.bodyBytes)
        onFailure(request.errored ?? new Error('the connection broke off'))
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
export class OwnWire extends NodeWire<ServerResponse & Internals> {
  sendWhole(
    status: number,
    headers: ReplyHeaders,
    chunks: readonly (string | Uint8Array)[],
    isAscii: boolean,
  ): boolean {
    const { response } = this
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
    const encoding = isAscii ? 'latin1' : 'utf8'
    if (chunks.length > 1 || typeof chunks[0] !== 'string') socket.cork()
    let text = head
    for (const chunk of chunks)
      if (typeof chunk === 'string') text += chunk
      else {
        socket.write(text, encoding)
        socket.write(chunk)
        text = ''
      }
    if (text !== '') socket.write(text, encoding)
    socket.uncork()
    response.end()
    return true
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
