// Validates messages with a document: the contract, or that of another profile. Converts the texts of a request to numbers,
// booleans and null.
import type { Contract, Parameter, Reply, Schema, SchemaType } from './contract.ts'
import { bodyAt, escapeSegment, operationAt, parametersAt, resolve, typesOf } from './elements.ts'
import { type Issue, issue } from './issue.ts'
import type { OperationRow } from './operation-row.ts'
import { operations } from './operations.ts'
import type { OperationId, RequestOf } from './request-of.ts'
import { MAX_PARTS_OF_A_REQUEST, type SchemaChecker, schemaChecker } from './schemas.ts'

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

/** A request as received: texts of path, query and headers, and the parsed body. */
export interface RawRequest {
  path?: Readonly<Record<string, string | undefined>>
  query?: URLSearchParams | Readonly<Record<string, Sent>>
  header?: Readonly<Record<string, Sent>>
  /** The parsed JSON; undefined without a body. */
  body?: unknown
  /** The Content-Type header; null if it is missing, undefined if unknown. */
  contentType?: string | null | undefined
}

export type Parts = { path: Values; query: Values; header: Values; body: unknown }
type Values = Record<string, unknown>

interface Prepared {
  parameters: PreparedParameter[]
  /** `type` is that of a body that is sent without one. */
  body?: { required: boolean; type: string; contents: Record<string, string> }
}

type Sent = string | readonly string[] | undefined

interface PreparedParameter {
  parameter: Parameter
  where: 'path' | 'query' | 'header'
  types: ReturnType<typeof typesOf>
  /** The types of the items, where it is a list. */
  items: ReturnType<typeof typesOf>
  schema: Schema
  pointer: string
  /** The name as it stands in the request; headers are in lower case. */
  sentName: string
}

/** A function that judges the requests of a document's operations. */
export function requestValidator(document: Contract, schemas: () => SchemaChecker) {
  const prepared = new Map<string, Prepared>()

  return (row: OperationRow, raw: RawRequest): { value: Parts; issues: Issue[] } => {
    const operation = prepared.get(row.id) ?? prepare(document, row)
    prepared.set(row.id, operation)
    const value: Parts = { path: {}, query: {}, header: {}, body: raw.body }
    const issues: Issue[] = []
    for (const parameter of operation.parameters) checkParameter(parameter, raw, value, issues, schemas)
    if (operation.body) checkBody(operation.body, raw, issues, schemas)
    return { value, issues }
  }
}

function checkParameter(
  { parameter, where, types, items, schema, pointer, sentName }: PreparedParameter,
  raw: RawRequest,
  value: Parts,
  issues: Issue[],
  schemas: () => SchemaChecker,
): void {
  const { name } = parameter
  const sent = sentIn(raw[where], sentName)
  const text = typeof sent === 'string' ? sent : sent?.[0]
  if (text === undefined) {
    if (parameter.required) issues.push(issue(where, name, 'a value', undefined, 'is required'))
    else if (schema.default !== undefined) value[where][name] = ownCopy(schema.default)
    return
  }
  const list = types.has('array')
  if (!list && typeof sent !== 'string' && sent!.length > 1) {
    issues.push(issue(where, name, 'given once', sent))
    return
  }
  if (text === '' && !list && !types.has('null')) {
    issues.push(issue(where, name, 'not empty', text))
    return
  }
  const coerced = list ? [sent!].flat().map(item => coerce(item, items)) : coerce(text, types)
  if (!schemas().fits(pointer, coerced)) issues.push(...schemas().check(pointer, coerced, where, name))
  value[where][name] = coerced
}

/** Nearly every default is a number or a text, of which there are no copies. */
function ownCopy<Value>(value: Value): Value {
  return typeof value === 'object' ? structuredClone(value) : value
}

function checkBody(
  body: NonNullable<Prepared['body']>,
  raw: RawRequest,
  issues: Issue[],
  schemas: () => SchemaChecker,
): void {
  if (raw.body === undefined) {
    if (body.required) issues.push(issue('body', '', 'a JSON object', undefined, 'is required'))
    return
  }
  const type = raw.contentType === undefined ? body.type : mediaTypeIn(raw.contentType ?? '')
  const pointer = body.contents[type]
  if (!pointer) {
    const allowed = Object.keys(body.contents).join(' or ')
    issues.push(issue('header', 'Content-Type', allowed, raw.contentType ?? undefined))
  } else if (!schemas().fits(pointer, raw.body))
    issues.push(...schemas().check(pointer, raw.body, 'body', undefined, MAX_PARTS_OF_A_REQUEST))
}

