/** Infers the form of the ids of each kind. */

import { formOf, resourceOf } from '#mock/dialect'
import { type Kind, kindsNamed } from '../replay/id-kinds.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { OFTEN } from './samples.ts'

/** The form of each kind's ids, from paths, requests and replies. */
export function inferIdForms(pairs: readonly Pair[], { idValues }: Evidence): Record<string, string> {
  const values = new Map<Kind, Set<string>>()
  for (const { call } of pairs) {
    if (call.status >= 300) continue
    const query = idValues.size === 0 ? [...new URLSearchParams(call.query)] : []
    for (const [name, value] of [...Object.entries(call.params), ...query])
      for (const kind of kindsNamed(name, call)) values.set(kind, (values.get(kind) ?? new Set()).add(value))
  }
  // Replies come before requests, because a request may name a record that does not exist.
  for (const [kind, seen] of idValues) values.set(kind, seen.values)
  const found: Record<string, string> = {}
  for (const [kind, seen] of values) {
    const form = idForm([...seen])
    const prefix = resourceOf(kind)?.prefix
    if (form !== undefined && prefix !== undefined) found[prefix] = form
  }
  // A form that several kinds share without exception is that of the kinds that nothing shows.
  const [shared, ...others] = new Set(Object.values(found))
  const isShared = shared !== undefined && others.length === 0 && Object.keys(found).length >= OFTEN
  return isShared ? { ...found, '*': shared } : found
}

/** A longer prefix or id is data, such as an address, rather than a form. */
const MAX_PREFIX = 8
const MAX_LENGTH = 40

/** Shorter random ids would collide. */
const MIN_RANDOM = 8

function idForm(all: readonly string[]): string | undefined {
  // The most frequent form: a member taken for an id may contain something else at times.
  const shapes = Map.groupBy(all, value =>
    formOf(value) === 'uuid' ? 'uuid' : value.replaceAll(/\d+/g, '9').replaceAll(/[a-z]+/gi, 'a'),
  )
  const [values = []] = [...shapes.values()].toSorted((a, b) => b.length - a.length)
  const usual = values.length > all.length / 2 ? values : all
  return formOfIds([...new Set(usual)])
}

function formOfIds(values: readonly string[]): string | undefined {
  const [first = ''] = values
  if (values.every(value => formOf(value) === 'uuid')) return 'uuid'
  if (values.every(value => /^\d+$/.test(value)))
    return `digits${Math.max(...values.map(({ length }) => length))}`
  const start = commonStart(values)
  const prefix =
    /^[A-Za-z]+[-_:.]?/.exec(start)?.[0] ??
    (values.length === 1 ? (/^[A-Za-z]+[-_:.]/.exec(first)?.[0] ?? '') : '')
  const rests = values.map(value => value.slice(prefix.length))
  const length = Math.max(...rests.map(rest => rest.length))
  if (prefix.length > MAX_PREFIX || length > MAX_LENGTH) return undefined
  const inner = rests.every(rest => /^\d+$/.test(rest))
    ? `digits${length}`
    : rests.every(rest => /^[0-9a-f]+$/.test(rest) && length >= MIN_RANDOM)
      ? `hex${length}`
      : rests.every(rest => formOf(rest) === 'uuid')
        ? 'uuid'
        : `letters${Math.max(length, MIN_RANDOM)}`
  return prefix === '' ? inner : `${prefix}{${inner}}`
}

function commonStart(values: readonly string[]): string {
  const [first = '', ...others] = values
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
