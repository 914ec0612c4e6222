import type { Schemas } from '#openapi'
import { Cache } from '../../store/cache.ts'
import { madeOncePer } from '../../store/on-demand.ts'
import { statusShown } from '../../work/run-moves.ts'
import { isArchived } from '../../work/task-columns.ts'
import type { RunRow } from '../../world/runs.ts'
import type { Tables } from '../../world/tables.ts'
import type { TaskRow } from '../../world/tasks.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros, iso, isoOrNull } from '../time.ts'

const views = new Cache<TaskRow, Schemas['Task']>()

type Sees = (run: RunRow) => boolean

/**
 * A task as the contract shows it (section 2.1), with the status of the last run that the caller sees. The view is cached
 * and must not be changed.
 */
export function taskView(task: TaskRow, workspace: Workspace, sees: Sees = () => true): Schemas['Task'] {
  const archived = isArchived(task, workspace.now(), workspace.profile)
  const lastRun = lastRunStatus(task, workspace, sees)
  return views.of(task, [archived, lastRun], () => makeView(task, archived, lastRun))
}

/** The same for a task that was just written, and may change again before anybody reads it: not cached. */
export function writtenTaskView(task: TaskRow, workspace: Workspace, sees: Sees): Schemas['Task'] {
  const archived = isArchived(task, workspace.now(), workspace.profile)
  return makeView(task, archived, lastRunStatus(task, workspace, sees))
}

function makeView(
  task: TaskRow,
  archived: boolean,
  lastRun: Schemas['Task']['last_run_status'],
): Schemas['Task'] {
  return {
    id: task.id,
    number: task.number,
    reference: task.reference,
    title: task.title,
    description: task.description,
    priority: task.priority,
    status: task.status,
    position: task.position,
    executor_kind: task.executorKind,
    agent_id: task.agentId,
    workflow_id: task.workflowId,
    scheduled_id: task.scheduledId,
    board_id: task.boardId,
    project_id: task.projectId,
    parent_task_id: task.parentTaskId,
    acceptance_criteria: [...task.acceptanceCriteria],
    tags: [...task.tags],
    requires_approval: task.requiresApproval,
    approval_approver_ids: [...task.approverIds],
    approval_notify_in_app: task.notifyInApp,
    approval_notify_email: task.notifyEmail,
    approval_id: task.approvalId,
    assignee_type: task.assigneeType,
    assignee_id: task.assigneeId,
    due_date: task.dueDate,
    max_runs_per_hour: task.maxRunsPerHour,
    budget_euros: task.budgetMicros === null ? null : Number(euros(task.budgetMicros).toPrecision(15)),
    owner_id: task.ownerId,
    archived,
    last_run_status: lastRun,
    created_at: iso(task.createdAt),
    updated_at: iso(task.updatedAt),
    done_at: isoOrNull(task.doneAt),
  }
}

/** The status of the latest run, in the same words as in the run itself. */
function lastRunStatus(
  { id }: TaskRow,
  { tables, profile }: Workspace,
  sees: Sees,
): Schemas['Task']['last_run_status'] {
  const newest = newestRun(tables, id)
  if (!newest || sees(newest)) return newest && statusShown(newest, profile)
  const ofTask = [{ index: 'byTask', bucket: id }] as const
  const [seen] = tables.runs.scan(ofTask, sees, { descending: true, limit: 1 })
  return seen ? statusShown(seen, profile) : null
}

function newestRun(tables: Tables, taskId: string): RunRow | null {
  const known = newestRuns(tables)
  const run = known.get(taskId)
  if (run !== undefined) return run
  const [newest = null] = tables.runs.range('byTask', taskId, { descending: true, limit: 1 })
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(taskId, newest)
  return newest
}

/** The newest run of tasks that were shown; a cache that saves a lookup in the index for each task of a page. */
const newestRuns = madeOncePer(({ runs, tasks }: Tables) => {
  const known = new Map<string, RunRow | null>()
  runs.watch((before, after) => {
    for (const run of [before, after]) if (run?.taskId) known.delete(run.taskId)
  })
  // A new task is about to be shown, and has no run yet.
  tasks.watch((before, task) => {
    if (before === undefined && task && known.size < MAX_KNOWN) known.set(task.id, null)
  })
  return known
})

const MAX_KNOWN = 2_000
