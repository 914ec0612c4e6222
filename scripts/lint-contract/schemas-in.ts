// Finds every schema of a document with its pointer, including nested ones.
import { escapeSegment } from '../../openapi/elements.ts'
import { isObject, type Json, type JsonObject } from '../contract/sources.ts'

const holdsOne = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const holdsList = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const holdsMap = ['properties', 'patternProperties', '$defs', 'dependentSchemas']

/** An element of the document that is not inside an example. */
export interface Found {
  pointer: string
  element: JsonObject
  kind: 'schema' | 'other'
}

/** Every object of the document, with whether it is a schema; the data of examples is left out. */
export function elementsOf(document: JsonObject): Found[] {
  const found: Found[] = []
  other(document, '')
  return found

  function other(value: Json | undefined, pointer: string): void {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) other(item, `${pointer}/${index}`)
    if (!isObject(value)) return
    found.push({ pointer, element: value, kind: 'other' })
    for (const [key, entry] of Object.entries(value)) {
      const at = `${pointer}/${escapeSegment(key)}`
      if (key === 'example' || key === 'examples' || key === 'security') continue
      if (key === 'schema' || key === 'x-event-schema') schema(entry, at)
      else if (pointer === '/components' && key === 'schemas') map(entry, at)
      else other(entry, at)
    }
  }

  function schema(value: Json | undefined, pointer: string): void {
    if (!isObject(value)) return
    found.push({ pointer, element: value, kind: 'schema' })
    for (const key of holdsOne) schema(value[key], `${pointer}/${key}`)
    for (const key of holdsMap) map(value[key], `${pointer}/${key}`)
    for (const key of holdsList) {
      const list = value[key]
      if (!Array.isArray(list)) continue
      for (const [index, item] of list.entries()) schema(item, `${pointer}/${key}/${index}`)
    }
  }

  function map(value: Json | undefined, pointer: string): void {
    for (const [key, entry] of Object.entries(isObject(value) ? value : {})) {
      schema(entry, `${pointer}/${escapeSegment(key)}`)
    }
  }
}
