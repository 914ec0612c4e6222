// Reads documents of any form: an edited one, or one of somebody else.
import { resolve } from '../elements.ts'
import { type Fields, isFields } from '../fields.ts'

export interface RawOperation {
  readonly id: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly operation: Fields
}

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

/** Every operation by its method and path; one without an operationId is named by them. */
export function operationsByAddress(document: Fields): Map<string, RawOperation> {
  const found = new Map<string, RawOperation>()
  for (const [path, pathItem] of Object.entries(asObject(document.paths)))
    for (const method of METHODS) {
      const operation = asObject(pathItem)[method.toLowerCase()]
      if (!isFields(operation)) continue
      const address = `${method} ${path}`
      const id = typeof operation.operationId === 'string' ? operation.operationId : address
      found.set(address, { id, method, path, operation })
    }
  return found
}

/** Follows references until an object without one is reached. */
export function deref(document: Fields, value: unknown): Fields {
  return resolve(document, asObject(value)).element
}

export function asObject(value: unknown): Fields {
  return isFields(value) ? value : {}
}
