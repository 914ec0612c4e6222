// Who may call an operation, and how often, under a profile.
import type { OperationId, OperationRow } from '#openapi'
import { decisions } from './decisions.ts'
import type { Profile } from './profile.ts'

/** Whether members are refused and managers see their own teams only; the gap `workspace-wide-endpoints`. */
export function isWorkspaceWide(operation: OperationRow, profile: Profile): boolean {
  const { id, scopes, roleRule } = operation
  if (!decisions.everyAnalysisIsWorkspaceWide(profile)) return roleRule === 'workspace-wide'
  return scopes.some(some => some.includes('analytics:read')) && id !== 'getMyUsage'
}

/** The alternatives of scopes that a key needs; the gap `chat-stream-scope`. */
export function scopesOf(operation: OperationRow, profile: Profile): OperationRow['scopes'] {
  if (operation.id !== 'streamChat') return operation.scopes
  const scope = decisions.chatStreamScope(profile)
  return scope === null ? operation.scopes : [[scope]]
}

export type RateLimit = NonNullable<OperationRow['rateLimit']>

/** The window of limits that the contract does not have. */
const WINDOW_SECONDS = 60

/** The limit of an operation; gaps `analytics-rate-limits` and `other-rate-limits`, else the pace of a twin. */
export function rateLimitOf({ id, rateLimit }: OperationRow, profile: Profile): RateLimit | null {
  const answer = (rateLimit ? decisions.analyticsRateLimit : decisions.otherRateLimit)(profile)
  const requests = answer ?? profile.dialect?.pace?.[id as OperationId]?.perMinute ?? null
  return requests === null ? rateLimit : { windowSeconds: WINDOW_SECONDS, ...rateLimit, requests }
}
