// Validates messages with a document: the contract, or that of another profile.
import type { Contract } from './contract.ts'
import type { Issue } from './issue.ts'
import { operations } from './operations.ts'
import { eventValidator, replyValidator } from './reply.ts'
import { type RawRequest, requestValidator } from './request.ts'
import type { OperationId, RequestOf } from './request-of.ts'
import { type SchemaChecker, schemaChecker } from './schemas.ts'

/** The values of a valid request, or its mistakes. */
export type Read<Id extends OperationId> = { ok: true; value: RequestOf<Id> } | { ok: false; issues: Issue[] }

/** Validators for the messages of one document. */
export interface Judge {
  /**
   * Judges a request as it arrived. The value has texts turned into what the contract asks for and defaults filled in;
   * the body is the one that was given, never changed. Unknown query parameters are ignored.
   */
  readonly validateRequest: <Id extends OperationId>(operationId: Id, raw: RawRequest) => Read<Id>
  /** Validates a reply: its status, content type and parsed body. */
  readonly validateReply: (
    operationId: OperationId,
    status: number,
    contentType: string | null | undefined,
    body: unknown,
  ) => Issue[]
  /** Validates the parsed data of one server-sent event. */
  readonly validateEvent: (operationId: OperationId, event: unknown) => Issue[]
}

/** Validators for a document with the contract's operations, compiled on first use. */
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
