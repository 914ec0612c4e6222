import type { Flag, FlagTable } from './flag.ts'

const WIDTH = 78
const INDENT = 26

/** The help of flags in groups: each with its value, meaning and default. */
export function flagHelp(table: FlagTable): string {
  const groups = Map.groupBy(Object.entries(table), ([, { group = 'Flags' }]) => group)
  return [...groups]
    .map(([group, flags]) => [group, ...flags.map(([name, flag]) => entry(name, flag))].join('\n'))
    .join('\n\n')
}

function entry(name: string, { short, placeholder, description, default: usual }: Flag): string {
  const value = placeholder === undefined ? '' : ` ${placeholder}`
  const flag = `  ${short === undefined ? '   ' : `-${short},`} --${name}${value}`
  const text = wrap(usual === undefined ? description : `${description} (default: ${usual})`, INDENT)
  return flag.length < INDENT - 1 ? flag.padEnd(INDENT) + text.trimStart() : `${flag}\n${text}`
}

/** Wraps words into lines of at most that many columns. */
export function wrap(text: string, indent = 0, columns = WIDTH): string {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || indent + line.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.map(line => ' '.repeat(indent) + line).join('\n')
}
