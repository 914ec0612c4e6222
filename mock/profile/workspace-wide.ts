import type { OperationRow } from '#openapi'
import { decisions } from './decisions.ts'
import type { Profile } from './profile.ts'

/** Whether members are refused and managers see their own teams only; the gap `workspace-wide-endpoints`. */
export function isWorkspaceWide(operation: OperationRow, profile: Profile): boolean {
  switch (decisions.workspaceWideOperations(profile)) {
    case 'declared':
      return operation.roleRule === 'workspace-wide'
    case 'all-but-own':
      return (
        operation.scopes.some(scopes => scopes.includes('analytics:read')) && operation.id !== 'getMyUsage'
      )
  }
}
