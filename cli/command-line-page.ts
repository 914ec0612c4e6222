// Generates docs/command-line.md from the table of commands.

import type { Flag } from '../flags/flag.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { jsonFlag } from './json.ts'
import { mockFlags, workspaceFlag } from './running-mock.ts'

/** Flags that many commands share. They are described once. */
const sharedFlags: Readonly<Record<string, Flag>> = { workspace: workspaceFlag, ...mockFlags, json: jsonFlag }

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

There is one command, \`agent-work\`. From the [package](install.md) it is \`npx --no agent-work\`; from a clone,
\`npm start --\`. Without a name it starts the mock. \`help\` lists the commands; \`npx\` would take \`--help\` without a command for its
own.

${table(['command', 'what it does'], list)}

**Shared flags.** Where a command takes one of these, its section only names it:

${flagTable(sharedFlags)}

**Which mock.** Without \`--base-url\` and \`AGENT_WORK_URL\`, a command finds a mock that you have started on this machine,
preferably in this folder, and says which on standard error; without any, it tries http://127.0.0.1:4010. A command that
changes something acts only on a mock that you name, or on the only one that was started in this folder. Otherwise it lists
the mocks and changes nothing.

**Variables.** \`agent-work --write-env .env.mock\` writes \`AGENT_WORK_URL\` and the keys by role (\`AGENT_WORK_KEY_ADMIN\`, …)
for \`node --env-file\`, dotenv, compose and shells.

**Output.** Results go to standard output, everything else to standard error. \`NO_COLOR\` turns colours off.

**Exit status.** 0 success; 1 a report that is not good enough; 2 a wrong command line; 4 no mock answers, or it
refuses. The suite has [more](conformance.md).

${sections.join('\n\n')}
`
}

function sectionOf(name: string, { words, description, flags, subcommands, notes }: Command): string {
  const own = Object.entries(flags).filter(([flag, its]) => sharedFlags[flag] !== its)
  const shared = Object.keys(flags).filter(flag => sharedFlags[flag] === flags[flag])
  const hint = shared.length === 0 ? '' : ` Shared: ${shared.map(flag => `\`--${flag}\``).join(', ')}.`
  const usage = ['agent-work', name, words, '[flags]'].filter(Boolean).join(' ')
  const parts = [
    `## agent-work ${name}`,
    escaped(description),
    `Usage: \`${usage}\`.${hint}`,
    subcommands &&
      table(
        ['command', 'what it does'],
        Object.entries(subcommands).map(([word, does]) => [`\`${word}\``, does]),
      ),
    own.length > 0 && flagTable(Object.fromEntries(own)),
    notes &&
      escaped(notes)
        .split('\n')
        .map(line => (line.startsWith('  ') ? `- \`${line.trim()}\`` : line))
        .join('\n')
        .replace(/:?\n- /, ':\n\n- '),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function flagTable(flags: Readonly<Record<string, Flag>>): string {
  return table(
    ['flag', 'what it does'],
    Object.entries(flags).map(([name, flag]) => flagRow(name, flag)),
  )
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
