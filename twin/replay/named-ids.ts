/** What calls name, and under which names of members ids of each kind stand. */
import type { Call } from '../recording/calls.ts'
import { bodyOf, type Kind } from './id-map.ts'

/** The objects of a reply that may be records: itself, what it wraps, and its rows. */
export function recordsIn(json: unknown, depth = 0): Record<string, unknown>[] {
  if (Array.isArray(json)) return json.slice(0, 100).flatMap(one => recordsIn(one, depth + 1))
  if (typeof json !== 'object' || json === null || depth > 3) return []
  const record = json as Record<string, unknown>
  const inner = Object.values(record).filter(value => typeof value === 'object')
  return [record, ...inner.flatMap(value => recordsIn(value, depth + 1))]
}

/** What calls make that others then name. */
export const MADE_BY: Readonly<Record<string, readonly Kind[]>> = {
  createTask: ['task', 'number'],
  listRuns: ['cursor'],
  startRun: ['run', 'chat'],
  retryRun: ['run', 'chat'],
  startWorkflowRun: ['workflow-run', 'chat'],
}

/** What a call names, with the names under which it does. */
export function namesIn(call: Call): [string, string][] {
  const fields = Object.entries(bodyOf(call)).flatMap(([name, value]) =>
    [value].flat().flatMap(one => (typeof one === 'string' ? [[name, one] as [string, string]] : [])),
  )
  return [...Object.entries(call.params), ...new URLSearchParams(call.query), ...fields]
}

/** A cursor belongs to its list: deployments may have the same one for several lists, the mock has not. */
export function ofList(cursor: string, { query }: Call): string {
  const filters = new URLSearchParams(query)
  for (const name of ['limit', 'cursor', 'offset']) filters.delete(name)
  filters.sort()
  return `${cursor} of ${filters}`
}

export const TABLES: Partial<Record<Kind, string>> = {
  agent: 'agents',
  run: 'runs',
  chat: 'chats',
  task: 'tasks',
  workflow: 'workflows',
  'workflow-run': 'workflowRuns',
  approval: 'approvals',
  client: 'clients',
  board: 'boards',
  project: 'projects',
  person: 'people',
  team: 'teams',
  knowledge: 'knowledgeBases',
  model: 'models',
}

/** Whether a member of this name may hold the id of such a thing. */
export function mayName(kind: Kind, name: string): boolean {
  if (kind === 'number') return /num|^no$|nr$|key|ref/i.test(name)
  if (kind === 'cursor') return /cursor/i.test(name)
  const word =
    { 'workflow-run': 'run', knowledge: 'base|folder|knowledge', person: 'user|person|owner|by' }[
      kind as 'person'
    ] ?? kind
  return new RegExp(`(${word}).*(id|key|ref)?|^id$|^_id$|^uuid$|^key$`, 'i').test(name)
}

export function kindOfFixture(name: string): Kind | undefined {
  if (name.startsWith('agent-')) return 'agent'
  if (name.startsWith('workflow')) return 'workflow'
  if (/task/.test(name)) return 'task'
  if (/approval|gate/.test(name)) return 'approval'
  if (/board/.test(name)) return 'board'
  if (/knowledge/.test(name)) return 'knowledge'
  if (/model/.test(name)) return 'model'
  if (/team/.test(name)) return 'team'
  if (/client/.test(name)) return 'client'
  if (/member/.test(name)) return 'person'
  return ({ project: 'project', schedule: 'schedule', attachment: 'attachment', group: 'group' } as const)[
    name as 'project'
  ]
}
