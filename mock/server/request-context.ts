// One request and what it was answered, as it happens. It is what the journal keeps, so nothing is copied for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationRow } from '#openapi'
import type { FaultEffects } from '../faults/fault-effects.ts'
import type { AppliedFault, Exchange, StreamFacts } from '../journal/exchange.ts'
import type { Caller } from '../service/handler.ts'
import type { Refusal } from '../world/refusal.ts'
import type { HostedWorkspace } from './workspace-registry.ts'

export class RequestContext implements Exchange {
  #wire: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
  /** Set when the journal takes it in, as are `number`, `at` and `machineAt`. */
  id = ''
  number = 0
  at = 0
  endedAt: number | null = null
  machineAt = 0
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  readonly requestHeaders: readonly string[]
  /** The workspace that it belongs to, once its key is known. */
  hosted: HostedWorkspace | undefined
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>> = {}
  caller: Caller | undefined
  letIn = false
  /** The body as it was sent; empty where nothing was. */
  requestText = ''
  status = 0
  responseHeaders: Readonly<Record<string, string | number>> = {}
  /** The body as it was sent back; of a stream, the beginning. */
  responseText = ''
  stream: StreamFacts | undefined
  /** Why the service said no, when it did. */
  refusal: Refusal | undefined
  /** The faults that strike it, and those that came to something. */
  faultEffects: FaultEffects | undefined
  faults: readonly AppliedFault[] = []
  brokenOff = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#wire = { request, response }
    this.method = request.method ?? 'GET'
    const url = request.url ?? '/'
    const at = url.indexOf('?')
    this.path = at < 0 ? url : url.slice(0, at)
    this.query = at < 0 ? '' : url.slice(at + 1)
    this.requestHeaders = request.rawHeaders
  }

  get request(): IncomingMessage {
    return this.#open().request
  }

  get response(): ServerResponse {
    return this.#open().response
  }

  /** Lets go of the connection, so that whoever keeps the exchange keeps no sockets. */
  letGo(): void {
    this.#wire = undefined
    this.hosted = undefined
    this.faultEffects = undefined
  }

  #open() {
    if (!this.#wire) throw new Error(`the exchange ${this.id} is over; its connection is gone`)
    return this.#wire
  }
}
