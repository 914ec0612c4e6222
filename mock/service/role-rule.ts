// The teams whose figures a caller gets (section 5.5).
import { type OperationId, operations } from '#openapi'
import { isWorkspaceWide } from '../profile/access-rules.ts'
import type { Context } from './handler.ts'

/** The teams whose figures are visible; `all` includes what no team spent. */
export type Teams = 'all' | readonly string[]

/**
 * The teams whose figures the caller gets from an operation. Under the role rule, a manager gets only what the managed
 * teams paid for; elsewhere figures are those of the whole workspace.
 */
export function teamsInView({ caller, workspace }: Context, operation: OperationId): Teams {
  const { role, managedTeamIds } = caller.person
  return role !== 'admin' && isWorkspaceWide(operations[operation], workspace.profile)
    ? managedTeamIds
    : 'all'
}
