// Refusals of the service. Each has a code from the list that the contract declares.
import type { GapAnswers, Issue, Schemas } from '#openapi'
import { type RefusalCode, type RefusalRule, refusalRules } from '../dialect/refusal-rules.ts'

/** The maximum number of mistakes that a refusal lists; the message counts all. */
const MAX_ISSUES = 100

/** Details for explanations, beyond the message. */
export interface Because {
  /** The state that led to the refusal, such as `the run is completed`. */
  readonly state?: string
  /** What would be accepted now. */
  readonly accepted?: readonly string[]
  /** The message where both stand beside it. */
  readonly says?: string
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
  /** What to do about it in the mock, such as a flag; for explanations, the log and a header, never for the body. */
  readonly advice: string | undefined
  readonly #gap: keyof GapAnswers | undefined

  /** `gap` names the gap that leaves the status open, if it is not the usual one of the code. */
  constructor(
    code: RefusalCode,
    message: string,
    more: {
      param?: string
      issues?: readonly Issue[]
      because?: Because
      headers?: Readonly<Record<string, string>>
      advice?: string
      gap?: keyof GapAnswers | undefined
    } = {},
  ) {
    // Nobody reads the stack of a refusal, and capturing it takes longer than all the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.issues = more.issues?.slice(0, MAX_ISSUES) ?? []
    this.param = more.param ?? fieldOf(this.issues[0])
    this.because = more.because ?? {}
    this.headers = more.headers ?? {}
    this.advice = more.advice
    this.#gap = more.gap
  }

  get rule(): RefusalRule {
    const rule = refusalRules[this.code]
    return this.#gap === undefined ? rule : { ...rule, gap: this.#gap }
  }

  /** The body as the contract describes it. */
  body(): Schemas['Error'] {
    const { code, message, param } = this
    return { error: { type: this.rule.type, code, message, param, issues: [...this.issues] } }
  }
}

/** Refuses a request that does not fit the contract: the message has the first mistake and the number of the others. */
export function requestInvalid(issues: readonly Issue[]): Refusal {
  const more = issues.length > 1 ? ` And ${issues.length - 1} more.` : ''
  const [{ message } = { message: '' }] = issues
  return new Refusal('request_invalid', `${message}${message.endsWith('?') ? '' : '.'}${more}`, { issues })
}

/** Refuses a resource that does not exist, or that the caller does not see. */
export function notSeen(
  noun: 'agent' | 'approval' | 'chat' | 'run' | 'task' | 'workflow',
  id: string,
  found: unknown,
  more: ConstructorParameters<typeof Refusal>[2] = {},
): Refusal {
  const message = `There is no ${noun} ${id} that this key can see.`
  return new Refusal(`${noun}_not_found`, message, { param: `${noun}_id`, ...hidden(found), ...more })
}

/** For refusals of a resource that exists but is not visible; their status may differ from that of a missing one. */
export function hidden(found: unknown): { readonly gap?: 'status-invisible-id' } {
  return found === undefined ? {} : { gap: 'status-invisible-id' }
}

function fieldOf(issue: Issue | undefined): string | null {
  if (!issue) return null
  return issue.field === '' ? issue.in : `${issue.in}.${issue.field}`
}
