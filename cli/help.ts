import { toggle } from '../flags/flag.ts'
import { flagHelp, wrap } from '../flags/flag-help.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

/** The help of `agent-work`: its commands, and how to start. */
export function overview(): string {
  const groups = Map.groupBy(Object.entries(commands), ([, { group }]) => group)
  const lists = [...groups].map(
    ([group, entries]) => `${group}\n${entries.map(([name, { summary }]) => line(name, summary)).join('\n')}`,
  )
  return `agent-work: the Agent Work Service on your machine, and a check of deployments

Usage: agent-work [command] [flags]

Start here
  agent-work                    start the mock on http://127.0.0.1:4010
  agent-work conformance --base-url URL --key KEY
                                check a deployment
  agent-work <command> --help   show the flags of a command

${lists.join('\n\n')}`
}

/** The help of one command. */
export function helpOf(name: string, command: Command): string {
  const { words, description, flags, subcommands, notes } = command
  const usage = ['agent-work', name, words, '[flags]'].filter(Boolean).join(' ')
  const width = Math.max(12, ...Object.keys(subcommands ?? {}).map(({ length }) => length))
  const names = Object.entries(subcommands ?? {}).map(([name, does]) => line(name, does, width))
  const parts = [
    wrap(description),
    `Usage: ${usage}`,
    names.join('\n'),
    flagHelp({ ...flags, help }),
    notes ?? '',
  ]
  return parts.filter(Boolean).join('\n\n')
}

const help = toggle('print this text', { short: 'h' })

function line(name: string, does: string, width = 12): string {
  return `  ${name.padEnd(width)}  ${wrap(does, width + 4).trimStart()}`
}
