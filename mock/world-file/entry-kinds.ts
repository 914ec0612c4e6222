// The kinds of entries that have handles.
import { RESOURCES } from '../dialect/resource-kinds.ts'
import type { WorldKind } from './world.ts'

export type HandledKind = Exclude<WorldKind, 'documents' | 'tasks'>

/** What has their rows and ids, in the order in which they can be put: each names those before it only. */
export const ENTRY_KINDS = {
  models: RESOURCES.model,
  teams: RESOURCES.team,
  people: RESOURCES.person,
  keys: RESOURCES.key,
  agents: RESOURCES.agent,
  workflows: RESOURCES.workflow,
  knowledge: RESOURCES['knowledge-base'],
  boards: RESOURCES.board,
  projects: RESOURCES.project,
  clients: RESOURCES.client,
} satisfies Record<HandledKind, object>

export const HANDLED_KINDS = Object.keys(ENTRY_KINDS) as HandledKind[]

/** The kinds whose ids differ from their handles, under the names that `roles` has for them. */
export function rolesOf<Entries>(world: Readonly<Record<HandledKind, Entries>>): [role: string, Entries][] {
  return HANDLED_KINDS.filter(kind => kind !== 'models').map(kind => [ENTRY_KINDS[kind].table, world[kind]])
}
