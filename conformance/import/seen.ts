/** What a deployment shows to its keys. */

export interface SeenThing {
  readonly id: string
  readonly name: string | undefined
}

export interface SeenPerson extends SeenThing {
  readonly role: string | undefined
  /** The person's keys. */
  readonly keys: readonly string[]
  /** The ids of the person's teams, and of those that a manager sees. */
  readonly teams: readonly string[]
  readonly manages: readonly string[]
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

/** A workflow step; without an agent it is a gate. A step with an agent may end with a gate. */
export interface SeenStep {
  readonly name: string | undefined
  readonly agent: string | undefined
  readonly isGate: boolean
  readonly approvers: readonly string[]
}

export interface SeenWorkflow extends SeenThing {
  readonly owner: string | undefined
  readonly steps: readonly SeenStep[]
}

export interface SeenTask {
  readonly id: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly status: string | undefined
  readonly board: string | undefined
  readonly project: string | undefined
  readonly owner: string | undefined
  /** An agent or a person. */
  readonly assignee: string | undefined
}

export interface Seen {
  readonly teams: readonly SeenThing[]
  readonly tasks: readonly SeenTask[]
  readonly balance: number | undefined
  readonly people: readonly SeenPerson[]
  readonly agents: readonly SeenAgent[]
  readonly workflows: readonly SeenWorkflow[]
  readonly models: readonly string[]
  readonly boards: readonly (SeenThing & { readonly prefix: string | undefined })[]
  readonly projects: readonly SeenThing[]
  readonly knowledge: readonly SeenThing[]
  readonly plan: string | undefined
  /** Refused reads, such as `listTasks 403 for member`. */
  readonly refused: readonly string[]
}
