// Generates docs/command-line.md from the table of commands.

import type { Flag } from '../flags/flag.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

/** The page about all commands, in Markdown. */
export async function commandLinePage(): Promise<string> {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => sectionOf(name, (await load()).command)),
  )
  const list = Object.entries(commands).map(([name, { summary }]) => [
    `[${name}](#agent-work-${name})`,
    summary,
  ])
  return `<!-- Generated from cli/commands.ts: npx vitest run cli/command-line-page.test.ts -u -->

# The command line

There is one command, \`agent-work\`. From the [package](install.md) it is \`npx --no agent-work\`; from a
clone, \`npm start --\`. Without the name of a command it starts the mock.

${table(['command', 'what it does'], list)}

**Which mock.** Commands that work with a running mock take the one that \`--base-url\` or \`AGENT_WORK_URL\` names. Otherwise
they find a mock that you have started on this machine, preferably in this folder, and say which on standard error. If it
has a control key, they know it. Without any, they try http://127.0.0.1:4010. A command that changes something needs
certainty: the one mock that was started in this folder, or a name. Otherwise it lists the mocks and changes nothing.

**Variables.** \`agent-work --write-env .env.mock\` writes \`AGENT_WORK_URL\` and the keys by role (\`AGENT_WORK_KEY_ADMIN\`,
\`AGENT_WORK_KEY_MEMBER\`, …) into a file for \`node --env-file\`, dotenv, compose and shells.

**Output.** Results go to standard output, everything else to standard error. \`--json\` prints data instead of text. Colours
appear on terminals only, and never with \`NO_COLOR\`.

**Exit status.** 0 for success; 1 when a report is not good enough; 2 for a command line that cannot be used; 4 when no mock
answers, or when it refuses. The suite has [more of them](conformance.md).

**Completion.** \`source <(agent-work completion bash)\`, the same with \`zsh\`, or \`agent-work completion fish | source\`.

${sections.join('\n\n')}
`
}

function sectionOf(name: string, { words, description, flags, subcommands, notes }: Command): string {
  const usage = ['agent-work', name, words, '[flags]'].filter(Boolean).join(' ')
  const parts = [
    `## agent-work ${name}`,
    escaped(description),
    `Usage: \`${usage}\``,
    subcommands &&
      table(
        ['command', 'what it does'],
        Object.entries(subcommands).map(([word, does]) => [`\`${word}\``, does]),
      ),
    Object.keys(flags).length > 0 &&
      table(
        ['flag', 'what it does'],
        Object.entries(flags).map(([name, flag]) => flagRow(name, flag)),
      ),
    notes &&
      escaped(notes)
        .split('\n')
        .map(line => (line.startsWith('  ') ? `- \`${line.trim()}\`` : line))
        .join('\n')
        .replace(/:?\n- /, ':\n\n- '),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function flagRow(name: string, { short, placeholder, description, default: usual }: Flag): string[] {
  const value = placeholder === undefined ? '' : ` ${placeholder}`
  const spelled = `${short === undefined ? '' : `\`-${short}\`, `}\`--${name}${value}\``
  return [spelled, usual === undefined ? description : `${description}. Default: ${usual}`]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => escaped(cell).trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** Markdown treats `<file>` outside of code as HTML. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '\\<').replaceAll('*', '\\*') : part))
    .join('`')
}
