// Whose figures a caller gets (section 5.5).
import { type OperationId, operations } from '#openapi'
import { isWorkspaceWide } from '../profile/workspace-wide.ts'
import type { Context } from './handler.ts'
import { teamsSeenBy } from './visibility.ts'

/** The teams whose figures are seen; `all` is everything, what no team spent too. */
export type Teams = 'all' | readonly string[]

/**
 * The teams whose figures the caller gets from an operation. Where the role rule holds, a manager gets what their
 * teams paid for, and nothing that no team paid for; everywhere else figures are the whole workspace's.
 */
export function teamsInView({ caller, workspace }: Context, operation: OperationId): Teams {
  return isWorkspaceWide(operations[operation], workspace.profile) ? teamsSeenBy(caller.person) : 'all'
}
