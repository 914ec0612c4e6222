// What commands print may hold names and texts of others: they must not control the terminal.
import { visible } from '../conformance/engine/safe-text.ts'

/** The styles of `styleText`; every other control sequence is shown as text. */
const STYLE = new RegExp(`(${String.fromCharCode(27)}\\[(?:[0-4]|2[2-4]|3\\d|4\\d|9\\d)m)`)

/** A text whose control characters are shown as escapes, except line breaks and, with colours, styles. */
export function printable(text: string, colors: boolean): string {
  if (!colors) return visible(text)
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : visible(part)))
    .join('')
}
