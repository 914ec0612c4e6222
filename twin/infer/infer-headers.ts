/** Infers the headers of all replies, and those of single operations. */

import { TRANSPORT } from '../compare/fidelity.ts'
import type { Call } from '../recording/calls.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { madeUp } from './infer-value.ts'
import { NEARLY_ALL, OFTEN } from './samples.ts'

/** Informative headers: constants, and generated values where each reply has another one. */
export function inferHeaders(pairs: readonly Pair[], { privacy }: Evidence) {
  const found: Record<string, Record<string, string>> = {}
  const add = (at: string, calls: readonly Call[]) => {
    if (calls.length < OFTEN) return
    const names = new Set(calls.flatMap(({ replyHeaders }) => Object.keys(replyHeaders)))
    for (const name of names) {
      if (TRANSPORT.has(name) || OWN.has(name) || /cookie|authori[sz]|limit|retry/.test(name)) continue
      if (found['*']?.[name] !== undefined) continue
      const values = calls.flatMap(({ replyHeaders }) => replyHeaders[name] ?? [])
      // Caches and rate limits may omit one from some replies.
      if (values.length < calls.length * NEARLY_ALL) continue
      const [constant = '', other] = new Set(values)
      const form = other === undefined ? constant : madeUp(values.map(theirs => ({ theirs })))
      const isInformative =
        other === undefined ? privacy.mayBeHeader(name, form) : form !== '~text' && form !== '~address'
      if (isInformative) found[at] = { ...found[at], [name]: form }
    }
  }
  const calls = pairs.map(({ call }) => call)
  add('*', calls)
  for (const [operation, its] of Map.groupBy(
    calls.filter(({ status }) => status < 300),
    call => call.operation!,
  ))
    add(operation, its)
  return found
}

/** Headers that the mock sends itself. */
const OWN = new Set(['deprecation', 'www-authenticate', 'cache-control', 'location', 'allow'])
