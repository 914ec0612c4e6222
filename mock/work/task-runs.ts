// The runs that tasks spawn: what starts one, and the limits of a task (sections 2.1, 4.3 and 8).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { AgentRow } from '../world/agents.ts'
import { euros } from '../world/money.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import { runAt } from '../world/runs.ts'
import type { HeldRun, TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import { sentence } from './fill-in.ts'
import { startRun } from './runs.ts'
import { askForApproval } from './task-approval.ts'
import { isArchived, isEnded, putInColumn } from './task-columns.ts'

const HELD = 'task.run-held'

/**
 * Starts a run if the change of the task calls for one; gap `task-run-spawn`. Call `requireRoom` before the change.
 * `before` is null for a new task.
 */
export function spawnAfter(workspace: Workspace, before: TaskRow | null, task: TaskRow, by: string): void {
  if (asksForRun(workspace, before, task)) startOrHold(workspace, task, by)
  else if (!wantsWork(workspace, task)) dropHeld(workspace, task)
}

/** Refuses a change that would spawn a run beyond the task's limits, if the profile refuses such changes. */
export function requireRoom(workspace: Workspace, before: TaskRow, after: TaskRow): void {
  if (decisions.refusesAtTaskLimit(workspace.profile) && asksForRun(workspace, before, after))
    refuseAtLimit(workspace, after)
}

/** Starts a run of the task, as a person does in the app. The task's limits can hold it like any other. */
export function startTaskRun(workspace: Workspace, task: TaskRow, by: string): void {
  if (!wantsWork(workspace, task))
    throw new Refusal('transition_refused', `${task.reference} has no agent, or is finished with.`, {
      because: { state: `the task is ${task.status}`, accepted: ['setTaskAssignee', 'setTaskStatus'] },
    })
  if (decisions.refusesAtTaskLimit(workspace.profile)) refuseAtLimit(workspace, task)
  startOrHold(workspace, task, by)
}

/** Starts the held run if the changed limits of the task allow it. */
export function releaseHeld(workspace: Workspace, task: TaskRow): void {
  if (task.heldRun) startOrHold(workspace, task, task.heldRun.by)
}

/** Refuses a retry beyond the task's limits, because a retry cannot be held. */
export function requireRoomForRetry(workspace: Workspace, taskId: string | null): void {
  const task = taskId === null ? undefined : workspace.tables.tasks.get(taskId)
  if (task) refuseAtLimit(workspace, task)
}

/** Why a run is held and what releases it, as a sentence. */
export function describeHeld({ why, releasedBy, until }: HeldRun): string {
  const when = until === null ? '' : ` It starts at ${new Date(until).toISOString()}.`
  return `A run is held: ${sentence(why)}${when} Released by ${releasedBy}.`
}

/** Drops the held run. */
export function dropHeld({ simulation, tables }: Workspace, { id, heldRun }: TaskRow): void {
  if (!heldRun) return
  simulation.cancelWhere(id, HELD)
  if (tables.tasks.get(id)) tables.tasks.replace(id, { heldRun: null })
}

/** Handlers for the planned events of a task's runs. */
export const taskRunEvents = {
  [HELD]: (workspace, { subject, payload }) => {
    const task = workspace.tables.tasks.get(subject)
    if (task && wantsWork(workspace, task)) startOrHold(workspace, task, payload)
  },
  'task.run-started': (workspace, { subject }) => {
    const task = workspace.tables.tasks.get(subject)
    if (task && decisions.runsMoveTasks(workspace.profile) && !isEnded(task) && task.status !== 'in_progress')
      putInColumn(workspace, task, 'in_progress')
  },
  'task.run-ended': (workspace, { subject, payload }) => {
    if (!decisions.runsMoveTasks(workspace.profile)) return
    const task = workspace.tables.tasks.get(subject)
    const run = workspace.tables.runs.get(payload.runId)
    if (task?.status === 'in_progress' && run?.status === 'completed')
      askForApproval(workspace, putInColumn(workspace, task, 'in_review'), run.startedBy)
  },
} satisfies Partial<EventHandlers>

/** The agent that works on the task: its assignee, or else its executor; gap `task-agent`. */
function workerOf({ tables, profile }: Workspace, task: TaskRow): AgentRow | undefined {
  // A task assigned to a person is not worked on by any agent, even if it names one.
  if (task.assigneeType === 'user') return undefined
  const named = decisions.agentOfTaskWorks(profile) ? task.agentId : null
  const id = task.assigneeType === 'agent' ? task.assigneeId : named
  return id === null ? undefined : tables.agents.get(id)
}

/** Whether the task is in a state in which an agent should work on it. */
function wantsWork(workspace: Workspace, task: TaskRow): boolean {
  const { profile } = workspace
  if (isEnded(task) || isArchived(task, workspace.now(), profile)) return false
  if (decisions.taskRunTrigger(profile) === 'in-progress' && task.status !== 'in_progress') return false
  return workerOf(workspace, task) !== undefined
}

function asksForRun(workspace: Workspace, before: TaskRow | null, after: TaskRow): boolean {
  return wantsWork(workspace, after) && isOccasion(workspace.profile, before, after)
}

function isOccasion(profile: Profile, before: TaskRow | null, after: TaskRow): boolean {
  const isGiven =
    before === null ||
    (after.assigneeType === 'agent' &&
      (before.assigneeType !== 'agent' || before.assigneeId !== after.assigneeId))
  switch (decisions.taskRunTrigger(profile)) {
    case 'assign':
      return isGiven
    case 'in-progress':
      return after.status === 'in_progress' && (isGiven || before.status !== 'in_progress')
    case 'person':
      return false
  }
}

function startOrHold(workspace: Workspace, task: TaskRow, by: string): void {
  dropHeld(workspace, task)
  const agent = workerOf(workspace, task)
  if (!agent) return
  const full = limitReached(workspace, task)
  if (full)
    hold(workspace, task, {
      by,
      why: full.says,
      releasedBy: `updateTask with a larger ${full.limit}`,
      until: full.until,
    })
  else start(workspace, task, agent, by)
}

function start(workspace: Workspace, task: TaskRow, agent: AgentRow, by: string): void {
  const input = { task: instructionOf(task) }
  try {
    startRun(workspace, { agent, startedBy: by, input, triggeredBy: 'task', taskId: task.id })
  } catch (error) {
    // The assignment succeeds regardless; the run is held until it can start.
    const code = error instanceof Refusal ? error.code : null
    if (!(error instanceof Refusal) || (code !== 'agent_busy' && code !== 'balance_exhausted')) throw error
    const busy = code === 'agent_busy'
    const releasedBy = busy ? 'the end of the run that the agent works on' : 'a top-up of the wallet'
    const until = busy ? workspace.now() + MINUTE : null
    hold(workspace, task, { by, why: error.message, releasedBy, until })
    return
  }
  // The reply shows a new task in the backlog (section 2.1); the task moves once its run has started.
  workspace.simulation.plan(workspace.now(), 'task.run-started', task.id)
}

/** The instruction of a run that works on a task. */
export function instructionOf({ title, description }: TaskRow): string {
  return description ? `${title}\n\n${description}` : title
}

/**
 * Plans the next attempt. If nobody can know when there will be room (the budget or the wallet is used up), it is
 * retried at intervals, in the background: a workspace with nothing else planned still counts as idle.
 */
function hold({ simulation, tables }: Workspace, task: TaskRow, heldRun: HeldRun): void {
  const { by, until } = heldRun
  tables.tasks.replace(task.id, { heldRun })
  simulation.plan(until ?? simulation.now() + HOUR, HELD, task.id, by, until === null)
}

interface LimitReached {
  readonly limit: 'max_runs_per_hour' | 'budget_euros'
  readonly says: string
  /** When there will be room, if known. */
  readonly until: number | null
}

function limitReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  return budgetReached(workspace, task) ?? hourReached(workspace, task)
}

function budgetReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  if (task.budgetMicros === null) return undefined
  const runs = workspace.tables.runs.range('byTask', task.id)
  const spent = runs.reduce((micros, run) => micros + runAt(run, workspace.now()).micros, 0)
  if (spent < task.budgetMicros) return undefined
  const says = `its runs have cost ${euros(spent)} of the ${euros(task.budgetMicros)} euros of its budget`
  return { limit: 'budget_euros', says, until: null }
}

function hourReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  const { maxRunsPerHour } = task
  if (maxRunsPerHour === null) return undefined
  const recent = workspace.tables.runs.range('byTask', task.id, {
    from: workspace.now() - HOUR + 1,
  })
  if (recent.length < maxRunsPerHour) return undefined
  const says = `it had ${recent.length} runs within the last hour, of at most ${maxRunsPerHour}`
  // There is room as soon as enough of these runs are an hour old; with a limit of 0 there never is.
  const last = recent[recent.length - maxRunsPerHour]
  return { limit: 'max_runs_per_hour', says, until: last ? last.createdAt + HOUR : null }
}

function refuseAtLimit(workspace: Workspace, task: TaskRow): void {
  const full = limitReached(workspace, task)
  if (!full) return
  const { limit, says, until } = full
  const when = until === null ? '' : ` There is room again at ${new Date(until).toISOString()}.`
  throw new Refusal('task_limit_reached', `${task.reference} can have no run now: ${says}.${when}`, {
    because: { state: says, accepted: [`updateTask with a larger ${limit}`] },
  })
}
