// The tasks of the demo company with their runs and approvals.
import type { Random } from '../../simulation/random.ts'
import type { TaskRow } from '../tasks.ts'
import type { BoardIds, ProjectIds } from './boards.ts'
import { found } from './by-handle.ts'
import { DAY, HOUR, MINUTE, startOfUtcDay, workingInstant } from './calendar.ts'
import type { Cast } from './cast.ts'
import { draftPaused, draftWaiting, draftWorking } from './live-runs.ts'
import type { Past } from './past.ts'
import { endOf, isWaiting, type PastRun } from './past-run.ts'
import { draftRun } from './run-draft.ts'
import type { SeedTask } from './seed-task.ts'
import { TASKS_OF_FINANCE } from './tasks-of-finance.ts'
import { TASKS_OF_OPERATIONS } from './tasks-of-operations.ts'

const TASKS: { readonly [board in keyof BoardIds]: readonly SeedTask[] } = {
  'board-ops': TASKS_OF_OPERATIONS,
  'board-fin': TASKS_OF_FINANCE,
}

/** A task with its id, from when on it has been there, and its runs. */
export interface PastTask {
  readonly id: string
  readonly board: keyof BoardIds
  readonly task: SeedTask
  readonly at: number
  readonly runs: readonly PastRun[]
}

/** All tasks with their runs, in order of creation. */
export function draftTasks(past: Past, random: Random, cast: Cast): PastTask[] {
  const { workspace } = past
  const now = workspace.now()
  const dated = (Object.keys(TASKS) as (keyof BoardIds)[]).flatMap(board => {
    const instants = TASKS[board].map(() => workingInstant(random, now, 88)).sort((a, b) => a - b)
    return TASKS[board].map((task, index) => ({ board, task, at: instants[index]! }))
  })
  return dated
    .sort((a, b) => a.at - b.at)
    .map(draft => {
      const id = workspace.ids.next('task')
      return { ...draft, id, runs: draftTaskRuns(random, cast, now, { ...draft, id }) }
    })
}

/** Writes the tasks down; their runs are written with all others. */
export function addTasks(
  past: Past,
  random: Random,
  cast: Cast,
  tasks: readonly PastTask[],
  boards: BoardIds,
  projects: ProjectIds,
): void {
  const numbers = new Map<string, number>()
  const next = (key: string) => {
    numbers.set(key, (numbers.get(key) ?? 0) + 1)
    return numbers.get(key)!
  }
  const now = past.workspace.now()
  for (const { id, board, task, at, runs } of tasks) {
    const { title, status, to = null, under, approvers = [] } = task
    const number = next(board)
    const boardRow = found(past.workspace.tables.boards.get(boards[board]), `the board ${board}`)
    const touched = Math.max(at, ...runs.map(endOf))
    const moved = Math.min(now - 5 * MINUTE, touched + random.int(HOUR, 5 * DAY))
    const isPerson = to?.startsWith('person-')
    const row: TaskRow = {
      ...NOTHING_SAID,
      id,
      number,
      reference: `${boardRow.prefix}-${number}`,
      title,
      description: task.description ?? null,
      priority: task.priority ?? 'medium',
      status,
      position: next(`${board} ${status}`),
      executorKind: to === null ? null : isPerson ? 'human' : 'agent',
      boardId: boardRow.id,
      projectId: task.project ? projects[task.project] : null,
      parentTaskId:
        under === undefined
          ? null
          : found(
              tasks.find(other => other.task.title === under),
              `the task ${under}`,
            ).id,
      acceptanceCriteria: criteriaOf(task),
      tags: task.tags ?? [],
      requiresApproval: approvers.length > 0,
      approverIds: approvers.map(handle => cast.ids[handle]),
      notifyInApp: approvers.length > 0,
      notifyEmail: approvers.length > 1,
      assigneeType: to === null ? null : isPerson ? 'user' : 'agent',
      assigneeId: to === null ? null : cast.ids[to],
      dueDate: dueDateOf(random, task, now),
      maxRunsPerHour: task.maxRunsPerHour ?? null,
      budgetMicros: task.budgetEuros === undefined ? null : task.budgetEuros * 1_000_000,
      ownerId: cast.ids[task.owner],
      archived: task.archived ?? false,
      createdAt: at,
      updatedAt: status === 'backlog' ? at : moved,
      doneAt: status === 'done' ? moved : null,
    }
    past.tasks.push(row.requiresApproval ? { ...row, approvalId: addApproval(past, row, random) } : row)
  }
  for (const board of Object.keys(TASKS) as (keyof BoardIds)[])
    past.workspace.tables.boards.replace(boards[board], { lastNumber: TASKS[board].length })
}

