import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultEffects } from '../faults/fault-effects.ts'
import type { Connection } from '../http/connection.ts'
import { Exchange } from '../journal/exchange.ts'
import type { HostedWorkspace } from './workspace-registry.ts'

/** What the server knows of a request while it serves it. The exchange stays in the journal; the rest ends with the reply. */
export class RequestContext implements Connection {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly exchange: Exchange
  /** The workspace that the request is for, once its key is known. */
  hosted: HostedWorkspace | undefined
  /** What faults do to the request; undefined for nearly every one. */
  faultEffects: FaultEffects | undefined

  /** The headers about rate limits. */
  limitHeaders: Readonly<Record<string, string>> = {}

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    this.exchange = new Exchange(request)
  }

  changed(): void {
    this.hosted?.journal.notify(this.exchange)
  }
}
