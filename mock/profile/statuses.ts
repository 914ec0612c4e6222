// The statuses of refusals that gaps leave open.

import type { GapId, OperationId, OperationRow } from '#openapi'
import { isWorkspaceWide } from './access-rules.ts'
import { decisions } from './decisions.ts'
import type { Profile } from './profile.ts'

/** The status that the answer to a gap names, or `otherwise`. */
export function statusBy(profile: Profile, gap: GapId | undefined, otherwise: number): number {
  const answer = gap === undefined ? '' : profile[gap]
  return /^[45]\d\d$/.test(answer) ? Number(answer) : otherwise
}

/** A reason to refuse: the reply in the contract, the operations where it occurs, and its status. */
interface Reason {
  readonly reply: string
  /** Default: every operation. */
  readonly on?: (operation: OperationRow) => boolean
  readonly status: (profile: Profile) => number | undefined
}

/** The refusals of an operation: statuses, each with the names of the replies that describe it. */
export function refusalsOf(operation: OperationRow, profile: Profile): Map<number, string[]> {
  const found = new Map<number, string[]>()
  const add = (status: number | undefined, reply: string) => {
    if (status === undefined || found.get(status)?.includes(reply)) return
    found.set(status, [...(found.get(status) ?? []), reply])
  }
  const isByRole = hasRoleRule(operation, profile)
  for (const { reply, on = () => true, status } of REASONS) {
    // The reply about roles covers the missing scope as well.
    const covered = reply === 'Forbidden' && isByRole && status(profile) === 403
    if (on(operation) && !covered) add(status(profile), reply)
  }
  if (isByRole) add(403, 'ForbiddenByRole')
  return new Map([...found].sort(([a], [b]) => a - b))
}

const REASONS: readonly Reason[] = [
  { reply: 'ValidationFailed', status: () => 422 },
  { reply: 'ValidationFailed', on: hasBody, status: namedBy('malformed-json') },
  { reply: 'ValidationFailed', on: hasBody, status: namedBy('wrong-content-type') },
  { reply: 'Unauthorized', status: namedBy('status-missing-key') },
  { reply: 'Unauthorized', status: namedBy('status-unknown-key') },
  { reply: 'Unauthorized', status: namedBy('status-revoked-key') },
  { reply: 'Forbidden', status: namedBy('status-missing-scope') },
  { reply: 'NotFound', on: looksUp, status: namedBy('status-unknown-id') },
  { reply: 'NotFound', on: looksUp, status: namedBy('status-invisible-id') },
  {
    reply: 'NotFound',
    on: among('createTask', 'updateTask'),
    status: when(decisions.unknownTaskReference, '404', 404),
  },
  {
    reply: 'NotFound',
    on: among('createTask', 'setTaskAssignee'),
    status: when(decisions.unknownAssignee, '404', 404),
  },
  {
    reply: 'NotFound',
    on: among('listTasks', 'listRuns'),
    status: when(decisions.refusesUnknownIdFilter, true, 404),
  },
  { reply: 'NotFound', on: among('createChatCompletion'), status: namedBy('model-unknown') },
  { reply: 'NotFound', on: among('createAgentCompletion'), status: namedBy('conversation-unknown') },
  { reply: 'NotFound', on: among('searchKnowledge'), status: namedBy('knowledge-base-unknown') },
  { reply: 'Conflict', on: declares(409), status: namedBy('status-refused-transition') },
  { reply: 'Conflict', on: among('respondToRun'), status: when(answerMismatchStatus, 409, 409) },
  { reply: 'Conflict', on: among('updateTask'), status: when(decisions.refusesNullTitle, true, 409) },
  { reply: 'InsufficientBalance', on: declares(402), status: namedBy('empty-wallet') },
  { reply: 'TooManyRequests', on: declares(429), status: namedBy('status-rate-limited') },
  {
    reply: 'TooManyRequests',
    status: profile =>
      decisions.otherRateLimit(profile) === null ? undefined : statusBy(profile, 'status-rate-limited', 429),
  },
]

/** Operations that declare 404 for another reason than an id in their path. */
const SELECTING: readonly string[] = [
  'createTask',
  'listTasks',
  'listRuns',
  'createChatCompletion',
  'searchKnowledge',
] satisfies OperationId[]

function namedBy(gap: GapId): Reason['status'] {
  return profile => statusBy(profile, gap, 0) || undefined
}

function when<Outcome>(decision: (profile: Profile) => Outcome, outcome: Outcome, status: number) {
  return (profile: Profile) => (decision(profile) === outcome ? status : undefined)
}

function answerMismatchStatus(profile: Profile): number {
  return statusBy(profile, 'respond-mismatch', 422)
}

function among(...operations: OperationId[]): NonNullable<Reason['on']> {
  return ({ id }) => (operations as string[]).includes(id)
}

function declares(status: number): NonNullable<Reason['on']> {
  return ({ statuses }) => statuses.includes(status)
}

function hasBody({ requestBody }: OperationRow): boolean {
  return requestBody !== null
}

function looksUp(operation: OperationRow): boolean {
  return operation.statuses.includes(404) && !SELECTING.includes(operation.id)
}

function hasRoleRule(operation: OperationRow, profile: Profile): boolean {
  if (operation.id === 'getAgencyClientUsage') return decisions.agencyNeedsAdmin(profile)
  return isWorkspaceWide(operation, profile)
}
