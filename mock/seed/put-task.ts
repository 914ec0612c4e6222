import { addTask, archiveTask } from '../work/tasks.ts'
import { microsOf } from '../world/money.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Task } from '../world-file/index.ts'
import { idOf, rowBy } from './handles.ts'

/** The fields of a world file's task, in the form of the service. */
export function taskFields(workspace: Workspace, task: Task): Parameters<typeof addTask>[1] {
  const { approvers } = task
  const { assigneeType } = assigneeOf(workspace, task)
  return {
    ...plainTaskFields(workspace, task),
    status: task.status,
    executorKind: assigneeType === 'user' ? 'human' : assigneeType,
    agentId: null,
    workflowId: null,
    scheduledId: null,
    parentTaskId: null,
    notifyInApp: approvers.length > 0,
    notifyEmail: approvers.length > 1,
    assigneeType: null,
    assigneeId: null,
  }
}

/** The fields that a change of the world file changes by themselves. */
export function plainTaskFields(workspace: Workspace, task: Task) {
  const { approvers, criteria } = task
  return {
    title: task.title,
    description: task.description ?? null,
    priority: task.priority ?? 'none',
    boardId: idOf(workspace, 'boards', task.board),
    projectId: task.project === undefined ? null : idOf(workspace, 'projects', task.project),
    acceptanceCriteria: criteria.map(text => ({ text, done: false })),
    tags: task.tags,
    requiresApproval: approvers.length > 0,
    approverIds: approvers.map(handle => idOf(workspace, 'people', handle)),
    dueDate: task.due ?? null,
    maxRunsPerHour: task.max_runs_per_hour ?? null,
    budgetMicros: task.budget_euros === undefined ? null : microsOf(task.budget_euros),
    ownerId: idOf(workspace, 'people', task.owner),
  }
}

/** Adds a task in its declared state. Assigning it to an agent starts no run, because a world file declares a state. */
export function putTask(workspace: Workspace, task: Task): TaskRow {
  const { tables } = workspace
  const fields = taskFields(workspace, task)
  const parent = task.parent === undefined ? null : parentOf(workspace, fields.boardId, task.parent)
  const row = addTask(workspace, { ...fields, parentTaskId: parent }, fields.ownerId)
  if (task.assignee !== undefined) tables.tasks.replace(row.id, assigneeOf(workspace, task))
  if (task.archived) archiveTask(workspace, tables.tasks.get(row.id)!, true)
  return tables.tasks.get(row.id)!
}

/** The task of a board with that title. */
export function parentOf({ tables }: Workspace, boardId: string | null, title: string): string | null {
  return tables.tasks.range('newest', `board:${boardId}`).find(task => task.title === title)?.id ?? null
}

/** The person or agent that a task is assigned to, if any. */
export function assigneeOf(
  workspace: Workspace,
  { assignee }: Task,
): Pick<TaskRow, 'assigneeType' | 'assigneeId'> {
  if (assignee === undefined) return { assigneeType: null, assigneeId: null }
  const person = rowBy(workspace, 'people', assignee)
  if (person) return { assigneeType: 'user', assigneeId: person.id }
  return { assigneeType: 'agent', assigneeId: idOf(workspace, 'agents', assignee) }
}
