// The columns of a board: the position of a task, and the consequences of `done` (section 3).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { DAY } from '../simulation/duration.ts'
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

/** The last position in each column; a cache that saves a lookup in the index. */
const bottoms = new WeakMap<Tables['tasks'], Map<string, number>>()

/** The position below the last task of a column. */
export function bottomOf({ tables: { tasks } }: Workspace, column: Column): number {
  const name = columnBucket(column)
  const known = bottoms.get(tasks) ?? followBottoms(tasks)
  const bottom = known.get(name) ?? tasks.range('column', name, { descending: true, limit: 1 })[0]?.position
  if (bottom === undefined) return 1
  known.set(name, bottom)
  return Math.floor(bottom) + 1
}

type Column = Pick<TaskRow, 'boardId' | 'status'>

function followBottoms(tasks: Tables['tasks']): Map<string, number> {
  const known = new Map<string, number>()
  bottoms.set(tasks, known)
  tasks.watch((before, after) => {
    if (before && known.get(columnBucket(before)) === before.position) known.delete(columnBucket(before))
    if (!after) return
    const bottom = known.get(columnBucket(after))
    if (bottom !== undefined && after.position > bottom) known.set(columnBucket(after), after.position)
  })
  return known
}

/** Whether the task is done or cancelled. */
export function isEnded({ status }: TaskRow): boolean {
  return status === 'done' || status === 'cancelled'
}

/** Whether lists hide the task: a person archived it, or it was done long ago; gap `archive-rule`. */
export function isArchived(task: TaskRow, now: number, profile: Profile): boolean {
  if (task.archived) return true
  return decisions.archivesByAge(profile) && task.doneAt !== null && task.doneAt + ARCHIVED_AFTER <= now
}
