// The status, family and origin of each refusal of the service, by its code. A dialect is written by the same codes.
import type { GapAnswers, Schemas } from '#openapi'

type ErrorBody = Schemas['Error']['error']
export type RefusalCode = ErrorBody['code']

export interface RefusalRule {
  readonly status: number
  readonly type: ErrorBody['type']
  /** The section of the specification that states the rule or is silent about it. */
  readonly section: string
  /** The gap that leaves the status open. Without one, the status is stated or our own. */
  readonly gap?: keyof GapAnswers
}

const invalid: RefusalRule = { status: 422, type: 'validation_failed', section: '7' }
const unknown: RefusalRule = { status: 404, type: 'not_found', section: '7', gap: 'status-unknown-id' }
const conflict: RefusalRule = {
  status: 409,
  type: 'conflict',
  section: '3',
  gap: 'status-refused-transition',
}

export const refusalRules = {
  request_invalid: invalid,
  body_malformed: { ...invalid, gap: 'malformed-json' },
  media_type_unsupported: { ...invalid, section: '1', gap: 'wrong-content-type' },
  cursor_invalid: { ...invalid, section: '4.2', gap: 'cursor-invalid' },
  script_invalid: invalid,
  answer_mismatch: { ...invalid, section: '3', gap: 'respond-mismatch' },
  key_missing: { status: 401, type: 'authentication_failed', section: '5', gap: 'status-missing-key' },
  key_unknown: { status: 401, type: 'authentication_failed', section: '5', gap: 'status-unknown-key' },
  key_revoked: { status: 401, type: 'authentication_failed', section: '5', gap: 'status-revoked-key' },
  scope_missing: { status: 403, type: 'permission_denied', section: '5', gap: 'status-missing-scope' },
  role_insufficient: { status: 403, type: 'permission_denied', section: '5' },
  route_not_found: { status: 404, type: 'not_found', section: '4' },
  method_not_allowed: { status: 405, type: 'not_found', section: '4' },
  agent_not_found: unknown,
  run_not_found: unknown,
  chat_not_found: unknown,
  task_not_found: unknown,
  board_not_found: unknown,
  project_not_found: unknown,
  person_not_found: unknown,
  team_not_found: unknown,
  workflow_not_found: unknown,
  workflow_run_not_found: unknown,
  approval_not_found: unknown,
  client_not_found: unknown,
  model_not_found: { ...unknown, gap: 'model-unknown' },
  conversation_not_found: { ...unknown, gap: 'conversation-unknown' },
  knowledge_base_not_found: { ...unknown, gap: 'knowledge-base-unknown' },
  transition_refused: conflict,
  not_asking: conflict,
  approval_required: { ...conflict, section: '2.1' },
  reference_ambiguous: { ...unknown, section: '2.1' },
  task_limit_reached: { ...conflict, section: '8' },
  agent_busy: conflict,
  agent_asks: conflict,
  workflow_not_active: { ...conflict, section: '4.4' },
  workflow_run_limit_reached: { ...conflict, section: '4.4' },
  balance_exhausted: { status: 402, type: 'payment_required', section: '4.6', gap: 'empty-wallet' },
  rate_limit_exceeded: { status: 429, type: 'rate_limited', section: '8', gap: 'status-rate-limited' },
  internal_error: { status: 500, type: 'internal', section: '7' },
} as const satisfies Record<RefusalCode, RefusalRule>
