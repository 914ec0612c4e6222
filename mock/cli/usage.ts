import { variableOf } from './environment.ts'
import type { SettingTable } from './setting.ts'

const WIDTH = 78
const INDENT = 24

/** The help: every setting with its value, its meaning and its default. */
export function usage(table: SettingTable): string {
  return `agent-work-mock: the Agent Work Service on your machine.

${wrap('agent-work-mock lint, coverage and explain query a running mock; add --help for details.', 0)}

${Object.entries(table)
  .map(([name, setting]) => entry(name, setting))
  .join('\n')}

${wrap(
  `Every setting has an environment variable, such as ${variableOf('port')}, and a name in the file, such as port. A flag wins over the environment, the environment over the file.`,
  0,
)}`
}

function entry(name: string, { placeholder, description, default: usual }: SettingTable[string]): string {
  const flag = `  --${name}${placeholder === undefined ? '' : ` ${placeholder}`}`
  const text = wrap(usual === undefined ? description : `${description} (default: ${usual})`, INDENT)
  return flag.length < INDENT - 1 ? flag.padEnd(INDENT) + text.trimStart() : `${flag}\n${text}`
}

function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length + 1 > WIDTH - indent) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map(line => ' '.repeat(indent) + line).join('\n')
}
