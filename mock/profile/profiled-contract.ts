// The contract of a profile: it decodes requests to the default answers, and encodes replies from them, so that handlers
// know one form only. With the default answers, messages pass unchanged.

import {
  type Contract,
  document,
  type Fields,
  type GapId,
  type Issue,
  type Judge,
  judgeBy,
  type OperationId,
  operations,
  type RawRequest,
  type Schemas,
  validateRequest,
} from '#openapi'
import { compileDialect } from '../dialect/compiled-dialect.ts'
import type { StreamPart } from '../dialect/stream-part.ts'
import { keepMembers, mapValues } from '../store/members.ts'
import { madeOncePer } from '../store/on-demand.ts'
import { decisions } from './decisions.ts'
import { isHeaderSent } from './operations.ts'
import { nonDefaultAnswers, type Profile } from './profile.ts'
import { MESSAGE_STREAM_HEADERS } from './rewrites/message-stream.ts'
import { REWRITES, type RequestCodecs, rewriteContract } from './rewritten-contract.ts'
import { statusBy } from './statuses.ts'

type Headers = Readonly<Record<string, string>>

/** A reply of a handler, with a body or a stream. */
export interface EncodableReply {
  readonly status: number | string
  readonly body?: unknown
  readonly stream?: AsyncIterable<StreamPart>
  readonly headers?: Headers
}

/** A refusal in its default form, with the gap that leaves its status open. */
export interface EncodableRefusal {
  readonly status: number
  readonly gap: GapId | undefined
  readonly body: Schemas['Error']
  readonly headers: Headers
  /** The operation and the path of the request, if known. */
  readonly operation?: string | undefined
  readonly path?: string
}

/** The contract of a profile. Get one with `profiledContractOf`. */
export interface ProfiledContract {
  /** The document that a deployment with these answers would publish. */
  readonly contract: Contract
  /** Validates a request by this contract, and decodes its values to the default answers. */
  readonly decodeRequest: Judge['validateRequest']
  /** Encodes a reply from the default answers. `at` is the instant of the request. */
  encodeReply<Reply extends EncodableReply>(reply: Reply, operation: OperationId, at: number): Reply
  /** The same for a refusal. */
  encodeRefusal(refusal: EncodableRefusal, at: number): { status: number; body: unknown; headers: Headers }
}

const byAnswers = new Map<string, ProfiledContract>()

/** How many contracts are cached. Profiles in use keep theirs anyway. */
const KEPT = 20

/** The contract of a profile. Profiles with the same answers share one. */
export const profiledContractOf = madeOncePer((profile: Profile) => {
  const answers = JSON.stringify([nonDefaultAnswers(profile), profile.dialect])
  const contract = byAnswers.get(answers) ?? contractUnder(profile)
  byAnswers.delete(answers)
  byAnswers.set(answers, contract)
  const [oldest] = byAnswers.keys()
  if (byAnswers.size > KEPT && oldest !== undefined) byAnswers.delete(oldest)
  return contract
})

/** The contract as a deployment with these answers would publish it. */
export function contractFor(profile: Profile): Contract {
  return profiledContractOf(profile).contract
}

const OF_REQUESTS: readonly GapId[] = [
  decisions.readsMissingBodyAsEmpty.gap,
  decisions.refusesUnknownParameters.gap,
  decisions.repeatedParameter.gap,
  decisions.chatStreamResumesFrom.gap,
]

