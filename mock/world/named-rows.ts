// The rows that requests name, by the kind in the name of a parameter or member: `agent` of `agent_id`.
import type { Tables } from './tables.ts'

const TABLES = {
  agent: 'agents',
  // The assignee of a task.
  id: 'agents',
  run: 'runs',
  task: 'tasks',
  chat: 'chats',
  workflow: 'workflows',
  approval: 'approvals',
  client: 'clients',
  owner: 'people',
  assignee: 'people',
  approver: 'people',
  board: 'boards',
  team: 'teams',
  project: 'projects',
  model: 'models',
} as const satisfies Readonly<Record<string, keyof Tables>>

/** Undefined for what is no kind of thing. */
export function rowsNamed(tables: Tables, kind: string): readonly { readonly id: string }[] | undefined {
  return Object.hasOwn(TABLES, kind) ? tables[TABLES[kind as keyof typeof TABLES]].all() : undefined
}
