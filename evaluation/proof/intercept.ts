/** Changes what the mock does for one workspace: steps of the proof stand around those of the mock. */
import {
  type Exchange,
  type Handler,
  type LifeOfARequest,
  lifeOfARequest,
  type Reply,
  type RequestContext,
  type Workspace,
} from '#mock'
import type { OperationId, OperationRow, validateRequest } from '#openapi'

/** Each member gets what the mock would do, and returns what it does instead. */
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

interface RefusalReply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The life of a request in a mock whose workspaces may have intercepts. */
export function interceptedLife(interceptOf: (workspaceId: string) => Intercept | undefined): LifeOfARequest {
  const changed = new WeakMap<Intercept, Map<OperationRow, OperationRow>>()
  /** A changed operation is the same in every request, as the others are. */
  const operationOf = (intercept: Intercept, row: OperationRow) => {
    const rows = changed.get(intercept) ?? new Map<OperationRow, OperationRow>()
    changed.set(intercept, rows)
    const found = rows.get(row) ?? intercept.operation?.(row) ?? row
    rows.set(row, found)
    return found
  }
  const interceptIn = ({ workspace }: RequestContext) => workspace && interceptOf(workspace.id)
  return {
    ...lifeOfARequest,
    identify(context) {
      lifeOfARequest.identify(context)
      const intercept = interceptIn(context)
      if (intercept) interceptMessages(context, intercept)
      return undefined
    },
    findOperation(context) {
      lifeOfARequest.findOperation(context)
      const intercept = interceptIn(context)
      if (!intercept || !context.operation) return undefined
      context.operation = operationOf(intercept, context.operation)
      if (context.handler)
        context.handler = intercept.handler?.(context.operation, context.handler) ?? context.handler
      return undefined
    },
  }
}

function interceptMessages(context: RequestContext, { judge, reply, refusal }: Intercept): void {
  const { contract, workspace } = context
  context.contract = Object.assign(Object.create(contract) as typeof contract, {
    decodeRequest: judge?.(contract.decodeRequest) ?? contract.decodeRequest,
    encodeReply: ((answer, operation, at) =>
      contract.encodeReply(
        (reply?.(answer as Reply<OperationId>, context.exchange(null)) ?? answer) as typeof answer,
        operation,
        at,
      )) satisfies typeof contract.encodeReply,
    encodeRefusal: ((usual, at) => {
      const answer = contract.encodeRefusal(usual, at)
      return workspace ? (refusal?.(answer, context.exchange(null), workspace) ?? answer) : answer
    }) satisfies typeof contract.encodeRefusal,
  })
}
