// The columns of a board: the position of a task, and the consequences of `done` (section 3).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { DAY } from '../simulation/duration.ts'
import { madeOncePer } from '../store/on-demand.ts'
import type { Tables } from '../world/tables.ts'
import { columnBucket, type TaskRow, type TaskStatus } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'

const ARCHIVED_AFTER = 30 * DAY

/**
 * The task in the given column of its board. Positions are stored as sent, fractions included, so that a client can put
 * a task between two others; of two tasks with the same position, the older one comes first. Without a position, a task
 * that changes columns goes to the bottom and one that stays keeps its position.
 */
export function putInColumn(
  workspace: Workspace,
  task: TaskRow,
  status: TaskStatus,
  position: number | null = null,
): TaskRow {
  const stays = task.status === status
  return workspace.tables.tasks.replace(task.id, {
    status,
    position: position ?? (stays ? task.position : bottomOf(workspace, { boardId: task.boardId, status })),
    ...(stays ? {} : { doneAt: status === 'done' ? workspace.now() : null }),
    // An approval covers the result as it was, so a task that is reopened needs a new one.
    ...(!stays && task.status === 'done' ? { approvalId: null } : {}),
    updatedAt: workspace.now(),
  })
}

/** The last positions of columns, by board and status; a cache that saves a lookup in the index. */
const bottomsOf = madeOncePer((tasks: Tables['tasks']) => {
  const known = new Map<string, { [status in TaskStatus]?: number | undefined }>()
  tasks.watch((before, after) => {
    const left = before && known.get(before.boardId)
    if (left && left[before.status] === before.position) left[before.status] = undefined
    const entered = after && known.get(after.boardId)
    const bottom = after && entered?.[after.status]
    if (entered && bottom !== undefined && after.position > bottom) entered[after.status] = after.position
  })
  return known
})

/** The position below the last task of a column. */
export function bottomOf({ tables: { tasks } }: Workspace, column: Column): number {
  const { boardId, status } = column
  const known = bottomsOf(tasks)
  const ofBoard = known.get(boardId) ?? {}
  if (!known.has(boardId)) known.set(boardId, ofBoard)
  ofBoard[status] ??= tasks.range('column', columnBucket(column), { descending: true, limit: 1 })[0]?.position
  const bottom = ofBoard[status]
  return bottom === undefined ? 1 : Math.floor(bottom) + 1
}

type Column = Pick<TaskRow, 'boardId' | 'status'>

/** Whether the task is done or cancelled. */
export function isEnded({ status }: TaskRow): boolean {
  return status === 'done' || status === 'cancelled'
}

/** Whether lists hide the task: a person archived it, or it was done long ago; gap `archive-rule`. */
export function isArchived(task: TaskRow, now: number, profile: Profile): boolean {
  if (task.archived) return true
  return decisions.archivesByAge(profile) && task.doneAt !== null && task.doneAt + ARCHIVED_AFTER <= now
}
