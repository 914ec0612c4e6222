/** Changes the mock's behaviour for one workspace by wrapping the steps of a request. */
import {
  type Exchange,
  type Handler,
  type LifeOfARequest,
  lifeOfARequest,
  type Reply,
  type RequestContext,
  type Workspace,
} from '#mock'
import { madeOncePer, madeOnDemand } from '#mock/dialect'
import type { OperationId, OperationRow, validateRequest } from '#openapi'

type StreamPart =
  | { readonly event?: string; readonly id?: string; readonly data: unknown }
  | { readonly comment: string }

/** Each member receives what the mock would do, and what that concerns, and returns the replacement. */
export interface Intercept {
  /** Changes the operation: its scopes, its role rule, its rate limit. */
  readonly operation?: (row: OperationRow) => OperationRow
  /** Replaces the validation of requests. */
  readonly judge?: (contract: typeof validateRequest) => typeof validateRequest
  readonly handler?: (handler: Handler<OperationId>, row: OperationRow) => Handler<OperationId>
  /** Changes a handler's reply before it is sent. */
  readonly reply?: (answer: Reply<OperationId>, exchange: Exchange) => Reply<OperationId>
  /** Changes a refusal before it is sent. */
  readonly refusal?: (answer: RefusalReply, exchange: Exchange, workspace: Workspace) => RefusalReply
  /** Changes a reply or a refusal as it is sent, in the names and forms of the profile. */
  readonly sent?: (message: Message, exchange: Exchange) => Message
}

/** A reply or a refusal as it is sent, with a body or a stream. */
export interface Message {
  readonly status: number
  readonly body?: unknown
  readonly stream?: AsyncIterable<StreamPart>
  readonly headers?: Readonly<Record<string, string>>
}

interface RefusalReply extends Message {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The life of a request in a mock whose workspaces may have intercepts. */
export function interceptedLife(interceptOf: (workspaceId: string) => Intercept | undefined): LifeOfARequest {
  /** Made once, so that a changed operation is the same object in every request, like the others. */
  const operationIn = madeOncePer((intercept: Intercept) =>
    madeOnDemand((row: OperationRow) => intercept.operation?.(row) ?? row),
  )
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
      context.operation = operationIn(intercept)(context.operation)
      if (context.handler)
        context.handler = intercept.handler?.(context.handler, context.operation) ?? context.handler
      return undefined
    },
  }
}

function interceptMessages(context: RequestContext, { judge, reply, refusal, sent }: Intercept): void {
  const { contract, workspace } = context
  context.contract = Object.assign(Object.create(contract) as typeof contract, {
    decodeRequest: judge?.(contract.decodeRequest) ?? contract.decodeRequest,
    encodeReply: ((answer, operation, at) => {
      const changed = reply?.(answer as Reply<OperationId>, context.exchange(null)) ?? answer
      const encoded = contract.encodeReply(changed as typeof answer, operation, at)
      if (!sent) return encoded
      const message = { ...encoded, status: Number(encoded.status) } as Message
      return { ...encoded, ...sent(message, context.exchange(null)) }
    }) satisfies typeof contract.encodeReply,
    encodeRefusal: ((usual, at) => {
      const encoded = contract.encodeRefusal(usual, at)
      if (!workspace) return encoded
      const answer = refusal?.(encoded, context.exchange(null), workspace) ?? encoded
      return sent ? { ...answer, ...sent(answer, context.exchange(null)) } : answer
    }) satisfies typeof contract.encodeRefusal,
  })
}
