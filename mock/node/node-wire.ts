// A request that arrived at a server of Node.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Body, type BodyLimits, NO_BODY, notUtf8, tooLong } from '../http/body.ts'
import type { Wire } from '../http/connection.ts'

export class NodeWire implements Wire {
  readonly request: IncomingMessage
  readonly response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
  }

  readBody(limits: BodyLimits): Promise<Body> {
    const { request } = this
    // A request without a body has already ended.
    if (request.readableEnded) return Promise.resolve(NO_BODY)
    // Listeners, because an async iterator takes longer than most requests.
    const { promise, resolve, reject } = Promise.withResolvers<Body>()
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limits.bodyBytes) chunks.push(chunk)
      else resolve(tooLong(limits))
    })
    request.on('end', () => resolve(bodyOf(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(request.errored ?? new Error('the connection broke off'))
    })
    return promise
  }

  reset(): void {
    this.request.socket.resetAndDestroy()
  }
}

/** Nearly every body comes in one chunk. */
function bodyOf(chunks: Buffer[]): Body {
  const [only] = chunks
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks)
  const text = bytes.toString('utf8')
  // What is not UTF-8 is read as this character, which may also have been sent.
  return text.includes('\uFFFD') && !isUtf8(bytes) ? notUtf8(text) : { text }
}
