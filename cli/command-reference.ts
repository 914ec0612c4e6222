import type { Flag } from '../flags/flag.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { jsonFlag } from './report-command.ts'
import { workspaceFlags } from './running-mock.ts'

/** Flags that many commands share. They are described once. */
const sharedFlags: Readonly<Record<string, Flag>> = { ...workspaceFlags, json: jsonFlag }

/** Every command with its flags, in Markdown, for the site; on a terminal, `--help` shows the same. */
export async function commandReference(): Promise<string> {
  const named = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => [name, (await load()).command] as const),
  )
  /** Which command showed a flag first, by the row of the flag. */
  const shownBy = new Map<string, string>()
  const sections = named.map(([name, command]) => sectionOf(name, command, shownBy))
  return `## Shared flags

A section only names which of these its command takes:

${flagTable(Object.entries(sharedFlags))}

${sections.join('\n\n')}
`
}

function sectionOf(
  name: string,
  { words, description, flags, subcommands, notes }: Command,
  shownBy: Map<string, string>,
): string {
  const shared = Object.keys(flags).filter(flag => sharedFlags[flag] === flags[flag])
  const own = Object.entries(flags).filter(([flag]) => !shared.includes(flag))
  const here = own.filter(([flag, its]) => !shownBy.has(flagRow(flag, its).join()))
  const before = Object.entries(
    Object.groupBy(
      own.filter(row => !here.includes(row)),
      ([flag, its]) => shownBy.get(flagRow(flag, its).join())!,
    ),
  )
  for (const [flag, its] of here) shownBy.set(flagRow(flag, its).join(), name)
  const named = (flags: readonly string[]) => flags.map(flag => `\`--${flag}\``).join(', ')
  const hints = [
    words && `\`agent-work ${name} ${words}\`.`,
    shared.length > 0 &&
      `Shared flags: ${shared.length === Object.keys(sharedFlags).length ? 'all' : named(shared)}.`,
    ...before.map(([other, flags = []]) => `As for ${other}: ${named(flags.map(([flag]) => flag))}.`),
  ]
  const parts = [
    `## agent-work ${name}`,
    escaped(description),
    hints.filter(Boolean).join(' '),
    subcommands &&
      table(
        ['command', 'what it does'],
        Object.entries(subcommands).map(([word, does]) => [`\`${word}\``, does]),
      ),
    here.length > 0 && flagTable(here),
    notes &&
      escaped(notes)
        .split('\n')
        .map(line => (line.startsWith('  ') ? `- \`${line.trim()}\`` : line))
        .join('\n')
        .replace(/:?\n- /, ':\n\n- '),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function flagTable(flags: readonly (readonly [string, Flag])[]): string {
  return table(
    ['flag', 'what it does'],
    flags.map(([name, flag]) => flagRow(name, flag)),
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
