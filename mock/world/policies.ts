// Rules by which simulated people decide approvals and answer questions by themselves.
import type { ApprovalRow } from './approvals.ts'

/** The occasions of a rule: approvals by what waits for them, and questions of runs. */
export type Occasion = ApprovalRow['kind'] | 'question'

/** What a person does, and when. Times are milliseconds, shares are from 0 to 1. */
export interface PolicyRule {
  readonly on: readonly Occasion[]
  /** Who does it, the most likely first; null for anyone who may. */
  readonly by: { readonly reference: string; readonly personIds: readonly string[] } | null
  /** The minimum and maximum delay. */
  readonly afterMs: readonly [least: number, longest: number]
  readonly rejectShare: number
  readonly objectShare: number
  readonly comment: string | null
  readonly answer: string | null
  readonly values: Readonly<Record<string, unknown>>
}

/** The policy of a workspace, in one row at most. */
export interface PolicyRow {
  readonly id: 'policy'
  /** The first rule that matches applies. */
  readonly rules: readonly PolicyRule[]
  /** How often each rule has applied; the random stream continues from there. */
  readonly turns: readonly number[]
}
