/** Whether two replies show the same value, be it in another form. */

/** Equal as JSON or as text, or the same moment to the second: a list may show no more of one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other) || String(one) === String(other)) return true
  return typeof one === 'string' && DATE.test(one) && secondOf(one) === secondOf(String(other))
}

const DATE = /^\d{4}-\d\d-\d\d/
const secondOf = (text: string) => Math.floor(Date.parse(text) / 1000)

/** Fewer characters may begin two different texts by chance. */
const LEAST_PREVIEW = 20

/** Whether one of two texts is the beginning of the other; a mark of omission may follow it. */
export function isPreview(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  return short.length >= LEAST_PREVIEW && long.startsWith(short.replace(/(…|\.{3})$/, ''))
}
