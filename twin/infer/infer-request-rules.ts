/** Infers which requests a deployment accepts beyond the gaps: bounds, forms of ids, and defaults. */

import {
  changesStatedBounds,
  merged,
  patternOfIds,
  type RequestRule,
  resourceOf,
  unusualRules,
} from '#mock/dialect'
import { isNumber } from '../../conformance/extract/find-value.ts'
import type { Call } from '../recording/calls.ts'
import { memberPaths } from '../recording/json-paths.ts'
import { kindsNamed } from '../replay/id-kinds.ts'
import type { Pair } from '../replay/mock-replay.ts'
import { bodyOf } from '../replay/request-names.ts'
import { majority } from './samples.ts'

/** A value in a request, and whether the deployment accepted it where the mock found no error in it. */
type Attempt = ReturnType<typeof attemptsOf>[number]

type Rules = Record<string, RequestRule>

/** Bounds, as far as the mock's replies differ, and defaults. */
export function inferRequestRules(
  pairs: readonly Pair[],
  calls: readonly Call[] = pairs.map(({ call }) => call),
): Rules {
  const found: Rules = {}
  const attempts = pairs.flatMap(attemptsOf)
  for (const [name, tried] of Map.groupBy(attempts, attempt => attempt.name))
    for (const [key, rule] of rulesFor(name, tried, boundsOf))
      if (!changesStatedBounds(key)) found[key] = rule
  return unusualRules(merged(found, Object.fromEntries(defaultsOf(calls))))
}

/** The forms that ids in paths must have; `forms` are those of the twin's own ids. */
export function inferIdRules(pairs: readonly Pair[], forms: Readonly<Record<string, string>>): Rules {
  const attempts = pairs.flatMap(attemptsOf).filter(({ inPath }) => inPath)
  return Object.fromEntries(
    [...Map.groupBy(attempts, attempt => attempt.name)].flatMap(([name, tried]) =>
      rulesFor(name, tried, its => formOf(its, forms), true),
    ),
  )
}

/** One rule for all operations when they agree, else one for each operation with evidence. */
function rulesFor(
  name: string,
  tried: readonly Attempt[],
  infer: (tried: readonly Attempt[]) => RequestRule | undefined,
  isWide = false,
): [string, RequestRule][] {
  const all = infer(tried)
  const operations = new Set(tried.map(({ operation }) => operation))
  if (all && (operations.size > 1 || isWide)) return [[name, all]]
  return [...Map.groupBy(tried, ({ operation }) => operation)].flatMap(([operation, its]) => {
    const rule = infer(its)
    return rule ? [[`${operation} ${name}`, rule] as [string, RequestRule]] : []
  })
}

/**
 * The evidence of one pair. A refusal counts only where the mock accepts the request or finds fault with this value.
 */
function attemptsOf({ call, status, refusal }: Pair) {
  const { operation } = call
  if (operation === undefined) return []
  // Accepted, as opposed to refused as invalid because of this value.
  const isTaken = call.status < 300 || call.status === 404 || call.status === 403
  const isInvalid = call.status === 422 || call.status === 400
  if (!isTaken && !isInvalid) return []
  // Whether the mock judges it differently.
  const isOther = isTaken === (status === 422)
  const blamed = new Set(refusal?.issues.map(({ field }) => field))
  if (isInvalid && status >= 400 && blamed.size !== 1 && !/not_found$/.test(refusal?.code ?? '')) return []
  const query = [...new URLSearchParams(call.query)]
  const inQuery = new Set(query.map(([name]) => name))
  const values = [
    ...Object.entries(call.params).map(([name, value]) => ({ name, value, inPath: true })),
    ...query.map(([name, value]) => ({ name, value, inPath: false })),
    ...Object.entries(bodyOf(call)).map(([name, value]) => ({ name, value, inPath: false })),
  ]
  const others = isInvalid ? values.filter(({ name }) => call.text.includes(name)) : values
  // A refusal concerns the value that it names; if it names none, the only value of the request.
  const meant = isInvalid && others.length === 0 && values.length === 1 ? values : others
  if (isInvalid && meant.length > 1) return []
  return meant.flatMap(({ name, value, inPath }) => {
    const [kind] = kindsNamed(name, call)
    if (isInvalid && blamed.size === 1 && !blamed.has(name)) return []
    const known = typeof value === 'string' && inQuery.has(name) && isNumber(value) ? Number(value) : value
    return typeof known === 'string' || typeof known === 'number'
      ? [{ operation, name, value: known, kind, inPath, isTaken, isOther, text: call.text }]
      : []
  })
}

/** From this length, a text may be refused as too long. */
const LONG = 100

