// Makes right requests from the contract: values are listed ones, examples or bounds of their schemas.
import type { Contract, Parameter, Schema } from '../contract.ts'
import { bodyAt, bodySchemaOf, parametersOf, propertiesOf, resolve } from '../elements.ts'
import type { OperationRow } from '../operation-row.ts'

/** The names of existing resources by kind: `agent`, `run`, `task`. Empty if none has to exist. */
export type NamesOf = (kind: string) => readonly string[]

/** The source of choices. A seeded one makes the same requests again. */
export interface Choice {
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export interface RightRequest {
  readonly path: string
  readonly query: URLSearchParams
  /** Undefined without a body. */
  readonly body: unknown
}

interface Making {
  readonly document: Contract
  readonly names: NamesOf
  readonly choice: Choice
  /** Called with the name of each value before it is made; may return a replacement. */
  readonly instead?: ((name: string, depth: number) => { readonly value: unknown } | undefined) | undefined
}

/** Chooses the first of everything, and nothing optional. */
const FIRST: Choice = { chance: () => false, pick: items => items[0]! }

/** The share of optional parameters and fields that a request includes. */
const OPTIONAL = 0.3

/** The bound for numbers without a maximum. */
const LARGE = 1000

/** The maximum depth of made-up values. */
const MAX_DEPTH = 6

/** A request that the contract allows. Without a choice: the first example, without optional parts. */
export function rightRequest(
  row: OperationRow,
  { choice = FIRST, ...given }: Omit<Making, 'choice'> & { readonly choice?: Choice },
): RightRequest {
  const making = { ...given, choice }
  const parameters = parametersOf(making.document, row)
  const valueFor = ({ name, schema }: Parameter) => choice.pick(valuesOf(making, schema, name))
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find(one => one.in === 'path' && one.name === name)
    return encodeURIComponent(parameter ? textOf(valueFor(parameter)).toWellFormed() : name)
  })
  const query = new URLSearchParams()
  for (const parameter of parameters)
    if (parameter.in === 'query' && (parameter.required || choice.chance(OPTIONAL)))
      query.append(parameter.name, textOf(valueFor(parameter)))
  return { path, query, body: bodyOf(making, row) }
}

/** Right values of a schema that differ as much as possible: listed ones, examples, bounds, null. */
export function rightValues(document: Contract, schema: Schema, name: string, names: NamesOf): unknown[] {
  return valuesOf({ document, names, choice: FIRST }, schema, name)
}

/** Names of fields that contain ids, although they do not end in `id`. */
const NAMING = new Set(['id', 'ref', 'model', 'owner'])

/** The kind of resource that a parameter or field names, if any: `task` for `parent_task_id`, `agent` for `agentId`. */
export function kindOf(name: string): string | undefined {
  if (NAMING.has(name)) return name
  const [whole = ''] = /^\w+(?=_ids?$|Ids?$)/.exec(name) ?? []
  return /[A-Za-z][a-z]*$/.exec(whole)?.[0].toLowerCase()
}

function namesFor({ names }: Making, name: string): readonly string[] {
  const kind = kindOf(name)
  return kind === undefined ? [] : names(kind)
}

/** A value as query text; empty for null. */
function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function bodyOf(making: Making, row: OperationRow): unknown {
  const { document, choice } = making
  const schema = bodySchemaOf(document, row)
  const isRequired = bodyAt(document, row)?.element.required === true
  if (!schema || (!isRequired && !choice.chance(0.5))) return undefined
  const { examples = [] } = schema
  if (examples.length > 0 && !choice.chance(0.5)) return withNames(making, choice.pick(examples), '')
  return choice.pick(valuesOf(making, schema, ''))
}

