// A workspace as the control API shows it, with its keys and the ids of what it started with.
import { nonDefaultAnswers } from '../profile/profile.ts'
import { rolesIn } from '../seed/index.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { clockView } from './set-clock.ts'
import { snakeCase } from './snake-case.ts'
import { iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'

export type WorkspaceView = ControlSchemas['Workspace']

export function workspaceView(workspaces: Workspaces, workspace: Workspace): WorkspaceView {
  const { keys: _, ...roles } = rolesIn(workspace)
  const named = Object.entries(roles).map(([kind, ids]) => [snakeCase(kind), ids])
  const end = workspaces.leases.endOf(workspace.id)
  return {
    id: workspace.id,
    name: workspace.name,
    from: workspaces.originOf(workspace.id),
    ...(end === undefined ? {} : { expires_at: iso(end) }),
    clock: clockView(workspace),
    profile: Object.fromEntries(nonDefaultAnswers(workspace.profile)),
    keys: secretsByName(workspace),
    roles: Object.fromEntries(named) as WorkspaceView['roles'],
  }
}

/** The secret of every key by its name. */
export function secretsByName({ tables }: Workspace): Record<string, string> {
  return Object.fromEntries(tables.keys.range('listed', null).map(({ name, secret }) => [name, secret]))
}
