// What may stand between the server and one workspace. The proof of the conformance suite puts its deliberate
// violations here; nothing else in the mock knows of them.
import type { OperationId, OperationRow, validateRequest } from '#openapi'
import type { Exchange } from '../journal/exchange.ts'
import type { Handler, Reply } from '../service/handler.ts'
import type { Workspace } from '../world/workspace.ts'

/** Each member is given what the server would do, and says what it does instead. */
export interface Intercept {
  /** The operation as the server takes it: its scopes, its role rule, its rate limit. */
  readonly operation?: (row: OperationRow) => OperationRow
  /** Judges requests before they are handled. */
  readonly judge?: (contract: typeof validateRequest) => typeof validateRequest
  readonly handler?: (row: OperationRow, handler: Handler<OperationId>) => Handler<OperationId>
  /** Changes the answer of a handler before it is sent. */
  readonly reply?: (answer: Reply<OperationId>, exchange: Exchange) => Reply<OperationId>
  /** Changes a refusal before it is sent. */
  readonly refusal?: (answer: RefusalReply, exchange: Exchange, workspace: Workspace) => RefusalReply
}

export interface RefusalReply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}
