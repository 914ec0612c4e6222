// Regular expressions of callers, matched in time linear in the text. The engine of JavaScript backtracks, which with some
// patterns never ends.
import { RE2JS } from 're2js'

/** A filter cannot be used; the message says why. */
export class FilterError extends Error {}

const LONGEST_PATTERN = 1_000
const MAX_KEPT = 64

/** Compiled patterns by their text, the latest at the end. */
const kept = new Map<string, RE2JS>()

/** Compiles a pattern. Lookarounds and back references are refused: no engine matches them in linear time. */
export function patternTest(source: string): (text: string) => boolean {
  const pattern = kept.get(source) ?? compiled(source)
  kept.delete(source)
  kept.set(source, pattern)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return text => pattern.matcher(text).find()
}

function compiled(source: string): RE2JS {
  if (source.length > LONGEST_PATTERN)
    throw new FilterError(
      `a pattern must be at most ${LONGEST_PATTERN} characters long, but this one has ${source.length}`,
    )
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source))
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace('error parsing regexp: ', '') : String(error)
    throw new FilterError(`'${source}' must be a pattern as RE2 reads them, but has an ${reason}`)
  }
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/** Compiles a pattern for whole paths. `*` stands for any text without a slash, `**` for any text. */
export function pathTest(wanted: string): (path: string) => boolean {
  const parts = wanted.split(/(\*\*|\*)/).map(part => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(SPECIAL, '\\$&')
  })
  return patternTest(`^${parts.join('')}$`)
}
