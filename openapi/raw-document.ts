// Reads documents of any form: an edited one, or one of somebody else. The types keep what the caller knows of its JSON.
import { escapeSegment, resolve } from './elements.ts'
import { type Fields, isFields } from './fields.ts'

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

export interface RawOperation<Own extends Fields = Fields> {
  readonly id: string
  readonly method: (typeof METHODS)[number]
  readonly path: string
  /** Where it stands in the document. */
  readonly pointer: string
  readonly pathItem: Own
  readonly operation: Own
}

/** Every operation, in the order of the paths; one without an operationId is named by its method and path. */
export function operationsOf<Own extends Fields>(document: Own): RawOperation<Own>[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, pathItem]) =>
    METHODS.flatMap(method => {
      const key = method.toLowerCase()
      const operation = asObject(pathItem)[key]
      if (!isFields(operation)) return []
      const id = typeof operation.operationId === 'string' ? operation.operationId : `${method} ${path}`
      const pointer = `/paths/${escapeSegment(path)}/${key}`
      return [{ id, method, path, pointer, pathItem: pathItem as Own, operation: operation as Own }]
    }),
  )
}

/** Follows references until an object without one is reached. */
export function deref<Own extends Fields>(document: Own, value: unknown): Own {
  return resolve(document, asObject(value)).element as Own
}

/** The parameters of an operation, those of its path included, each resolved. */
export function parametersIn<Own extends Fields>(document: Own, pathItem: Own, operation: Own): Own[] {
  const items = [pathItem.parameters, operation.parameters].flatMap(list => (Array.isArray(list) ? list : []))
  const all = items.map(item => deref(document, item))
  return [...new Map(all.map(one => [`${one.in} ${one.name}`, one])).values()]
}

/** The alternatives of an operation, each a list of scopes. */
export function scopesOf(document: Fields, operation: Fields): string[][] {
  const security = operation.security ?? document.security
  return (Array.isArray(security) ? security : [])
    .filter(isFields)
    .map(alternative => Object.values(alternative).flat().map(String))
}

/** The objects among the values of a type. */
type ObjectIn<Value> = unknown extends Value ? Fields : Extract<Value, Fields>

/** The value, or an empty object in place of any other. */
export function asObject<Value>(value: Value): ObjectIn<Value> {
  return (isFields(value) ? value : {}) as ObjectIn<Value>
}
