/** Finds stated values in bodies whose shape is not stated. */

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Place {
  path: string
  name: string
  value: unknown
  depth: number
}

/** Every named value of a body, shallow ones first. */
export function* places(body: unknown, maxDepth = 6): Generator<Place> {
  let level: { path: string; value: unknown }[] = [{ path: '', value: body }]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { path, value } of level) {
      if (value === null || typeof value !== 'object') continue
      for (const [name, inner] of Object.entries(value)) {
        const at = path === '' ? name : `${path}.${name}`
        yield { path: at, name, value: inner, depth }
        next.push({ path: at, value: inner })
      }
    }
    level = next
  }
}

/** The shallowest value of that name, in any wrapper. */
export function findNamed(body: unknown, name: string, maxDepth = 4): Place | undefined {
  for (const place of places(body, maxDepth)) if (place.name === name) return place
  return undefined
}

/** The first value whose name matches, for fields that are described but not named. */
export function findLike(body: unknown, name: RegExp, fits: (value: unknown) => boolean = () => true) {
  for (const place of places(body)) if (name.test(place.name) && fits(place.value)) return place
  return undefined
}

/** The ids in members of such names. */
export const idsIn = (body: unknown, names: RegExp): string[] =>
  [...places(body, 3)].flatMap(({ name, value }) => (names.test(name) ? (asId(value) ?? []) : []))

/**
 * Whether a value equals the text or number (or, with `inside`, contains the text), or has a member of that name, as where
 * records stand under their ids.
 */
export function mentions(body: unknown, wanted: string, inside = false): boolean {
  const is = (value: unknown) =>
    typeof value === 'string'
      ? value === wanted || (inside && value.includes(wanted))
      : typeof value === 'number'
        ? String(value) === wanted
        : isObject(value) && Object.hasOwn(value, wanted)
  if (is(body)) return true
  for (const { value } of places(body, 12)) if (is(value)) return true
  return false
}

/** Ids are texts or numbers, compared as text. */
export const asId = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** A number, or a numeric text. */
export const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
