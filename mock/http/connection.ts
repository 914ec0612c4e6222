// A request and its reply, on any platform. `http.IncomingMessage` and `http.ServerResponse` of Node implement the
// interfaces.
import type { Exchange, OpenExchange } from '../journal/exchange.ts'
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
  sendWhole?(
    status: number,
    headers: ReplyHeaders,
    chunks: readonly (string | Uint8Array)[],
    isAscii: boolean,
  ): boolean
}

/** A request and its reply on the wire, with the data of its exchange as they come. */
export interface Connection extends OpenExchange, Gathered {
  readonly wire: Wire
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  readonly method: string
  /** Among the open connections of the server. */
  place: number
  /** Ends the connection before the reply is complete, by a reset or in order. */
  breakOff(how: 'reset' | 'close'): void
  /** Reports progress before the end: the stream has begun, or a fault was applied. */
  changed(): void
}

/** What is known of an exchange after its request line. */
type Gathered = {
  -readonly [Name in Exclude<
    keyof Exchange,
    'endedAt' | 'method' | 'path' | 'query' | 'requestHeaders'
  >]: Exchange[Name]
}
