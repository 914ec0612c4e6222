import { toggle } from '../flags/flag.ts'
import type { Terminal } from './command.ts'

/** The flag `--json` of every command with output. */
export const jsonFlag = toggle('print data instead of text')

export function printJson(terminal: Terminal, data: unknown): void {
  terminal.out(JSON.stringify(data, null, 2))
}
