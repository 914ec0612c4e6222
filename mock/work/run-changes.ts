// Changes of a run's state, each with its side effects.
import type { NewChatEvent, Posted } from '../world/chats.ts'
import type { Progress, RunRow, RunStatus } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval } from './approvals.ts'
import { postAll } from './chats.ts'
import { statusShown } from './run-moves.ts'
import { endWork } from './run-work.ts'

/** Posts the status of the run to its chat, after other events of the same instant. */
export function announceStatus(workspace: Workspace, run: RunRow, shown: Posted[] = []): void {
  shown.push(statusEvent(workspace, run))
  postAll(workspace, run.chatId, shown)
}

/** The event with the status of a run. */
export function statusEvent({ profile }: Workspace, run: RunRow): NewChatEvent {
  const { id, summary, error } = run
  return { type: 'run.status', run_id: id, status: statusShown(run, profile), summary, error }
}

/** Pauses the run until what it waits for has come, or until somebody resumes it. */
export function pauseFor(
  workspace: Workspace,
  run: RunRow,
  waitingFor: Partial<Progress>,
  shown: Posted[] = [],
): RunRow {
  const rested = endWork(workspace, run, shown)
  const paused = workspace.tables.runs.put({
    ...rested,
    status: 'paused',
    updatedAt: workspace.now(),
    progress: rested.progress && { ...rested.progress, ...waitingFor },
  })
  if (run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-paused', run.workflowRunId, { runId: run.id })
  announceStatus(workspace, paused, shown)
  return paused
}

/** Ends the run for good. */
export function endRun(
  workspace: Workspace,
  run: RunRow,
  status: RunStatus,
  outcome: Partial<Pick<RunRow, 'summary' | 'error'>>,
  shown: Posted[] = [],
): RunRow {
  const now = workspace.now()
  const rested = endWork(workspace, run, shown)
  const { summary = rested.summary, error = rested.error } = outcome
  const ended = workspace.tables.runs.put({
    ...rested,
    status,
    summary,
    error,
    updatedAt: now,
    finishedAt: now,
    progress: null,
  })
  if (run.progress?.approvalId) expireApproval(workspace, run.progress.approvalId)
  announceStatus(workspace, ended, shown)
  if (run.workflowRunId)
    workspace.simulation.plan(now, 'workflow.run-ended', run.workflowRunId, { runId: run.id })
  if (run.taskId) workspace.simulation.plan(now, 'task.run-ended', run.taskId, { runId: run.id })
  return ended
}
