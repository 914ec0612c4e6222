// Derives from the calls of a client what it uses of the contract. A name or a word is taken over only if the contract
// has it, so no data get into a usage.
import type { Contract, Schema } from '../contract.ts'
import { bodySchemaOf, branchesOf, parametersOf, propertiesOf, typeOf, typesOf } from '../elements.ts'
import { isFields } from '../fields.ts'
import type { OperationRow } from '../operation-row.ts'
import type { OperationUsage, Sent, Usage } from './usage.ts'

/** A call of an operation, from a journal, a recording or an archive. */
export interface SeenCall {
  /** Undefined for what is no call of the service. */
  readonly operation: OperationRow | undefined
  /** The query without its question mark. */
  readonly query: string
  /** Names and values alternating. */
  readonly requestHeaders: readonly string[]
  /** Empty without a body. */
  readonly requestText: string
  /** 0 without a reply. */
  readonly status: number
  readonly refusal: { readonly code: string } | undefined
}

type Answered = SeenCall & { readonly operation: OperationRow }

export interface UsageSource {
  /** Default: `client`. */
  readonly client?: string
  readonly calls: readonly SeenCall[]
  /** Whether these are all calls of the client. */
  readonly complete: boolean
  /** What calls have met that were dropped, as operation and status: `createTask 201`. */
  readonly dropped?: readonly string[]
}

/** What the client of these calls uses. */
export function usageOf(document: Contract, source: UsageSource): Usage {
  const { client = 'client', calls, complete } = source
  const dropped = (source.dropped ?? []).map(name => name.split(' ') as [string, string])
  const codes = new Set(branchesOf(document, document.components.schemas.Error ?? {}).flatMap(codesIn))
  const answered = calls.flatMap(call =>
    call.operation && call.status !== 0 ? [{ ...call, operation: call.operation }] : [],
  )
  const byId = Map.groupBy(answered, ({ operation }) => operation.id)
  const ids = new Set([...byId.keys(), ...dropped.map(([id]) => id)])
  const operations = sorted(ids, (id): OperationUsage => {
    const own = byId.get(id) ?? []
    const statuses = [
      ...own.map(({ status }) => String(status)),
      ...dropped.filter(([one]) => one === id).map(([, status]) => status),
    ]
    const refusals = (status: string) =>
      own.flatMap(call => (String(call.status) === status && call.refusal ? [call.refusal.code] : []))
    return {
      sends: own.length === 0 ? 'unknown' : sendsOf(document, own),
      replies: sorted(new Set(statuses), status => unique(refusals(status).filter(code => codes.has(code)))),
      reads: 'unknown',
    }
  })
  return { usage: 1, client, complete, operations }

  function codesIn(schema: Schema): string[] {
    const { code } = propertiesOf(document, schema.properties?.error ?? {})
    return code ? wordsOf(document, code) : []
  }
}

function sendsOf(document: Contract, calls: readonly Answered[]): Record<string, Sent> {
  const { operation } = calls[0]!
  const right = calls.filter(({ status }) => status !== 400 && status !== 422)
  const seen = new SeenPlaces(document)
  const parameters = parametersOf(document, operation)
  const body = bodySchemaOf(document, operation) ?? {}
  // What a refused request lacks is no habit of the client, unless nothing else was seen.
  for (const call of right.length > 0 ? right : calls) {
    seen.addParent('')
    const sent = new Map([...new URLSearchParams(call.query)].map(([name, text]) => [`query ${name}`, text]))
    for (const { name } of parameters.filter(one => one.in === 'header')) {
      const at = call.requestHeaders.findIndex(
        (own, index) => index % 2 === 0 && own.toLowerCase() === name.toLowerCase(),
      )
      const text = at < 0 ? undefined : call.requestHeaders[at + 1]
      if (text !== undefined) sent.set(`header ${name}`, text)
    }
    for (const [place, text] of sent) {
      const declared = parameters.find(one => `${one.in} ${one.name}` === place)
      if (declared) seen.add('', place, declared.schema, asDeclared(document, declared.schema, text))
      else seen.add('', 'query *', {}, text)
    }
    const sentBody = jsonOf(call.requestText)
    if (sentBody !== undefined) seen.add('', 'body', body, sentBody)
  }
  return seen.all()
}

/** Where values were, and what they were. */
class SeenPlaces {
  readonly #document: Contract
  readonly #places = new Map<
    string,
    { parent: string; times: number; kinds: Set<string>; words: Set<string> }
  >()
  /** How many objects, or requests, could have had something below them. */
  readonly #parents = new Map<string, number>()

  constructor(document: Contract) {
    this.#document = document
  }

  addParent(place: string): void {
    this.#parents.set(place, (this.#parents.get(place) ?? 0) + 1)
  }

  add(parent: string, place: string, schema: Schema, value: unknown): void {
    const seen = this.#places.get(place) ?? { parent, times: 0, kinds: new Set(), words: new Set() }
    this.#places.set(place, seen)
    const kind = typeOf(value)
    seen.times += 1
    seen.kinds.add(kind)
    if (typeof value === 'string' && wordsOf(this.#document, schema).includes(value)) seen.words.add(value)
    // What is inside of something undeclared is undeclared as well.
    if (Object.keys(schema).length === 0) return
    if (Array.isArray(value)) {
      const { items = {} } = branchesOf(this.#document, schema).find(one => one.items) ?? {}
      for (const item of value) this.add(place, `${place}[]`, items, item)
    }
    if (!isFields(value)) return
    this.addParent(place)
    const declared = propertiesOf(this.#document, schema)
    const further = branchesOf(this.#document, schema).find(one => isFields(one.additionalProperties))
    const values = further?.additionalProperties
    for (const [name, inner] of Object.entries(value)) {
      const own = Object.hasOwn(declared, name) ? declared[name] : undefined
      this.add(place, `${place}.${own ? name : '*'}`, own ?? (isFields(values) ? values : {}), inner)
    }
  }

  all(): Record<string, Sent> {
    return sorted(this.#places.keys(), place => {
      const { parent, times, kinds, words } = this.#places.get(place)!
      const isAlways = times >= (this.#parents.get(parent) ?? 0) && !place.endsWith('*')
      return {
        sent: isAlways ? 'always' : 'sometimes',
        kinds: unique(kinds),
        ...(words.size > 0 && { words: unique(words) }),
      }
    })
  }
}

/** Undefined for what is no JSON, and for nothing. */
function jsonOf(text: string): unknown {
  // Most requests have no body, and an error costs more than all else here.
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a parameter as a value of a type that its schema allows, if it can be one. */
function asDeclared(document: Contract, schema: Schema, text: string): unknown {
  const types = typesOf(document, schema)
  if (types.has('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber && (types.has('integer') || types.has('number')) ? Number(text) : text
}

function wordsOf(document: Contract, schema: Schema): string[] {
  return branchesOf(document, schema)
    .flatMap(({ enum: words = [], const: only }) => [...words, only])
    .filter(word => typeof word === 'string')
}

function sorted<Value>(names: Iterable<string>, make: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(unique(names).map(name => [name, make(name)]))
}

function unique(names: Iterable<string>): string[] {
  return [...new Set(names)].sort()
}
