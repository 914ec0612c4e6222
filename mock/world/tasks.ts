import type { Schemas } from '#openapi'

export type TaskStatus = Schemas['TaskStatus']

/** A board; its prefix and counter make the references of its tasks. */
export interface BoardRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  /** The number that the last task of the board got. */
  readonly lastNumber: number
  readonly createdAt: number
}

export interface ProjectRow {
  readonly id: string
  readonly name: string
}

/** A task. Money is micro-euros, times are epoch milliseconds. */
export interface TaskRow {
  readonly id: string
  readonly number: number
  readonly reference: string
  readonly title: string
  readonly description: string | null
  readonly priority: Schemas['TaskPriority']
  readonly status: TaskStatus
  readonly position: number
  readonly executorKind: string | null
  readonly agentId: string | null
  readonly workflowId: string | null
  readonly scheduledId: string | null
  readonly boardId: string
  readonly projectId: string | null
  readonly parentTaskId: string | null
  readonly acceptanceCriteria: readonly Schemas['AcceptanceCriterion'][]
  readonly tags: readonly string[]
  readonly requiresApproval: boolean
  readonly approverIds: readonly string[]
  readonly notifyInApp: boolean
  readonly notifyEmail: boolean
  readonly approvalId: string | null
  readonly assigneeType: 'agent' | 'user' | null
  readonly assigneeId: string | null
  /** As it was sent. */
  readonly dueDate: string | null
  readonly maxRunsPerHour: number | null
  readonly budgetMicros: number | null
  readonly ownerId: string
  readonly archived: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly doneAt: number | null
}

/** The buckets that task lists are read from: one for each filter, so that a list reads the smallest that fits. */
export function taskBuckets(task: TaskRow): string[] {
  const buckets = [
    'all',
    `owner:${task.ownerId}`,
    `status:${task.status}`,
    `board:${task.boardId}`,
    `owner:${task.ownerId}|status:${task.status}`,
  ]
  if (task.projectId !== null) buckets.push(`project:${task.projectId}`)
  if (task.assigneeId !== null) buckets.push(`assignee:${task.assigneeId}`)
  if (task.parentTaskId !== null) buckets.push(`parent:${task.parentTaskId}`)
  return buckets
}
