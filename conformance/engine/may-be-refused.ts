/** Refusals that are lawful for a request that is itself right. */
import { scopeOf } from '../requirements/contract.ts'
import { type Exchange, isRefusal } from '../requirements/exchange.ts'
import type { Target } from '../target/target.ts'

/** A plan may not include what is asked for; for some operations the state of the deployment decides. */
export const mayBeRefusedByState = (exchange: Exchange): boolean =>
  exchange.status === 402 || (DEPENDS_ON_STATE.has(exchange.operation) && isRefusal(exchange))

/** A quota, an empty wallet, a busy agent or a move that is not allowed may refuse these, with any status. */
const DEPENDS_ON_STATE: ReadonlySet<string> = new Set([
  'createTask',
  'setTaskStatus',
  'startRun',
  'retryRun',
  'startWorkflowRun',
  'createChatCompletion',
  'createAgentCompletion',
])

/**
 * Members are refused workspace-wide figures. Which those are is not stated, except that the caller's own are not; nor is
 * who may read those of clients, and how others are refused.
 */
export function mayBeRefusedByRole(
  { operation: id, key: name, status }: Exchange,
  { keys }: Target,
): boolean {
  const role = keys.find(key => key.name === name)?.role
  if (id === 'getAgencyClientUsage') return role !== 'admin' && isRefusal({ status })
  const isMember = role === undefined || role === 'member'
  return isMember && status === 403 && id !== 'getMyUsage' && scopeOf(id) === 'analytics:read'
}
