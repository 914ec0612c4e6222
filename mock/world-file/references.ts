// The handles that a world names. `x-handle-of` in the schema says of which kinds they are.

import { componentOf, type Fields, isFields, resolve, type Schema } from '#openapi'
import { mapValues } from '../store/members.ts'
import type { Path, Report } from './problem.ts'
import { meant } from './shape.ts'

/** The handles of a world by kind, those of entries with mistakes included. */
export type KnownHandles = Readonly<Record<string, ReadonlySet<string> | 'unknown'>>

/** Of what is no map, the handles are unknown. */
export function handlesIn(source: object): KnownHandles {
  return mapValues(source as Fields, entries =>
    isFields(entries) ? new Set(Object.keys(entries)) : 'unknown',
  )
}

/** Reports every handle that a world names and does not have. */
export function checkReferences(source: object, known: KnownHandles, root: Schema, report: Report): void {
  check(source, root, [])

  function check(value: unknown, schema: Schema, at: Path): void {
    const { element } = resolve(root, schema)
    const { properties = {}, additionalProperties, items = {}, propertyNames = {} } = element
    if (typeof value === 'string') checkHandle(value, element, at)
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) {
        const isAgain = items['x-handle-of'] !== undefined && value.indexOf(item) < index
        if (isAgain && item !== null) report([...at, index], `names ${String(item)} twice`)
        else check(item, items, [...at, index])
      }
    else if (isFields(value))
      for (const [name, member] of Object.entries(value)) {
        checkHandle(name, propertyNames as Schema, [...at, name])
        const others = typeof additionalProperties === 'object' ? additionalProperties : {}
        check(member, properties[name] ?? others, [...at, name])
      }
  }

  function checkHandle(handle: string, schema: Schema, at: Path): void {
    const kinds = [schema['x-handle-of'] ?? []].flat() as string[]
    const lists = kinds.map(kind => known[kind] ?? new Set<string>())
    if (kinds.length === 0 || lists.some(list => list === 'unknown' || list.has(handle))) return
    const what = kinds.map(singular).join(' or ')
    const handles = lists.flatMap(list => [...list])
    checkWord(what, handles, handle, at, report)
  }

  /** `WorldPerson` as `person`. */
  function singular(kind: string): string {
    const entries = root.properties?.[kind]?.additionalProperties as Schema
    return componentOf(entries.$ref ?? kind)
      .replace('World', '')
      .toLowerCase()
  }
}

/** Reports a word that is none of those. */
export function checkWord(
  what: string,
  words: readonly string[],
  word: string | undefined,
  at: Path,
  report: Report,
): void {
  if (word !== undefined && !words.includes(word))
    report(at, `there is no ${what} ${word}${meant(word, words)}`)
}
