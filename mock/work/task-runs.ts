// The runs that a task spawns: what starts one, and what a task's limits do (sections 2.1, 4.3 and 8).

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { AgentRow } from '../world/agents.ts'
import { Refusal } from '../world/refusal.ts'
import type { HeldRun, TaskRow } from '../world/tasks.ts'
import type { EventHandlers, Workspace } from '../world/workspace.ts'
import { sentence } from './fill-in.ts'
import { microsOf } from './run-work.ts'
import { startRun } from './runs.ts'
import { askForApproval } from './task-approval.ts'
import { isArchived, isEnded, putInColumn } from './task-columns.ts'

/** The entry of a run that waits for room; a task has at most one. Its payload is the person it is started for. */
const HELD = 'task.run-held'

/**
 * Starts the run that a change of a task asks for, if it asks for one; gap `task-run-spawn`. Call `requireRoom` before
 * the change is made. `before` is null for a new task.
 */
export function spawnAfter(workspace: Workspace, before: TaskRow | null, task: TaskRow, by: string): void {
  if (asksForRun(workspace, before, task)) startOrHold(workspace, task, by)
  else if (!wantsWork(workspace, task)) dropHeld(workspace, task.id)
}

/** Refuses a change that would spawn a run for which the task's limits leave no room, where limits refuse. */
export function requireRoom(workspace: Workspace, before: TaskRow, after: TaskRow): void {
  if (!decisions.refusesAtTaskLimit(workspace.profile) || !asksForRun(workspace, before, after)) return
  const full = limitReached(workspace, after)
  if (full) throw refusedBy(full, after)
}

/** A person starts a run of the task in the app; it waits for room like any other. */
export function startTaskRun(workspace: Workspace, task: TaskRow, by: string): void {
  if (!wantsWork(workspace, task))
    throw new Refusal('transition_refused', `${task.reference} has no agent, or is finished with.`, {
      because: { state: `the task is ${task.status}`, accepted: ['setTaskAssignee', 'setTaskStatus'] },
    })
  requireRoomFor(workspace, task)
  startOrHold(workspace, task, by)
}

/** Starts the run that waits for room, if there is room now that the task's limits have changed. */
export function releaseHeld(workspace: Workspace, task: TaskRow): void {
  if (task.heldRun) startOrHold(workspace, task, task.heldRun.by)
}

/** Refuses one more run of a task whose limits leave no room, wherever the run cannot wait for it. */
export function requireRoomForRetry(workspace: Workspace, taskId: string | null): void {
  const task = taskId === null ? undefined : workspace.tables.tasks.get(taskId)
  const full = task && limitReached(workspace, task)
  if (full) throw refusedBy(full, task)
}

/** Why a run is held and what releases it, as a sentence. */
export function describeHeld({ why, releasedBy, until }: HeldRun): string {
  const when = until === null ? '' : ` It starts at ${new Date(until).toISOString()}.`
  return `A run is held: ${sentence(why)}${when} Released by ${releasedBy}.`
}

/** Forgets the run that waits for room. */
export function dropHeld({ simulation, tables }: Workspace, taskId: string): void {
  simulation.cancelWhere(taskId, HELD)
  if (tables.tasks.get(taskId)?.heldRun) tables.tasks.replace(taskId, { heldRun: null })
}

/** What happens to a task's runs by itself. */
export const taskRunEvents: EventHandlers = {
  [HELD]: (workspace, { subject, payload }) => {
    const task = workspace.tables.tasks.get(subject)
    if (task && wantsWork(workspace, task)) startOrHold(workspace, task, payload as string)
  },
  'task.run-started': (workspace, { subject }) => {
    const task = workspace.tables.tasks.get(subject)
    if (task && decisions.runsMoveTasks(workspace.profile) && !isEnded(task) && task.status !== 'in_progress')
      putInColumn(workspace, task, 'in_progress')
  },
  'task.run-ended': (workspace, { subject, payload }) => {
    if (!decisions.runsMoveTasks(workspace.profile)) return
    const task = workspace.tables.tasks.get(subject)
    const run = workspace.tables.runs.get((payload as { runId: string }).runId)
    if (task?.status === 'in_progress' && run?.status === 'completed')
      askForApproval(workspace, putInColumn(workspace, task, 'in_review'), run.startedBy)
  },
}

