// A twin that answers against the specification where the deployment does.
import type { Schema } from '#openapi'
import { isFields } from '../rewriting.ts'
import type { Lens } from './lens-operators.ts'
import type { Twin } from './twin.ts'
import { partsOf, type Violation, type WrongKind, type WrongMembers } from './violations.ts'

/** The twin with what it keeps apart: it answers against the specification where the deployment does. */
export function withViolations(twin: Twin): Twin {
  const { violations = {}, ...others } = twin
  const all = Object.values(violations)
  if (all.length === 0) return twin
  const { dialect = {} } = twin
  const refusals = { ...dialect.refusals }
  for (const [code, status] of all.flatMap(one => Object.entries(one.refusals ?? {})))
    refusals[code] = { ...refusals[code], status }
  const words = { ...dialect.words }
  for (const [name, own] of all.flatMap(one => Object.entries(one.words ?? {})))
    words[name] = { ...words[name], ...own }
  const members: Record<string, WrongMembers> = {}
  for (const [id, wrong] of all.flatMap(one => Object.entries(one.members ?? {})))
    members[id] = { ...members[id], ...wrong }
  const statuses = Object.assign({}, ...all.map(one => one.statuses)) as NonNullable<Violation['statuses']>
  const wrong = { statuses, members }
  return { ...others, dialect: { ...dialect, refusals, words, wrong } }
}

/** A reply whose members are missing or of a wrong kind. */
export function wrongLens(lens: Lens, members: WrongMembers): Lens {
  const wrong = Object.entries(members).map(([path, kind]) => [partsOf(path), kind] as const)
  return {
    ...lens,
    schema: wrong.reduce((schema, [parts, kind]) => schemaWith(schema, parts, kind), lens.schema),
    encode: (source, moment) =>
      wrong.reduce((value, [parts, kind]) => valueWith(value, parts, kind), lens.encode(source, moment)),
  }
}

/** Never changes a value: rows that were encoded before serve other replies, too. */
function valueWith(value: unknown, [part = '', ...rest]: readonly string[], kind: WrongKind): unknown {
  if (part === '[]')
    return Array.isArray(value) ? value.map((one: unknown) => valueWith(one, rest, kind)) : value
  if (!isFields(value) || !(part in value)) return value
  if (rest.length > 0) return { ...value, [part]: valueWith(value[part], rest, kind) }
  if (kind !== 'missing') return { ...value, [part]: ofKind(value[part], kind) }
  const { [part]: _, ...others } = value
  return others
}

function ofKind(value: unknown, kind: Exclude<WrongKind, 'missing'>): unknown {
  if (kind === 'null') return null
  if (value === null || value === undefined) return value
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : sumOf(text)
    case 'boolean':
      return text !== '' && text !== 'false'
    case 'list':
      return [value]
    case 'object':
      return { value }
  }
}

/** The same number for the same text. */
function sumOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 7)
}

const SCHEMAS: Readonly<Record<Exclude<WrongKind, 'missing'>, Schema>> = {
  null: { type: 'null' },
  text: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  list: { type: ['array', 'null'], items: {} },
  object: { type: ['object', 'null'], properties: { value: {} } },
}

function schemaWith(schema: Schema, [part = '', ...rest]: readonly string[], kind: WrongKind): Schema {
  const { items, properties, required = [], anyOf } = schema
  if (anyOf) return { ...schema, anyOf: anyOf.map(one => schemaWith(one, [part, ...rest], kind)) }
  if (part === '[]') return items ? { ...schema, items: schemaWith(items, rest, kind) } : schema
  const own = properties?.[part]
  if (!own) return schema
  if (rest.length > 0)
    return { ...schema, properties: { ...properties, [part]: schemaWith(own, rest, kind) } }
  const { [part]: _, ...others } = properties
  return {
    ...schema,
    required: required.filter(name => kind !== 'missing' || name !== part),
    properties: kind === 'missing' ? others : { ...others, [part]: SCHEMAS[kind] },
  }
}
