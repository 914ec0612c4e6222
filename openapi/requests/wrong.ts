// Makes wrong requests from the contract: one mistake each, and none that a lenient service may convert.
import type { Contract, Schema, SchemaType } from '../contract.ts'
import { bodySchemaOf, parametersOf, resolve, typesOf } from '../elements.ts'
import type { OperationRow } from '../operation-row.ts'

/** The field or parameter that is wrong, and its mistake. */
export interface Wrong {
  readonly in: 'body' | 'query'
  /** The name of the field or parameter; `*` for the body as a whole. */
  readonly field: string
  /** `refuses-type`, `refuses-missing`, `bound-low` … */
  readonly case: string
  readonly value?: string
}

export interface WrongRequest {
  /** The mistake in words: `title = 4711`. */
  readonly what: string
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, unknown>>

/** All requests with that mistake, made from a right body. */
export function wrongRequests(
  document: Contract,
  row: OperationRow,
  wrong: Wrong,
  right: Fields,
): WrongRequest[] {
  return wrong.in === 'query' ? wrongQueries(document, row, wrong) : wrongBodies(document, row, wrong, right)
}

function wrongBodies(document: Contract, row: OperationRow, wrong: Wrong, right: Fields): WrongRequest[] {
  const { field } = wrong
  if (field === '*') {
    if (wrong.case === 'refuses-extra') {
      const note = 'not a member of this body'
      const fields = Object.entries(bodySchemaOf(document, row)?.properties ?? {})
      const mayBeNull = fields.every(([, schema]) => typesOf(document, schema).has('null'))
      const nulls = Object.fromEntries(fields.map(([name]) => [name, null]))
      return [
        { what: 'a further member', body: { ...right, note } },
        { what: 'a further member that is null', body: { ...right, note: null } },
        ...(mayBeNull ? [{ what: 'a further member beside nulls', body: { ...nulls, note } }] : []),
      ]
    }
    return [
      { what: 'a list as body', body: [right] },
      // A service that takes a value for no body acts on it.
      ...['text', 4711, true, ...(row.requestBody?.required === false ? [false, 0] : [])].map(body => ({
        what: `${JSON.stringify(body)} as body`,
        body,
      })),
    ]
  }
  const put = (value: unknown) => ({
    what: `${field} = ${JSON.stringify(value)}`,
    body: { ...right, [field]: value },
  })
  const { [field]: _, ...rest } = right
  const left = { what: `no ${field}`, body: rest }
  const schema = fieldSchema(document, row, field)
  switch (wrong.case) {
    case 'refuses-missing':
      return [left]
    case 'refuses-type':
      return certainlyWrongValues(document, row, field).map(put)
    case 'refuses-items':
      return wrongItems(document, schema).map(put)
    case 'refuses-unlisted':
      return [put(UNLISTED)]
    case 'refuses-format':
      return [put('not a moment at all')]
    case 'refuses-pair':
      return [put(null), left]
    default:
      throw new Error(`no way to make a ${wrong.case} of ${row.id}.${field}`)
  }
}

function wrongQueries(
  document: Contract,
  row: OperationRow,
  { field, case: kind, value }: Wrong,
): WrongRequest[] {
  const put = (text: string) => ({ what: `${field}=${text}`, query: { [field]: text } })
  if (kind === 'bound-low') return [put(String(Number(value) - 1))]
  if (kind === 'bound-high') return [put(String(Number(value) + 1))]
  if (kind === 'refuses-unlisted') return [put(UNLISTED)]
  const parameter = parametersOf(document, row).find(one => one.in === 'query' && one.name === field)
  // Of a limited operation, what no parser reads a number in is spared: a number with a letter behind it is as wrong.
  if (kind === 'refuses-type' && parameter)
    return untypedTexts(document, parameter.schema)
      .filter(text => !row.rateLimit || text !== 'many')
      .map(put)
  throw new Error(`no way to make a ${kind} of ${row.id}?${field}`)
}

const UNLISTED = 'no-such-word'

/** Texts that are no number and no boolean. */
function untypedTexts(document: Contract, schema: Schema): string[] {
  const types = typesOf(document, schema)
  if (types.has('boolean')) return ['perhaps']
  return types.has('integer') ? ['many', '30d', '1.5'] : types.has('number') ? ['many'] : []
}

/** Wrong texts for a parameter, whether or not the specification states that they are refused. */
export function wrongTexts(document: Contract, schema: Schema): string[] {
  const { element } = resolve(document, schema)
  const { minimum, maximum, pattern } = element as Schema & { minimum?: number; maximum?: number }
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(element.enum || pattern !== undefined || element.format !== undefined ? [UNLISTED] : []),
    ...untypedTexts(document, element),
  ]
}

/**
 * Without values that lenient services convert: `"5"` and `true` for numbers, `1` and `"yes"` for booleans, the empty
 * text for anything.
 */
const WRONG: Record<Exclude<SchemaType, 'null'>, readonly unknown[]> = {
  string: [{ nested: 'value' }, ['list'], 4711, true],
  boolean: ['perhaps', { nested: true }, ['list'], 7],
  integer: ['many', 1.5, { nested: 1 }, [1]],
  number: ['many', { nested: 1 }, [1]],
  array: ['text', { nested: [] }, 4711],
  object: ['text', ['list'], 4711],
}

/** Wrong values for a field: of another type, and null unless null is stated. */
export function wrongValues(document: Contract, schema: Schema, field: string): unknown[] {
  const types = typesOf(document, schema)
  // An output specification is not even stated to be an object, but it cannot be a number.
  if (types.size === 0 || field === 'output') return [4711]
  const [main] = [...types].filter(type => type !== 'null')
  const wrong = main === undefined ? [] : WRONG[main]
  // A lenient service may accept a number as a timestamp.
  const kept = /_date$/.test(field) ? wrong.filter(value => typeof value !== 'number') : wrong
  return types.has('null') ? [...kept] : [...kept, null]
}

/** Those that a lenient service does not convert either: it may read a null as a field that is left out; gap `optional-null`. */
export function certainlyWrongValues(document: Contract, row: OperationRow, field: string): unknown[] {
  const isRequired = bodySchemaOf(document, row)?.required?.includes(field)
  return wrongValues(document, fieldSchema(document, row, field), field).filter(
    value => value !== null || isRequired,
  )
}

/** Wrong elements of a list, or wrong values in an object of texts. */
export function wrongItems(document: Contract, schema: Schema): unknown[] {
  const types = typesOf(document, schema)
  if (types.has('object')) return [{ key: { nested: 'value' } }, { key: ['list'] }]
  return typesOf(document, schema.items ?? {}).has('object')
    ? [['text'], [4711], [null]]
    : [[{ nested: 'value' }], [['list']], [4711], ['right', null]]
}

/** The schema of a field of an operation's body. */
export function fieldSchema(document: Contract, row: OperationRow, field: string): Schema {
  const found = bodySchemaOf(document, row)?.properties?.[field]
  if (!found) throw new Error(`the body of ${row.id} has no field ${field}`)
  return resolve(document, found).element
}
