import { readBoolean } from '../flags/flag.ts'
import type { Terminal } from './command.ts'

/** The flag `--json` of every command with output. */
export const jsonFlag = { description: 'print data instead of text', read: readBoolean } as const

export function printJson(terminal: Terminal, data: unknown): void {
  terminal.out(JSON.stringify(data, null, 2))
}
