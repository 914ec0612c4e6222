// Regular expressions of callers, matched in time linear in the text. The engine of JavaScript backtracks, which with some
// patterns never ends.
import type { RE2JS } from 're2js'
import { platform } from '#platform'

/** A filter cannot be used; the message says why. */
export class FilterError extends Error {}

/** Characters of a pattern. */
export const LONGEST_PATTERN = 1_000
const MAX_KEPT = 64
/** Instructions of a compiled pattern: `{1,1000}` repeats what stands before it a thousand times. */
export const MAX_PROGRAM = 1_000
/** Instructions times characters in one turn of the event loop: what takes about 300 ms. */
export const MAX_STEPS = 8_000_000
/** To compile an instruction takes as long as to match it with so many characters. */
const STEPS_TO_COMPILE = 64

/** Compiled patterns by their text, the latest at the end. */
const kept = new Map<string, RE2JS>()

/** Compiles a pattern. Lookarounds and back references are refused: no engine matches them in linear time. */
export function patternTest(source: string): (text: string) => boolean {
  const pattern = patternOf(source)
  return text => {
    spend(pattern.programSize() * text.length)
    return pattern.matcher(text).find()
  }
}

/**
 * Whether a text contains `wanted`, in whatever case, or matches it where it is a pattern between slashes, such as
 * `/invoice (17|18)/i`. Of a text that is too long to be searched in this turn, only the beginning counts; of too many
 * patterns, the first.
 */
export function textMatches(wanted: string, text: string): boolean {
  const source = slashedSource(wanted)
  if (source === undefined) return text.toLowerCase().includes(wanted.toLowerCase())
  if (steps > MAX_STEPS) return false
  const pattern = patternOf(source)
  const searched = text.slice(0, Math.max(0, Math.floor((MAX_STEPS - steps) / pattern.programSize())))
  count(pattern.programSize() * searched.length)
  return pattern.matcher(searched).find()
}

/** What is wrong with a text for `textMatches`. */
export function patternProblem(wanted: string): string | undefined {
  try {
    const source = slashedSource(wanted)
    if (source === undefined) return undefined
    if (steps > MAX_STEPS) return 'there are too many long patterns; make them shorter, or add some later'
    patternOf(source)
    return undefined
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return error.message
  }
}

/** The pattern between the slashes, with its flags as RE2 writes them. */
function slashedSource(wanted: string): string | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(wanted) ?? []
  if (source === undefined) return undefined
  // Flags of JavaScript that do not change whether a text matches.
  const taken = flags.replace(/[dguvy]/g, '')
  if (/[^ims]/.test(taken)) throw new FilterError(`${wanted} must have no other flags than i, m and s`)
  return taken === '' ? source : `(?${taken})${source}`
}

function patternOf(source: string): RE2JS {
  const pattern = kept.get(source) ?? compiled(source)
  kept.delete(source)
  kept.set(source, pattern)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return pattern
}

let steps = 0

function count(more: number): void {
  if (steps === 0)
    platform.afterThisTurn(() => {
      steps = 0
    })
  steps += more
}

/** Throws a FilterError once the patterns of this turn have done more than others should wait for. */
function spend(more: number): void {
  count(more)
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
    const engine = platform.loadRe2()
    const pattern = engine.compile(engine.translateRegExp(source))
    count(STEPS_TO_COMPILE * pattern.programSize())
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
