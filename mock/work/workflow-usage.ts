// The monthly cap of workflow runs, and how much of it is used (section 4.4).

import { decisions } from '../profile/decisions.ts'
import { monthAt } from '../simulation/time-zone.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { planOfTenant } from './funds.ts'

/**
 * The workflow runs used in the current month in UTC, and how many the plan allows; null for a plan without a cap. Gap
 * `workflow-test-run`: whether test runs count.
 */
export function workflowUsage(workspace: Workspace) {
  const { tables, profile } = workspace
  const { from, to } = monthAt(workspace.now())
  const all = tables.workflowRuns.count('newest', 'all', { from, to })
  const tests = tables.workflowRuns.count('newest', 'test', { from, to })
  return {
    from,
    to,
    used: !decisions.countsTestRuns(profile) ? all - tests : all,
    limit: planOfTenant(workspace).caps.monthly_workflow_runs,
  }
}

/** Refuses a run beyond the monthly cap; gap `plan-caps`. A test run that does not count may always start. */
export function requireRunLeft(workspace: Workspace, test: boolean): void {
  const { profile } = workspace
  if (!decisions.refusesBeyondWorkflowCap(profile) || (test && !decisions.countsTestRuns(profile))) return
  const { used, limit, to } = workflowUsage(workspace)
  if (limit === null || used < limit) return
  const since = new Date(to).toISOString()
  throw new Refusal(
    'workflow_run_limit_reached',
    `All ${limit} workflow runs of the month are used. The next can start from ${since} on, or on a larger plan.`,
    { because: { state: `${used} of ${limit} workflow runs of the month are used`, accepted: [] } },
  )
}
