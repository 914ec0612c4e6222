// Assumed elements of the contract name their gap: `x-gap` for the element and all below it, `x-gap-keywords` for
// single keywords of a schema whose other keywords are stated.
import { lookUp } from '../../openapi/elements.ts'
import { isObject, type Json, type JsonObject } from './sources.ts'

/** The gaps that an element itself names. */
export function gapsOn(element: JsonObject): string[] {
  const keywords = isObject(element['x-gap-keywords']) ? Object.values(element['x-gap-keywords']) : []
  return [element['x-gap'], ...keywords].flat().filter(gap => typeof gap === 'string')
}

/** The gaps named anywhere below these elements, references followed; sorted, each once. */
export function gapsBelow(document: JsonObject, elements: Json[]): string[] {
  const gaps = new Set<string>()
  const seen = new Set<object>()
  const open: (Json | undefined)[] = [...elements]
  while (open.length > 0) {
    const element = open.pop()
    if (typeof element !== 'object' || element === null || seen.has(element)) continue
    seen.add(element)
    if (isObject(element)) {
      for (const gap of gapsOn(element)) gaps.add(gap)
      if (typeof element.$ref === 'string')
        open.push(lookUp(document, element.$ref.slice(1)) as Json | undefined)
    }
    open.push(...Object.values(element))
  }
  return [...gaps].sort()
}
