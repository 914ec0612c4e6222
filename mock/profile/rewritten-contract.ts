// Rewrites the contract for a profile: the document that such a deployment would publish, and the codecs of its messages.

import {
  type Contract,
  componentOf,
  type DeclaredReply,
  document,
  type MediaType,
  type Operation,
  type OperationId,
  type OperationRow,
  operationAt,
  operationIds,
  operations,
  type Parameter,
  type PathItem,
  type Reference,
  resolve,
} from '#openapi'
import { mapValues } from '../store/members.ts'
import { lazyMembers, madeOnDemand } from '../store/on-demand.ts'
import { operationUnder, replyUnder } from './operations.ts'
import { nonDefaultAnswers, type Profile } from './profile.ts'
import { EXAMPLE_TIME, type Rewriter, rewriterFor } from './rewriter.ts'
import { envelopes } from './rewrites/envelopes.ts'
import { errors } from './rewrites/errors.ts'
import { extra, fields, lean } from './rewrites/fields.ts'
import { numbers } from './rewrites/numbers.ts'
import { requests } from './rewrites/requests.ts'
import { anyWord, words } from './rewrites/status-words.ts'
import { streams } from './rewrites/streams.ts'
import type { Codec, Conversion, Rewrites, SchemaPlace } from './rewriting.ts'

