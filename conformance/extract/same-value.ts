/** Whether two replies show the same value, regardless of its form. */

import { isObject } from './find-value.ts'
import { mayBeSameMoment } from './moment.ts'

/**
 * Equal as JSON or text, or the same time to the second, because a list may show no more. Records are equal in the
 * members that both show, in lists whatever their order.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true
  if (isObject(one) && isObject(other))
    return Object.entries(one).every(([name, value]) => {
      const [a, b] = [value ?? null, other[name] ?? null]
      return a === null || b === null || isSameValue(a, b) || isPreview(String(a), String(b))
    })
  if (Array.isArray(one) && Array.isArray(other) && one.some(isObject))
    return one.length === other.length && one.every(item => other.some(it => isSameValue(item, it)))
  if (String(one).normalize() === String(other).normalize()) return true
  return typeof one === 'string' && DATE.test(one) && mayBeSameMoment(secondOf(one), secondOf(String(other)))
}

const DATE = /^\d{4}-\d\d-\d\d/
/** Without fractions of a second. */
const secondOf = (text: string) => text.replace(/[.,]\d+/, '')

/** Two different texts may start with the same few characters. */
const LEAST_PREVIEW = 20

/** Whether one text is the beginning of the other; of any length if it ends in an ellipsis. */
export function isPreview(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  return (short.length >= LEAST_PREVIEW && long.startsWith(short)) || isCut(one, other) || isCut(other, one)
}

/** The ellipsis may be longer than what it stands for. */
function isCut(one: string, whole: string): boolean {
  const kept = one.replace(ELLIPSIS, '').trimEnd()
  return kept !== '' && kept.length < whole.length && ELLIPSIS.test(one) && whole.startsWith(kept)
}
const ELLIPSIS = /\s?(…|\.{3})$/
