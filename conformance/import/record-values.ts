/** What a record of a deployment says, whatever the spelling of its members. */

import { findLike, findNamed, isObject, type Json } from '../extract/find-value.ts'
import { momentOf } from '../extract/moment.ts'
import { idOf } from '../extract/record.ts'

export const NAMES = ['name', 'title', 'label', 'display_name', 'displayName']

/** What a record shows of something that has a name. */
export interface SeenThing {
  readonly id: string
  readonly name: string | undefined
}

/** Sorted by id, so that every import gives the same text. */
export function byId<Thing extends { readonly id: string }>(things: readonly Thing[]): Thing[] {
  return things.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined
}

export function textIn(record: Json, names: readonly string[]): string | undefined {
  return names.map(name => record[name]).find(isText)
}

/** The id in a field such as `owner_id`, or of the object in one such as `owner`. */
export function personIn(record: Json, name: RegExp): string | undefined {
  const place = findLike(record, name, value => isText(value) || typeof value === 'number' || isObject(value))
  return place === undefined ? undefined : idOf(place.value, 'user')
}

export function secondsOf(run: Json): number | undefined {
  const place = findLike(run, /duration|elapsed/i, value => typeof value === 'number')
  if (place === undefined) return undefined
  return /ms$|milli/i.test(place.name) ? Number(place.value) / 1000 : Number(place.value)
}

/** What a run was asked for, and its summary. */
export function jobOf(run: Json): { task: string; summary: string } | undefined {
  const input = findNamed(run, 'input')?.value
  const task = isObject(input) ? textOf(input.task) : textOf(input)
  const summary = textOf(findNamed(run, 'summary')?.value)
  return task === undefined || summary === undefined ? undefined : { task, summary }
}

/** Its start, in epoch milliseconds. */
export function startOf(run: Json): number | undefined {
  return momentOf(findLike(run, /^(created|started)/i, value => momentOf(value) !== undefined)?.value)
}

export function questionOf(run: Json): string | undefined {
  const value = findLike(run, /question/i, value => isText(value) || isObject(value))?.value
  return isObject(value) ? textIn(value, ['prompt', 'text', 'question', 'message']) : textOf(value)
}

export function modelIn(record: Json): string | undefined {
  const value = findLike(record, /^model(_?(id|name))?$/i)?.value
  return isObject(value) ? idOf(value, 'model') : textOf(value)
}

export function referred(row: Json, kind: string): SeenThing | undefined {
  const value = row[`${kind}_id`] ?? row[`${kind}Id`] ?? row[kind]
  const id = idOf(value, kind)
  return id === undefined ? undefined : { id, name: isObject(value) ? textIn(value, NAMES) : undefined }
}

export function things(rows: readonly Json[], kind: string): SeenThing[] {
  return byId(
    rows.flatMap(row => {
      const id = idOf(row, kind)
      return id === undefined ? [] : [{ id, name: textIn(row, NAMES) }]
    }),
  )
}
