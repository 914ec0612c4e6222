import { parseArgs } from 'node:util'
import { didYouMean } from './did-you-mean.ts'
import {
  type Setting,
  type SettingInput,
  type SettingInputs,
  type SettingTable,
  UsageError,
} from './setting.ts'

type Token = ReturnType<typeof tokensOf>[number]
type Flag = Extract<Token, { kind: 'option' }>

/** Reads settings from the command line. Refuses unknown flags, with the one that was probably meant. */
export function readFlags(args: readonly string[], table: SettingTable): SettingInputs {
  const tokens = tokensOf(args, table)
  const said = new Map<string, SettingInput[]>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'positional' && !mayFollow(tokens[index - 1], table))
      throw new UsageError(`'${token.value}' is not a flag; write settings as --port 4010 or --port=4010.`)
    if (token.kind !== 'option') continue
    const { name, setting, negated } = settingOf(token, table)
    const text = textOf(token, tokens[index + 1], setting, negated, table)
    said.set(name, [...(said.get(name) ?? []), { text, where: token.rawName }])
  }
  return Object.fromEntries(said)
}

function tokensOf(args: readonly string[], table: SettingTable) {
  const options = Object.entries(table).map(([name, setting]) => {
    const type = needsValue(setting) ? 'string' : 'boolean'
    return [name, { type, ...(name === 'help' ? { short: 'h' } : {}) }] as const
  })
  return parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    // Our own messages say what to do.
    strict: false,
    tokens: true,
  }).tokens
}

/** The setting of a flag; `--no-watch` switches `watch` off. */
function settingOf(flag: Flag, table: SettingTable): { name: string; setting: Setting; negated: boolean } {
  const setting = table[flag.name]
  if (setting) return { name: flag.name, setting, negated: false }
  const name = flag.name.replace(/^no-/, '')
  const switched = table[name]
  if (switched && switched.placeholder === undefined) return { name, setting: switched, negated: true }
  const meant = didYouMean(flag.name, Object.keys(table), '--')
  throw new UsageError(`there is no flag ${flag.rawName}${meant || '.'}`)
}

function textOf(
  { rawName, value, inlineValue }: Flag,
  next: Token | undefined,
  setting: Setting,
  negated: boolean,
  table: SettingTable,
): string {
  if (setting.placeholder === undefined) {
    if (inlineValue) throw new UsageError(`${rawName} is a switch and takes no value; leave out '=${value}'.`)
    return String(!negated)
  }
  if (!needsValue(setting)) return value ?? (next?.kind === 'positional' ? next.value : '')
  // The value is missing; what follows is the next flag.
  const isFlag = !inlineValue && value?.startsWith('--') && (value.slice(2).split('=')[0] ?? '') in table
  if (value === undefined || isFlag)
    throw new UsageError(`${rawName} needs a value: ${rawName} ${setting.placeholder}`)
  return value
}

/** Whether a word is the value of the flag before it, as in `--gaps vary`. */
function mayFollow(before: Token | undefined, table: SettingTable): boolean {
  return (
    before?.kind === 'option' &&
    !before.inlineValue &&
    (table[before.name]?.placeholder?.startsWith('[') ?? false)
  )
}

function needsValue({ placeholder: takes }: Setting): boolean {
  return takes?.startsWith('<') ?? false
}
