// Refusals of the service. Each has a code from the list that the contract declares.
import type { GapAnswers, Issue, Schemas } from '#openapi'

type ErrorBody = Schemas['Error']['error']
export type RefusalCode = ErrorBody['code']

interface Rule {
  readonly status: number
  readonly type: ErrorBody['type']
  /** The section of the specification that states the rule or is silent about it. */
  readonly section: string
  /** The gap that leaves the status open. Without one, the status is stated or our own. */
  readonly gap?: keyof GapAnswers
}

const invalid: Rule = { status: 422, type: 'validation_failed', section: '7' }
const unknown: Rule = { status: 404, type: 'not_found', section: '7', gap: 'status-unknown-id' }
const conflict: Rule = { status: 409, type: 'conflict', section: '3', gap: 'status-refused-transition' }

/** The status, family and origin of each refusal. */
const refusalRules = {
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
} as const satisfies Record<RefusalCode, Rule>

/** How many mistakes a refusal lists; the message counts all of them. */
const MAX_ISSUES = 100

/** What explanations show beyond the message. */
export interface Because {
  /** The state that led to the refusal, such as `the run is completed`. */
  readonly state?: string
  /** What would be accepted now. */
  readonly accepted?: readonly string[]
}

/**
 * A refusal of the service.
 *
 * @example throw new Refusal('run_not_found', `There is no run ${id} that this key may see.`, { param: 'run_id' })
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly param: string | null
  readonly issues: readonly Issue[]
  readonly because: Because
  readonly headers: Readonly<Record<string, string>>
  readonly #gap: keyof GapAnswers | undefined

  /** `gap` leaves the status open, if it is not the usual one of the code. */
  constructor(
    code: RefusalCode,
    message: string,
    more: {
      param?: string
      issues?: readonly Issue[]
      because?: Because
      headers?: Readonly<Record<string, string>>
      gap?: keyof GapAnswers | undefined
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.issues = more.issues?.slice(0, MAX_ISSUES) ?? []
    this.param = more.param ?? fieldOf(this.issues[0])
    this.because = more.because ?? {}
    this.headers = more.headers ?? {}
    this.#gap = more.gap
  }

  get rule(): Rule {
    const rule = refusalRules[this.code]
    return this.#gap === undefined ? rule : { ...rule, gap: this.#gap }
  }

  /** The body as the contract describes it. */
  body(): Schemas['Error'] {
    const { code, message, param } = this
    return { error: { type: this.rule.type, code, message, param, issues: [...this.issues] } }
  }
}

/** Refuses a request that does not fit its document: the first mistake, and how many more there are. */
export function requestInvalid(issues: readonly Issue[]): Refusal {
  const more = issues.length > 1 ? ` And ${issues.length - 1} more.` : ''
  return new Refusal('request_invalid', `${issues[0]?.message}.${more}`, { issues })
}

/** For a refusal because something exists but is not visible, which may have another status than a missing one. */
export function hidden(found: unknown): { readonly gap?: 'status-invisible-id' } {
  return found === undefined ? {} : { gap: 'status-invisible-id' }
}

function fieldOf(issue: Issue | undefined): string | null {
  if (!issue) return null
  return issue.field === '' ? issue.in : `${issue.in}.${issue.field}`
}
