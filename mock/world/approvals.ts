import type { Schemas } from '#openapi'

/** A request for a person's decision. Exactly one of run, task and workflow run waits for it. */
export interface ApprovalRow {
  readonly id: string
  readonly kind: Schemas['Approval']['kind']
  readonly title: string
  readonly description: string
  readonly status: Schemas['ApprovalStatus']
  readonly agentId: string | null
  readonly runId: string | null
  readonly taskId: string | null
  readonly workflowId: string | null
  readonly workflowRunId: string | null
  readonly stepId: string | null
  readonly requestedBy: string
  /** The people who may decide it, besides the workspace's admins. */
  readonly approverIds: readonly string[]
  readonly requestedAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly comment: string | null
  /** Whether it is part of the seeded history. */
  readonly fromSeed?: true
}
