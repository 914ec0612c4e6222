import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../journal/exchange.ts'

/** A request and its response on the wire, with the exchange that records both. */
export interface Connection {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly exchange: Exchange
  /** Reports a change of the exchange before its end: its stream has begun, or a fault was applied. */
  changed(): void
}
