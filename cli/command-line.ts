import { didYouMean } from '../flags/did-you-mean.ts'
import { UsageError } from '../flags/flag.ts'
import { ownVersion } from '../mock/version.ts'
import type { Terminal } from './command.ts'
import { commandNames, findCommand } from './commands.ts'
import { useEditedContract } from './edited-contract.ts'
import { helpOf, overview } from './help.ts'
import { flagsTakenByNpm } from './npm-flags.ts'
import { printable } from './printable.ts'
import { MockProblem } from './running-mock.ts'

/** Finds the command and runs it. Returns the exit status. */
export async function runCommandLine(args: readonly string[], raw: Terminal): Promise<number> {
  const { env, colors } = raw
  const terminal: Terminal = {
    ...raw,
    out: text => raw.out(printable(text, colors)),
    note: text => raw.note(printable(text, colors)),
  }
  const show = (text: string) => {
    terminal.out(text)
    return 0
  }
  const refuse = (name: string, message: string) => {
    const command = `agent-work${name && ` ${name}`}`
    // npx takes a --help without a command for its own.
    terminal.note(`${command}: ${message}\nTry ${name ? `${command} --help` : 'agent-work help'}.`)
    return 2
  }
  const [first] = args
  if (first === '--help' || first === '-h' || first === 'help') {
    const [, about] = args
    if (about === undefined) return show(overview())
    const command = await findCommand(about)
    return command ? show(helpOf(about, command)) : refuse('', noCommand(about))
  }
  if (first === '--version' || first === '-v' || first === 'version') return show(ownVersion())
  const isNamed = first !== undefined && !first.startsWith('-')
  const name = isNamed ? first : 'mock'
  try {
    if (name === 'mock') useEditedContract(args, env)
    const command = await findCommand(name)
    if (!command) return refuse('', noCommand(name))
    const taken = flagsTakenByNpm(env, command.flags)
    if (taken.length > 0)
      terminal.note(
        `npm took ${taken.join(' ')} for itself; it counts here all the same. Write two dashes before flags: npm start -- ${taken.join(' ')}`,
      )
    const rest = [...(isNamed ? args.slice(1) : args), ...taken]
    if (rest.includes('--help') || rest.includes('-h')) return show(helpOf(name, command))
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

function noCommand(name: string): string {
  return `there is no command '${name}'${didYouMean(name, [...commandNames, 'help', 'version']) || '.'}`
}
