// Verifies requests: how often, in which order, and what came closest.
import type { ExchangeFilter, Expectation, NearMiss, Verification } from '../control/generated/control.gen.ts'
import { keepMembers } from '../store/members.ts'
import type { Exchange } from './exchange.ts'
import { matcher, missing } from './filter.ts'
import { type Redact, shownQuery } from './redact.ts'

const MAX_NEAR_MISSES = 3
/** The conditions that say which call it is. */
const CALL = ['operation', 'method', 'path']

/** Compares a journal with an expectation; `redact` removes secrets from the result. */
export function verify(entries: readonly Exchange[], expectation: Expectation, redact: Redact): Verification {
  const {
    times,
    before,
    after,
    at_least = times ?? (expectation.at_most === undefined ? 1 : 0),
  } = expectation
  const at_most = times ?? expectation.at_most ?? Number.POSITIVE_INFINITY
  const fits = matcher(expectation)
  const found = entries.filter(fits)
  const result = { count: found.length, exchanges: found.map(({ id }) => id), near_misses: [] }
  const wanted = wording(at_least, at_most)
  const counted = `${describe(expectation)} was called ${countOf(found.length)}`
  if (found.length < at_least) {
    const near_misses = nearMisses(entries, expectation, redact)
    const nearest = near_misses[0]
    const hint = nearest
      ? ` Nearest: ${nearest.call} (${nearest.exchange}): ${nearest.differences.join('; ')}.`
      : ''
    return { ...result, verified: false, message: `${counted}, expected ${wanted}.${hint}`, near_misses }
  }
  if (found.length > at_most)
    return { ...result, verified: false, message: `${counted}, expected ${wanted}.` }
  const disorder = disorderOf(entries, found, redact, before, after)
  if (disorder) return { ...result, verified: false, message: redact(`${counted}, but ${disorder}.`) }
  return { ...result, verified: true, message: `${counted}, as expected.` }
}

/** The closest exchanges first; among equals the newest. */
export function nearMisses(entries: readonly Exchange[], filter: ExchangeFilter, redact: Redact): NearMiss[] {
  const lacks = missing(filter, redact)
  const isSameCall = matcher({ ...keepMembers(filter, name => CALL.includes(name)), console: true })
  const conditions = Object.entries(filter).length
  const candidates = entries
    .map(entry => ({ entry, differences: lacks(entry), isSameCall: isSameCall(entry) }))
    .filter(({ differences }) => differences.length > 0 && differences.length < conditions + 3)
    .sort((a, b) => a.differences.length - b.differences.length || b.entry.number - a.entry.number)
  // If the same call came with other values, other calls are not near misses.
  const same = candidates.filter(candidate => candidate.isSameCall)
  return (same.length > 0 ? same : candidates).slice(0, MAX_NEAR_MISSES).map(({ entry, differences }) => ({
    exchange: entry.id,
    call: callOf(entry, redact),
    differences: differences.map(one => redact(one())),
  }))
}

/** Such as `POST /tasks -> 201`. Without `redact`, only parameters with the name of a secret are hidden. */
export function callOf({ method, path, query, status }: Exchange, redact: Redact = text => text): string {
  const shown = query === '' ? '' : `?${shownQuery(query, redact)}`
  return `${redact(`${method} ${path}`)}${shown} -> ${status === 0 ? 'no reply' : status}`
}

function disorderOf(
  entries: readonly Exchange[],
  found: readonly Exchange[],
  redact: Redact,
  before: ExchangeFilter | undefined,
  after: ExchangeFilter | undefined,
): string | undefined {
  const last = found.at(-1)
  const [first] = found
  const later = before && entries.find(matcher(before))
  if (later && last && last.number > later.number)
    return `${last.id} came after ${callOf(later, redact)} (${later.id}), expected before`
  const earlier = after && entries.find(matcher(after))
  if (after && !earlier) return `${describe(after)} was never called, which it should come after`
  if (earlier && first && first.number < earlier.number)
    return `${first.id} came before ${callOf(earlier, redact)} (${earlier.id}), expected after`
  return undefined
}

const NO_CONDITION = [...CALL, 'times', 'at_least', 'at_most', 'before', 'after']

/** The expected calls in words. */
function describe(filter: ExchangeFilter): string {
  const { operation, method, path } = filter
  const who = operation
    ? [operation].flat().join(' or ')
    : [method, path].filter(Boolean).join(' ') || 'Anything'
  const conditions = Object.entries(filter)
    .filter(([name]) => !NO_CONDITION.includes(name))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return conditions.length === 0 ? who : `${who} with ${conditions.join(', ')}`
}

function wording(min: number, max: number): string {
  if (min === max) return countOf(min)
  if (max === Number.POSITIVE_INFINITY) return `at least ${countOf(min)}`
  return min === 0 ? `at most ${countOf(max)}` : `${min} to ${max} times`
}

/** Such as `never`, `once` and `3 times`. */
export function countOf(count: number): string {
  if (count === 0) return 'never'
  return count === 1 ? 'once' : `${count} times`
}
