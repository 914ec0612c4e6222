// Finds elements of a document: pointers, references, and the parts of operations and schemas.
import type { Contract, Operation, Parameter, Reference, Schema, SchemaType } from './contract.ts'
import type { OperationRow } from './operation-row.ts'

/** The parts of an operation that locate it in a document. */
type Place = Pick<OperationRow, 'method' | 'path'>

/** The element that a JSON pointer such as `/components/schemas/Task` names. */
export function lookUp(document: unknown, pointer: string): unknown {
  let found = document
  for (const segment of segmentsOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[segment]
  }
  return found
}

/** The names in a JSON pointer. */
export function segmentsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeSegment)
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescapeSegment(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Follows references until an element without one is reached, and says at which pointer that is. `pointer` is the place
 * of the element that is given.
 */
export function resolve<T extends object>(
  document: object,
  element: T | Reference,
  pointer = '',
): { element: T; pointer: string } {
  let found: T | Reference = element
  let at = pointer
  const seen = new Set<object>()
  while ('$ref' in found && typeof found.$ref === 'string') {
    at = found.$ref.slice(1)
    const next = lookUp(document, at)
    if (typeof next !== 'object' || next === null)
      throw new Error(`The contract refers to ${at}, which does not exist.`)
    if (seen.has(next)) throw new Error(`The contract refers to ${at}, which refers to itself.`)
    seen.add(next)
    found = next as T
  }
  return { element: found as T, pointer: at }
}

/** Every object below these, references followed, each once. */
export function* elementsBelow(document: object, ...roots: unknown[]): Generator<Record<string, unknown>> {
  const seen = new Set<unknown>()
  while (roots.length > 0) {
    const element = roots.pop()
    if (typeof element !== 'object' || element === null || seen.has(element)) continue
    seen.add(element)
    const { $ref } = element as { $ref?: unknown }
    if (!Array.isArray(element)) yield element as Record<string, unknown>
    if (typeof $ref === 'string') roots.push(lookUp(document, $ref.slice(1)))
    for (const part of Object.values(element)) roots.push(part)
  }
}

/** The name of the component that a reference points to: `Task` of `#/components/schemas/Task`. */
export function componentOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** An operation as the document describes it. */
export function operationAt(document: Contract, { method, path }: Place): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase() as Lowercase<OperationRow['method']>]
}

/** The parameters of an operation, each with its pointer. Its own take precedence over those of its path. */
export function parametersAt(document: Contract, row: Place): { element: Parameter; pointer: string }[] {
  const at = `/paths/${escapeSegment(row.path)}`
  const holders = [
    [document.paths[row.path]?.parameters, at],
    [operationAt(document, row)?.parameters, `${at}/${row.method.toLowerCase()}`],
  ] as const
  const all = holders.flatMap(([items = [], pointer]) =>
    items.map((item, index) => resolve<Parameter>(document, item, `${pointer}/parameters/${index}`)),
  )
  return [...new Map(all.map(found => [`${found.element.in} ${found.element.name}`, found])).values()]
}

/** The parameters of an operation. */
export function parametersOf(document: Contract, row: Place): Parameter[] {
  return parametersAt(document, row).map(({ element }) => element)
}

/** The body of an operation, with its pointer. */
export function bodyAt(document: Contract, row: Place) {
  const body = operationAt(document, row)?.requestBody
  const pointer = `/paths/${escapeSegment(row.path)}/${row.method.toLowerCase()}/requestBody`
  return body && resolve<Exclude<typeof body, Reference>>(document, body, pointer)
}

/** The schema of an operation's JSON body. */
export function bodySchemaOf(document: Contract, row: Place): Schema | undefined {
  const schema = bodyAt(document, row)?.element.content['application/json']?.schema
  return schema && resolve(document, schema).element
}

/** A schema with all branches of its unions and intersections, references followed; itself first. */
export function branchesOf(document: Contract, schema: Schema): Schema[] {
  const { element } = resolve(document, schema)
  const { allOf = [], oneOf = [], anyOf = [] } = element
  return [element, ...[...allOf, ...oneOf, ...anyOf].flatMap(part => branchesOf(document, part))]
}

/** The properties that a schema and its branches declare; the first of a name counts. */
export function propertiesOf(document: Contract, schema: Schema): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  for (const { properties = {} } of branchesOf(document, schema))
    for (const [name, own] of Object.entries(properties)) found[name] ??= own
  return found
}

/** The types that a schema allows, references and unions followed. */
export function typesOf(document: Contract, schema: Schema): Set<SchemaType> {
  const { element } = resolve(document, schema)
  if (element.type !== undefined) return new Set([element.type].flat())
  const branches = element.oneOf ?? element.anyOf ?? element.allOf
  if (branches) return new Set(branches.flatMap(branch => [...typesOf(document, branch)]))
  const values = element.enum ?? (element.const === undefined ? [] : [element.const])
  return new Set(values.map(typeOf))
}

export function typeOf(value: unknown): SchemaType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}

/**
 * The gaps that an element itself names: `x-gap` stands for the element and all below it, `x-gap-keywords` for single
 * keywords of a schema whose other keywords are stated.
 */
export function gapsOn(element: object): string[] {
  const { 'x-gap': gaps, 'x-gap-keywords': keywords } = element as { [name: string]: unknown }
  return [gaps, ...Object.values(keywords ?? {})].flat().filter(gap => typeof gap === 'string')
}

/** The gaps named anywhere below these elements, references followed; sorted, each once. */
export function gapsBelow(document: object, elements: readonly unknown[]): string[] {
  const below = [...elementsBelow(document, ...elements)]
  return [...new Set(below.flatMap(gapsOn))].sort()
}
