// The contract as a deployment with a profile's answers would publish it, with the turns that bring every message from
// the default answers to that profile and back.
import {
  type Contract,
  type DeclaredReply,
  type MediaType,
  type Operation,
  type OperationId,
  type OperationRow,
  operationIds,
  operations,
  type Parameter,
  type PathItem,
  type Reference,
  resolve,
} from '#openapi'
import { operationUnder, replyUnder } from './operations.ts'
import { differences, type Profile } from './profile.ts'
import { EXAMPLE_TIME, type Tailor, tailorFor } from './rewriter.ts'
import { envelopes } from './rewrites/envelopes.ts'
import { errors } from './rewrites/errors.ts'
import { extra, fields, lean } from './rewrites/fields.ts'
import { numbers } from './rewrites/numbers.ts'
import { requests } from './rewrites/requests.ts'
import { anyWord, words } from './rewrites/status-words.ts'
import { streams } from './rewrites/streams.ts'
import type { Changes, Dressed, Place, Turn } from './rewriting.ts'

/** Every change, in the order in which they are made: what they rest on has the names that it has by default. */
export const CHANGES: readonly Changes[] = [
  lean,
  fields,
  numbers,
  words,
  anyWord,
  requests,
  errors,
  envelopes,
  streams,
  extra,
]

/** What the messages of one operation are turned by. */
export interface OperationTurns {
  /** By the names of parameters. */
  readonly query: ReadonlyMap<string, Turn>
  readonly body: Turn | undefined
  /** A successful reply, and how it is written. */
  readonly reply: Dressed | undefined
  readonly event: Dressed | undefined
}

export interface Outfit {
  readonly document: Contract
  readonly turns: ReadonlyMap<OperationId, OperationTurns>
  /** The body of refusals. */
  readonly error: Dressed
}

/** Dresses a document from head to foot. */
export function outfitFor(document: Contract, profile: Profile): Outfit {
  const tailor = tailorFor(document, CHANGES, profile)
  const turns = new Map<OperationId, OperationTurns>()
  const paths: Contract['paths'] = {}
  const parameters = mapValues(document.components.parameters ?? {}, parameter =>
    dressParameter(tailor, parameter),
  )
  for (const [path, item] of Object.entries(document.paths))
    paths[path] = { ...item, ...(item.parameters ? { parameters: item.parameters.map(inline) } : {}) }
  for (const id of operationIds) {
    const row: OperationRow = operations[id]
    const method = row.method.toLowerCase() as Exclude<keyof PathItem, 'parameters'>
    const operation = operationUnder(document, document.paths[row.path]![method]!, row, profile)
    const dressed = dressOperation(document, tailor, parameters, operation)
    paths[row.path] = { ...paths[row.path], [method]: dressed.operation }
    turns.set(id, dressed.turns)
  }
  const responses = mapValues(
    document.components.responses ?? {},
    (reply, name) => dressReply(tailor, replyUnder(reply, profile), usualStatus(document, name)).reply,
  )
  const schemas = mapValues(document.components.schemas, (_, name) => tailor.component(name).schema)
  return {
    document: {
      ...document,
      info: { ...document.info, 'x-profile': Object.fromEntries(differences(profile)) },
      paths: shareReplies(paths, responses),
      components: {
        ...document.components,
        schemas: { ...schemas, ...tailor.added },
        parameters: mapValues(parameters, dressed => dressed.parameter),
        responses,
      },
    },
    turns,
    error: tailor.component('Error'),
  }

  function inline(parameter: Parameter | Reference): Parameter | Reference {
    return 'schema' in parameter ? dressParameter(tailor, parameter).parameter : parameter
  }
}

interface DressedParameter {
  readonly parameter: Parameter
  readonly back: Turn | undefined
}

function dressParameter(tailor: Tailor, parameter: Parameter): DressedParameter {
  const { name, in: where, schema } = parameter
  const gaps = [parameter['x-gap'] ?? []].flat()
  const whole = where === 'cookie' ? undefined : where
  const dressed = tailor.dress(schema, { whole, name, gaps })
  return { parameter: { ...parameter, schema: dressed.schema }, back: dressed.back }
}

