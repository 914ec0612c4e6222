// Changes of tasks, by a key or by a person in the app (sections 2.1, 3 and 4.3).
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { TaskDetails, TaskFields, TaskRow, TaskStatus } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval } from './approvals.ts'
import { watchBudget } from './spending-limits.ts'
import {
  askForApproval,
  leaveReview,
  requireApproved,
  requireNoApproval,
  taskApprovalEvents,
  updateApproval,
} from './task-approval.ts'
import { bottomOf, putInColumn } from './task-columns.ts'
import { renumber, takeNumber } from './task-numbers.ts'
import { dropHeld, instructionOf, releaseHeld, requireRoom, spawnAfter, taskRunEvents } from './task-runs.ts'
import { startWorkflow } from './workflows.ts'

/** A new task; without a board, it goes on the first one. */
export type NewTask = TaskFields & { readonly boardId: string | null }

export type TaskChanges = Partial<TaskDetails & Pick<TaskRow, 'position' | 'boardId'>>

/** Puts a new task at the bottom of its column. If it is given to an agent, its first run may start at once. */
export function addTask(workspace: Workspace, fields: NewTask, by: string): TaskRow {
  requireNoApproval(workspace, fields)
  const now = workspace.now()
  const { boardId, number, reference } = takeNumber(workspace, fields.boardId)
  const task = workspace.tables.tasks.insert({
    ...fields,
    boardId,
    number,
    reference,
    id: workspace.ids.next('task'),
    position: bottomOf(workspace, { boardId, status: fields.status }),
    approvalId: null,
    heldRun: null,
    archived: false,
    createdAt: now,
    updatedAt: now,
    doneAt: fields.status === 'done' ? now : null,
  })
  askForApproval(workspace, task, by)
  spawnAfter(workspace, null, task, by)
  startWorkflowOf(workspace, task, by)
  return current(workspace, task)
}

/** Changes fields. A task that moves to another board gets a number there and goes to the bottom of its column. */
export function changeTask(workspace: Workspace, task: TaskRow, changes: TaskChanges): TaskRow {
  if (Object.keys(changes).length === 0) return task
  const { boardId = task.boardId } = changes
  const moved =
    boardId === task.boardId
      ? {}
      : {
          position: bottomOf(workspace, { boardId, status: task.status }),
          ...renumber(workspace, boardId, task.number),
        }
  const changed = workspace.tables.tasks.replace(task.id, {
    ...moved,
    ...changes,
    updatedAt: workspace.now(),
  })
  updateApproval(workspace, changed)
  if (changed.budgetMicros !== task.budgetMicros) watchBudget(workspace, changed)
  releaseHeld(workspace, changed)
  return current(workspace, changed)
}

/** Moves a task to a column and starts a run if the profile starts one on this move. */
export function moveTask(
  workspace: Workspace,
  task: TaskRow,
  to: { readonly status: TaskStatus; readonly position?: number | null; readonly by: string },
): TaskRow {
  const { status, position = null, by } = to
  if (status !== task.status) requireMove(workspace, task, status)
  const moved = putInColumn(workspace, task, status, position)
  if (task.status === 'in_review' && status !== 'in_review') leaveReview(workspace, moved)
  askForApproval(workspace, moved, by)
  spawnAfter(workspace, task, moved, by)
  return current(workspace, moved)
}

/** Assigns a task to a person or an agent, or unassigns it. */
export function assignTask(
  workspace: Workspace,
  task: TaskRow,
  to: Pick<TaskRow, 'assigneeType' | 'assigneeId'>,
  by: string,
): TaskRow {
  const { assigneeType, assigneeId } = to
  requireRoom(workspace, task, { ...task, assigneeType, assigneeId })
  const assigned = workspace.tables.tasks.replace(task.id, {
    assigneeType,
    assigneeId,
    updatedAt: workspace.now(),
  })
  spawnAfter(workspace, task, assigned, by)
  return current(workspace, assigned)
}

/** Deletes a task. Its runs and their cost remain; gap `task-delete-aftermath` decides on its sub-tasks. */
export function removeTask(workspace: Workspace, task: TaskRow): void {
  const { tasks } = workspace.tables
  tasks.delete(task.id)
  dropHeld(workspace, task)
  if (task.approvalId !== null) expireApproval(workspace, task.approvalId)
  for (const child of tasks.range('newest', `parent:${task.id}`)) {
    if (decisions.deletesSubtasks(workspace.profile)) removeTask(workspace, child)
    else tasks.replace(child.id, { parentTaskId: null, updatedAt: workspace.now() })
  }
}

/** Archives a task, or restores it, as a person does in the app. */
export function archiveTask(workspace: Workspace, task: TaskRow, archived: boolean): TaskRow {
  if (archived) dropHeld(workspace, task)
  return workspace.tables.tasks.replace(task.id, { archived, updatedAt: workspace.now() })
}

/** Handlers for the planned events of tasks. */
export const taskEvents = { ...taskRunEvents, ...taskApprovalEvents }

/** Gap `task-workflow`. If the workflow cannot start, the task is still created. */
function startWorkflowOf(workspace: Workspace, task: TaskRow, by: string): void {
  const { workflowId, assigneeId, agentId } = task
  if (workflowId === null || assigneeId !== null || agentId !== null) return
  const workflow = workspace.tables.workflows.get(workflowId)
  if (workflow?.status !== 'active' || !decisions.workflowOfTaskStarts(workspace.profile)) return
  const input = { task: instructionOf(task) }
  try {
    startWorkflow(workspace, { workflow, startedBy: by, input, test: false, groupId: task.reference })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

function requireMove(workspace: Workspace, task: TaskRow, status: TaskStatus): void {
  if (task.status === 'done' && decisions.refusesReopening(workspace.profile))
    throw new Refusal('transition_refused', `${task.reference} is done, and done tasks stay done.`, {
      param: 'body.status',
      because: { state: 'the task is done', accepted: ['done'] },
    })
  requireRoom(workspace, task, { ...task, status })
  if (status === 'done') requireApproved(workspace, task)
}

/** The row after all side effects of a change. */
function current({ tables }: Workspace, task: TaskRow): TaskRow {
  return tables.tasks.get(task.id) ?? task
}
