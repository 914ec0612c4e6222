import type { FlagTable, ValuesOf } from '../flags/flag.ts'
import { UsageError, valuesOf } from '../flags/flag.ts'
import { readFlagsAndWords } from '../flags/read-flags.ts'

/** A command of `agent-work`. Each has a module of its own, which exports it as `command`. */
export interface Command {
  /** What it takes beside flags, such as `<exchange id>`. */
  readonly words?: string
  /** What it does, in a few sentences, for its help. */
  readonly description: string
  readonly flags: FlagTable
  /** Names below it, each with what it does, such as `init` below `conformance`. */
  readonly subcommands?: Readonly<Record<string, string>>
  /** What the help says under the flags. */
  readonly notes?: string
  /** Returns the exit status. Throws `UsageError`, or `MockProblem` where a running mock does not answer. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** A command in the table of all commands. */
export interface CommandEntry {
  /** The heading above it in the list of commands. */
  readonly group: string
  /** One line for that list. */
  readonly summary: string
  /** Imported on demand, so that each command starts as fast as it can. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** What a command reads and writes. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  /** Columns of the terminal, where there is one. */
  readonly columns: number | undefined
  /** Whether the output may have colours. */
  readonly colors: boolean
  /** Aborted when the command should end; a signal ends the process itself. */
  readonly signal?: AbortSignal
  /** Prints a result: a line, or several. */
  readonly out: (text: string) => void
  /** Prints what is no result: on standard error. */
  readonly note: (text: string) => void
}

interface Definition<Flags extends FlagTable> extends Omit<Command, 'flags' | 'run'> {
  readonly flags: Flags
  readonly run: (input: CommandInput<Flags>, terminal: Terminal) => Promise<number>
}

interface CommandInput<Flags extends FlagTable> {
  readonly flags: ValuesOf<Flags>
  /** What was given beside flags. */
  readonly words: readonly string[]
}

/** A command whose flags are read before it runs. */
export function defineCommand<Flags extends FlagTable>(definition: Definition<Flags>): Command {
  const { flags, words: placeholder, run } = definition
  return {
    ...definition,
    run: (args, terminal) => {
      const { inputs, words } = readFlagsAndWords(args, flags)
      if (placeholder === undefined && words[0] !== undefined)
        throw new UsageError(`'${words[0]}' is not a flag, and nothing else is taken here.`)
      return run({ flags: valuesOf(flags, inputs), words }, terminal)
    },
  }
}
