import { type FlagTable, toggle, type ValuesOf } from '../flags/flag.ts'
import { type Command, type Definition, defineCommand } from './command.ts'

/** The flag `--json` of every command with output. */
export const jsonFlag = toggle('print data instead of text')

/** The result of a command: `data` is printed with `--json`, and `text`, if there is one, without. */
export interface Report {
  readonly data: unknown
  readonly text: string | undefined
  /** Messages below it, on standard error. */
  readonly notes?: readonly string[]
  /** The exit status. Default: 0. */
  readonly status?: number
}

/** A command that prints one result, and has the flag `--json` for that. */
export function reportCommand<Flags extends FlagTable>({
  run,
  ...definition
}: Definition<Flags, Report>): Command {
  return defineCommand<FlagTable>({
    ...definition,
    flags: { ...definition.flags, json: jsonFlag },
    async run({ flags, words }, terminal) {
      const given = { flags: flags as ValuesOf<Flags>, words }
      const { data, text, notes = [], status = 0 } = await run(given, terminal)
      const shown = flags.json ? JSON.stringify(data, null, 2) : text
      if (shown !== undefined) terminal.out(shown)
      for (const note of notes) terminal.note(note)
      return status
    },
  })
}