/** `shown` are examples of the parent object, or of the value itself. */
function valuesOf(
  making: Making,
  schema: Schema | boolean,
  name: string,
  depth = 0,
  shown: readonly unknown[] = [],
): unknown[] {
  const other = making.instead?.(name, depth)
  if (other) return [other.value]
  if (typeof schema === 'boolean') return [{}]
  const { element } = resolve(making.document, schema)
  if (element.const !== undefined) return [element.const]
  if (element.enum) return [...element.enum]
  const union = element.oneOf ?? element.anyOf
  if (union) return union.flatMap(branch => valuesOf(making, branch, name, depth, shown))
  const examples = [
    ...shown,
    ...(element.examples ?? []),
    ...(element.example === undefined ? [] : [element.example]),
  ]
  const isObject = element.properties !== undefined || element.allOf !== undefined
  const types = [element.type ?? (isObject ? 'object' : 'string')].flat()
  return types.flatMap(type => {
    const of = examples.filter(one => (typeof one === 'object') === (type === 'array' || type === 'object'))
    return typedValues(making, type, element, name, depth, of)
  })
}

function typedValues(
  making: Making,
  type: string,
  schema: Schema,
  name: string,
  depth: number,
  examples: readonly unknown[],
): unknown[] {
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'number':
      return numbersOf(schema, examples)
    case 'array':
      return listsOf(making, schema, name, depth, examples)
    case 'object':
      return [objectOf(making, schema, depth, examples)]
    default:
      return textsOf(making, schema, name, examples)
  }
}

function numbersOf(schema: Schema, examples: readonly unknown[]): unknown[] {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  const around = [minimum, minimum === undefined ? 1 : minimum + 1, maximum ?? LARGE]
  return [...new Set([...examples, schema.default, ...around])].filter(one => typeof one === 'number')
}

function textsOf(
  making: Making,
  { format, default: usual }: Schema,
  name: string,
  examples: readonly unknown[],
): unknown[] {
  const named = namesFor(making, name)
  if (named.length > 0) return [...named]
  const texts = [...new Set([...examples, usual])].filter(one => typeof one === 'string')
  if (texts.length > 0) return texts
  return [format === 'date-time' ? '2026-12-01T00:00:00Z' : format === 'date' ? '2026-12-01' : 'text']
}

function listsOf(
  making: Making,
  { items = {}, minItems }: Schema,
  name: string,
  depth: number,
  examples: readonly unknown[],
): unknown[] {
  const lists = examples.filter(Array.isArray).map(list => withNames(making, list, name))
  if (depth < MAX_DEPTH && lists.length === 0)
    lists.push([making.choice.pick(valuesOf(making, items, name, depth + 1))])
  return minItems === undefined || lists.length === 0 ? [...lists, []] : lists
}

function objectOf(making: Making, schema: Schema, depth: number, examples: readonly unknown[]): unknown {
  const { document, choice } = making
  const shown = examples.filter(one => typeof one === 'object' && one !== null) as Record<string, unknown>[]
  const properties = Object.entries(propertiesOf(document, schema))
  // If fields depend on each other, or none is declared, examples show valid combinations.
  if (shown.length > 0 && (schema.if !== undefined || properties.length === 0))
    return withNames(making, choice.pick(shown), '')
  const required = new Set(
    [schema, ...(schema.allOf ?? [])].flatMap(part => resolve(document, part).element.required ?? []),
  )
  const made: Record<string, unknown> = {}
  for (const [name, own] of properties)
    if (required.has(name) || (depth < MAX_DEPTH && choice.chance(OPTIONAL))) {
      const seen = shown.flatMap(one => (Object.hasOwn(one, name) ? [one[name]] : []))
      made[name] = choice.pick(valuesOf(making, own, name, depth + 1, seen))
    }
  return made
}

/** An example with its ids replaced by those of existing resources. */
function withNames(making: Making, example: unknown, name: string): unknown {
  if (typeof example === 'string') {
    const named = namesFor(making, name)
    return named.length > 0 ? making.choice.pick(named) : example
  }
  if (Array.isArray(example)) return example.map(one => withNames(making, one, name))
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(Object.entries(example).map(([key, one]) => [key, withNames(making, one, key)]))
}
