// Rules by which people decide approvals and answer questions, agents work, and models answer.
import type { ApprovalRow } from './approvals.ts'
import type { Step } from './script.ts'

/** The occasions on which people act: approvals by what waits for them, and questions of runs. */
type PeopleOccasion = ApprovalRow['kind'] | 'question'

/** The occasions of a rule: those of people, an answer of a completion, and the begin of an agent's work. */
export type Occasion = PeopleOccasion | 'completion' | 'work'

export function isAboutPeople({ on }: PolicyRule): boolean {
  return on.some(occasion => occasion !== 'completion' && occasion !== 'work')
}

/** What happens, and when. Times are milliseconds, shares are from 0 to 1. */
export interface PolicyRule {
  readonly on: readonly Occasion[]
  /** What the text contains, or a pattern between slashes; null for any text. */
  readonly when: string | null
  /** The handle or id of the agent; null for any agent, and for models. */
  readonly agent: string | null
  /** How often it applies at most. */
  readonly times: number | null
  /** Who does it, the most likely first; null for anyone who may. */
  readonly by: { readonly reference: string; readonly personIds: readonly string[] } | null
  /** The minimum and maximum delay. */
  readonly afterMs: readonly [least: number, longest: number]
  readonly rejectShare: number
  readonly objectShare: number
  readonly comment: string | null
  readonly answer: string | null
  readonly values: Readonly<Record<string, unknown>>
  /** What completions answer. */
  readonly say: string | null
  /** The JSON of what completions answer that request a form. */
  readonly output: string | null
  /** What the agent does. */
  readonly script: readonly Step[] | null
}

/** The policy of a workspace, in one row at most. */
export interface PolicyRow {
  readonly id: 'policy'
  /** The first rule that matches applies. */
  readonly rules: readonly PolicyRule[]
  /** How often each rule has applied; the random stream continues from there. */
  readonly turns: readonly number[]
}
