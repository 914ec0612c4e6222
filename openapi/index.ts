// The door to the contract: everything that `npm run generate` derives from the YAML.
import { platform } from '#platform'
import type { Contract } from './contract.ts'
import type { components } from './generated/types.gen.ts'
import { lazily, readGenerated } from './generated-files.ts'
import type { Issue } from './issue.ts'
import type { OperationRow } from './operation-row.ts'
import { operations } from './operations.ts'
import type { Gap, RequirementRegister } from './registers.ts'
import type { OperationId } from './request-of.ts'
import { type Judge, judgeBy } from './validate.ts'

export type {
  Contract,
  MediaType,
  Operation,
  Parameter,
  PathItem,
  Reference,
  Reply as DeclaredReply,
  Schema,
} from './contract.ts'
export { resolve } from './elements.ts'
/** @internal Shared by mock, suite and twin. */
export { type Fields, isFields } from './fields.ts'
export type { GapAnswers, RequirementId } from './generated/registers.gen.ts'
export type { components, operations as Operations, paths } from './generated/types.gen.ts'
/** @internal The lists of the contract, for the mock. */
export { words } from './generated/words.gen.ts'
export { type Issue, issue } from './issue.ts'
export type { OperationRow } from './operation-row.ts'
export { operations } from './operations.ts'
export type { Gap, GapId, Requirement, RequirementRegister } from './registers.ts'
export type { OperationId, ReplyBody, ReplyIn, ReplyOf, RequestIn, RequestOf } from './request-of.ts'
export { type Route, route, routerOf } from './route.ts'
export { schemaChecker } from './schemas.ts'
export { instantOf } from './timestamp.ts'
export { type Judge, judgeBy, type RawRequest, replyValidator, requestValidator } from './validate.ts'

// Readers of the document, for our own rooms.

/** @internal */
export type { Change, Effect } from './compare/change.ts'
/** @internal */
export { compareContracts } from './compare/compare.ts'
/** @internal */
export type { SchemaType } from './contract.ts'
/** @internal */
export { deprecatedIn, deprecationText } from './deprecation.ts'
/** @internal */
export {
  bodySchemaOf,
  branchesOf,
  componentOf,
  elementsBelow,
  gapsBelow,
  operationAt,
  parametersOf,
  propertiesOf,
  typesOf,
} from './elements.ts'
/** @internal The words for violations of a schema, for files. */
export { pathOf, sentenceOf, shownPath } from './explain.ts'
/** @internal */
export { type Choice, kindOf, type NamesOf, rightRequest, rightValues } from './requests/right.ts'
/** @internal */
export {
  certainlyWrongValues,
  fieldSchema,
  type WrongRequest,
  wrongItems,
  wrongRequests,
  wrongTexts,
  wrongValues,
} from './requests/wrong.ts'

/** The schemas by name: `Schemas['Task']`. */
export type Schemas = components['schemas']

/** @internal The contract that this version was made with. */
export const ownContract: Contract = lazily(() => readGenerated<Contract>('openapi.json'))

/** The bundled OpenAPI document. */
export const document: Contract = (platform.contract?.document as Contract | undefined) ?? ownContract

/** The register of gaps. */
export const gaps: readonly Gap[] = readGenerated<Gap[]>('gaps.json')

/** The register of requirements. */
export const requirements: RequirementRegister = lazily(() =>
  readGenerated<RequirementRegister>('requirements.json'),
)

/** The names of all operations, in the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[]

/** What a key may be allowed to do (section 5.3). */
export type Scope = (typeof operations)[OperationId]['scopes'][number][number]

/** Every scope that some operation takes, by name. */
export const SCOPES: readonly Scope[] = [
  ...new Set(operationIds.flatMap(id => operations[id].scopes.flat())),
].sort()

const contract = judgeBy(document)

/**
 * Judges a request as it arrived. The value has texts turned into what the contract asks for and defaults filled in;
 * the body is the one that was given, never changed. Unknown query parameters are ignored.
 *
 * @example
 * const request = validateRequest('listRuns', { query: new URLSearchParams('limit=20') })
 * if (request.ok) request.value.query.limit // 20
 */
export const validateRequest: Judge['validateRequest'] = contract.validateRequest

/** Validates a reply: its status, content type and parsed body. */
export const validateReply: Judge['validateReply'] = contract.validateReply

/** Validates the parsed data of one server-sent event. */
export const validateEvent: Judge['validateEvent'] = contract.validateEvent

/** Validates a value with a schema of the contract, by its name. */
export function validateSchema(name: keyof Schemas, value: unknown): Issue[] {
  return contract.schemas().check(`/components/schemas/${name}`, value, 'body')
}

/** The reference of the service as one self-contained page. `shown` is the contract of a profile. */
export async function referencePage(shown: Contract = document): Promise<string> {
  // Imported on demand, so that programs without the page start faster.
  const { page } = await import('./reference/page.ts')
  return page(shown, Object.values(operations), { gaps, requirements })
}

/** The same for another document, all of whose elements are stated. */
export async function referencePageOf(other: Contract, rows: readonly OperationRow[]): Promise<string> {
  const { page } = await import('./reference/page.ts')
  return page(other, rows)
}
