import type { FaultEffects } from '../faults/fault-effects.ts'
import type { Body, BodyLimits } from '../http/body.ts'
import type { Connection, IncomingRequest, OutgoingReply, Wire } from '../http/connection.ts'
import { Exchange } from '../journal/exchange.ts'
import type { HostedWorkspace } from './workspace-registry.ts'

/** What the server knows of a request while it serves it. The exchange stays in the journal; the rest ends with the reply. */
export class RequestContext implements Connection {
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  readonly exchange: Exchange
  /** The workspace that the request is for, once its key is known. */
  hosted: HostedWorkspace | undefined
  /** What faults do to the request; undefined for nearly every one. */
  faultEffects: FaultEffects | undefined

  /** The headers about rate limits. */
  limitHeaders: Readonly<Record<string, string>> = {}

  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
    this.request = wire.request
    this.response = wire.response
    this.exchange = new Exchange(wire.request)
  }

  readBody(limits: BodyLimits): Promise<Body> {
    return this.#wire.readBody(limits)
  }

  reset(): void {
    this.#wire.reset()
  }

  changed(): void {
    this.hosted?.journal.notify(this.exchange)
  }
}
