// What the things of a workspace are called in it: ids by handle, and the secrets of the keys.
import type { Workspace } from '../world/workspace.ts'
import type { DemoHandles } from '../world-file/index.ts'

/** A value for each handle. */
export type ByHandle<Handle extends string = string> = { readonly [handle in Handle]: string }

/** Ids by handle of any workspace. */
export type AnyRoles = { readonly [Kind in keyof DemoHandles]?: ByHandle }

/**
 * What the ready-made things of the demo are called: ids by handle, and the secrets of the keys.
 *
 * @example roles.agents['agent-that-finishes'] // 'agt_…'
 */
export type Roles = { readonly [Kind in keyof DemoHandles]: ByHandle<DemoHandles[Kind]> }

/** What a workspace has; kinds of which it has nothing are left out. */
export function rolesIn({ tables }: Workspace): AnyRoles {
  const roles = {
    people: idsOf(tables.people.range('listed', null)),
    teams: idsOf(tables.teams.all()),
    keys: Object.fromEntries(tables.keys.range('listed', null).map(key => [key.name, key.secret])),
    agents: idsOf(tables.agents.all()),
    workflows: idsOf(tables.workflows.all()),
    boards: idsOf(tables.boards.range('oldest', null)),
    projects: idsOf(tables.projects.all()),
    knowledgeBases: idsOf(tables.knowledgeBases.all()),
    clients: idsOf(tables.clients.all()),
  }
  return Object.fromEntries(Object.entries(roles).filter(([, ids]) => Object.keys(ids).length > 0))
}

function idsOf(rows: readonly { readonly id: string; readonly handle: string }[]): ByHandle {
  return Object.fromEntries(rows.map(({ id, handle }) => [handle, id]))
}
