/** Values that are certainly wrong for a type: none that a lenient reader may convert. */
import { document, type Schema, type SchemaType, typesOf } from '#openapi'

/** Left out on purpose: `"5"` and `true` for numbers, `1` and `"yes"` for booleans, the empty text for anything. */
const WRONG: Record<Exclude<SchemaType, 'null'>, readonly unknown[]> = {
  string: [{ nested: 'value' }, ['list'], 4711, true],
  boolean: ['perhaps', { nested: true }, ['list'], 7],
  integer: ['many', 1.5, { nested: 1 }, [1]],
  number: ['many', { nested: 1 }, [1]],
  array: ['text', { nested: [] }, 4711],
  object: ['text', ['list'], 4711],
}

/** Wrong values for a field: of another type, and null where null is not stated. */
export function wrongValues(schema: Schema, field: string): unknown[] {
  const types = typesOf(document, schema)
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
  const types = typesOf(document, schema)
  if (types.has('object')) return [{ key: { nested: 'value' } }, { key: ['list'] }]
  return typesOf(document, schema.items ?? {}).has('object')
    ? [['text'], [4711]]
    : [[{ nested: 'value' }], [['list']], [4711], ['right', null]]
}
