// What people do by themselves: decide approvals and answer questions, without a test having to say so each time.

/** What a rule can be about: approvals by what waits for them, and questions that runs ask. */
export type Occasion = 'run' | 'task' | 'workflow_gate' | 'question'

/** What some person does, and when. Times are milliseconds, shares from 0 to 1. */
export interface PolicyRule {
  readonly on: readonly Occasion[]
  /** Who does it, the likeliest first; null for whoever may. */
  readonly by: { readonly reference: string; readonly personIds: readonly string[] } | null
  /** The least and the longest delay. */
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
  /** The first that fits counts. */
  readonly rules: readonly PolicyRule[]
  /** How often each of them has led to something, for chance to go on from. */
  readonly turns: readonly number[]
}
