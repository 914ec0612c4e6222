// The parameters of an operation, and lists.
import { deref } from '../../openapi/raw-document.ts'
import type { Json, JsonObject } from './sources.ts'

/** The parameters of an operation, those of its path included, each resolved. */
export function parametersOf(
  document: JsonObject,
  pathItem: JsonObject,
  operation: JsonObject,
): JsonObject[] {
  const found = new Map<string, JsonObject>()
  for (const list of [pathItem.parameters, operation.parameters]) {
    for (const item of listOf(list)) {
      const parameter = deref(document, item)
      found.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  }
  return [...found.values()]
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
