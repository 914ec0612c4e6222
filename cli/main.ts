// Finds the command, runs it, and sets the exit status.

import { didYouMean } from '../flags/did-you-mean.ts'
import { UsageError } from '../flags/flag.ts'
import { ownVersion } from '../mock/version.ts'
import type { Terminal } from './command.ts'
import { commandNames, findCommand } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { flagsTakenByNpm } from './npm-flags.ts'
import { printable } from './printable.ts'
import { MockProblem } from './running-mock.ts'

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => {})

const { argv, env, stdout, stderr } = process
const colors = stdout.isTTY && stdout.hasColors()
const terminal: Terminal = {
  env,
  folder: process.cwd(),
  columns: stdout.columns,
  colors,
  out: text => void stdout.write(`${printable(text, colors)}\n`),
  note: text => void stderr.write(`${printable(text, colors)}\n`),
}

process.exitCode = await main(argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [first] = args
  if (first === '--help' || first === '-h' || first === 'help') return showHelp(args[1])
  if (first === '--version' || first === '-v' || first === 'version') return show(ownVersion())
  const isNamed = first !== undefined && !first.startsWith('-')
  const name = isNamed ? first : 'mock'
  const command = await findCommand(name)
  if (!command) return refuse('', noCommand(name))
  const taken = flagsTakenByNpm(env, command.flags)
  if (taken.length > 0)
    terminal.note(
      `npm took ${taken.join(' ')} for itself; it counts here all the same. Write two dashes before flags: npm start -- ${taken.join(' ')}`,
    )
  const rest = [...(isNamed ? args.slice(1) : args), ...taken]
  if (rest.includes('--help') || rest.includes('-h')) return show(helpOf(name, command))
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    if (error instanceof UsageError) return refuse(name, error.message)
    if (error instanceof MockProblem) {
      terminal.note(error.message)
      return 4
    }
    if (env.DEBUG === 'agent-work') throw error
    const message = error instanceof Error ? error.message : String(error)
    terminal.note(`agent-work ${name} failed: ${message}\nDEBUG=agent-work shows where.`)
    return 5
  }
}

async function showHelp(name: string | undefined): Promise<number> {
  if (name === undefined) return show(overview())
  const command = await findCommand(name)
  return command ? show(helpOf(name, command)) : refuse('', noCommand(name))
}

function noCommand(name: string): string {
  return `there is no command '${name}'${didYouMean(name, [...commandNames, 'help', 'version']) || '.'}`
}

function show(text: string): number {
  terminal.out(text)
  return 0
}

function refuse(name: string, message: string): number {
  const command = `agent-work${name && ` ${name}`}`
  // npx takes a --help without a command for its own.
  terminal.note(`${command}: ${message}\nTry ${name ? `${command} --help` : 'agent-work help'}.`)
  return 2
}
