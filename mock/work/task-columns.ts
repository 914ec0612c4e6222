// The columns of a board: where a task stands, and what standing in `done` means for it (section 3).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { DAY } from '../simulation/duration.ts'
import type { Tables } from '../world/tables.ts'
import { columnBucket, type TaskRow, type TaskStatus } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'

const ARCHIVED_AFTER = 30 * DAY

/**
 * The task in that column of its board. Positions are taken as they are sent, fractions included, so that a client can
 * put a task between two others; of two with the same position the older one is on top. Without a position a task that
 * comes from elsewhere goes to the bottom, and one that stays keeps its place.
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
    // An approval is one of the result as it was; whoever takes up the work again needs another one.
    ...(!stays && task.status === 'done' ? { approvalId: null } : {}),
    updatedAt: workspace.now(),
  })
}

/** The last position in each column, as far as it is known without a look at the index. */
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

/** Whether the task is finished with, one way or the other. */
export function isEnded({ status }: TaskRow): boolean {
  return status === 'done' || status === 'cancelled'
}

/** Whether the task is out of sight: a person archived it, or it was done long ago; gap `archive-rule`. */
export function isArchived(task: TaskRow, now: number, profile: Profile): boolean {
  if (task.archived) return true
  return decisions.archivesByAge(profile) && task.doneAt !== null && task.doneAt + ARCHIVED_AFTER <= now
}
