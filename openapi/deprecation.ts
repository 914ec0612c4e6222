// What of the contract is deprecated: `deprecated: true` on an element, with its dates in `x-deprecation`.
import { type Fields, isFields } from './fields.ts'
import type { DeprecatedPart, Deprecation } from './operation-row.ts'
import { asObject, deref } from './raw-document.ts'

/** The deprecation of an operation, a parameter or a schema; null if it is not deprecated. */
export function deprecationOf(element: object): Deprecation | null {
  const { deprecated, 'x-deprecation': dates } = element as Fields
  if (deprecated !== true) return null
  const { since, sunset } = asObject(dates)
  return {
    since: since === undefined ? null : String(since),
    sunset: sunset === undefined ? null : String(sunset),
  }
}

/** A deprecation in words: `deprecated since 2026-11-01, sunset on 2027-05-01`. */
export function deprecationText({ since, sunset }: Deprecation): string {
  return `deprecated${since === null ? '' : ` since ${since}`}${sunset === null ? '' : `, sunset on ${sunset}`}`
}

/** What of a request to an operation is deprecated, the operation itself included. */
export function deprecatedParts(
  document: Fields,
  operation: Fields,
  parameters: readonly Fields[],
): DeprecatedPart[] {
  const found = new Map<string, DeprecatedPart>()
  const look = (place: string, element: Fields) => {
    const dates = deprecationOf(element)
    if (dates && !found.has(place)) found.set(place, { place, ...dates })
  }
  const lookBelow = (place: string, schema: unknown, above: readonly Fields[]) => {
    if (!isFields(schema)) return
    look(place, schema)
    const whole = deref(document, schema)
    if (above.includes(whole)) return
    look(place, whole)
    const inside = [...above, whole]
    for (const branch of [whole.allOf, whole.oneOf, whole.anyOf].flat()) lookBelow(place, branch, inside)
    for (const [name, member] of Object.entries(asObject(whole.properties)))
      lookBelow(`${place}.${name}`, member, inside)
    lookBelow(`${place}[]`, whole.items, inside)
    lookBelow(`${place}.*`, whole.additionalProperties, inside)
  }
  look('', operation)
  for (const parameter of parameters) look(`${String(parameter.in)} ${String(parameter.name)}`, parameter)
  for (const media of Object.values(asObject(deref(document, operation.requestBody).content)))
    lookBelow('body', asObject(media).schema, [])
  return [...found.values()]
}

/** A request as it arrived. */
interface Request {
  readonly query: object
  /** By names in lower case. */
  readonly headers: object
  /** The parsed body. */
  readonly body: unknown
}

/** The deprecated parts that a request uses. */
export function deprecatedIn(parts: readonly DeprecatedPart[], request: Request): readonly DeprecatedPart[] {
  return parts.filter(({ place }) => {
    if (place.startsWith('query ')) return Object.hasOwn(request.query, place.slice(6))
    if (place.startsWith('header ')) return Object.hasOwn(request.headers, place.slice(7).toLowerCase())
    return place.startsWith('body') ? isAt(request.body, place.match(/\[\]|\.[^.[]+/g) ?? []) : true
  })
}

/** Whether a value has something at a place such as `.items`, `[]`, `.id`. */
function isAt(value: unknown, [step, ...more]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined
  if (step === '[]') return Array.isArray(value) && value.some(item => isAt(item, more))
  if (!isFields(value)) return false
  if (step === '.*') return Object.values(value).some(member => isAt(member, more))
  return Object.hasOwn(value, step.slice(1)) && isAt(value[step.slice(1)], more)
}
