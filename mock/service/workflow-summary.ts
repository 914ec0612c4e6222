// The summary of all runs of a workflow.
import { type Schemas, words } from '#openapi'
import type { WorkflowRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import { euros, isoOrNull, rounded } from './time.ts'
import { add, figuresOf, NOTHING } from './views/workflow-run.ts'

/** Counts come from the indexes, cost and time from the runs. Averages are over runs that have ended. */
export function workflowRunsSummary(
  workflow: WorkflowRow,
  workspace: Workspace,
): Schemas['WorkflowRunsSummary'] {
  const { workflowRuns } = workspace.tables
  const all = `workflow:${workflow.id}`
  const count = (filter: string) => workflowRuns.count('newest', `${all}|${filter}`)
  const counts = words.WorkflowRunStatus.map(status => [status, count(`status:${status}`)])
  const byStatus = Object.fromEntries(counts) as Schemas['WorkflowRunsSummary']['by_status']
  const runs = workflowRuns.range('newest', all)
  const ended = runs.filter(run => run.finishedAt !== null)
  const total = runs.map(run => figuresOf(run, workspace)).reduce(add, NOTHING)
  const done = ended.map(run => figuresOf(run, workspace)).reduce(add, NOTHING)
  const each = (sum: number, decimals: number) =>
    ended.length === 0 ? null : rounded(sum / ended.length, decimals)
  return {
    workflow_id: workflow.id,
    runs: runs.length,
    test_runs: count('test'),
    by_status: byStatus,
    success_rate: each(byStatus.completed, 4),
    objections: count('objection:true'),
    cost_euros: euros(total.micros),
    average_cost_euros: each(euros(done.micros), 6),
    average_duration_seconds: each(done.workedMs / 1000, 3),
    last_run_at: isoOrNull(runs.at(-1)?.createdAt ?? null),
  }
}
