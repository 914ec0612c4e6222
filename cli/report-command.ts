import { type FlagTable, toggle, type ValuesOf } from '../flags/flag.ts'
import { type Command, type Definition, defineCommand, type Terminal } from './command.ts'

/** The flag `--json` of every command with output. */
export const jsonFlag = toggle('print data instead of text')

export function printJson(terminal: Terminal, data: unknown): void {
  terminal.out(JSON.stringify(data, null, 2))
}

/** The result of a command: `data` is printed with `--json`, and `text` without. */
export interface Report {
  readonly data: unknown
  readonly text: string
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
      const { data, text, status = 0 } = await run({ flags: flags as ValuesOf<Flags>, words }, terminal)
      if (flags.json) printJson(terminal, data)
      else terminal.out(text)
      return status
    },
  })
}
