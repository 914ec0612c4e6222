// Elements of a bundled document, with references followed.
import { resolve } from '../../openapi/elements.ts'
import { isObject, type Json, type JsonObject } from './sources.ts'

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

/** Follows references until an object without one is reached. */
export function deref(document: JsonObject, value: Json | undefined): JsonObject {
  return resolve(document, asObject(value)).element
}

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** The alternatives of an operation, each a list of scopes. */
export function scopesOf(document: JsonObject, operation: JsonObject): string[][] {
  return listOf(operation.security ?? document.security)
    .filter(isObject)
    .map(alternative => Object.values(alternative).flat().map(String))
}
