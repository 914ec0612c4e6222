// Whether messages fit a document: the contract, or what a deployment with other answers publishes.
import type { Contract } from './contract.ts'
import { operations } from './generated/operations.gen.ts'
import type { Issue } from './issue.ts'
import { eventValidator, replyValidator } from './reply.ts'
import { type RawRequest, requestValidator } from './request.ts'
import type { OperationId, RequestOf } from './request-of.ts'
import { type SchemaChecker, schemaChecker } from './schemas.ts'

/** A request that fits, as values, or the ways in which it does not fit. */
export type Read<Id extends OperationId> = { ok: true; value: RequestOf<Id> } | { ok: false; issues: Issue[] }

/** Judges the messages of one document. */
export interface Judge {
  /**
   * Judges a request as it arrived. The value has texts turned into what the contract asks for and defaults filled in;
   * the body is the one that was given, never changed. Unknown query parameters are ignored.
   */
  readonly validateRequest: <Id extends OperationId>(operationId: Id, raw: RawRequest) => Read<Id>
  /** Judges a reply: its status, its content type and its parsed body. */
  readonly validateReply: (
    operationId: OperationId,
    status: number,
    contentType: string | null | undefined,
    body: unknown,
  ) => Issue[]
  /** Judges the parsed data of one server-sent event. */
  readonly validateEvent: (operationId: OperationId, event: unknown) => Issue[]
}

/** A judge by a document that has the contract's operations. Nothing is compiled before it is needed. */
export function judgeBy(document: Contract): Judge & { readonly schemas: () => SchemaChecker } {
  let checker: SchemaChecker | undefined
  const schemas = () => (checker ??= schemaChecker(document))
  const judgeRequest = requestValidator(document, schemas)
  const judgeReply = replyValidator(document, schemas)
  const judgeEvent = eventValidator(document, schemas)
  return {
    schemas,
    validateRequest<Id extends OperationId>(operationId: Id, raw: RawRequest): Read<Id> {
      const { value, issues } = judgeRequest(operations[operationId], raw)
      return issues.length === 0
        ? { ok: true, value: value as unknown as RequestOf<Id> }
        : { ok: false, issues }
    },
    validateReply: (operationId, status, contentType, body) =>
      judgeReply(operations[operationId], status, contentType, body),
    validateEvent: (operationId, event) => judgeEvent(operations[operationId], event),
  }
}
