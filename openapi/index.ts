// The contract as code: the only door to everything that `npm run generate` derives from the YAML.
import type { Contract } from './contract.ts'
import { operations } from './generated/operations.gen.ts'
import type { components } from './generated/types.gen.ts'
import { lazily, readGenerated } from './generated-files.ts'
import type { Issue } from './issue.ts'
import type { Gap, Ledger } from './registers.ts'
import { eventValidator, replyValidator } from './reply.ts'
import { type RawRequest, requestValidator } from './request.ts'
import type { OperationId, RequestOf } from './request-of.ts'
import { type SchemaChecker, schemaChecker } from './schemas.ts'

export type { Contract, Parameter, Schema } from './contract.ts'
export { operations } from './generated/operations.gen.ts'
export type { GapAnswers, RequirementId } from './generated/registers.gen.ts'
export type { components, operations as Operations, paths } from './generated/types.gen.ts'
export type { Issue } from './issue.ts'
export type { OperationRow } from './operation-row.ts'
export type { Gap, GapId, Ledger, Requirement } from './registers.ts'
export type { RawRequest } from './request.ts'
export type { OperationId, ReplyBody, ReplyOf, RequestOf } from './request-of.ts'
export { schemaChecker } from './schemas.ts'

/** The schemas by name: `Schemas['Task']`. */
export type Schemas = components['schemas']

/** The bundled OpenAPI document. */
export const document: Contract = lazily(() => readGenerated<Contract>('openapi.json'))

/** The register of silences. */
export const gaps: readonly Gap[] = readGenerated<Gap[]>('gaps.json')

/** The ledger of stated sentences. */
export const requirements: Ledger = lazily(() => readGenerated<Ledger>('requirements.json'))

/** The names of all operations, in the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[]

let checker: SchemaChecker | undefined
const schemas = () => (checker ??= schemaChecker(document))
const judgeRequest = requestValidator(document, schemas)
const judgeReply = replyValidator(document, schemas)
const judgeEvent = eventValidator(document, schemas)

/**
 * Judges a request as it arrived. The value has texts turned into what the contract asks for and defaults filled in;
 * the body is the one that was given, never changed. Unknown query parameters are ignored.
 *
 * @example
 * const request = validateRequest('listRuns', { query: new URLSearchParams('limit=20') })
 * if (request.ok) request.value.query.limit // 20
 */
export function validateRequest<Id extends OperationId>(
  operationId: Id,
  raw: RawRequest,
): { ok: true; value: RequestOf<Id> } | { ok: false; issues: Issue[] } {
  const { value, issues } = judgeRequest(operations[operationId], raw)
  return issues.length === 0 ? { ok: true, value: value as unknown as RequestOf<Id> } : { ok: false, issues }
}

/** Judges a reply: its status, its content type and its parsed body. */
export function validateReply(
  operationId: OperationId,
  status: number,
  contentType: string | null | undefined,
  body: unknown,
): Issue[] {
  return judgeReply(operations[operationId], status, contentType, body)
}

/** Judges the parsed data of one server-sent event. */
export function validateEvent(operationId: OperationId, event: unknown): Issue[] {
  return judgeEvent(operations[operationId], event)
}

/** Judges a value against a schema of the contract, by its name. */
export function validateSchema(name: keyof Schemas, value: unknown): Issue[] {
  return schemas().check(`/components/schemas/${name}`, value, 'body')
}

/** The reference of the service as one page that loads nothing from elsewhere. */
export async function referencePage(): Promise<string> {
  // Imported here, so that a program that never shows it starts faster.
  const { page } = await import('./reference/page.ts')
  return page(document, Object.values(operations), gaps, requirements)
}
