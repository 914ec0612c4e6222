// Lists that all shards have together, at once or in pages.
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import { shardIn } from '../world/shard.ts'
import type { ControlRequest } from './control-function.ts'
import type { Peers } from './peers.ts'

export interface Page<Item> {
  data: Item[]
  /** The shards that did not answer. */
  unreachable?: string[]
  /** Where the next page begins; undefined on the last one. */
  next?: string
}

export interface SharedList<Item> {
  /** The operation by which a shard lists its part, and its parameters but those of pages and shards. */
  readonly operation: 'listWorkspaces' | 'findResource'
  readonly query?: Readonly<Record<string, string>>
  /** What this shard has, in the order of their names. */
  readonly own: Iterable<Item>
  /** A name that no other item has. */
  readonly nameOf: (item: Item) => string
  readonly workspaceOf: (item: Item) => string
  readonly registry: WorkspaceRegistry
  readonly peers: Peers
}

/** Compares by the numbers in names, which is the order of creation. */
export function byName(a: string, b: string): number {
  // Made at the first comparison, because making it takes some milliseconds of the start.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(a, b)
}

let collator: Intl.Collator | undefined

/** The workspaces of this shard in the order of `byName`. */
export function inOrderOfNames(registry: WorkspaceRegistry): HostedWorkspace[] {
  return registry.all().sort((a, b) => byName(a.workspace.id, b.workspace.id))
}

export async function listOfShards<Item>(
  list: SharedList<Item>,
  { shards, limit, after = '' }: ControlRequest<'listWorkspaces'>['query'],
): Promise<Page<Item>> {
  if (list.peers.isEmpty || shards === 'own') return pageOf(list, limit, after)
  if (limit !== undefined) return pageOfShards(list, limit, after)
  const { answers, unreachable } = await list.peers.gather(list.operation, list.query)
  const all = [...list.own, ...answers.flatMap(({ data }) => possible(data as Item[], list))]
  // Two shards may claim the same.
  const seen = new Set<string>()
  const isFirst = (name: string) => !seen.has(name) && seen.add(name)
  return { data: all.filter(item => isFirst(list.nameOf(item))), unreachable }
}

/** What this shard has behind a name, which may be gone by now. */
function pageOf<Item>(
  { own, nameOf }: SharedList<Item>,
  limit = Number.POSITIVE_INFINITY,
  after = '',
): Page<Item> {
  const data: Item[] = []
  for (const item of own) {
    if (byName(nameOf(item), after) <= 0) continue
    if (data.length === limit) return { data, next: nameOf(data.at(-1)!) }
    data.push(item)
  }
  return { data }
}

/** A page of all shards: one after the other is asked until it is full. */
async function pageOfShards<Item>(list: SharedList<Item>, limit: number, after: string): Promise<Page<Item>> {
  const { peers, registry } = list
  const { shard: own = '' } = registry
  const shards = [own, ...peers.names].sort(byName)
  const [first = '', behind = ''] = after.split('.')
  const data: Item[] = []
  const unreachable: string[] = []
  for (const shard of shards.filter(name => byName(name, first) >= 0)) {
    const rest = limit - data.length
    if (rest === 0) return { data, unreachable, next: `${shard}.` }
    const from = shard === first ? behind : ''
    const query = { ...list.query, limit: String(rest), ...(from === '' ? {} : { after: from }) }
    const page = shard === own ? pageOf(list, rest, from) : await peers.ask(shard, list.operation, query)
    if (!page) unreachable.push(shard)
    const items = (page?.data ?? []) as Item[]
    data.push(...(shard === own ? items : possible(items, list)))
    if (page?.next !== undefined) return { data, unreachable, next: `${shard}.${page.next}` }
  }
  return { data, unreachable }
}

/**
 * What another shard has listed, without what it cannot have. What it claims to have of this shard must have moved away from
 * here; what it claims of third ones is listed once.
 */
function possible<Item>(items: readonly Item[], { workspaceOf, registry }: SharedList<Item>): Item[] {
  const { shard, moves } = registry
  return items.filter(item => {
    const id = workspaceOf(item)
    const home = shardIn(id)
    return home !== undefined && (home !== shard || moves.shardOf(id) !== undefined)
  })
}
