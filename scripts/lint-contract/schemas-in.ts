// Finds every schema of a document with its pointer, including nested ones.
import { escapeSegment } from '../../openapi/elements.ts'
import { isObject, type Json, type JsonObject } from '../contract/sources.ts'

const holdsSchema =
  /^(items|additionalProperties|not|if|then|else|contains|propertyNames|allOf|anyOf|oneOf|prefixItems)$/
const holdsSchemasByName = /^(properties|patternProperties|\$defs|dependentSchemas)$/

type Kind = 'schema' | 'schemas' | 'other'

/** An element of the document that is not inside an example. */
export interface Found {
  pointer: string
  element: JsonObject
  kind: 'schema' | 'other'
}

/** Every object of the document, with whether it is a schema; the data of examples is left out. */
export function elementsOf(document: JsonObject): Found[] {
  const found: Found[] = []
  visit(document, '', 'other')
  return found

  function visit(value: Json, pointer: string, kind: Kind): void {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, kind)
    if (!isObject(value)) return
    if (kind !== 'schemas') found.push({ pointer, element: value, kind })
    for (const [key, entry] of Object.entries(value)) {
      const inner = kindBelow(kind, pointer, key)
      if (inner) visit(entry, `${pointer}/${escapeSegment(key)}`, inner)
    }
  }
}

/** What a member holds; undefined for data. */
function kindBelow(kind: Kind, pointer: string, key: string): Kind | undefined {
  if (kind === 'schemas') return 'schema'
  if (kind === 'schema')
    return holdsSchema.test(key) ? 'schema' : holdsSchemasByName.test(key) ? 'schemas' : undefined
  if (/^(examples?|security)$/.test(key)) return undefined
  if (key === 'schema' || key === 'x-event-schema') return 'schema'
  return pointer === '/components' && key === 'schemas' ? 'schemas' : 'other'
}
