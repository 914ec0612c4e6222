// Whose figures a caller gets (section 5.5).
import { type OperationId, type OperationRow, operations } from '#openapi'
import type { Profile } from '../profile/profile.ts'
import type { Context } from './handler.ts'
import { teamsSeenBy } from './visibility.ts'

/** The teams whose figures are seen; `all` is everything, what no team spent too. */
export type Teams = 'all' | readonly string[]

/** Whether members are refused and managers see their own teams only; the gap `workspace-wide-endpoints`. */
export function isWorkspaceWide(operation: OperationRow, profile: Profile): boolean {
  switch (profile['workspace-wide-endpoints']) {
    case 'admin-and-insights':
      return operation.roleRule === 'workspace-wide'
    case 'all-but-own':
      return (
        operation.scopes.some(scopes => scopes.includes('analytics:read')) && operation.id !== 'getMyUsage'
      )
  }
}

/**
 * The teams whose figures the caller gets from an operation. Where the role rule holds, a manager gets what their
 * teams paid for, and nothing that no team paid for; everywhere else figures are the whole workspace's.
 */
export function teamsInView({ caller, workspace }: Context, operation: OperationId): Teams {
  return isWorkspaceWide(operations[operation], workspace.profile) ? teamsSeenBy(caller.person) : 'all'
}
