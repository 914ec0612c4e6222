// The differences of two contracts in words: for a terminal, for a pull request, and as data.
import type { Change, Effect } from '#openapi'
import { type Impact, impacts, type Touch, touchOf, type Usage, worstOf } from '#openapi/usage'

const titles: Record<Effect, string> = {
  breaks: 'Breaks clients',
  changes: 'Changes what clients see',
  deprecates: 'Deprecates',
  adds: 'Adds',
}

const NOTHING = 'Nothing changes for clients.\n'

/** A change that says the same in one or several operations, with the clients that it touches. */
interface Difference {
  readonly effect: Effect
  readonly says: string
  readonly operations: readonly string[]
  /** Undefined where no clients are given. */
  readonly touches: readonly Touch[] | undefined
}

export interface Description {
  readonly differences: readonly Difference[]
  /** What becomes of each client. */
  readonly clients: readonly { readonly client: string; readonly impact: Impact }[]
}

/** Breaking changes come first. Without `usages`, nothing is said about clients. */
export function differencesIn(changes: readonly Change[], usages?: readonly Usage[]): Description {
  const effects = Object.keys(titles)
  const sorted = changes.toSorted((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect))
  const differences = [...byEffect(sorted)].flatMap(([effect, own]) =>
    [...Map.groupBy(own, ({ where, says }) => `${where} ${says}`)].map(([says, same]): Difference => {
      const operations = [...new Set(same.map(({ operation }) => operation))]
      return { effect, says, operations, touches: usages && touchesOf(same, usages) }
    }),
  )
  const clients = (usages ?? []).map(({ client }) => {
    const own = differences.flatMap(({ touches = [] }) => touches).filter(one => one.client === client)
    return { client, impact: worstOf(own.map(({ impact }) => impact)) }
  })
  return { differences, clients }
}

const byEffect = <One extends { readonly effect: Effect }>(all: readonly One[]) =>
  Map.groupBy(all, one => one.effect)

/** One for each client and call: a member may be in several places of the same reply. */
function touchesOf(same: readonly Change[], usages: readonly Usage[]): Touch[] {
  const all = usages.flatMap(usage => same.flatMap(change => touchOf(change, usage) ?? []))
  const byCall = Map.groupBy(all, ({ client, call }) => `${client} ${call}`)
  return [...byCall.values()].map(([first, ...more]) => {
    const impact = worstOf([first!, ...more].map(one => one.impact))
    const places = more.length === 0 ? '' : ` (and in ${more.length} more places)`
    return { ...first!, impact, sees: first!.sees + places }
  })
}

export function asText({ differences, clients }: Description): string {
  const sections = [...byEffect(differences)].map(([effect, own]) => {
    const lines = own.flatMap(({ says, operations, touches }) => [
      `  ${says}  [${few(operations)}]`,
      ...(touches ?? []).map(({ client, impact, call, sees }) => `    ${client} ${impact}: ${call}: ${sees}`),
      ...(touches?.length === 0 && effect !== 'adds' ? ['    touches no client'] : []),
    ])
    return `${titles[effect]}:\n${lines.join('\n')}\n`
  })
  const text = sections.join('\n') || NOTHING
  return clients.length === 0 ? text : `${text}\n${summaryOf(clients)}\n`
}

/** For a changelog: a list below the title of each effect. */
export function asSections({ differences }: Description): string {
  const sections = [...byEffect(differences)].map(([effect, own]) => {
    const items = own.map(({ says, operations }) => `- ${plain(says)} (${few(operations)})\n`)
    return `### ${titles[effect]}\n\n${items.join('')}`
  })
  return sections.join('\n')
}

/** For the description of a pull request. */
export function asMarkdown({ differences, clients }: Description): string {
  if (differences.length === 0) return NOTHING
  const icons: Record<Effect, string> = {
    breaks: '🔴 breaking',
    changes: '🟡 risky',
    deprecates: '🟠 deprecated',
    adds: '🟢 harmless',
  }
  const rows = differences.map(({ effect, says, operations, touches = [] }) => {
    const who = touches.map(
      ({ client, impact, call, sees }) => `**${plain(client)}** ${impact}: ${plain(call)}: ${plain(sees)}`,
    )
    return `| ${icons[effect]} | ${plain(says)} | ${few(operations)} | ${who.join('<br>') || 'none'} |`
  })
  return [
    '### Changes of the contract',
    '',
    ...(clients.length === 0 ? [] : [plain(summaryOf(clients)), '']),
    '| Effect | Change | Operations | Clients that it touches |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function summaryOf(clients: Description['clients']): string {
  const groups = impacts.flatMap(impact => {
    const names = clients.filter(one => one.impact === impact).map(({ client }) => client)
    return names.length === 0
      ? []
      : [` ${impact.replace(/^./, first => first.toUpperCase())}: ${names.join(', ')}.`]
  })
  return `${clients.length === 1 ? '1 client' : `${clients.length} clients`}.${groups.join('')}`
}

/** Without markup, and without the end of a cell of a table. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|<>`*_@[\]]/g, sign => `\\${sign}`)
}

function few(names: readonly string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}
