// Rules by which simulated people decide approvals and answer questions by themselves.
import type { ApprovalRow } from './approvals.ts'

/** What a rule can be about: approvals by what waits for them, and questions that runs ask. */
export type Occasion = ApprovalRow['kind'] | 'question'

/** What a person does, and when. Times are milliseconds, shares are from 0 to 1. */
export interface PolicyRule {
  readonly on: readonly Occasion[]
  /** Who does it, the likeliest first; null for anyone who may. */
  readonly by: { readonly reference: string; readonly personIds: readonly string[] } | null
  /** The shortest and the longest delay. */
  readonly afterMs: readonly [least: number, longest: number]
  readonly rejectShare: number
  readonly objectShare: number
  readonly comment: string | null
  readonly answer: string | null
  readonly values: Readonly<Record<string, unknown>>
}

/** The policy of a workspace; there is at most one row of it. */
export interface PolicyRow {
  readonly id: 'policy'
  /** The first rule that matches counts. */
  readonly rules: readonly PolicyRule[]
  /** How often each of them has led to something, for chance to go on from. */
  readonly turns: readonly number[]
}
