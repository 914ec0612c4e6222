// One request and what it was answered, as it happens; the journal keeps what is written here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationRow } from '#openapi'
import type { Caller } from '../service/handler.ts'
import type { Refusal } from '../world/refusal.ts'
import type { Tenancy } from './hub.ts'

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  /** The workspace that it belongs to, once its key is known. */
  tenancy: Tenancy | undefined
  /** When it was served, by the workspace's clock; 0 until then. */
  at = 0
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>> = {}
  caller: Caller | undefined
  /** The body as it was sent; empty where nothing was. */
  requestText = ''
  status = 0
  responseHeaders: Readonly<Record<string, string | number>> = {}
  /** The body as it was sent back; for a stream, all of its parts so far. */
  responseText = ''
  /** Why the service said no, when it did. */
  refusal: Refusal | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    this.method = request.method ?? 'GET'
    const url = request.url ?? '/'
    const at = url.indexOf('?')
    this.path = at < 0 ? url : url.slice(0, at)
    this.query = at < 0 ? '' : url.slice(at + 1)
  }
}
