import { instantOf } from '#openapi'

/**
 * The instant of a timestamp in milliseconds since 1970: a text in ISO 8601 or in another form that names a date, or
 * seconds or milliseconds since 1970. Undefined for anything else. A text without an offset is read as UTC.
 */
export function momentOf(value: unknown): number | undefined {
  const at =
    typeof value === 'number'
      ? value * (value < 1e11 ? 1000 : 1)
      : typeof value === 'string' && /\d{4}/.test(value)
        ? (instantOf(value) ?? Date.parse(value))
        : Number.NaN
  return at > EARLIEST ? at : undefined
}

/** Lesser numbers count something else. */
const EARLIEST = 1e12

/**
 * Whether two texts may name the same instant. If only one has an offset, the other is in the time of a place that is not
 * known; two without one are of the same place. A day stands for each of its moments, there.
 */
export function mayBeSameMoment(one: string, other: string): boolean {
  const [a, b] = [momentOf(one), momentOf(other)]
  if (a === undefined || b === undefined) return false
  if (isDay(one) !== isDay(other)) {
    const into = isDay(one) ? b - a : a - b
    return into >= -WIDEST_OFFSET && into < DAY + WIDEST_WEST
  }
  if (hasOffset(one) === hasOffset(other)) return a === b
  return Math.abs(a - b) <= WIDEST_OFFSET && (a - b) % QUARTER === 0
}

const hasOffset = (text: string) => /[T ]\S*(Z|[+-]\d\d(:?\d\d)?)$|(GMT|UTC)$/i.test(text)

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Offsets of places are whole quarters of an hour, up to 14 hours, and 12 to the west. */
const QUARTER = 15 * 60 * 1000
const WIDEST_OFFSET = 56 * QUARTER
const WIDEST_WEST = 48 * QUARTER
const DAY = 96 * QUARTER