function mediaTypeIn(contentType: string): string {
  return contentType.split(';')[0]!.trim().toLowerCase()
}

function sentIn(part: RawRequest['path'] | RawRequest['query'], name: string): Sent {
  if (part instanceof URLSearchParams) return part.getAll(name)
  return part && Object.hasOwn(part, name) ? part[name] : undefined
}

function prepare(document: Contract, row: OperationRow): Prepared {
  if (!operationAt(document, row)) throw new Error(`The contract has no operation ${row.method} ${row.path}.`)
  const parameters = parametersAt(document, row).flatMap(found => prepareParameter(document, found))
  const body = bodyAt(document, row)
  if (!body) return { parameters }
  const contents = Object.keys(body.element.content).map(type => [
    type,
    `${body.pointer}/content/${escapeSegment(type)}/schema`,
  ])
  const [type = ''] = Object.keys(body.element.content)
  return {
    parameters,
    body: { required: body.element.required === true, type, contents: Object.fromEntries(contents) },
  }
}

function prepareParameter(
  document: Contract,
  { element: parameter, pointer }: { element: Parameter; pointer: string },
): PreparedParameter[] {
  if (parameter.in === 'cookie') return []
  const { element: schema } = resolve(document, parameter.schema)
  const types = typesOf(document, schema)
  const items = typesOf(document, schema.items ?? {})
  const sentName = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
  const where = parameter.in
  return [{ parameter, where, types, items, schema, pointer: `${pointer}/schema`, sentName }]
}

const INTEGER = /^-?(0|[1-9]\d*)$/
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

/**
 * The value of a text for a parameter of these types; the text itself where it fits none of them. Stricter than most servers,
 * so that a client that works here works anywhere: no '1e1', no ' 7 ', no 'yes'.
 */
export function coerce(text: string, types: ReadonlySet<SchemaType>): unknown {
  if (text === '' && types.has('null')) return null
  if (types.has('integer') && INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  if (types.has('number') && NUMBER.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A validator for the replies of a document's operations. */
export function replyValidator(document: Contract, schemas: () => SchemaChecker) {
  return (
    row: OperationRow,
    status: number,
    contentType: string | null | undefined,
    body: unknown,
  ): Issue[] => {
    const found = replyAt(document, row, status)
    if (!found) {
      const declared = Object.keys(operationAt(document, row)?.responses ?? {})
      const expected = `one of ${declared.join(', ')}`
      return [
        issue(
          'header',
          'status',
          expected,
          status,
          `${status} is not a status of ${row.id}; it has ${expected}`,
        ),
      ]
    }
    const types = Object.keys(found.element.content ?? {})
    if (types.length === 0) {
      const empty = body === undefined || body === null || body === ''
      return empty ? [] : [issue('body', '', 'no body', body)]
    }
    const type = mediaTypeIn(contentType ?? '')
    const media = found.element.content?.[type]
    if (!media) return [issue('header', 'Content-Type', types.join(' or '), contentType ?? undefined)]
    // A stream has no body as a whole; its events are validated one by one.
    if (media['x-event-schema'] || !media.schema) return []
    return schemas().check(`${found.pointer}/content/${escapeSegment(type)}/schema`, body, 'body')
  }
}

/** A validator for the data of one event of an operation's stream. */
export function eventValidator(document: Contract, schemas: () => SchemaChecker) {
  return (row: OperationRow, event: unknown): Issue[] => {
    const found = replyAt(document, row, row.successStatus)
    const pointer = `${found?.pointer}/content/${escapeSegment('text/event-stream')}/x-event-schema`
    if (!found?.element.content?.['text/event-stream']?.['x-event-schema']) {
      return [issue('body', '', 'no event', event, `is an event, but ${row.id} has no stream`)]
    }
    return schemas().check(pointer, event, 'body')
  }
}

function replyAt(document: Contract, row: OperationRow, status: number) {
  const method = row.method.toLowerCase()
  const reply = operationAt(document, row)?.responses[status]
  if (!reply) return undefined
  return resolve<Reply>(document, reply, `/paths/${escapeSegment(row.path)}/${method}/responses/${status}`)
}
