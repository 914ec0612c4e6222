// Limits for teams of a shared mock.
import type { Limits } from '../server/limits.ts'
import type { Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'

/** Refuses a new workspace of a team that has reached its limit of workspaces or rows. */
export function requireQuota(
  team: string,
  workspaces: readonly Workspace[],
  { teamWorkspaces, teamRows }: Limits,
): void {
  const ids = workspaces.map(({ id }) => id)
  if (ids.length >= teamWorkspaces)
    throw exceeded(team, `${ids.length} workspaces, and may have ${teamWorkspaces}`, 'workspaces', ids)
  const rows = workspaces.reduce((sum, workspace) => sum + rowsOf(workspace), 0)
  if (rows >= teamRows)
    throw exceeded(team, `${rows} rows in its workspaces, and may have ${teamRows}`, 'rows', ids)
}

function rowsOf({ tables }: Workspace): number {
  return Object.values(tables).reduce((sum, table) => sum + table.size, 0)
}

function exceeded(team: string, has: string, what: string, ids: readonly string[]): ControlRefusal {
  const some = ids.slice(0, 5).join(', ')
  return new ControlRefusal(
    'quota_exceeded',
    `The team ${team} has ${has}. Delete some of ${some}${ids.length > 5 ? ' and others' : ''}, let them expire, or start the mock with --max-team-${what}.`,
  )
}
