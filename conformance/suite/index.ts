/** All scenarios, by resource. */
import type { Scenario } from '../engine/scenario.ts'
import { authorizationScenarios } from './access/authorization.check.ts'
import { foreignFigureScenarios } from './access/foreign-figures.check.ts'
import { foreignListScenarios } from './access/foreign-lists.check.ts'
import { listedScenarios } from './access/listed.check.ts'
import { accessScenarios } from './access/reads.check.ts'
import { tenantScenarios } from './access/tenants.check.ts'
import { adviceScenarios } from './advice/implied.check.ts'
import { agentScenarios } from './agents/agents.check.ts'
import { agreementScenarios } from './analytics/agreement.check.ts'
import { contradictionScenarios } from './analytics/contradictions.check.ts'
import { groupingScenarios } from './analytics/groupings.check.ts'
import { limitScenarios } from './analytics/limits.check.ts'
import { managerFigureScenarios } from './analytics/manager-figures.check.ts'
import { paidRunScenarios } from './analytics/paid-runs.check.ts'
import { rowScenarios } from './analytics/rows.check.ts'
import { summaryScenarios } from './analytics/summary.check.ts'
import { teamStatsScenarios } from './analytics/team-stats.check.ts'
import { walletScenarios } from './analytics/wallet.check.ts'
import { windowScenarios } from './analytics/windows.check.ts'
import { approvalScenarios } from './approvals/approvals.check.ts'
import { agentCompletionScenarios } from './completions/agent-completions.check.ts'
import { completionScenarios } from './completions/completions.check.ts'
import { generalScenarios } from './general/general.check.ts'
import { parameterScenarios } from './general/parameters.check.ts'
import { readScenarios } from './general/reads.check.ts'
import { unfittingFilterScenarios } from './general/unfitting-filters.check.ts'
import { unknownIdScenarios } from './general/unknown-ids.check.ts'
import { knowledgeScenarios } from './knowledge/knowledge.check.ts'
import { ownRecordScenarios } from './own-records/own-records.check.ts'
import { approvalRunScenarios } from './runs/approval.check.ts'
import { askScenarios } from './runs/ask.check.ts'
import { askedScenarios } from './runs/asked.check.ts'
import { cancelMessageScenarios } from './runs/cancel-message.check.ts'
import { failScenarios } from './runs/fail.check.ts'
import { finishScenarios } from './runs/finish.check.ts'
import { runListScenarios } from './runs/list.check.ts'
import { neighbourScenarios } from './runs/neighbours.check.ts'
import { ownRunScenarios } from './runs/own-runs.check.ts'
import { slowScenarios } from './runs/slow.check.ts'
import { startScenarios } from './runs/start.check.ts'
import { streamScenarios } from './runs/stream.check.ts'
import { assignScenarios } from './tasks/assign.check.ts'
import { createScenarios } from './tasks/create.check.ts'
import { createTogetherScenarios } from './tasks/create-together.check.ts'
import { filterPairScenarios } from './tasks/filter-pairs.check.ts'
import { taskListScenarios } from './tasks/list.check.ts'
import { taskAgeScenarios } from './tasks/list-by-age.check.ts'
import { taskOwnerScenarios } from './tasks/list-by-owner.check.ts'
import { taskNeighbourScenarios } from './tasks/neighbours.check.ts'
import { numberScenarios } from './tasks/number.check.ts'
import { taskRunScenarios } from './tasks/runs.check.ts'
import { updateScenarios } from './tasks/update.check.ts'
import { workflowListScenarios } from './workflows/list.check.ts'
import { workflowRunScenarios } from './workflows/runs.check.ts'
import { workflowStartScenarios } from './workflows/start.check.ts'
import { workflowUsageScenarios } from './workflows/usage.check.ts'

export const suite: readonly Scenario[] = [
  ...agentScenarios,
  ...accessScenarios,
  ...authorizationScenarios,
  ...startScenarios,
  ...finishScenarios,
  ...slowScenarios,
  ...failScenarios,
  ...cancelMessageScenarios,
  ...askScenarios,
  ...askedScenarios,
  ...neighbourScenarios,
  ...approvalRunScenarios,
  ...streamScenarios,
  ...runListScenarios,
  ...ownRunScenarios,
  ...createScenarios,
  ...createTogetherScenarios,
  ...taskNeighbourScenarios,
  ...updateScenarios,
  ...assignScenarios,
  ...numberScenarios,
  ...taskRunScenarios,
  ...taskListScenarios,
  ...taskAgeScenarios,
  ...taskOwnerScenarios,
  ...filterPairScenarios,
  ...workflowListScenarios,
  ...workflowRunScenarios,
  ...workflowStartScenarios,
  ...workflowUsageScenarios,
  ...approvalScenarios,
  ...rowScenarios,
  ...summaryScenarios,
  ...teamStatsScenarios,
  ...walletScenarios,
  ...agreementScenarios,
  ...windowScenarios,
  ...contradictionScenarios,
  ...groupingScenarios,
  ...paidRunScenarios,
  ...managerFigureScenarios,
  ...knowledgeScenarios,
  ...completionScenarios,
  ...agentCompletionScenarios,
  ...tenantScenarios,
  ...listedScenarios,
  ...foreignListScenarios,
  ...foreignFigureScenarios,
  ...parameterScenarios,
  ...unknownIdScenarios,
  ...unfittingFilterScenarios,
  ...readScenarios,
  ...ownRecordScenarios,
  ...generalScenarios,
  ...adviceScenarios,
  ...limitScenarios,
]
