// Changes what the server does for one workspace. The proof of the conformance suite makes deliberate violations with it;
// the rest of the mock does not know of them.
import type { OperationId, OperationRow, validateRequest } from '#openapi'
import type { Exchange } from '../journal/exchange.ts'
import type { Handler, Reply } from '../service/handler.ts'
import type { Workspace } from '../world/workspace.ts'

/** Each member gets what the server would do, and returns what it does instead. */
export interface Intercept {
  /** Changes the operation: its scopes, its role rule, its rate limit. */
  readonly operation?: (row: OperationRow) => OperationRow
  /** Validates requests before they are handled. */
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
