// The operations of a document, in the order of its paths.

import { escapeSegment } from '../../openapi/elements.ts'
import { isObject, type JsonObject } from './sources.ts'

export const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

export interface RawOperation {
  id: string
  method: (typeof methods)[number]
  path: string
  pointer: string
  pathItem: JsonObject
  operation: JsonObject
}

/** Every operation; one without an operationId is named by its method and path. */
export function operationsOf(document: JsonObject): RawOperation[] {
  const found: RawOperation[] = []
  for (const [path, pathItem] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    if (!isObject(pathItem)) continue
    for (const method of methods) {
      const operation = pathItem[method]
      if (!isObject(operation)) continue
      const id =
        typeof operation.operationId === 'string' ? operation.operationId : `${method.toUpperCase()} ${path}`
      found.push({
        id,
        method,
        path,
        pointer: `/paths/${escapeSegment(path)}/${method}`,
        pathItem,
        operation,
      })
    }
  }
  return found
}
