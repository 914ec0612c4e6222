// A request and its reply, on any platform. `http.IncomingMessage` and `http.ServerResponse` of Node implement the
// interfaces.
import type { OperationRow } from '#openapi'
import type { AppliedFault, Exchange, OpenExchange, StreamFacts } from '../journal/exchange.ts'
import type { Caller } from '../service/handler.ts'
import type { Refusal } from '../world/refusal.ts'
import type { Body, BodyLimits } from './body.ts'

/** Headers by their names in lower case. */
export interface RequestHeaders {
  readonly [name: string]: string | readonly string[] | undefined
  readonly accept?: string | undefined
  readonly authorization?: string | undefined
  readonly 'content-type'?: string | undefined
  readonly host?: string | undefined
  readonly 'x-mock-as'?: string | undefined
  readonly origin?: string | undefined
  readonly 'access-control-request-headers'?: string | undefined
}

/** A request without its body. */
export interface IncomingRequest {
  readonly method?: string | undefined
  /** The path with its query. */
  readonly url?: string | undefined
  readonly headers: RequestHeaders
  /** Names and values alternating, as sent. */
  readonly rawHeaders: readonly string[]
  /** The error that broke it off, if any. */
  readonly errored?: Error | null | undefined
}

export type ReplyHeaders = Readonly<Record<string, string | number>>

/** Where a reply is written. */
export interface OutgoingReply {
  readonly headersSent: boolean
  /** Whether it was broken off. */
  readonly destroyed: boolean
  /** Whether nothing more can be sent: it was broken off, or is complete. */
  readonly closed: boolean
  readonly writableEnded: boolean
  readonly writableFinished: boolean
  shouldKeepAlive: boolean
  setHeader(name: string, value: string): unknown
  writeHead(status: number, headers?: ReplyHeaders): this
  flushHeaders(): void
  /** False if the buffer is full; then wait for `drain`. */
  write(part: string | Uint8Array, whenSent?: () => void): boolean
  end(last?: string | Uint8Array): unknown
  end(last: string, encoding: 'utf8' | 'latin1'): unknown
  destroy(): unknown
  once(event: 'close' | 'drain', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: () => void): unknown
}

/** The transport of a request and its reply. */
export interface Wire {
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  /** Calls back with the body, or with an error if the client breaks off while sending. */
  readBody(limits: BodyLimits, onBody: (body: Body) => void, onFailure: (error: unknown) => void): void
  /** Resets the connection, as a crash would. `response.destroy()` closes it. */
  reset(): void
  /** Sends a whole reply if there is a faster way than `response`; returns whether it did. */
  sendWhole?(status: number, headers: ReplyHeaders, body: string | Uint8Array, isAscii: boolean): boolean
}

const NONE = {}
const NO_FAULTS: readonly AppliedFault[] = []

/** A request and its reply on the wire, with the data of its exchange. */
export class Connection implements OpenExchange {
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  id = ''
  number = 0
  at = 0
  machineAt = 0
  requestText = ''
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>> = NONE
  caller: Caller | undefined
  authorized = false
  console = false
  status = 0
  responseHeaders: ReplyHeaders = NONE
  responseText = ''
  stream: StreamFacts | undefined
  refusal: Refusal | undefined
  held: string | undefined
  faults: readonly AppliedFault[] = NO_FAULTS
  brokenOff = false
  /** Among the open connections of the server. */
  place = 0
  readonly #wire: Wire

  constructor(wire: Wire) {
    const { request, response } = wire
    const { method = 'GET', url = '/' } = request
    const queryAt = url.indexOf('?')
    this.#wire = wire
    this.request = request
    this.response = response
    this.method = method
    this.path = queryAt < 0 ? url : url.slice(0, queryAt)
    this.query = queryAt < 0 ? '' : url.slice(queryAt + 1)
  }

  readBody(...args: Parameters<Wire['readBody']>): void {
    this.#wire.readBody(...args)
  }

  sendWhole(status: number, headers: ReplyHeaders, body: string | Uint8Array, isAscii: boolean): boolean {
    return this.#wire.sendWhole?.(status, headers, body, isAscii) ?? false
  }

  /** Ends the connection before the reply is complete, by a reset or in order. */
  breakOff(how: 'reset' | 'close'): void {
    this.brokenOff = true
    if (how === 'reset') this.#wire.reset()
    else this.response.destroy()
  }

  /** Reports progress before the end: the stream has begun, or a fault was applied. */
  changed(): void {}

  exchange(endedAt: number | null): Exchange {
    const { stream } = this
    return {
      id: this.id,
      number: this.number,
      at: this.at,
      endedAt,
      machineAt: this.machineAt,
      method: this.method,
      path: this.path,
      query: this.query,
      requestHeaders: this.request.rawHeaders,
      requestText: this.requestText,
      operation: this.operation,
      pathParams: this.pathParams,
      caller: this.caller,
      authorized: this.authorized,
      console: this.console,
      status: this.status,
      responseHeaders: this.responseHeaders,
      responseText: this.responseText,
      // Copied, because the counts of an open stream change.
      stream: stream && endedAt === null ? { ...stream, kinds: new Map(stream.kinds) } : stream,
      refusal: this.refusal,
      held: this.held,
      faults: this.faults,
      brokenOff: this.brokenOff,
    }
  }
}
