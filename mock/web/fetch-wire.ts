// A request of the Fetch standard, from a page, a service worker or an edge runtime.
import { type Body, type BodyLimits, NO_BODY, notUtf8, tooLong } from '../http/body.ts'
import type { IncomingRequest, OutgoingReply, ReplyHeaders, Wire } from '../http/connection.ts'

/** What is read of a `Request`. */
export interface FetchedRequest extends Pick<Request, 'method' | 'url'> {
  /** By their names in lower case. */
  readonly headers: Iterable<readonly [string, string]>
  readonly signal?: AbortSignal
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>
}

export class FetchWire implements Wire {
  readonly request: IncomingRequest & { errored?: Error | null }
  readonly response: FetchReply
  readonly #sent: FetchedRequest

  /** `root` is the path below which the service is, without a slash at its end. */
  constructor(sent: FetchedRequest, root: string) {
    this.#sent = sent
    this.response = new FetchReply(sent)
    const { pathname, search } = new URL(sent.url)
    const headers = [...sent.headers]
    const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : pathname
    this.request = {
      method: sent.method,
      url: path + search,
      headers: Object.fromEntries(headers),
      rawHeaders: headers.flat(),
      errored: null,
    }
  }

  readBody(limits: BodyLimits, onBody: (body: Body) => void, onFailure: (error: unknown) => void): void {
    void this.#read(limits).then(onBody, onFailure)
  }

  async #read(limits: BodyLimits): Promise<Body> {
    const bytes = await this.#sent.arrayBuffer().catch((error: Error) => {
      this.request.errored = error
      throw error
    })
    if (bytes.byteLength > limits.bodyBytes) return tooLong(limits)
    if (bytes.byteLength === 0) return NO_BODY
    try {
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
    } catch {
      return notUtf8(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    }
  }

  reset(): void {
    this.response.destroy()
  }
}

/** These statuses have no body. */
const WITHOUT_BODY = [204, 205, 304]

/** A reply that becomes a `Response`, as soon as its head is written. */
class FetchReply implements OutgoingReply {
  /** Rejects if the reply breaks off before its head. */
  readonly response: Promise<Response>
  headersSent = false
  destroyed = false
  writableEnded = false
  shouldKeepAlive = true
  readonly #settle: { resolve(response: Response): void; reject(reason: unknown): void }
  readonly #hasBody: boolean
  readonly #headers = new Headers()
  readonly #listeners = { close: new Set<() => void>(), drain: new Set<() => void>() }
  readonly #encoder = new TextEncoder()
  #status = 200
  /** Writes to the body, if the head was sent before the rest. */
  #body: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor({ method, signal }: Pick<FetchedRequest, 'method' | 'signal'>) {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    this.response = promise
    this.#settle = { resolve, reject }
    this.#hasBody = method !== 'HEAD'
    if (signal?.aborted) this.#breakOff(signal.reason)
    else signal?.addEventListener('abort', () => this.#breakOff(signal.reason), { once: true })
  }

  get writableFinished(): boolean {
    return this.writableEnded
  }

  get closed(): boolean {
    return this.destroyed || this.writableEnded
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  writeHead(status: number, headers: ReplyHeaders = {}): this {
    this.#status = status
    for (const [name, value] of Object.entries(headers)) this.#headers.set(name, String(value))
    this.headersSent = true
    return this
  }

  flushHeaders(): void {
    if (this.#body || this.closed) return
    const body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#body = controller
        },
        pull: () => this.#emit('drain'),
        cancel: reason => this.#breakOff(reason),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
    )
    this.#respond(body)
  }

  write(part: string | Uint8Array, whenSent?: () => void): boolean {
    this.flushHeaders()
    if (this.closed || !this.#body) {
      whenSent?.()
      return false
    }
    this.#body.enqueue(this.#bytesOf(part))
    const isRoom = (this.#body.desiredSize ?? 0) > 0
    if (whenSent && isRoom) queueMicrotask(whenSent)
    else if (whenSent) {
      this.once('drain', whenSent)
      this.once('close', whenSent)
    }
    return isRoom
  }

  end(last?: string | Uint8Array): void {
    if (this.closed) return
    if (this.#body) {
      if (last !== undefined) this.#body.enqueue(this.#bytesOf(last))
      this.#body.close()
    } else this.#respond(last === undefined ? null : this.#bytesOf(last))
    this.headersSent = true
    this.writableEnded = true
    this.#emit('close')
  }

  destroy(): void {
    this.#breakOff(new TypeError('The mock broke off the connection.'))
  }

  once(event: 'close' | 'drain', listener: () => void): void {
    if (event === 'close' && this.closed) queueMicrotask(listener)
    else this.#listeners[event].add(listener)
  }

  off(event: 'close', listener: () => void): void {
    this.#listeners[event].delete(listener)
  }

  /** Writes cannot fail here, so there are no events. */
  on(): void {}

  #respond(body: ReadableStream<Uint8Array> | Uint8Array | null): void {
    const isAllowed = this.#hasBody && !WITHOUT_BODY.includes(this.#status)
    const init = { status: this.#status, headers: this.#headers }
    this.#settle.resolve(
      new Response(isAllowed ? (body as ConstructorParameters<typeof Response>[0]) : null, init),
    )
  }

  #breakOff(reason: unknown): void {
    if (this.closed) return
    this.destroyed = true
    this.#settle.reject(reason)
    try {
      this.#body?.error(reason)
    } catch {
      // The reader has already cancelled it.
    }
    this.#emit('close')
  }

  #emit(event: 'close' | 'drain'): void {
    const called = [...this.#listeners[event]]
    this.#listeners[event].clear()
    // Asynchronous, as with a connection: the writer has not returned yet.
    queueMicrotask(() => {
      for (const listener of called) listener()
    })
  }

  #bytesOf(part: string | Uint8Array): Uint8Array {
    return typeof part === 'string' ? this.#encoder.encode(part) : part
  }
}