/** A task of which nothing but the necessary is known. */
export const NOTHING_SAID = {
  description: null,
  priority: 'none',
  executorKind: null,
  agentId: null,
  workflowId: null,
  scheduledId: null,
  projectId: null,
  parentTaskId: null,
  acceptanceCriteria: [],
  tags: [],
  requiresApproval: false,
  approverIds: [],
  notifyInApp: false,
  notifyEmail: false,
  approvalId: null,
  assigneeType: null,
  assigneeId: null,
  dueDate: null,
  maxRunsPerHour: null,
  budgetMicros: null,
  archived: false,
  doneAt: null,
} as const satisfies Partial<TaskRow>

/** The runs one after the other, in the words of the task; the last one may still go on. */
function draftTaskRuns(
  random: Random,
  cast: Cast,
  now: number,
  { id, task, at }: Pick<PastTask, 'id' | 'task' | 'at'>,
): PastRun[] {
  const statuses = task.runs ?? []
  const to = task.to as Parameters<Cast['agent']>[0]
  if (statuses.length === 0) return []
  const agent = cast.agent(to)
  const text = task.description ? `${task.title}\n\n${task.description}` : task.title
  const run = {
    agent,
    person: cast.person(task.owner),
    input: { task: text },
    triggeredBy: 'task',
    taskId: id,
  }
  const span = Math.min(now - 40 * MINUTE, at + 6 * DAY) - at
  return statuses.map((status, index) => {
    const from = at + Math.round((span * index) / (statuses.length + 0.5))
    if (status === 'running') return draftWorking(run, now, 60_000)
    const lately = Math.max(at, now - random.int(HOUR, 20 * HOUR))
    if (status === 'paused')
      return agent.script.some(isWaiting) ? draftWaiting(run, lately) : draftPaused(run, lately, 90_000)
    const job = { task: text, summary: task.result ?? 'Done as described.' }
    return draftRun(random, { ...run, at: from, job, status }, now, cast.ids['person-admin'])
  })
}

function criteriaOf({ criteria = [], status }: SeedTask): TaskRow['acceptanceCriteria'] {
  const met = {
    backlog: 0,
    todo: 0,
    in_progress: 1,
    in_review: criteria.length,
    done: criteria.length,
    cancelled: 0,
  }
  return criteria.map((text, index) => ({ text, done: index < met[status] }))
}

/** Open tasks are due at the end of some afternoon soon; a few should have been ready by now. */
function dueDateOf(random: Random, { status, priority }: SeedTask, now: number): string | null {
  const isOpen = status === 'todo' || status === 'in_progress' || status === 'in_review'
  if (!isOpen || (priority === undefined && random.chance(0.4))) return null
  return new Date(startOfUtcDay(now) + random.int(-3, 21) * DAY + 16 * HOUR).toISOString()
}

/** The approval that the task needs before it is done: given where it is done, waiting where it is in review. */
function addApproval(past: Past, task: TaskRow, random: Random): string | null {
  if (task.status !== 'done' && task.status !== 'in_review') return null
  const isGiven = task.doneAt !== null
  const requestedAt = isGiven
    ? Math.max(task.createdAt, task.doneAt - random.int(HOUR, 6 * HOUR))
    : task.updatedAt
  const id = past.workspace.ids.next('appr')
  past.approvals.push({
    id,
    kind: 'task',
    title: `${task.reference} ${task.title}`,
    description: task.description ?? '',
    status: isGiven ? 'approved' : 'pending',
    agentId: task.assigneeType === 'agent' ? task.assigneeId : null,
    runId: null,
    taskId: task.id,
    workflowId: null,
    workflowRunId: null,
    stepId: null,
    requestedBy: task.ownerId,
    approverIds: task.approverIds,
    requestedAt,
    decidedAt: task.doneAt,
    decidedBy: isGiven ? (task.approverIds[0] ?? null) : null,
    comment: isGiven ? 'Fine with me.' : null,
  })
  return id
}
