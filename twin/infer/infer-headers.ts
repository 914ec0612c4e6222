/** Infers the headers of all replies, and those of single operations. */

import { TRANSPORT } from '../compare/fidelity.ts'
import type { Call } from '../recording/calls.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { madeUp } from './infer-value.ts'

/** The share of replies that a header must be in: caches and rate limits may omit it from some. */
const NEARLY_ALL = 0.95

/** With fewer calls, a constant value may be coincidence. */
const MIN_CALLS = 5
const MIN_CALLS_OF_OPERATION = 3

/** Informative headers: constants, and generated values where each reply has another one. */
export function inferHeaders(
  pairs: readonly Pair[],
  evidence: Evidence,
): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  const add = (at: string, calls: readonly Call[], least: number) => {
    const names = new Set(calls.flatMap(({ replyHeaders }) => Object.keys(replyHeaders)))
    for (const name of names) {
      if (TRANSPORT.has(name) || OWN.has(name) || /cookie|authori[sz]|limit|retry/.test(name)) continue
      if (found['*']?.[name] !== undefined) continue
      const values = calls.flatMap(({ replyHeaders }) => replyHeaders[name] ?? [])
      if (values.length < calls.length * NEARLY_ALL || calls.length < least) continue
      const constant = new Set(values).size === 1 ? values[0] : undefined
      if (constant !== undefined && evidence.privacy.mayBeHeader(name, constant))
        found[at] = { ...found[at], [name]: constant }
      else if (constant === undefined) {
        const form = madeUp(values.map(theirs => ({ theirs })))
        if (form !== '~text' && form !== '~address') found[at] = { ...found[at], [name]: form }
      }
    }
  }
  const calls = pairs.map(({ call }) => call)
  add('*', calls, MIN_CALLS)
  for (const [operation, its] of Map.groupBy(
    calls.filter(({ status }) => status < 300),
    call => call.operation!,
  ))
    add(operation, its, MIN_CALLS_OF_OPERATION)
  return found
}

/** Headers that the mock sends itself. */
const OWN = new Set(['deprecation', 'www-authenticate', 'cache-control', 'location', 'allow'])
