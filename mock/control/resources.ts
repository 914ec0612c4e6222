// What the resources of a workspace are called, and the texts by which people look for them.
import type { Table } from '../store/table.ts'
import type { Tables } from '../world/tables.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'

export type Resource = Omit<ControlSchemas['FoundResource'], 'workspace_id'>
type Kind = Resource['kind']
type TableName = keyof Tables
type RowOf<Name extends TableName> = Tables[Name] extends Table<infer Row, infer _> ? Row : never
type Text = string | null | undefined

interface ResourceKind {
  readonly kind: Kind
  readonly table: TableName
  readonly name: (row: never, tables: Tables) => string
  readonly parent?: (row: never) => string | null
  /** Besides the name. */
  readonly texts?: (row: never) => readonly Text[]
}

function of<Name extends TableName>(
  kind: Kind,
  table: Name,
  name: (row: RowOf<Name>, tables: Tables) => string,
  more: {
    readonly parent?: (row: RowOf<Name>) => string | null
    readonly texts?: (row: RowOf<Name>) => readonly Text[]
  } = {},
): ResourceKind {
  return { kind, table, name, ...more }
}

const kinds: readonly ResourceKind[] = [
  of('agent', 'agents', agent => agent.name, {
    texts: ({ description, tags, systemPrompt }) => [description, ...tags, systemPrompt],
  }),
  of('person', 'people', person => person.name, { texts: ({ email, role }) => [email, role] }),
  of('key', 'keys', key => key.name),
  of('board', 'boards', board => board.name),
  of('workflow', 'workflows', workflow => workflow.name, {
    texts: ({ description, steps }) => [description, ...steps.flatMap(step => [step.name, step.instruction])],
  }),
  of('task', 'tasks', task => `${task.reference} ${task.title}`, {
    texts: ({ description, tags }) => [description, ...tags],
  }),
  of('approval', 'approvals', approval => approval.title, {
    texts: ({ description, comment }) => [description, comment],
  }),
  of('run', 'runs', ({ agentId }, { agents }) => agents.get(agentId)?.name ?? '', {
    texts: ({ input, summary, error, progress }) => [
      ...Object.values(input ?? {}),
      summary,
      error?.message,
      progress?.question?.prompt,
    ],
  }),
  of(
    'workflow-run',
    'workflowRuns',
    ({ workflowId }, { workflows }) => workflows.get(workflowId)?.name ?? '',
    {
      parent: ({ workflowId }) => workflowId,
      texts: ({ input, steps }) => [...Object.values(input), ...steps.map(({ output }) => output)],
    },
  ),
  of('chat', 'chats', ({ subjectId }) => `the chat of ${subjectId}`, {
    parent: ({ subjectId }) => subjectId,
  }),
]

/** The resources of a workspace with that id, reference or handle. */
export function resourcesById({ tables }: Workspace, id: string): Resource[] {
  return kinds.flatMap(kind => {
    const row = tables[kind.table].get(id) ?? alias(tables, kind.table, id)
    return row ? [viewOf(kind, row, tables)] : []
  })
}

function alias({ tasks, agents }: Tables, table: TableName, text: string): { id: string } | undefined {
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

function textsOf({ name, texts }: ResourceKind, row: object, tables: Tables): string[] {
  return [name(row as never, tables), ...(texts?.(row as never) ?? [])].filter(
    text => typeof text === 'string',
  )
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

function viewOf(
  { kind, name, parent }: ResourceKind,
  row: { readonly id: string },
  tables: Tables,
): Resource {
  return {
    kind,
    id: row.id,
    name: name(row as never, tables),
    parent_id: parent?.(row as never) ?? null,
  }
}
