/** What a deployment shows to its keys. */

export interface SeenThing {
  readonly id: string
  readonly name: string | undefined
}

export interface SeenAgent extends SeenThing {
  readonly description?: string | undefined
  readonly owner?: string | undefined
  readonly isPrivate: boolean
  readonly model?: string | undefined
  readonly prompt?: string | undefined
  readonly runs: SeenRuns
}

/** Outcomes of an agent's latest runs. */
export interface SeenRuns {
  readonly seen: number
  readonly failed: number
  /** The median working time. */
  readonly seconds?: number | undefined
  /** A question that one of them asked. */
  readonly question?: string | undefined
  readonly waitsForApproval?: boolean
  /** What some of them were asked for, and their summaries. */
  readonly jobs: readonly { readonly task: string; readonly summary: string }[]
  /** When they started, in epoch milliseconds. */
  readonly startedAt: readonly number[]
}