/** The bounds between accepted and refused numbers or, for texts, lengths. */
function boundsOf(all: readonly Attempt[]): RequestRule | undefined {
  if (all.some(({ kind }) => kind !== undefined) || !all.some(({ isOther }) => isOther)) return undefined
  const values = all.filter(({ isTaken }) => isTaken).map(({ value }) => value)
  const isText = values.every(value => typeof value === 'string')
  const isWhole = values.every(value => Number.isInteger(value))
  // A value of the wrong type is refused for its type.
  const fits = (value: string | number) =>
    isText ? typeof value === 'string' : isWhole ? Number.isInteger(value) : typeof value === 'number'
  const tried = all.filter(({ value }) => fits(value))
  // Short texts are words, which have no bounds, but an empty text may be too short.
  const refusedLengths = tried.filter(({ isTaken }) => !isTaken).map(({ value }) => String(value).length)
  if (isText && !refusedLengths.some(length => length === 0 || length > LONG)) return undefined
  const measured = tried.map(({ value, isTaken, text }) => ({
    // Blanks do not count.
    size: isText ? String(value).trim().length : Number(value),
    isTaken,
    text,
  }))
  const taken = measured.filter(({ isTaken }) => isTaken).map(({ size }) => size)
  const refused = measured.filter(({ isTaken }) => !isTaken)
  if (taken.length === 0 || refused.length === 0) return undefined
  const [smallest, largest] = [Math.min(...taken), Math.max(...taken)]
  // A value accepted once and refused another time is not a matter of bounds.
  if (refused.some(({ size }) => size >= smallest && size <= largest)) return undefined
  const above = refused.filter(({ size }) => size > largest)
  const below = refused.filter(({ size }) => size < smallest)
  return {
    ...(below.length > 0 && { least: between(smallest, below, true) }),
    ...(above.length > 0 && { most: between(largest, above, false) }),
  }
}

/** The bound between accepted and refused values: the number that refusals name, else the roundest. */
function between(
  taken: number,
  refused: readonly { size: number; text: string }[],
  isLeast: boolean,
): number {
  const sizes = refused.map(({ size }) => size)
  const limit = isLeast ? Math.max(...sizes) : Math.min(...sizes)
  const fits = (number: number) =>
    isLeast ? number <= taken && number > limit : number >= taken && number < limit
  const named = refused.flatMap(({ text }) => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number).filter(fits))
  const [often] = [...Map.groupBy(named, number => number).values()].toSorted((a, b) => b.length - a.length)
  if (often) return often[0]!
  if (isLeast) return [0, 1].find(fits) ?? taken
  return ROUND.find(fits) ?? taken
}

const ROUND = [100, 200, 50, 500, 1000, 250, 20, 25, 10, 255, 256, 120, 150, 2000, 5000, 10_000, 1]

/** The share of ids that may contradict a rule about forms. */
const CHANCE_SHARE = 0.02

/** Whether ids of another form are invalid rather than unknown. */
function formOf(tried: readonly Attempt[], forms: Readonly<Record<string, string>>): RequestRule | undefined {
  const [first] = tried
  if (!first) return undefined
  const own = first.kind === undefined ? undefined : forms[resourceOf(first.kind)?.prefix ?? '']
  const form = first.kind === 'number' ? 'reference' : own
  if (form === undefined || tried.some(({ kind }) => kind !== first.kind)) return undefined
  const pattern = new RegExp(patternOfIds(form))
  const fits = (attempt: Attempt) => pattern.test(String(attempt.value))
  const refused = tried.filter(({ isTaken }) => !isTaken)
  const taken = tried.filter(({ isTaken }) => isTaken)
  const wrong = [...refused.filter(fits), ...taken.filter(attempt => !fits(attempt))]
  return refused.length > wrong.length && wrong.length <= tried.length * CHANCE_SHARE ? { form } : undefined
}

/** Defaults of omitted parameters: the value with which the same call has the same reply. */
function defaultsOf(calls: readonly Call[]): [string, RequestRule][] {
  const found: [string, RequestRule][] = []
  const taken = calls.filter(
    ({ method, status, operation, json }) =>
      method === 'GET' && status < 300 && operation && json !== undefined,
  )
  for (const [operation, its] of Map.groupBy(taken, call => call.operation!))
    for (const name of ['group_by', 'period', 'days']) {
      const byValue = Map.groupBy(its, ({ query }) => new URLSearchParams(query).get(name))
      // One without the parameter, and two values to tell apart.
      if (!byValue.has(null) || byValue.size < 3) continue
      const signs = [...byValue].map(([value, all]) => ({
        value,
        sign: majority(all.map(({ json }) => signOf(json, name === 'group_by'))),
      }))
      const without = signs.find(({ value }) => value === null)?.sign
      const alike = signs.flatMap(({ value, sign }) => (value !== null && sign === without ? [value] : []))
      const [value = ''] = alike
      if (without === undefined || alike.length !== 1) continue
      found.push([`${operation} ${name}`, { without: isNumber(value) ? Number(value) : value }])
    }
  return found
}

/** What is compared of two replies: their members, or everything except times. */
function signOf(json: unknown, isShape: boolean): string {
  if (isShape) return [...memberPaths(json)].toSorted().join()
  return JSON.stringify(json).replaceAll(/"[^"]*\d{2}:\d{2}[^"]*"/g, '""')
}
