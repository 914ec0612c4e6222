// Parses the command lines of this project's scripts. The commands of `agent-work` are in cli/.
import { type FlagTable, readBoolean, UsageError, valuesOf } from './flag.ts'
import { flagHelp } from './flag-help.ts'
import { readFlagsAndWords } from './read-flags.ts'

/**
 * Reads the command line of a script. `--help` prints the usage and the flags, and ends the process with status 0; a
 * mistake ends it with status 2.
 *
 * @example const { flags } = readScript('npm run api -- [--check]', { check: { description: '…', read: readBoolean } })
 */
export function readScript<Table extends FlagTable>(usage: string, table: Table) {
  const help = { short: 'h', description: 'print this text', read: readBoolean }
  const all = { ...table, help }
  try {
    const { inputs, words } = readFlagsAndWords(process.argv.slice(2), all)
    if (inputs.help) {
      console.log(`Usage: ${usage}\n\n${flagHelp(all)}`)
      process.exit(0)
    }
    return { flags: valuesOf(table, inputs), words }
  } catch (error) {
    if (error instanceof UsageError) return refuse(`${error.message}\nUsage: ${usage}`)
    throw error
  }
}

/** Ends a script with status 2 because of its command line. */
export function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
