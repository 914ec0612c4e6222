// The definition of a flag, and the errors of its value.
import { didYouMean } from './did-you-mean.ts'

/** The command line cannot be used; the message has the reason and the remedy. */
export class UsageError extends Error {}

/** The value of a flag is invalid. The message says what is expected: `takes a number from 0 to 65535, not 'x'`. */
export class InvalidValue extends Error {}

export interface Flag<Value = unknown> {
  /** One letter, such as `p` for `-p`. */
  readonly short?: string
  /** The value in the help, such as `<n>`. A switch has none; `[word]` is optional. */
  readonly placeholder?: string
  /** The allowed values, for completion. */
  readonly choices?: readonly string[]
  /** Whether it may be repeated. */
  readonly many?: true
  readonly description: string
  /** The heading above it in the help. Default: Flags. */
  readonly group?: string
  /** The text that is read where none is given. */
  readonly fallback?: string
  /** The default, for the help. */
  readonly default?: string
  /** The JSON schema of its value in a settings file; undefined if it is for the command line only. */
  readonly schema?: object
  /** Parses a text; throws `InvalidValue`. A switch gets `true` or `false`; an omitted optional word is empty. */
  readonly read: (text: string) => Value
}

export type FlagTable = Readonly<Record<string, Flag>>

/** The text of a flag with its origin, for messages. */
export interface FlagInput {
  readonly text: string
  /** `--port`, `AGENT_WORK_MOCK_PORT` or `agent-work-mock.yaml:3:7: port`. */
  readonly where: string
}

/** What else a flag may have. */
type Extra = Omit<Partial<Flag>, 'description' | 'placeholder' | 'read'>
/** `NoInfer`, so that what it has follows from the arguments alone. */
type With<Own, More> = Own & NoInfer<More>

/** A flag with a value. The help shows its fallback as the default. */
export function flag<Value, const More extends Extra = object>(
  placeholder: string,
  description: string,
  read: (text: string) => Value,
  more?: More,
): With<Flag<Value> & { readonly placeholder: string }, More> {
  const { fallback } = more ?? {}
  return { placeholder, description, read, ...(fallback !== undefined && { default: fallback }), ...more! }
}

export function fileFlag<const More extends Extra = object>(
  description: string,
  more?: More,
): With<Flag<string> & { readonly placeholder: string }, More> {
  return flag('<file>', description, readText, more)
}

/** A flag without a value. */
export function toggle<const More extends Extra = object>(
  description: string,
  more?: More,
): With<Flag<boolean>, More> {
  return { description, read: readBoolean, ...more! }
}

/** Flags below a heading of the help. */
export function inGroup<const Table extends FlagTable>(group: string, table: Table): Table {
  const entries = Object.entries(table).map(([name, one]) => [name, { ...one, group }])
  return Object.fromEntries(entries) as Table
}

/** By the name of the flag. */
export type FlagInputs = Partial<Record<string, readonly FlagInput[]>>

/** The values of all flags; undefined, or an empty list, if not given and without a fallback. */
export type ValuesOf<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly many: true }
    ? readonly ReturnType<Table[Name]['read']>[]
    : Table[Name] extends { readonly fallback: string }
      ? ReturnType<Table[Name]['read']>
      : ReturnType<Table[Name]['read']> | undefined
}

/** Parses all flags, and reports all mistakes. If one has several values, the last one counts. */
export function valuesOf<Table extends FlagTable>(table: Table, said: FlagInputs): ValuesOf<Table> {
  const mistakes: string[] = []
  const readOne = (flag: Flag, input: FlagInput) => {
    try {
      return readInput(flag, input)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      mistakes.push(error.message)
      return undefined
    }
  }
  const values = Object.entries(table).map(([name, flag]) => {
    const usual = flag.fallback === undefined ? [] : [{ text: flag.fallback, where: `--${name}` }]
    const read = (said[name] ?? usual).map(input => readOne(flag, input))
    return [name, flag.many ? read : read.at(-1)]
  })
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
  return Object.fromEntries(values) as ValuesOf<Table>
}

/** Parses one value; throws `UsageError` with its origin. */
export function readInput<Value>(flag: Flag<Value>, { text, where }: FlagInput): Value {
  try {
    return flag.read(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new UsageError(`${where} ${error.message}`)
    throw error
  }
}

/**
 * Parses what fits, of which `read` returns the value; of anything else, undefined.
 *
 * @example reader('s and a number, such as s1', text => /^s\d+$/.exec(text)?.[0])
 */
export function reader<Value>(
  takes: string,
  read: (text: string) => Value | undefined,
): (text: string) => Value {
  return text => {
    const value = read(text)
    if (value !== undefined) return value
    throw new InvalidValue(`takes ${takes}, not '${text}'.`)
  }
}

/** The value of a switch. */
export const readBoolean = reader('on or off, or true or false', text => {
  if (['true', '1', 'yes', 'on'].includes(text)) return true
  return ['false', '0', 'no', 'off'].includes(text) ? false : undefined
})

/** Parses a whole number from 1 on. */
export const readCount = reader('a whole number from 1 on', text => {
  const count = /^\d+$/.test(text) ? Number(text) : 0
  return count >= 1 && Number.isSafeInteger(count) ? count : undefined
})

/** Parses a comma-separated list. */
export function readList(text: string): readonly string[] {
  return text.split(',')
}

export function readText(text: string): string {
  if (text !== '') return text
  throw new InvalidValue('takes a text that is not empty.')
}

/** Parses a comma-separated list of some of these words. */
export function readSome(...words: readonly string[]): (text: string) => readonly string[] {
  return text => {
    const list = readList(text)
    const unknown = list.find(word => !words.includes(word))
    if (unknown === undefined) return list
    const meant = didYouMean(unknown, words) || '.'
    throw new InvalidValue(`takes some of ${words.join(', ')}, not '${unknown}'${meant}`)
  }
}

/** Parses one of several words. */
export function readChoice<Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return text => {
    const found = words.find(word => word === text)
    if (found !== undefined) return found
    const meant = didYouMean(text, words) || '.'
    throw new InvalidValue(`takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not '${text}'${meant}`)
  }
}
