import { runConformance } from '../../conformance/cli.ts'
import { EXIT_STATUSES, suiteCommands, suiteFlags } from '../../conformance/commands/cli-options.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  words: '[command]',
  description: 'Checks a deployment of the agent work service against its specification.',
  subcommands: suiteCommands,
  flags: suiteFlags,
  notes: EXIT_STATUSES,
  run: (args, { env }) => runConformance(args, env),
}
