import { idOf, rowBy } from '../seed/index.ts'
import { assignTask } from '../work/tasks.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'

/** Gives a task to the person or agent with that handle, or to nobody. */
export function assignTaskTo(workspace: Workspace, task: TaskRow, assignee: string | undefined): TaskRow {
  const isPerson = assignee !== undefined && rowBy(workspace, 'people', assignee) !== undefined
  const assigneeType = assignee === undefined ? null : isPerson ? 'user' : 'agent'
  const assigneeId = assignee === undefined ? null : idOf(workspace, isPerson ? 'people' : 'agents', assignee)
  if (assigneeId === task.assigneeId) return task
  return assignTask(workspace, task, { assigneeType, assigneeId }, task.ownerId)
}