/** The agent that works on the task: its assignee, or else its executor. */
function workerOf({ tables }: Workspace, task: TaskRow): AgentRow | undefined {
  // A task that a person works on is no agent's, whatever agent it names.
  if (task.assigneeType === 'user') return undefined
  const id = task.assigneeType === 'agent' ? task.assigneeId : task.agentId
  return id === null ? undefined : tables.agents.get(id)
}

/** Whether a run of the task makes sense at all. */
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
  dropHeld(workspace, task.id)
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
    // To give a task to an agent is allowed all the same; its run waits until it can start.
    const code = error instanceof Refusal ? error.code : null
    if (!(error instanceof Refusal) || (code !== 'agent_busy' && code !== 'balance_exhausted')) throw error
    const busy = code === 'agent_busy'
    const releasedBy = busy ? 'the end of the run that the agent works on' : 'a top-up of the wallet'
    const until = busy ? workspace.now() + MINUTE : null
    hold(workspace, task, { by, why: error.message, releasedBy, until })
    return
  }
  // A new task is created in the backlog, so its reply says so; it moves when the run is under way.
  workspace.simulation.plan(workspace.now(), 'task.run-started', task.id)
}

/** What an agent that works on a task is told. */
export function instructionOf({ title, description }: TaskRow): string {
  return description ? `${title}\n\n${description}` : title
}

/**
 * Plans the next try. Where nobody can know when there will be room (a budget is used up, a wallet is empty), it is
 * tried again every so often, in the background: a world in which nothing else is to come is idle all the same.
 */
function hold({ simulation, tables }: Workspace, task: TaskRow, heldRun: HeldRun): void {
  const { by, until } = heldRun
  tables.tasks.replace(task.id, { heldRun })
  simulation.plan(until ?? simulation.now() + HOUR, HELD, task.id, by, until === null)
}

interface LimitReached {
  readonly limit: 'max_runs_per_hour' | 'budget_euros'
  readonly says: string
  /** When there will be room again, if that is known. */
  readonly until: number | null
}

function limitReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  return budgetReached(workspace, task) ?? hourReached(workspace, task)
}

function budgetReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  if (task.budgetMicros === null) return undefined
  const runs = workspace.tables.runs.range('newest', `task:${task.id}`)
  const spent = runs.reduce((micros, run) => micros + microsOf(workspace, run), 0)
  if (spent < task.budgetMicros) return undefined
  const says = `its runs have cost ${spent / 1e6} of the ${task.budgetMicros / 1e6} euros of its budget`
  return { limit: 'budget_euros', says, until: null }
}

function hourReached(workspace: Workspace, task: TaskRow): LimitReached | undefined {
  const { maxRunsPerHour: most } = task
  if (most === null) return undefined
  const recent = workspace.tables.runs.range('newest', `task:${task.id}`, {
    from: workspace.now() - HOUR + 1,
  })
  if (recent.length < most) return undefined
  const says = `it had ${recent.length} runs within the last hour, of at most ${most}`
  // There is room when so many of them are an hour old that fewer than the limit are left; never for a limit of 0.
  const last = recent[recent.length - most]
  return { limit: 'max_runs_per_hour', says, until: last ? last.createdAt + HOUR : null }
}

function requireRoomFor(workspace: Workspace, task: TaskRow): void {
  if (!decisions.refusesAtTaskLimit(workspace.profile)) return
  const full = limitReached(workspace, task)
  if (full) throw refusedBy(full, task)
}

function refusedBy({ limit, says, until }: LimitReached, task: TaskRow): Refusal {
  const when = until === null ? '' : ` There is room again at ${new Date(until).toISOString()}.`
  return new Refusal('task_limit_reached', `${task.reference} can have no run now: ${says}.${when}`, {
    because: { state: says, accepted: [`updateTask with a larger ${limit}`] },
  })
}
