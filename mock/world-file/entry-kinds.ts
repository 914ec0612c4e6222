// The kinds of entries that have handles.
import type { WorldKind } from './world.ts'

export type HandledKind = Exclude<WorldKind, 'documents' | 'tasks'>

interface KindOfEntry {
  /** What holds its rows; the `roles` of a workspace call its ids so, too. */
  readonly table: string
  /** The prefix of its ids. The handle of a model is its id. */
  readonly prefix?: string
}

/** In the order in which they can be put: each names those before it only. */
export const ENTRY_KINDS = {
  models: { table: 'models' },
  teams: { table: 'teams', prefix: 'team' },
  people: { table: 'people', prefix: 'usr' },
  keys: { table: 'keys', prefix: 'key' },
  agents: { table: 'agents', prefix: 'agt' },
  workflows: { table: 'workflows', prefix: 'wf' },
  knowledge: { table: 'knowledgeBases', prefix: 'kb' },
  boards: { table: 'boards', prefix: 'brd' },
  projects: { table: 'projects', prefix: 'proj' },
  clients: { table: 'clients', prefix: 'client' },
} as const satisfies Record<HandledKind, KindOfEntry>

export const HANDLED_KINDS = Object.keys(ENTRY_KINDS) as HandledKind[]

/** The kinds whose ids differ from their handles, under the names that `roles` has for them. */
export function rolesOf<Entries>(world: Readonly<Record<HandledKind, Entries>>): [role: string, Entries][] {
  return HANDLED_KINDS.filter(kind => kind !== 'models').map(kind => [ENTRY_KINDS[kind].table, world[kind]])
}
