/** What requests name: the values of parameters and members that pair records of both sides. */
import { madeOncePer } from '#mock/dialect'
import { type Fields, isFields } from '#openapi'
import { jsonOf } from '../../conformance/extract/event-stream.ts'
import type { Call } from '../recording/calls.ts'
import { type Kind, kindsNamed } from './id-kinds.ts'

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
