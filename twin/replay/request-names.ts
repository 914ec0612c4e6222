/** What requests name: the values of parameters and members that pair records of both sides, and their replacement. */
import { isDeepStrictEqual } from 'node:util'
import { madeOncePer } from '#mock/dialect'
import { type Fields, isFields, operations } from '#openapi'
import { jsonOf } from '../../conformance/extract/event-stream.ts'
import type { Call } from '../recording/calls.ts'
import { type Kind, kindsNamed } from './id-kinds.ts'
import type { IdMap } from './id-map.ts'

/** The members of a request body; empty where it is not an object. Each call is replayed and asked many times. */
export const bodyOf = madeOncePer((call: Call): Fields => {
  const value = jsonOf(call.body ?? '')
  return isFields(value) ? value : {}
})

/** The texts and numbers of a request, with the names of their parameters or members. */
export function namesIn(call: Call): [name: string, value: string][] {
  const members = Object.entries(bodyOf(call)).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] =>
        typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
      ),
  )
  return [...Object.entries(call.params), ...new URLSearchParams(call.query), ...members]
}

/** The values by which requests name records, with their kinds: a reply that contains one shows where its id is. */
export function namedIn(calls: readonly Call[]): ReadonlyMap<string, ReadonlySet<Kind>> {
  const named = new Map<string, Set<Kind>>()
  for (const call of calls)
    if (call.status < 400)
      for (const [name, value] of namesIn(call))
        for (const kind of kindsNamed(name, call)) named.set(value, (named.get(value) ?? new Set()).add(kind))
  return named
}

/** A cursor with its list's filters: a deployment may use one cursor for several lists, the mock does not. */
export function cursorOfList(cursor: string, { query }: Call): string {
  const filters = new URLSearchParams(query)
  for (const name of ['limit', 'cursor', 'offset']) filters.delete(name)
  filters.sort()
  return `${cursor} of ${filters}`
}

/** A recorded request with the mock's ids in place of the recorded ones. */
export function renamed(call: Call, ids: IdMap): { path: string; query: string; body: string | undefined } {
  const rename = (name: string, value: string) => renamedValue(name, value, call, ids)
  return { path: pathOf(call, rename), query: queryOf(call, rename), body: bodyText(call, rename) }
}

type Rename = (name: string, value: string) => string

function pathOf({ path, operation, params }: Call, rename: Rename): string {
  if (operation === undefined) return path
  return operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(rename(name, params[name] ?? '')),
  )
}

function queryOf({ query }: Call, rename: Rename): string {
  const pairs = [...new URLSearchParams(query)]
  const now = pairs.map(([name, value]): [string, string] => [name, rename(name, value)])
  return isDeepStrictEqual(now, pairs) ? query : new URLSearchParams(now).toString()
}

function bodyText(call: Call, rename: Rename): string | undefined {
  const { body } = call
  if (body === undefined) return undefined
  const fields = bodyOf(call)
  const own = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? rename(name, value) : value
  const now = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(one => own(name, one)) : own(name, value),
    ]),
  )
  return isDeepStrictEqual(now, fields) ? body : JSON.stringify(now)
}

/** The mock's counterpart of a value; the value itself if it has none. */
export function renamedValue(name: string, value: string, call: Call, ids: IdMap): string {
  const kinds = kindsNamed(name, call)
  const known =
    (name === 'cursor' ? ids.get(kinds, cursorOfList(value, call)) : undefined) ?? ids.get(kinds, value)
  if (known !== undefined) return known
  if (name !== 'ref') return value
  const [, prefix, number = ''] = /^(.*-)?(\d+)$/.exec(value) ?? []
  const task = ids.get(['number'], number)
  return task !== undefined && prefix !== undefined ? `OPS-${task}` : value
}