/** All rewrites, in the order in which they apply. Earlier ones must not rename what later ones look for. */
export const REWRITES: readonly Rewrites[] = [
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

/** The codecs of the requests of an operation. */
export interface RequestCodecs {
  /** By the name of the parameter. */
  readonly query: ReadonlyMap<string, Conversion>
  readonly body: Conversion | undefined
}

/** The codecs of the successful replies of an operation. */
interface ReplyCodecs {
  readonly body: Codec | undefined
  readonly event: Codec | undefined
}

export function rewriteContract(profile: Profile) {
  const rewriter = rewriterFor(REWRITES, profile)
  const { schemas, parameters: shared = {}, responses: replies = {} } = document.components
  const parameters = lazyMembers(Object.keys(shared), name => rewriteParameter(rewriter, shared[name]!))
  const under = (id: OperationId) => operationUnder(declared(id), operations[id], profile)
  const request = madeOnDemand((id: OperationId) => rewriteRequest(rewriter, parameters, under(id)))
  const reply = madeOnDemand((id: OperationId) => rewriteReplies(rewriter, under(id)))
  const paths = lazyMembers(Object.keys(document.paths), (path): PathItem => {
    const item: PathItem = { ...document.paths[path] }
    if (item.parameters) item.parameters = item.parameters.map(inline)
    for (const id of operationIds)
      if (operations[id].path === path) item[methodOf(id)] = request(id).operation
    return item
  })
  const components = {
    ...document.components,
    schemas: lazyMembers(Object.keys(schemas), name => rewriter.added[name] ?? rewriter.codecOf(name).schema),
    parameters: lazyMembers(Object.keys(shared), name => parameters[name]!.parameter),
  }
  let whole: Contract | undefined
  return {
    /** The document to judge requests by, without replies: a path is rewritten when it is first looked at. */
    requests: { ...document, paths, components } satisfies Contract,
    /** The whole document, made when it is first read. */
    get document(): Contract {
      whole ??= makeWhole()
      return whole
    },
    requestOf: (id: OperationId) => request(id).codecs,
    replyOf: (id: OperationId) => reply(id).codecs,
    get error(): Codec {
      return rewriter.codecOf('Error')
    },
  }

  function makeWhole(): Contract {
    const responses = mapValues(
      replies,
      (reply, name) => rewriteReply(rewriter, replyUnder(reply, profile), usualStatus(name)).reply,
    )
    // Replies that several operations share are described once.
    const names = new Map(Object.entries(responses).map(([name, one]) => [JSON.stringify(one), name]))
    const shared = (one: DeclaredReply | Reference) => {
      const name = names.get(JSON.stringify(one))
      return name === undefined ? one : { $ref: `#/components/responses/${name}` }
    }
    const whole = mapValues(paths, item => ({ ...item }))
    for (const id of operationIds) {
      const item = whole[operations[id].path]!
      item[methodOf(id)] = { ...item[methodOf(id)]!, responses: mapValues(reply(id).responses, shared) }
    }
    return {
      ...document,
      info: { ...document.info, 'x-profile': Object.fromEntries(nonDefaultAnswers(profile)) },
      paths: whole,
      components: {
        ...components,
        schemas: { ...mapValues(schemas, (_, name) => rewriter.codecOf(name).schema), ...rewriter.added },
        responses,
      },
    }
  }

  function inline(parameter: Parameter | Reference): Parameter | Reference {
    return 'schema' in parameter ? rewriteParameter(rewriter, parameter).parameter : parameter
  }
}

function methodOf(id: OperationId): Exclude<keyof PathItem, 'parameters'> {
  return operations[id].method.toLowerCase() as Lowercase<OperationRow['method']>
}

type ParameterCodec = ReturnType<typeof rewriteParameter>

function rewriteParameter(rewriter: Rewriter, parameter: Parameter) {
  const { name, in: where, schema } = parameter
  const gaps = [parameter['x-gap'] ?? []].flat()
  const whole = where === 'cookie' ? undefined : where
  const codec = rewriter.rewrite(schema, { whole, name, gaps })
  return { parameter: { ...parameter, schema: codec.schema }, decode: codec.decode }
}

/** The operation without its replies. */
function rewriteRequest(
  rewriter: Rewriter,
  shared: Readonly<Record<string, ParameterCodec>>,
  operation: Operation,
): { operation: Operation; codecs: RequestCodecs } {
  const query = new Map<string, Conversion>()
  const parameters = operation.parameters?.map(item => {
    const found = 'schema' in item ? rewriteParameter(rewriter, item) : shared[componentOf(item.$ref)]
    if (found?.decode && found.parameter.in === 'query') query.set(found.parameter.name, found.decode)
    return 'schema' in item && found ? found.parameter : item
  })
  const body = operation.requestBody && rewriteBody(rewriter, operation.requestBody)
  return {
    operation: {
      ...operation,
      ...(parameters ? { parameters } : {}),
      ...(body ? { requestBody: body.requestBody } : {}),
      responses: {},
    },
    codecs: { query, body: body?.decode },
  }
}

function rewriteReplies(rewriter: Rewriter, { operationId, responses }: Operation) {
  let codecs: ReplyCodecs = { body: undefined, event: undefined }
  const rewritten = mapValues(responses, (item, status) => {
    const { element } = resolve<DeclaredReply>(document, item)
    const plain = replyUnder(element, rewriter.profile)
    const { reply, body, event } = rewriteReply(rewriter, plain, Number(status), operationId as OperationId)
    if (Number(status) < 400) codecs = { body, event }
    return reply
  })
  return { responses: rewritten, codecs }
}

function rewriteBody(rewriter: Rewriter, requestBody: NonNullable<Operation['requestBody']>) {
  if ('$ref' in requestBody) return { requestBody, decode: undefined }
  let decode: Conversion | undefined
  const content = mapValues(requestBody.content, media => {
    if (!media.schema) return media
    const codec = rewriter.rewrite(media.schema, { whole: 'body' })
    decode = codec.decode
    return { ...media, schema: codec.schema }
  })
  return { requestBody: { ...requestBody, content }, decode }
}

/** Rewrites a reply with its body, the events of its stream, and its examples. */
function rewriteReply(rewriter: Rewriter, reply: DeclaredReply, status: number, operation?: OperationId) {
  let body: Codec | undefined
  let event: Codec | undefined
  const content = Object.entries(reply.content ?? {}).map(([type, media]): [string, MediaType] => {
    const where: Partial<SchemaPlace> = { operation, gaps: [] }
    if (media['x-event-schema']) {
      event = rewriter.rewrite(media['x-event-schema'], { ...where, whole: 'event' })
      return [type, { ...media, 'x-event-schema': event.schema }]
    }
    const whole = status < 400 ? 'reply' : 'refusal'
    const codec = rewriter.rewrite(media.schema ?? {}, { ...where, whole })
    body = codec
    const example =
      media.example !== undefined && codec.encode
        ? { example: codec.encode(media.example, { at: EXAMPLE_TIME, status }) }
        : {}
    return [codec.mediaType ?? type, { ...media, schema: codec.schema, ...example }]
  })
  const codec = reply.content ? { ...reply, content: Object.fromEntries(content) } : reply
  return { reply: codec, body, event }
}

/** The status with which a shared reply occurs, for its example. */
function usualStatus(name: string): number {
  const replies = operationIds.flatMap(id => Object.entries(declared(id).responses))
  const [status = 0] = replies.find(([, one]) => '$ref' in one && componentOf(one.$ref) === name) ?? []
  return Number(status)
}

function declared(id: OperationId): Operation {
  return operationAt(document, operations[id])!
}
