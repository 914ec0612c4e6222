// The ids of what a world file declares, by handle.
import type { Workspace } from '../world/workspace.ts'

/** The prefixes of ids of things that have handles. The handle of a model is its id. */
const PREFIXES = {
  teams: 'team',
  people: 'usr',
  keys: 'key',
  agents: 'agt',
  workflows: 'wf',
  boards: 'brd',
  projects: 'proj',
  knowledge: 'kb',
  clients: 'client',
} as const

export type HandledKind = keyof typeof PREFIXES

/** The tables of the kinds of a world file. */
export const TABLES = {
  teams: 'teams',
  people: 'people',
  keys: 'keys',
  models: 'models',
  agents: 'agents',
  workflows: 'workflows',
  boards: 'boards',
  projects: 'projects',
  knowledge: 'knowledgeBases',
  clients: 'clients',
} as const

/** The id of the thing with that handle; one that is not there yet will have it. */
export function idOf(workspace: Workspace, kind: HandledKind, handle: string): string {
  const [row] = workspace.tables[TABLES[kind]].range('byHandle', handle, { limit: 1 })
  return row?.id ?? workspace.ids.named(PREFIXES[kind], handle)
}

/** The row with that handle or id. */
export function rowBy(
  { tables }: Workspace,
  kind: keyof typeof TABLES,
  reference: string,
): { readonly id: string } | undefined {
  if (kind === 'models') return tables.models.get(reference)
  const table = tables[TABLES[kind]]
  return table.range('byHandle', reference, { limit: 1 })[0] ?? table.get(reference)
}
