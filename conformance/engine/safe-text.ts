/** Makes text from a server safe to print: it must not control a terminal or the log of a CI job. */

// Control characters except line breaks and tabs, bidirectional marks, other line separators, and noncharacters.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu

/** Shows control characters as escapes: `\x1b`. */
export function visible(text: string): string {
  return text.toWellFormed().replace(UNSEEN, sign => {
    const code = sign.charCodeAt(0)
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })
}

/**
 * For a terminal or a log: without control characters and without workflow commands of CI systems (`::error`,
 * `##vso[`).
 */
export function forLog(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/gm, '$1: ')
    .replace(/#(?=#\w*\[)/g, '# ')
}

/** For a JSON file: the same value, without characters that control a terminal. */
export function jsonText(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(
    UNSEEN,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same data with every string changed. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map(item => mapStrings(item, change)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [change(name), mapStrings(inner, change)]),
  ) as T
}
