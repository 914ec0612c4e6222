import type { Schemas } from '#openapi'

export type TaskStatus = Schemas['TaskStatus']

/** A board; its prefix and counter make the references of its tasks. */
export interface BoardRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly prefix: string
  /** The number that the last task of the board got. */
  readonly lastNumber: number
  readonly createdAt: number
}

export interface ProjectRow {
  readonly id: string
  readonly handle: string
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
  readonly assigneeType: Schemas['AssigneeType'] | null
  readonly assigneeId: string | null
  /** ISO 8601, or as it was sent; gap `due-date-echo`. */
  readonly dueDate: string | null
  readonly maxRunsPerHour: number | null
  readonly budgetMicros: number | null
  /** The run that waits until a limit leaves room for it. */
  readonly heldRun: HeldRun | null
  readonly ownerId: string
  readonly archived: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly doneAt: number | null
}

/** Why a run of a task has not started, and when it will; null where that depends on what people do. */
export interface HeldRun {
  /** The person it is started for. */
  readonly by: string
  readonly why: string
  readonly releasedBy: string
  readonly until: number | null
}

/**
 * The buckets that task lists are read from. Lists are those of one owner and mostly without archived tasks, so the
 * combinations of both with a status or a board have buckets of their own; other filters read the smallest that fits.
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

/** The bucket of one column of a board, for the index that is ordered by position. */
export function columnBucket({ boardId, status }: Pick<TaskRow, 'boardId' | 'status'>): string {
  return `${boardId}|${status}`
}