function dressOperation(
  document: Contract,
  tailor: Tailor,
  shared: Readonly<Record<string, DressedParameter>>,
  operation: Operation,
): { operation: Operation; turns: OperationTurns } {
  const id = operation.operationId as OperationId
  const query = new Map<string, Turn>()
  const parameters = operation.parameters?.map(item => {
    const found = 'schema' in item ? dressParameter(tailor, item) : shared[lastOf(item.$ref)]
    if (found?.back && found.parameter.in === 'query') query.set(found.parameter.name, found.back)
    return 'schema' in item && found ? found.parameter : item
  })
  const body = operation.requestBody && dressBody(tailor, operation.requestBody)
  let success: ReturnType<typeof dressReply> | undefined
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, item]) => {
      const { element } = resolve<DeclaredReply>(document, item, '')
      const reply = dressReply(tailor, replyUnder(element, tailor.profile), Number(status), id)
      if (Number(status) < 400) success = reply
      return [status, reply.reply]
    }),
  )
  return {
    operation: {
      ...operation,
      ...(parameters ? { parameters } : {}),
      ...(body ? { requestBody: body.requestBody } : {}),
      responses,
    },
    turns: { query, body: body?.back, reply: success?.body, event: success?.event },
  }
}

function dressBody(tailor: Tailor, requestBody: NonNullable<Operation['requestBody']>) {
  if ('$ref' in requestBody) return { requestBody, back: undefined }
  let back: Turn | undefined
  const content = mapValues(requestBody.content, media => {
    if (!media.schema) return media
    const dressed = tailor.dress(media.schema, { whole: 'body' })
    back = dressed.back
    return { ...media, schema: dressed.schema }
  })
  return { requestBody: { ...requestBody, content }, back }
}

/** A reply with its body and the events of its stream; examples are turned along. */
function dressReply(tailor: Tailor, reply: DeclaredReply, status: number, operation?: OperationId) {
  let body: Dressed | undefined
  let event: Dressed | undefined
  const content = Object.entries(reply.content ?? {}).map(([type, media]): [string, MediaType] => {
    const where: Partial<Place> = { operation, gaps: [] }
    if (media['x-event-schema']) {
      event = tailor.dress(media['x-event-schema'], { ...where, whole: 'event' })
      return [type, { ...media, 'x-event-schema': event.schema }]
    }
    const whole = status < 400 ? 'reply' : 'refusal'
    const dressed = tailor.dress(media.schema ?? {}, { ...where, whole })
    body = dressed
    const example =
      media.example !== undefined && dressed.out
        ? { example: dressed.out(media.example, { at: EXAMPLE_TIME, status }) }
        : {}
    return [dressed.mediaType ?? type, { ...media, schema: dressed.schema, ...example }]
  })
  const dressed = reply.content ? { ...reply, content: Object.fromEntries(content) } : reply
  return { reply: dressed, body, event }
}

/** Replies that are the same for several operations are described once. */
function shareReplies(
  paths: Contract['paths'],
  responses: Readonly<Record<string, DeclaredReply>>,
): Contract['paths'] {
  const names = new Map(Object.entries(responses).map(([name, reply]) => [JSON.stringify(reply), name]))
  const share = (reply: DeclaredReply | Reference) => {
    const name = names.get(JSON.stringify(reply))
    return name === undefined ? reply : { $ref: `#/components/responses/${name}` }
  }
  return mapValues(paths, ({ parameters, ...methods }) => ({
    ...(parameters ? { parameters } : {}),
    ...mapValues(methods, operation => ({ ...operation, responses: mapValues(operation.responses, share) })),
  }))
}

/** The status under which a shared reply mostly stands, for its example. */
function usualStatus(document: Contract, name: string): number {
  for (const item of Object.values(document.paths))
    for (const [key, operation] of Object.entries(item)) {
      const replies = key === 'parameters' ? {} : (operation as Operation).responses
      for (const [status, reply] of Object.entries(replies))
        if ('$ref' in reply && lastOf(reply.$ref) === name) return Number(status)
    }
  return 0
}

function lastOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

function mapValues<Value, Mapped>(
  all: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, map(value, name)]))
}
