/** Text that came from a server, made safe to print: it must not drive a terminal, nor the log of a CI job. */

// Controls but line breaks and tabs, marks that turn the direction of writing, further line ends, and what is no character.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu

/** Control characters as escapes that can be read: `\x1b`. */
export function visible(text: string): string {
  return text.toWellFormed().replace(UNSEEN, sign => {
    const code = sign.charCodeAt(0)
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })
}

/** For a terminal or a log: no control characters, and no commands to the runner of a CI job (`::error`, `##vso[`). */
export function forLog(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/gm, '$1: ')
    .replace(/#(?=#\w*\[)/g, '# ')
}

/** For a file of JSON: the same value, with nothing in it that a terminal would obey. */
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
