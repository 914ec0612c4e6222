// A request and its reply, whatever brings them. `http.IncomingMessage` and `http.ServerResponse` of Node fit as they are.
import type { Exchange } from '../journal/exchange.ts'
import type { Body, BodyLimits } from './body.ts'

/** Headers by their names in lower case. */
export interface RequestHeaders {
  readonly [name: string]: string | readonly string[] | undefined
  readonly accept?: string | undefined
  readonly authorization?: string | undefined
  readonly 'content-type'?: string | undefined
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly 'access-control-request-headers'?: string | undefined
}

/** A request without its body. */
export interface IncomingRequest {
  readonly method?: string | undefined
  /** The path with its query. */
  readonly url?: string | undefined
  readonly headers: RequestHeaders
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  /** Why it broke off, if it did. */
  readonly errored?: Error | null | undefined
}

export type ReplyHeaders = Readonly<Record<string, string | number>>

/** Where a reply is written. */
export interface OutgoingReply {
  readonly headersSent: boolean
  /** Whether it is broken off. */
  readonly destroyed: boolean
  /** Whether nothing more comes: it is broken off, or everything has been sent. */
  readonly closed: boolean
  readonly writableEnded: boolean
  readonly writableFinished: boolean
  shouldKeepAlive: boolean
  setHeader(name: string, value: string): unknown
  writeHead(status: number, headers?: ReplyHeaders): this
  flushHeaders(): void
  /** False when what was written before has yet to leave; then wait for `drain`. */
  write(part: string | Uint8Array, whenSent?: () => void): boolean
  end(last?: string | Uint8Array): unknown
  end(last: string, encoding: 'utf8' | 'latin1'): unknown
  destroy(): unknown
  once(event: 'close' | 'drain', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: () => void): unknown
}

/** What brings a request, and takes its reply. */
export interface Wire {
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  /** Reads the body. Rejects when the client breaks off while it sends. */
  readBody(limits: BodyLimits): Promise<Body>
  /** Breaks off the connection as a crash would. `response.destroy()` closes it. */
  reset(): void
}

/** A request and its reply on the wire, with the exchange that records both. */
export interface Connection extends Wire {
  readonly exchange: Exchange
  /** Reports a change of the exchange before its end: its stream has begun, or a fault was applied. */
  changed(): void
}
