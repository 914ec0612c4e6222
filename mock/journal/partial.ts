// Compares a value with a part of it that is expected, and describes the differences.
import { FilterError, patternTest } from '../store/pattern.ts'

/** Conditions in place of a value, such as `{ $pattern: '^OPS-' }`. */
const CONDITIONS: Readonly<Record<string, (condition: unknown, actual: unknown) => boolean>> = {
  $exists: (condition, actual) => (actual !== undefined) === condition,
  $pattern: (condition, actual) => {
    const fits = patternTest(String(condition))
    return typeof actual === 'string' && fits(actual)
  },
  $in: (condition, actual) =>
    Array.isArray(condition) && condition.some(one => one === actual || fits(one, actual)),
  $contains: (condition, actual) =>
    typeof actual === 'string'
      ? actual.includes(String(condition))
      : Array.isArray(actual) && actual.some(one => fits(condition, one)),
}

/** A difference in words, which are made only if somebody reads them: values may be long. */
export type Difference = () => string

/** The maximum size of an expected value, because it is compared with every exchange. */
export const MAX_PARTS = 1_000
/** The maximum number of paths that read all values of a list. */
export const MAX_WILDCARDS = 20

/** Throws a `FilterError` for an unusable expectation, before anything is compared. */
export function requireExpectable(expected: unknown): void {
  let parts = 0
  let wildcards = 0
  const look = (value: unknown): void => {
    parts += 1
    if (parts > MAX_PARTS)
      throw new FilterError(
        `a filter must have at most ${MAX_PARTS} values in query, body and reply; leave some out`,
      )
    if (typeof value !== 'object' || value === null) return
    for (const [name, inside] of Object.entries(value)) {
      if (name === '$pattern') patternTest(String(inside))
      if (name.includes('[*]') && ++wildcards > MAX_WILDCARDS)
        throw new FilterError(`a filter must have at most ${MAX_WILDCARDS} paths with [*]; leave some out`)
      look(inside)
    }
  }
  look(expected)
}

/**
 * Lists where `actual` differs from the expectation. Objects may have further fields; lists must have the same length.
 * A field name with a dot or a bracket, or one that begins with `$.`, is a path: `'acceptance_criteria[*].text'`.
 */
export function mismatches(expected: unknown, actual: unknown, at: string): Difference[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [() => `${at} is ${show(actual)}, expected a list`]
    if (actual.length !== expected.length)
      return [() => `${at} has ${actual.length} items, expected ${expected.length}`]
    return expected.flatMap((one, index) => mismatches(one, actual[index], `${at}[${index}]`))
  }
  if (typeof expected !== 'object' || expected === null)
    return expected === actual ? [] : [() => `${at} is ${show(actual)}, expected ${show(expected)}`]
  return Object.entries(expected).flatMap(([name, value]) => {
    const condition = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined
    if (condition)
      return condition(value, actual)
        ? []
        : [() => `${at} is ${show(actual)}, expected ${name} ${show(value)}`]
    if (/[.[\]]/.test(name)) return differencesAlong(name, value, actual, at)
    if (typeof actual !== 'object' || actual === null)
      return [() => `${at} is ${show(actual)}, expected an object with ${name}`]
    return mismatches(value, memberOf(actual, name), `${at}.${name}`)
  })
}

/** Every object inherits members such as `constructor`, which nobody sent. */
function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

function fits(expected: unknown, actual: unknown): boolean {
  return mismatches(expected, actual, '').length === 0
}

/** With `[*]` in the path, one matching value is enough. */
function differencesAlong(path: string, expected: unknown, actual: unknown, at: string): Difference[] {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? []
  const place = path.startsWith('$') ? at + path.slice(1) : `${at}.${path}`
  const found = valuesAlong(actual, steps)
  if (found.length === 0) return mismatches(expected, undefined, place)
  if (found.some(value => fits(expected, value))) return []
  return mismatches(expected, found[0], place)
}

function valuesAlong(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const next = step === '*' ? Object.values(value) : [memberOf(value, step)]
  return next.filter(one => one !== undefined).flatMap(one => valuesAlong(one, rest))
}

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
