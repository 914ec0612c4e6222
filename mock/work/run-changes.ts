// The steps from one state of a run to the next, each with what has to follow from it.
import type { Progress, RunRow, RunStatus } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval } from './approvals.ts'
import { post } from './chats.ts'
import { statusShown } from './run-moves.ts'

/** Puts a run with these fields changed in the place of the old one. */
export function change(workspace: Workspace, run: RunRow, changes: Partial<RunRow>): RunRow {
  return workspace.tables.runs.replace(run.id, { ...changes, updatedAt: workspace.now() })
}

/** The change of a run that changes its progress. */
export function withProgress(run: RunRow, changes: Partial<Progress>): Partial<RunRow> {
  return run.progress ? { progress: { ...run.progress, ...changes } } : {}
}

/** Says in the run's chat how it stands. */
export function announceStatus(workspace: Workspace, run: RunRow): void {
  const { id, summary, error } = run
  const status = statusShown(run, workspace.profile)
  post(workspace, run.chatId, { type: 'run.status', run_id: id, status, summary, error })
}

/** Lets the run wait for what is named; whoever calls says in the chat what that is. */
export function pauseFor(workspace: Workspace, run: RunRow, waitingFor: Partial<Progress>): RunRow {
  const paused = change(workspace, run, {
    status: 'paused',
    ...withProgress(run, { since: null, ...waitingFor }),
  })
  if (run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-paused', run.workflowRunId, { runId: run.id })
  return paused
}

/** Ends the run for good. */
export function end(
  workspace: Workspace,
  run: RunRow,
  status: RunStatus,
  outcome: Partial<Pick<RunRow, 'summary' | 'error'>>,
): RunRow {
  const now = workspace.now()
  const ended = change(workspace, run, { status, ...outcome, finishedAt: now, progress: null })
  if (run.progress?.approvalId) expireApproval(workspace, run.progress.approvalId)
  announceStatus(workspace, ended)
  if (run.workflowRunId)
    workspace.simulation.plan(now, 'workflow.run-ended', run.workflowRunId, { runId: run.id })
  if (run.taskId) workspace.simulation.plan(now, 'task.run-ended', run.taskId, { runId: run.id })
  return ended
}
