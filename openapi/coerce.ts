// Text of a path or a query becomes the value that the contract's type asks for. Stricter than most servers, so that
// a client that works here works anywhere: no '1e1', no ' 7 ', no 'yes'.
import type { Schema, SchemaType } from './contract.ts'

const integer = /^-?(0|[1-9]\d*)$/
const number = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** The value of a text for a parameter of these types; the text itself where it fits none of them. */
export function coerce(text: string, types: ReadonlySet<SchemaType>): unknown {
  if (text === '' && types.has('null')) return null
  if (types.has('integer') && integer.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  if (types.has('number') && number.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The types that a schema allows, references and unions followed. */
export function typesOf(schema: Schema, lookUp: (ref: string) => Schema): Set<SchemaType> {
  const { type } = schema
  if (type !== undefined) return new Set(typeof type === 'string' ? [type] : type)
  if (schema.$ref) return typesOf(lookUp(schema.$ref), lookUp)
  const union = schema.oneOf ?? schema.anyOf
  if (union) return new Set(union.flatMap(branch => [...typesOf(branch, lookUp)]))
  if (schema.allOf) return new Set(schema.allOf.flatMap(part => [...typesOf(part, lookUp)]))
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return new Set(values.map(typeOf))
}

export function typeOf(value: unknown): SchemaType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}
