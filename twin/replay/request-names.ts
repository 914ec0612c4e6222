/** What requests name: the values of parameters and members that pair records of both sides. */
import { type Fields, isFields } from '#openapi'
import { type Call, parsed } from '../recording/calls.ts'
import { type Kind, kindsNamed } from './id-kinds.ts'

/** Computes something of a call once, because each is replayed and asked many times. */
export function perCall<Result extends object>(compute: (call: Call) => Result): (call: Call) => Result {
  const known = new WeakMap<Call, Result>()
  return call => {
    const result = known.get(call) ?? compute(call)
    known.set(call, result)
    return result
  }
}

/** The members of a request body; empty where it is not an object. */
export const bodyOf = perCall((call): Fields => {
  const value = parsed(call.body ?? '')
  return isFields(value) ? value : {}
})

/** The texts and numbers of a request, with the names of their parameters or members. */
export const namesIn = perCall((call): readonly [name: string, value: string][] => {
  const members = Object.entries(bodyOf(call)).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] =>
        typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
      ),
  )
  return [...Object.entries(call.params), ...new URLSearchParams(call.query), ...members]
})

/** Values by which requests name records, by kind: a reply that contains one shows where its id is. */
export function namedIn(calls: readonly Call[]): ReadonlyMap<Kind, ReadonlySet<string>> {
  const named = new Map<Kind, Set<string>>()
  for (const call of calls)
    if (call.status < 400)
      for (const [name, value] of namesIn(call))
        for (const kind of kindsNamed(name, call)) named.set(kind, (named.get(kind) ?? new Set()).add(value))
  return named
}

/** A cursor with its list's filters: a deployment may use one cursor for several lists, the mock does not. */
export function cursorOfList(cursor: string, { query }: Call): string {
  const filters = new URLSearchParams(query)
  for (const name of ['limit', 'cursor', 'offset']) filters.delete(name)
  filters.sort()
  return `${cursor} of ${filters}`
}
