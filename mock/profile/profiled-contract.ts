// What the server asks of a profile: to read requests as a deployment with these answers would, and to dress replies as
// it would. With the default answers all of it is a matter of nothing: messages pass as they are.

import {
  type Contract,
  document,
  type GapId,
  type Issue,
  type Judge,
  judgeBy,
  type OperationId,
  operations,
  type RawRequest,
  type Schemas,
  validateEvent,
  validateReply,
  validateRequest,
} from '#openapi'
import { isHeaderSent } from './operations.ts'
import { differences, type Profile } from './profile.ts'
import type { Fields, StreamPart } from './rewriting.ts'
import { type Outfit, outfitFor } from './rewritten-contract.ts'
import { statusBy } from './statuses.ts'

type Headers = Readonly<Record<string, string>>

/** A reply on its way out: with a body, or with a stream. */
export interface DressableReply {
  readonly status: number | string
  readonly body?: unknown
  readonly stream?: AsyncIterable<StreamPart>
  readonly headers?: Headers
}

/** A refusal in the form of the default answers, with the gap that leaves its status open. */
export interface DressableRefusal {
  readonly status: number
  readonly gap: GapId | undefined
  readonly body: Schemas['Error']
  readonly headers: Headers
}

/** One profile at work. Make one with `wardrobeOf`. */
export interface Wardrobe {
  /** The document that a deployment with these answers would publish. */
  readonly contract: Contract
  /** Judges messages as they are on the wire. */
  readonly judge: Judge
  /** Judges a request by the profile's contract, and brings its values to the default answers. */
  readonly readRequest: Judge['validateRequest']
  /** Brings a handler's reply from the default answers to the profile's. `at` is the instant of the request. */
  dress<Reply extends DressableReply>(reply: Reply, operation: OperationId, at: number): Reply
  /** The same for a refusal. */
  refuse(refusal: DressableRefusal, at: number): { status: number; body: unknown; headers: Headers }
}

const byProfile = new WeakMap<Profile, Wardrobe>()
const byAnswers = new Map<string, Wardrobe>()

/** As many wardrobes are kept for profiles to come; those of profiles in use are kept as long as these. */
const KEPT = 20

/** The wardrobe of a profile. Profiles with the same answers share one. */
export function wardrobeOf(profile: Profile): Wardrobe {
  const known = byProfile.get(profile)
  if (known) return known
  const answers = JSON.stringify(differences(profile))
  const wardrobe = byAnswers.get(answers) ?? (answers === '[]' ? plain(profile) : dressing(profile))
  byProfile.set(profile, wardrobe)
  byAnswers.delete(answers)
  byAnswers.set(answers, wardrobe)
  const [oldest] = byAnswers.keys()
  if (byAnswers.size > KEPT && oldest !== undefined) byAnswers.delete(oldest)
  return wardrobe
}

/** The contract as a deployment with these answers would publish it. */
export function contractFor(profile: Profile): Contract {
  return wardrobeOf(profile).contract
}

function plain(profile: Profile): Wardrobe {
  return {
    contract: document,
    judge: { validateRequest, validateReply, validateEvent },
    readRequest: validateRequest,
    dress: reply => reply,
    refuse: ({ status, gap, body, headers }) => ({ status: statusBy(profile, gap, status), body, headers }),
  }
}

function dressing(profile: Profile): Wardrobe {
  let made: { outfit: Outfit; judge: Judge } | undefined
  const make = () => {
    const outfit = outfitFor(document, profile)
    return { outfit, judge: judgeBy(outfit.document) }
  }
  const outfit = () => {
    made ??= make()
    return made.outfit
  }
  const judge = () => {
    made ??= make()
    return made.judge
  }
  return {
    get contract() {
      return outfit().document
    },
    get judge() {
      return judge()
    },

    readRequest(id, raw) {
      const { requestBody, queryParams } = operations[id]
      const isMissing = raw.body === undefined && requestBody?.required === true
      const body = isMissing && profile['missing-body'] === 'empty-object' ? {} : raw.body
      const strangers =
        profile['unknown-query-parameters'] === 'refuse' ? unknownIn(raw.query, queryParams) : []
      const read = judge().validateRequest(id, { ...raw, body })
      if (!read.ok) return { ok: false, issues: [...read.issues, ...strangers] }
      if (strangers.length > 0) return { ok: false, issues: strangers }
      return { ok: true, value: broughtBack(read.value, outfit(), id) as typeof read.value }
    },

    dress(reply, id, at) {
      const turns = outfit().turns.get(id)
      const moment = { at, status: Number(reply.status) }
      if (reply.stream === undefined) {
        const out = turns?.reply?.out
        return out ? { ...reply, body: out(reply.body, moment) } : reply
      }
      const { out, stream } = turns?.event ?? {}
      const events = out ? eachTurned(reply.stream, data => out(data, moment)) : reply.stream
      const headers = stream?.headers ?? reply.headers
      return {
        ...reply,
        stream: stream ? stream.parts(events, moment) : events,
        ...(headers ? { headers } : {}),
      }
    },

    refuse(refusal, at) {
      const { out, mediaType } = outfit().error
      const status = statusBy(profile, refusal.gap, refusal.status)
      const usual = status === refusal.status ? refusal.body : told(refusal, status)
      const headers = Object.fromEntries(
        Object.entries(refusal.headers).filter(([name]) => isHeaderSent(name, profile)),
      )
      return {
        status,
        body: out ? out(usual, { at, status }) : usual,
        headers: mediaType === undefined ? headers : { ...headers, 'content-type': mediaType },
      }
    },
  }
}

/** What a refusal says whose status is another one than by default. */
function told({ gap, body }: DressableRefusal, status: number): Schemas['Error'] {
  const type = FAMILIES[status] ?? body.error.type
  // Who answers 404 to a key without the scope does not want to tell that there is anything.
  return gap === 'status-missing-scope' && status === 404
    ? { error: { type, code: 'route_not_found', message: 'There is nothing here.', param: null, issues: [] } }
    : { error: { ...body.error, type } }
}

const FAMILIES: Readonly<Record<number, Schemas['Error']['error']['type']>> = {
  401: 'authentication_failed',
  403: 'permission_denied',
  404: 'not_found',
}

/** The values of a request that fits, as the default answers have them. */
function broughtBack(value: { query: object; body: unknown }, { turns }: Outfit, id: OperationId) {
  const { query: ofQuery, body: ofBody } = turns.get(id) ?? {}
  // No request depends on when it is read.
  const moment = { at: 0, status: 0 }
  const query: Fields = { ...value.query }
  for (const [name, turn] of ofQuery ?? []) {
    const turned = turn(query[name], moment)
    if (turned !== undefined) query[name] = turned
  }
  return { ...value, query, body: ofBody ? ofBody(value.body, moment) : value.body }
}

async function* eachTurned(
  source: AsyncIterable<StreamPart>,
  turn: (data: unknown) => unknown,
): AsyncGenerator<StreamPart> {
  for await (const part of source) yield 'data' in part ? { ...part, data: turn(part.data) } : part
}

function unknownIn(query: RawRequest['query'], known: readonly { readonly name: string }[]): Issue[] {
  if (!(query instanceof URLSearchParams)) return []
  const names = known.map(parameter => parameter.name)
  return [...new Set(query.keys())]
    .filter(name => !names.includes(name))
    .map(name => {
      const expected = names.length === 0 ? 'no parameter' : `one of ${names.join(', ')}`
      const message = `query.${name} is no parameter of this operation; it takes ${expected}`
      return { in: 'query', field: name, message, expected, received: query.get(name) }
    })
}