function contractUnder(profile: Profile): ProfiledContract {
  const { dialect } = profile
  const answers = nonDefaultAnswers(profile)
  const isDefault = !dialect && answers.length === 0
  // Whether no answer changes what is sent, or what of it is valid. Refusals may still have other statuses and headers.
  const isPlain =
    !dialect && answers.every(([gap]) => !OF_REQUESTS.includes(gap) && !REWRITES.some(table => gap in table))
  const make = () => {
    const rewritten = rewriteContract(profile)
    const compiled = dialect && compileDialect(dialect, rewritten)
    const shown = compiled ?? rewritten
    // Requests have a document of their own, because the whole one is seldom needed.
    const judge = judgeBy(shown.requests)
    return { rewritten, compiled, shown, judge }
  }
  let cached: ReturnType<typeof make> | undefined
  /** Made when it is first needed: many profiles are never used. */
  const made = () => (cached ??= make())
  return {
    get contract() {
      return isDefault ? document : made().shown.document
    },

    decodeRequest(id, raw) {
      if (isPlain) return validateRequest(id, raw)
      const { requestBody, queryParams } = operations[id]
      const isMissing = raw.body === undefined && requestBody?.required === true
      const body = isMissing && decisions.readsMissingBodyAsEmpty(profile) ? {} : raw.body
      const unknown = decisions.refusesUnknownParameters(profile) ? unknownIn(raw.query, queryParams) : []
      const { judge, rewritten, compiled } = made()
      const once = withoutRepeated(raw, decisions.repeatedParameter(profile))
      const read = judge.validateRequest(id, body === once.body ? once : { ...once, body })
      if (!read.ok) return { ok: false, issues: [...read.issues, ...unknown] }
      if (unknown.length > 0) return { ok: false, issues: unknown }
      const codecs = rewritten.requestOf(id)
      const within = compiled?.within(id)
      if (!within && codecs.query.size === 0 && !codecs.body) return read
      const value = decodedRequest(read.value, codecs) as typeof read.value
      return { ok: true, value: within ? { ...value, query: within(value.query) } : value }
    },

    encodeReply(reply, id, at) {
      if (isPlain) return reply
      const { rewritten, compiled } = made()
      const moment = { at, status: Number(reply.status) }
      if (reply.stream === undefined) {
        const shown = compiled?.reply(id, reply.body, at)
        const encode = rewritten.replyOf(id).body?.encode
        const own = compiled?.headersOf(id, reply.body, at)
        return {
          ...reply,
          ...(shown ?? (encode && { body: encode(reply.body, moment) })),
          ...(own && { headers: { ...own, ...reply.headers } }),
        }
      }
      const own = compiled?.headersOf(id, undefined, at)
      const events = compiled?.events(id)
      if (events) {
        const unmarked = keepMembers(reply.headers ?? {}, name => !(name in MESSAGE_STREAM_HEADERS))
        return { ...reply, stream: events.encode(reply.stream, at), headers: { ...own, ...unmarked } }
      }
      const { encode, stream } = rewritten.replyOf(id).event ?? {}
      const parts = encode ? convertEach(reply.stream, data => encode(data, moment)) : reply.stream
      const headers = { ...own, ...(stream?.headers ?? reply.headers) }
      return { ...reply, stream: stream ? stream.encode(parts, moment) : parts, headers }
    },

    encodeRefusal(refusal, at) {
      const status = statusBy(profile, refusal.gap, refusal.status)
      if (isDefault) return { status, body: refusal.body, headers: refusal.headers }
      const { rewritten, compiled } = made()
      const described = dialect?.refusals && compiled
      if (described) {
        const { operation, path = '', body } = refusal
        const shown = described.refusal({ operation, path, status, error: body.error }, at)
        const type = shown.type === undefined ? {} : { 'content-type': shown.type }
        const own = described.headersOf(operation, undefined, at)
        return { status: shown.status, body: shown.body, headers: { ...own, ...refusal.headers, ...type } }
      }
      const { encode, mediaType } = rewritten.error
      const usual = status === refusal.status ? refusal.body : refusalBody(refusal, status)
      const headers = keepMembers(refusal.headers, name => isHeaderSent(name, profile))
      return {
        status,
        body: encode ? encode(usual, { at, status }) : usual,
        headers: mediaType === undefined ? headers : { ...headers, 'content-type': mediaType },
      }
    },
  }
}

/** The request with one value for each name in its query; gap `repeated-parameters`. */
function withoutRepeated(raw: RawRequest, kept: 'refuse' | 'first' | 'last'): RawRequest {
  const { query } = raw
  if (kept === 'refuse' || query === undefined || query instanceof URLSearchParams) return raw
  const at = kept === 'first' ? 0 : -1
  return { ...raw, query: mapValues(query, sent => (Array.isArray(sent) ? sent.at(at) : sent)) }
}

/** The body of a refusal whose status is not the default. */
function refusalBody({ gap, body }: EncodableRefusal, status: number): Schemas['Error'] {
  const type = FAMILIES[status] ?? body.error.type
  // A deployment that answers 404 to a key without the scope hides that the operation exists.
  return gap === 'status-missing-scope' && status === 404
    ? { error: { type, code: 'route_not_found', message: 'There is nothing here.', param: null, issues: [] } }
    : { error: { ...body.error, type } }
}

const FAMILIES: Readonly<Record<number, Schemas['Error']['error']['type']>> = {
  401: 'authentication_failed',
  403: 'permission_denied',
  404: 'not_found',
}

/** Decodes the values of a valid request to the default answers. */
function decodedRequest(
  value: { query: object; body: unknown },
  { query: ofQuery, body: ofBody }: RequestCodecs,
) {
  // No conversion of a request depends on the time.
  const moment = { at: 0, status: 0 }
  const query: Fields = { ...value.query }
  for (const [name, convert] of ofQuery) {
    const converted = convert(query[name], moment)
    if (converted !== undefined) query[name] = converted
  }
  return { ...value, query, body: ofBody ? ofBody(value.body, moment) : value.body }
}

async function* convertEach(source: AsyncIterable<StreamPart>, convert: (data: unknown) => unknown) {
  for await (const part of source) yield 'data' in part ? { ...part, data: convert(part.data) } : part
}

function unknownIn(query: RawRequest['query'] = {}, known: readonly { readonly name: string }[]): Issue[] {
  const sent = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const names = known.map(parameter => parameter.name)
  const unknown = new Map<string, unknown>()
  for (const [name, value] of sent)
    if (!names.includes(name) && !unknown.has(name)) unknown.set(name, [value].flat()[0])
  const expected = names.length === 0 ? 'no parameter' : `one of ${names.join(', ')}`
  return Array.from(unknown, ([name, received]) => {
    const message = `query.${name} is no parameter of this operation; it takes ${expected}`
    return { in: 'query', field: name, message, expected, received }
  })
}
