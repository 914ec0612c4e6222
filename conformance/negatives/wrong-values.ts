/** Values that are certainly wrong for a type: none that a lenient reader may convert. */
import type { Schema } from '#openapi'
import { document } from '#openapi'

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** Left out on purpose: `"5"` and `true` for numbers, `1` and `"yes"` for booleans, the empty text for anything. */
const WRONG: Record<Exclude<JsonType, 'null'>, readonly unknown[]> = {
  string: [{ nested: 'value' }, ['list'], 4711, true],
  boolean: ['perhaps', { nested: true }, ['list'], 7],
  integer: ['many', 1.5, { nested: 1 }, [1]],
  number: ['many', { nested: 1 }, [1]],
  array: ['text', { nested: [] }, 4711],
  object: ['text', ['list'], 4711],
}

/** Wrong values for a field: of another type, and null where null is not stated. */
export function wrongValues(schema: Schema, field: string): unknown[] {
  const types = typesOf(schema)
  // Not even that an output specification is an object is stated; that it is no number is.
  if (types.size === 0 || field === 'output') return [4711]
  const [main] = [...types].filter(type => type !== 'null')
  const wrong = main === undefined ? [] : WRONG[main]
  // A lenient reader of timestamps takes a number for one.
  const kept = /_date$/.test(field) ? wrong.filter(value => typeof value !== 'number') : wrong
  return types.has('null') ? [...kept] : [...kept, null]
}

/** Wrong elements for a list, or wrong values inside an object of texts. */
export function wrongItems(schema: Schema): unknown[] {
  const types = typesOf(schema)
  if (types.has('object')) return [{ key: { nested: 'value' } }, { key: ['list'] }]
  const items = resolved(schema.items ?? {})
  return typesOf(items).has('object')
    ? [['text'], [4711]]
    : [[{ nested: 'value' }], [['list']], [4711], ['right', null]]
}

/** The types that a schema allows, through references and unions. */
function typesOf(schema: Schema): Set<JsonType> {
  const { type, anyOf, oneOf, allOf } = resolved(schema)
  const own = type === undefined ? [] : Array.isArray(type) ? type : [type]
  const inner = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap(one => [...typesOf(one)])
  return new Set([...own, ...inner] as JsonType[])
}

export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  return resolved(document.components.schemas[name] ?? {})
}
