// What can be done to a task, by a key and by a person in the app alike (sections 2.1, 3 and 4.3).
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { TaskRow, TaskStatus } from '../world/tasks.ts'
import type { EventHandlers, Workspace } from '../world/workspace.ts'
import { expireApproval } from './approvals.ts'
import { watchBudget } from './spending-limits.ts'
import {
  askForApproval,
  requireApproved,
  requireNoApproval,
  taskApprovalEvents,
  updateApproval,
} from './task-approval.ts'
import { bottomOf, putInColumn } from './task-columns.ts'
import { renumber, takeNumber } from './task-numbers.ts'
import { dropHeld, instructionOf, releaseHeld, requireRoom, spawnAfter, taskRunEvents } from './task-runs.ts'
import { startWorkflow } from './workflows.ts'

/** What a new task is made of; the rest follows from when and where it is made. */
export type NewTask = Omit<
  TaskRow,
  | 'id'
  | 'number'
  | 'reference'
  | 'position'
  | 'boardId'
  | 'approvalId'
  | 'heldRun'
  | 'archived'
  | 'createdAt'
  | 'updatedAt'
  | 'doneAt'
> & { readonly boardId: string | null }

/** What an update may change; the status and the assignee have ways of their own. */
export type TaskChanges = Partial<
  Pick<
    TaskRow,
    | 'title'
    | 'description'
    | 'priority'
    | 'projectId'
    | 'acceptanceCriteria'
    | 'tags'
    | 'requiresApproval'
    | 'approverIds'
    | 'notifyInApp'
    | 'notifyEmail'
    | 'dueDate'
    | 'position'
    | 'maxRunsPerHour'
    | 'budgetMicros'
    | 'boardId'
  >
>

/** Puts a new task at the bottom of its column; given to an agent, it may have its first run at once. */
export function addTask(workspace: Workspace, fields: NewTask, by: string): TaskRow {
  requireNoApproval(workspace, fields)
  const now = workspace.now()
  const numbered = { ...fields, ...takeNumber(workspace, fields.boardId) }
  const task = workspace.tables.tasks.insert({
    ...numbered,
    id: workspace.ids.next('task'),
    position: bottomOf(workspace, numbered),
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

/** Changes fields. On another board a task gets a number of that board and goes to the bottom of its column. */
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

/** Moves a task to a column, and starts its run where that is the occasion for one. */
export function moveTask(
  workspace: Workspace,
  task: TaskRow,
  to: { readonly status: TaskStatus; readonly position?: number | null; readonly by: string },
): TaskRow {
  const { status, position = null, by } = to
  if (status !== task.status) requireMove(workspace, task, status)
  const moved = putInColumn(workspace, task, status, position)
  askForApproval(workspace, moved, by)
  spawnAfter(workspace, task, moved, by)
  return current(workspace, moved)
}

/** Gives a task to a person, to an agent, or to nobody. */
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

/** Takes a task out. What it has cost stays, with its runs; gap `task-delete-aftermath` for its sub-tasks. */
export function removeTask(workspace: Workspace, task: TaskRow): void {
  const { tasks } = workspace.tables
  tasks.delete(task.id)
  dropHeld(workspace, task.id)
  if (task.approvalId !== null) expireApproval(workspace, task.approvalId)
  for (const child of tasks.range('newest', `parent:${task.id}`)) {
    if (decisions.deletesSubtasks(workspace.profile)) removeTask(workspace, child)
    else tasks.replace(child.id, { parentTaskId: null, updatedAt: workspace.now() })
  }
}

/** A person puts a task out of sight in the app, or takes it back. */
export function archiveTask(workspace: Workspace, task: TaskRow, archived: boolean): TaskRow {
  if (archived) dropHeld(workspace, task.id)
  return workspace.tables.tasks.replace(task.id, { archived, updatedAt: workspace.now() })
}

/** What happens to tasks by itself. */
export const taskEvents: EventHandlers = { ...taskRunEvents, ...taskApprovalEvents }

/** Gap `task-workflow`. A workflow that cannot start is left alone: the task is there all the same. */
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

/** The row as it is after everything that followed from a change. */
function current({ tables }: Workspace, task: TaskRow): TaskRow {
  return tables.tasks.get(task.id) ?? task
}
