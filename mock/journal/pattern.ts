// Regular expressions of callers, matched in time linear in the text. The engine of JavaScript backtracks, which with some
// patterns never ends.
import { RE2JS } from 're2js'
import { platform } from '#platform'

/** A filter cannot be used; the message says why. */
export class FilterError extends Error {}

const LONGEST_PATTERN = 1_000
const MAX_KEPT = 64
/** Instructions of a compiled pattern: `{1,1000}` repeats what stands before it a thousand times. */
const MAX_PROGRAM = 1_000
/** Instructions times characters in one turn of the event loop: what takes about 300 ms. */
const MAX_STEPS = 8_000_000

/** Compiled patterns by their text, the latest at the end. */
const kept = new Map<string, RE2JS>()

/** Compiles a pattern. Lookarounds and back references are refused: no engine matches them in linear time. */
export function patternTest(source: string): (text: string) => boolean {
  const pattern = kept.get(source) ?? compiled(source)
  kept.delete(source)
  kept.set(source, pattern)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return text => {
    spend(pattern.programSize() * text.length)
    return pattern.matcher(text).find()
  }
}

let steps = 0

/** Throws a FilterError once the patterns of this turn have done more than others should wait for. */
function spend(more: number): void {
  if (steps === 0)
    platform.afterThisTurn(() => {
      steps = 0
    })
  steps += more
  if (steps > MAX_STEPS)
    throw new FilterError(
      'the pattern is too long for all the texts that it would be compared with; name the operation or the path, or make it shorter',
    )
}

function compiled(source: string): RE2JS {
  if (source.length > LONGEST_PATTERN)
    throw new FilterError(
      `a pattern must be at most ${LONGEST_PATTERN} characters long, but this one has ${source.length}`,
    )
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source))
    if (pattern.programSize() <= MAX_PROGRAM) return pattern
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace('error parsing regexp: ', '') : String(error)
    throw new FilterError(`'${source}' must be a pattern as RE2 reads them, but has an ${reason}`)
  }
  throw new FilterError(`'${source}' repeats too much; take a pattern with fewer repetitions`)
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
