/** Whether two replies show the same value, regardless of its form. */

/** Equal as JSON or text, or the same time to the second, because a list may show no more. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other) || String(one) === String(other)) return true
  return typeof one === 'string' && DATE.test(one) && secondOf(one) === secondOf(String(other))
}

const DATE = /^\d{4}-\d\d-\d\d/
const secondOf = (text: string) => Math.floor(Date.parse(text) / 1000)

/** Two different texts may start with the same few characters. */
const LEAST_PREVIEW = 20

/** Whether one text is the beginning of the other, possibly with an ellipsis. */
export function isPreview(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  return short.length >= LEAST_PREVIEW && long.startsWith(short.replace(/(…|\.{3})$/, ''))
}
