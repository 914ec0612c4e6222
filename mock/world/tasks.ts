import type { Schemas } from '#openapi'

export type TaskStatus = Schemas['TaskStatus']

/** A board. Its prefix and counter form the references of its tasks. */
export interface BoardRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly prefix: string
  /** The number of the newest task of the board. */
  readonly lastNumber: number
  readonly createdAt: number
}

export interface ProjectRow {
  readonly id: string
  readonly handle: string
  readonly name: string
}

/** What an update may change; the status and the assignee have operations of their own. Money is micro-euros. */
export interface TaskDetails {
  readonly title: string
  readonly description: string | null
  readonly priority: Schemas['TaskPriority']
  readonly projectId: string | null
  readonly acceptanceCriteria: readonly Schemas['AcceptanceCriterion'][]
  readonly tags: readonly string[]
  readonly requiresApproval: boolean
  readonly approverIds: readonly string[]
  readonly notifyInApp: boolean
  readonly notifyEmail: boolean
  /** ISO 8601, or the text as it was sent; gap `due-date-echo`. */
  readonly dueDate: string | null
  readonly maxRunsPerHour: number | null
  readonly budgetMicros: number | null
}

/** What a task is created with; the rest depends on when and where it is created. */
export interface TaskFields extends TaskDetails {
  readonly status: TaskStatus
  readonly executorKind: string | null
  readonly agentId: string | null
  readonly workflowId: string | null
  readonly scheduledId: string | null
  readonly parentTaskId: string | null
  readonly assigneeType: Schemas['AssigneeType'] | null
  readonly assigneeId: string | null
  readonly ownerId: string
}

/** A task. Times are epoch milliseconds. */
export interface TaskRow extends TaskFields {
  readonly id: string
  readonly number: number
  readonly reference: string
  readonly position: number
  readonly boardId: string
  readonly approvalId: string | null
  /** A run that waits until the task's limits allow it. */
  readonly heldRun: HeldRun | null
  readonly archived: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly doneAt: number | null
}

/** Why a run of a task is held, and until when; `until` is null if that depends on people. */
export interface HeldRun {
  /** The person for whom the run is started. */
  readonly by: string
  readonly why: string
  readonly releasedBy: string
  readonly until: number | null
}

/**
 * The buckets that task lists are read from. Lists are mostly of one owner and without archived tasks, so these
 * combinations with a status or a board have buckets of their own; other filters scan the smallest bucket.
 */
export function taskBuckets(task: TaskRow): string[] {
  const owner = `owner:${task.ownerId}`
  const board = `board:${task.boardId}`
  const buckets = ['all', board, owner]
  if (!task.archived)
    buckets.push(`${owner}|live`, `${owner}|live|status:${task.status}`, `${owner}|live|${board}`)
  if (task.projectId !== null) buckets.push(`project:${task.projectId}`)
  if (task.assigneeId !== null) buckets.push(`assignee:${task.assigneeId}`)
  if (task.parentTaskId !== null) buckets.push(`parent:${task.parentTaskId}`)
  return buckets
}

/** The bucket of one column of a board, in the index ordered by position. */
export function columnBucket({ boardId, status }: Pick<TaskRow, 'boardId' | 'status'>): string {
  return `${boardId}|${status}`
}
