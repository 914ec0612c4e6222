import { didYouMean } from '../flags/did-you-mean.ts'
import type { FlagTable, ValuesOf } from '../flags/flag.ts'
import { UsageError, valuesOf } from '../flags/flag.ts'
import { readFlagsAndWords } from '../flags/read-flags.ts'

/** A command of `agent-work`. Each has a module of its own, which exports it as `command`. */
export interface Command {
  /** Its arguments besides flags, such as `<exchange id>`. */
  readonly words?: string
  /** A description of a few sentences, for its help. */
  readonly description: string
  readonly flags: FlagTable
  /** Its subcommands with a description each, such as `init` of `conformance`. */
  readonly subcommands?: Readonly<Record<string, string>>
  /** Text below the flags in its help. */
  readonly notes?: string
  /** Returns the exit status. Throws `UsageError`, or `MockProblem` if a running mock does not answer. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** A command in the table of all commands. */
export interface CommandEntry {
  /** The heading above it in the list of commands. */
  readonly group: string
  /** A line for that list. */
  readonly summary: string
  /** Imported on demand, so that other commands start fast. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** The input and output of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  /** The columns of the terminal, if there is one. */
  readonly columns: number | undefined
  /** Whether the output may have colours. */
  readonly colors: boolean
  /** Aborted when the command should end; without it, a signal ends the process. */
  readonly signal?: AbortSignal
  /** Prints a result of one or more lines. */
  readonly out: (text: string) => void
  /** Prints a message to standard error. */
  readonly note: (text: string) => void
}

export interface Definition<Flags extends FlagTable, Result> extends Omit<Command, 'flags' | 'run'> {
  readonly flags: Flags
  readonly run: (input: CommandInput<Flags>, terminal: Terminal) => Promise<Result>
}

interface CommandInput<Flags extends FlagTable> {
  readonly flags: ValuesOf<Flags>
  /** The arguments besides flags. */
  readonly words: readonly string[]
}

/** A command whose flags are read before it runs. */
export function defineCommand<Flags extends FlagTable>(definition: Definition<Flags, number>): Command {
  const { flags, words: placeholder, subcommands, run } = definition
  return {
    ...definition,
    run: (args, terminal) => {
      const { inputs, words } = readFlagsAndWords(args, flags)
      checkWords(words, placeholder, subcommands)
      return run({ flags: valuesOf(flags, inputs), words }, terminal)
    },
  }
}

/** Refuses words that are missing, too many, empty, or none of the subcommands. */
function checkWords(words: readonly string[], placeholder = '', subcommands: Command['subcommands']): void {
  // '[<run>] <answer>…' has two, of which the first may be left out and the last repeated.
  const expected = placeholder.match(/\[[^\]]*\]|<[^>]*>…?/g) ?? []
  const required = expected.filter(one => one.startsWith('<'))
  const choices = Object.keys(subcommands ?? {})
  const list = choices.length === 0 ? '' : ` It is one of ${choices.join(', ')}.`
  if (words.length < required.length)
    throw new UsageError(
      `${required[words.length]?.replace('…', '')} is missing.${words.length === 0 ? list : ''}`,
    )
  if (words.includes(''))
    throw new UsageError(
      `${expected.join(' ').replaceAll(/[[\]…]/g, '') || 'an argument'} must not be empty.`,
    )
  const [first = ''] = words
  if (choices.length > 0 && !choices.includes(first))
    throw new UsageError(`there is no '${first}'${didYouMean(first, choices) || '.'}${list}`)
  if (words.length <= expected.length || expected.at(-1)?.endsWith('…')) return
  const extra = words[expected.length]
  throw new UsageError(
    expected.length === 0
      ? `'${extra}' is not a flag, and nothing else is taken here.`
      : `'${extra}' is too much; this takes ${expected.join(' ')}. Quote what contains spaces.`,
  )
}
