// What the resources of a workspace are called, and the texts by which people look for them.

import { RESOURCES } from '../dialect/resource-kinds.ts'
import type { Table } from '../store/table.ts'
import type { Tables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'

export type Resource = Omit<ControlSchemas['FoundResource'], 'workspace_id'>
type Kind = Resource['kind']
type Name = Kind & keyof typeof RESOURCES
type TableOf<One extends Name> = Tables[(typeof RESOURCES)[One]['table']]
type RowOf<One extends Name> = TableOf<One> extends Table<infer Row, infer _> ? Row : never

/** How people find a resource. */
interface Look {
  readonly name: string
  readonly parent?: string | null
  /** Besides the name. */
  readonly texts?: readonly (string | null | undefined)[]
}

interface ResourceKind {
  readonly kind: Kind
  readonly table: keyof Tables
  readonly look: (row: never, tables: Tables) => Look
}

function of<One extends Name>(kind: One, look: (row: RowOf<One>, tables: Tables) => Look): ResourceKind {
  return { kind, table: RESOURCES[kind].table, look }
}

const kinds: readonly ResourceKind[] = [
  of('agent', ({ name, description, tags, systemPrompt }) => ({
    name,
    texts: [description, ...tags, systemPrompt],
  })),
  of('person', ({ name, email, role }) => ({ name, texts: [email, role] })),
  of('key', ({ name }) => ({ name })),
  of('board', ({ name }) => ({ name })),
  of('workflow', ({ name, description, steps }) => ({
    name,
    texts: [description, ...steps.flatMap(step => [step.name, step.instruction])],
  })),
  of('task', ({ reference, title, description, tags }) => ({
    name: `${reference} ${title}`,
    texts: [description, ...tags],
  })),
  of('approval', ({ title, description, comment }) => ({
    name: title,
    texts: [description, comment],
  })),
  of('run', ({ agentId, input, summary, error, progress }, { agents }) => ({
    name: agents.get(agentId)?.name ?? '',
    texts: [...Object.values(input ?? {}), summary, error?.message, progress?.question?.prompt],
  })),
  of('workflow-run', ({ workflowId, input, steps }, { workflows }) => ({
    name: workflows.get(workflowId)?.name ?? '',
    parent: workflowId,
    texts: [...Object.values(input), ...steps.map(({ output }) => output)],
  })),
  of('chat', ({ subjectId }) => ({ name: `the chat of ${subjectId}`, parent: subjectId })),
]

/** The resources of a workspace with that id, reference or handle. */
export function resourcesById({ tables }: Workspace, id: string): Resource[] {
  return kinds.flatMap(kind => {
    const row = tables[kind.table].get(id) ?? alias(tables, kind.table, id)
    return row ? [viewOf(kind, row, tables)] : []
  })
}

function alias({ tasks, agents }: Tables, table: keyof Tables, text: string): { id: string } | undefined {
  if (table === 'tasks') return tasks.range('byReference', text.toUpperCase(), { limit: 1 })[0]
  if (table === 'agents') return agents.range('byHandle', text, { limit: 1 })[0]
  return undefined
}

/** Resources in which every word of a text stands, the newest of each kind first, and how many there are in all. */
export function resourcesWith(
  { tables }: Workspace,
  text: string,
  { kind: wanted, offset, limit }: { kind?: Kind | undefined; offset: number; limit: number },
): { data: Resource[]; total: number } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = kinds
    .filter(({ kind }) => wanted === undefined || wanted === kind)
    .flatMap(kind => {
      const rows = tables[kind.table].all() as { readonly id: string; readonly createdAt?: number }[]
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

function textsOf({ look }: ResourceKind, row: object, tables: Tables): string[] {
  const { name, texts = [] } = look(row as never, tables)
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

function viewOf({ kind, look }: ResourceKind, row: { readonly id: string }, tables: Tables): Resource {
  const { name, parent = null } = look(row as never, tables)
  return { kind, id: row.id, name, parent_id: parent }
}
