import { parseArgs } from 'node:util'
import { didYouMean } from './did-you-mean.ts'
import { type Flag, type FlagTable, UsageError } from './flag.ts'

type Token = ReturnType<typeof tokensOf>[number]
type FlagToken = Extract<Token, { kind: 'option' }>

/** Parses flags, and the arguments between and after them. Refuses unknown flags with a suggestion. */
export function readFlagsAndWords(args: readonly string[], table: FlagTable) {
  const tokens = tokensOf(args, table)
  const words = tokens.flatMap((token, index) =>
    token.kind === 'positional' && !isOptionalValue(tokens[index - 1], table) ? unmarked(token.value) : [],
  )
  const inputs = tokens.flatMap((token, index) => {
    if (token.kind !== 'option') return []
    const { name, flag, negated } = flagOf(token, table)
    const text = unmarked(textOf(token, tokens[index + 1], flag, negated, table))
    return { name, text, where: token.rawName }
  })
  return { inputs: Object.groupBy(inputs, ({ name }) => name), words }
}

function tokensOf(args: readonly string[], table: FlagTable) {
  const options = Object.entries(table).map(([name, flag]) => {
    const type = needsValue(flag) ? 'string' : 'boolean'
    return [name, { type, ...(flag.short === undefined ? {} : { short: flag.short }) }] as const
  })
  return parseArgs({
    args: args.map(arg => (/^-\.?\d/.test(arg) ? MARK + arg : arg)),
    options: Object.fromEntries(options),
    // Our own messages are more helpful.
    strict: false,
    tokens: true,
  }).tokens
}

/** Stands before what begins like a flag and is none: `-5` or `-2h`. Arguments never contain it. */
const MARK = '\0'

function unmarked(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** The flag of a token; `--no-watch` switches `watch` off. */
function flagOf(token: FlagToken, table: FlagTable): { name: string; flag: Flag; negated: boolean } {
  const flag = table[token.name]
  if (flag) return { name: token.name, flag, negated: false }
  const name = token.name.replace(/^no-/, '')
  const switched = table[name]
  if (switched && switched.placeholder === undefined) return { name, flag: switched, negated: true }
  const meant = didYouMean(token.name, Object.keys(table), '--')
  throw new UsageError(`there is no flag ${token.rawName}${meant || '.'}`)
}

function textOf(
  { rawName, value, inlineValue }: FlagToken,
  next: Token | undefined,
  flag: Flag,
  negated: boolean,
  table: FlagTable,
): string {
  if (flag.placeholder === undefined) {
    if (inlineValue) throw new UsageError(`${rawName} is a switch and takes no value; leave out '=${value}'.`)
    return String(!negated)
  }
  if (!needsValue(flag)) return value ?? (next?.kind === 'positional' ? next.value : '')
  // The value is missing; the next argument is a flag.
  const isFlag = !inlineValue && value?.startsWith('--') && (value.slice(2).split('=')[0] ?? '') in table
  if (value === undefined || isFlag)
    throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.placeholder}`)
  return value
}

/** Whether an argument is the value of the flag before it, as in `--gaps vary`. */
function isOptionalValue(before: Token | undefined, table: FlagTable): boolean {
  return (
    before?.kind === 'option' &&
    !before.inlineValue &&
    (table[before.name]?.placeholder?.startsWith('[') ?? false)
  )
}

function needsValue({ placeholder }: Flag): boolean {
  return placeholder?.startsWith('<') ?? false
}
