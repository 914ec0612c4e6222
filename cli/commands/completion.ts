import { type Command, type CommandEntry, defineCommand } from '../command.ts'
import { type Completed, completionScripts } from '../completion.ts'

type Shell = keyof typeof completionScripts

/** The command that prints the completion of all commands. */
export function completionOf(commands: Readonly<Record<string, CommandEntry>>): Command {
  return defineCommand({
    words: '<shell>',
    description: 'Prints a script that completes commands, flags and their values in a shell.',
    flags: {},
    subcommands: {
      bash: 'in ~/.bashrc: source <(agent-work completion bash)',
      zsh: 'in ~/.zshrc, after compinit: source <(agent-work completion zsh)',
      fish: 'in ~/.config/fish/config.fish: agent-work completion fish | source',
    } satisfies Record<Shell, string>,
    async run({ words: [shell] }, terminal) {
      const completed = await Promise.all(
        Object.entries(commands).map(async ([name, { summary, load }]): Promise<Completed> => {
          const { flags, subcommands = {} } = (await load()).command
          return { name, summary, flags, subcommands }
        }),
      )
      terminal.out(completionScripts[shell as Shell](completed).trimEnd())
      return 0
    },
  })
}
