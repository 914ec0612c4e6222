import type { Schemas } from '#openapi'

export interface WorkflowStepRow {
  readonly id: string
  readonly kind: Schemas['WorkflowStep']['kind']
  readonly name: string
  readonly instruction: string | null
  readonly agentId: string | null
  readonly approverIds: readonly string[]
}

export interface WorkflowRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly status: Schemas['WorkflowStatus']
  readonly ownerId: string
  readonly steps: readonly WorkflowStepRow[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** A step of a workflow run. Its cost and tokens are those of its run and are read there. */
export interface StepRunRow {
  readonly stepId: string
  readonly status: Schemas['StepStatus']
  readonly runId: string | null
  readonly approvalId: string | null
  readonly decision: {
    readonly outcome: Schemas['GateDecision']['outcome']
    readonly decidedBy: string
    readonly decidedAt: number
    readonly comment: string | null
  } | null
  readonly output: string | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

export interface WorkflowRunRow {
  readonly id: string
  readonly workflowId: string
  readonly status: Schemas['WorkflowRunStatus']
  readonly test: boolean
  readonly groupId: string | null
  readonly sharedChatId: string
  readonly startedBy: string
  readonly hadObjection: boolean
  readonly input: Readonly<Record<string, string>>
  readonly steps: readonly StepRunRow[]
  readonly createdAt: number
  readonly updatedAt: number
  readonly finishedAt: number | null
}
