// The handles of a world file: ids by handle, and the secrets of the keys.
import type { Workspace } from '../world/workspace.ts'
import { type DemoHandles, ENTRY_KINDS, type HandledKind } from '../world-file/index.ts'

/** The handle of a model is its id. */
type KindWithIds = Exclude<HandledKind, 'models'>

/** A key's handle is its name. */
type NamedKind = Exclude<KindWithIds, 'keys'>

/** The id of the resource with that handle; for a handle without one, the id that it will have. */
export function idOf(workspace: Workspace, kind: KindWithIds, handle: string): string {
  const [row] = workspace.tables[ENTRY_KINDS[kind].table].range('byHandle', handle, { limit: 1 })
  return row?.id ?? workspace.ids.named(ENTRY_KINDS[kind].prefix, handle)
}

/** The ids of several handles. */
export function idsOf(workspace: Workspace, kind: KindWithIds, handles: readonly string[]): string[] {
  return handles.map(handle => idOf(workspace, kind, handle))
}

/** The handle of the resource with that id; deleted resources keep their id. */
export function handleOf({ tables }: Workspace, kind: NamedKind, id: string): string {
  return tables[ENTRY_KINDS[kind].table].get(id)?.handle ?? id
}

export function handlesOf(workspace: Workspace, kind: NamedKind, ids: readonly string[]): string[] {
  return ids.map(id => handleOf(workspace, kind, id))
}

/** The row with that handle or id. */
export function rowBy(
  { tables }: Workspace,
  kind: HandledKind,
  reference: string,
): { readonly id: string } | undefined {
  if (kind === 'models') return tables.models.get(reference)
  const table = tables[ENTRY_KINDS[kind].table]
  return table.range('byHandle', reference, { limit: 1 })[0] ?? table.get(reference)
}

/** A value for each handle. */
export type ByHandle<Handle extends string = string> = { readonly [handle in Handle]: string }

/** Ids by handle of any workspace. */
export type AnyRoles = { readonly [Kind in keyof DemoHandles]?: ByHandle }

/**
 * The ready-made resources of the demo: ids by handle, and the secrets of the keys.
 *
 * @example roles.agents['agent-that-finishes'] // 'agt_…'
 */
export type Roles = { readonly [Kind in keyof DemoHandles]: ByHandle<DemoHandles[Kind]> }

/** The roles of a workspace, of every kind. */
export function rolesIn({ tables }: Workspace): Required<AnyRoles> {
  return {
    people: namedIds(tables.people.range('listed', null)),
    teams: namedIds(tables.teams.all()),
    keys: Object.fromEntries(tables.keys.range('listed', null).map(key => [key.name, key.secret])),
    agents: namedIds(tables.agents.all()),
    workflows: namedIds(tables.workflows.all()),
    boards: namedIds(tables.boards.range('oldest', null)),
    projects: namedIds(tables.projects.all()),
    knowledgeBases: namedIds(tables.knowledgeBases.all()),
    clients: namedIds(tables.clients.all()),
  }
}

function namedIds(rows: readonly { readonly id: string; readonly handle: string }[]): ByHandle {
  return Object.fromEntries(rows.map(({ id, handle }) => [handle, id]))
}
