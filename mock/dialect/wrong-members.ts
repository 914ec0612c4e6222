// Replies that violate the specification: members are missing or have a wrong type.
import { isFields, type Schema } from '#openapi'
import type { WrongKind, WrongMembers } from './dialect.ts'
import type { CompiledTemplate } from './template-operators.ts'

export function withWrongMembers(compiled: CompiledTemplate, members: WrongMembers): CompiledTemplate {
  const wrong = Object.entries(members).map(([path, kind]) => [partsOf(path), kind] as const)
  return {
    ...compiled,
    schema: wrong.reduce((schema, [parts, kind]) => schemaWith(schema, parts, kind), compiled.schema),
    encode: (source, moment) =>
      wrong.reduce((value, [parts, kind]) => valueWith(value, parts, kind), compiled.encode(source, moment)),
  }
}

/** Copies instead of changing the value, because encoded rows are shared by replies. */
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

/** A hash of the text. */
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

/** `content[].status` as `content`, `[]`, `status`. */
export function partsOf(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.')
}
