// The steps from one state of a run to the next, each with what has to follow from it.
import type { Progress, RunRow, RunStatus } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval } from './approvals.ts'
import { post } from './chats.ts'
import { statusShown } from './run-moves.ts'
import { endWork } from './run-work.ts'

/** Puts a run, as it has become, in the place of the old one. */
export function storeRun(workspace: Workspace, run: RunRow): RunRow {
  return workspace.tables.runs.replace(run.id, { ...run, updatedAt: workspace.now() })
}

/** Says in the run's chat how it stands. */
export function announceStatus(workspace: Workspace, run: RunRow): void {
  const { id, summary, error } = run
  const status = statusShown(run, workspace.profile)
  post(workspace, run.chatId, { type: 'run.status', run_id: id, status, summary, error })
}

/** Lets the run wait for what is named, or until somebody resumes it; whoever calls says so in the chat. */
export function pauseFor(workspace: Workspace, run: RunRow, waitingFor: Partial<Progress>): RunRow {
  const rested = endWork(workspace, run)
  const paused = storeRun(workspace, {
    ...rested,
    status: 'paused',
    progress: rested.progress && { ...rested.progress, ...waitingFor },
  })
  if (run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-paused', run.workflowRunId, { runId: run.id })
  return paused
}

/** Ends the run for good. */
export function endRun(
  workspace: Workspace,
  run: RunRow,
  status: RunStatus,
  outcome: Partial<Pick<RunRow, 'summary' | 'error'>>,
): RunRow {
  const now = workspace.now()
  const rested = endWork(workspace, run)
  const ended = storeRun(workspace, { ...rested, status, ...outcome, finishedAt: now, progress: null })
  if (run.progress?.approvalId) expireApproval(workspace, run.progress.approvalId)
  announceStatus(workspace, ended)
  if (run.workflowRunId)
    workspace.simulation.plan(now, 'workflow.run-ended', run.workflowRunId, { runId: run.id })
  if (run.taskId) workspace.simulation.plan(now, 'task.run-ended', run.taskId, { runId: run.id })
  return ended
}
