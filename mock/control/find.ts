// Finds resources by any id that the service, the journal or the control API shows, and by their texts.
import { RESOURCES, type ResourceKind } from '../dialect/resource-kinds.ts'
import { type RowOf, rowWith } from '../world/resource-rows.ts'
import type { Tables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { FoundResource } from './generated/control.gen.ts'
import { byName, inOrderOfNames, listOfShards } from './shared-lists.ts'
import type { Workspaces } from './workspace-store.ts'

export const find = {
  /** The resources with that id or reference in all workspaces of all shards. */
  findResource({ query: { id, ...page } }, { workspaces, peers }) {
    const list = {
      operation: 'findResource' as const,
      query: { id },
      own: found(workspaces, id),
      nameOf: ({ workspace_id, kind }: FoundResource) => `${workspace_id} ${kind}`,
      workspaceOf: ({ workspace_id }: FoundResource) => workspace_id,
      registry: workspaces.registry,
      peers,
    }
    return listOfShards(list, page)
  },

  /** The resources of one workspace with a text. */
  searchWorkspace({ query: { text, ...query } }, { hosted: { workspace } }) {
    const { data, total } = resourcesWith(workspace, text, query)
    return { data: data.map(one => ({ workspace_id: workspace.id, ...one })), total }
  },
} satisfies Partial<ControlFunctions>

/** What this shard has with that id. */
function* found({ registry, snapshots }: Workspaces, id: string): Generator<FoundResource> {
  const snapshot = snapshots.find(id)?.view
  for (const { workspace, journal } of inOrderOfNames(registry)) {
    const inside = resourcesById(workspace, id)
    const add = (kind: FoundResource['kind'], name: string) =>
      inside.push({ kind, id, name, parent_id: null })
    const exchange = journal.get(id)
    if (exchange) add('exchange', `${exchange.method} ${exchange.path}`)
    if (workspace.id === id) add('workspace', workspace.name)
    if (workspace.id === snapshot?.workspace_id) add('snapshot', snapshot.name)
    inside.sort((a, b) => byName(a.kind, b.kind))
    for (const one of inside) yield { workspace_id: workspace.id, ...one }
  }
}

/** What the resources of a workspace are called. */
type Resource = Omit<FoundResource, 'workspace_id'>
type Kind = Resource['kind']
type Name = Kind & ResourceKind

/** How people find a resource. */
interface Look {
  readonly name: string
  readonly parent?: string | null
  /** Besides the name. */
  readonly texts?: readonly (string | null | undefined)[]
}

const LOOKS: { readonly [One in Name]: (row: RowOf<One>, tables: Tables) => Look } = {
  agent: ({ name, description, tags, systemPrompt }) => ({
    name,
    texts: [description, ...tags, systemPrompt],
  }),
  person: ({ name, email, role }) => ({ name, texts: [email, role] }),
  key: ({ name }) => ({ name }),
  board: ({ name }) => ({ name }),
  workflow: ({ name, description, steps }) => ({
    name,
    texts: [description, ...steps.flatMap(step => [step.name, step.instruction])],
  }),
  task: ({ reference, title, description, tags }) => ({
    name: `${reference} ${title}`,
    texts: [description, ...tags],
  }),
  approval: ({ title, description, comment }) => ({ name: title, texts: [description, comment] }),
  run: ({ agentId, input, summary, error, progress }, { agents }) => ({
    name: agents.get(agentId)?.name ?? '',
    texts: [...Object.values(input ?? {}), summary, error?.message, progress?.question?.prompt],
  }),
  'workflow-run': ({ workflowId, input, steps }, { workflows }) => ({
    name: workflows.get(workflowId)?.name ?? '',
    parent: workflowId,
    texts: [...Object.values(input), ...steps.map(({ output }) => output)],
  }),
  chat: ({ subjectId }) => ({ name: `the chat of ${subjectId}`, parent: subjectId }),
}

const KINDS = Object.keys(LOOKS) as Name[]

/** The resources of a workspace with that id, reference or handle. */
export function resourcesById({ tables }: Workspace, id: string): Resource[] {
  return KINDS.flatMap(kind => {
    const row = rowWith(tables, kind, id) ?? alias(tables, kind, id)
    return row ? [viewOf(kind, row, tables)] : []
  })
}

function alias(tables: Tables, kind: Name, text: string): { readonly id: string } | undefined {
  if (kind === 'task') return rowWith(tables, kind, text.toUpperCase())
  return kind === 'agent' ? tables.agents.range('byHandle', text, { limit: 1 })[0] : undefined
}

/** Resources in which every word of a text stands, the newest of each kind first, and how many there are in all. */
function resourcesWith(
  { tables }: Workspace,
  text: string,
  { kind: wanted, offset, limit }: { kind?: Kind | undefined; offset: number; limit: number },
): { data: Resource[]; total: number } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = KINDS.filter(kind => wanted === undefined || wanted === kind).flatMap(kind => {
    const rows = tables[RESOURCES[kind].table].all() as { readonly id: string; readonly createdAt?: number }[]
    return rows
      .filter(row => fits(textsOf(kind, row, tables).join('\n').toLowerCase(), words))
      .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
      .map(row => ({ kind, row }))
  })
  const data = found.slice(offset, offset + limit).map(({ kind, row }) => {
    const excerpt = excerptOf(textsOf(kind, row, tables).slice(1), words)
    return { ...viewOf(kind, row, tables), ...(excerpt ? { excerpt } : {}) }
  })
  return { data, total: found.length }
}

const fits = (text: string, words: readonly string[]) => words.every(word => text.includes(word))

function textsOf(kind: Name, row: object, tables: Tables): string[] {
  const { name, texts = [] } = LOOKS[kind](row as never, tables)
  return [name, ...texts].filter(text => typeof text === 'string')
}

/** The line in which a word stands, cut around it. */
function excerptOf(texts: readonly string[], words: readonly string[]): string | undefined {
  for (const line of texts.flatMap(text => text.split('\n'))) {
    const at = Math.max(...words.map(word => line.toLowerCase().indexOf(word)))
    if (at < 0) continue
    const from = at < 60 ? 0 : line.indexOf(' ', at - 50) + 1
    return `${from > 0 ? '… ' : ''}${line.slice(from, from + 160)}${line.length > from + 160 ? ' …' : ''}`
  }
  return undefined
}

function viewOf(kind: Name, row: { readonly id: string }, tables: Tables): Resource {
  const { name, parent = null } = LOOKS[kind](row as never, tables)
  return { kind, id: row.id, name, parent_id: parent }
}
