/** All scenarios, by resource. */
import type { Scenario } from '../engine/scenario.ts'
import { authorizationScenarios } from './access/authorization.check.ts'
import { foreignListScenarios } from './access/foreign-lists.check.ts'
import { listedScenarios } from './access/listed-is-readable.check.ts'
import { tenantScenarios } from './access/own-records-in-foreign-lists.check.ts'
import { accessScenarios } from './access/permitted-keys.check.ts'
import { adviceScenarios } from './advice/implied.check.ts'
import { agentScenarios } from './agents/agents.check.ts'
import { promptScenarios } from './agents/prompt-preview.check.ts'
import { agencyScenarios } from './analytics/agency.check.ts'
import { figureScenarios } from './analytics/figures.check.ts'
import { limitScenarios } from './analytics/limits.check.ts'
import { ownUsageScenarios } from './analytics/own-usage.check.ts'
import { roleScenarios } from './analytics/roles.check.ts'
import { statementScenarios } from './analytics/statement.check.ts'
import { teamStatsScenarios } from './analytics/team-stats.check.ts'
import { windowScenarios } from './analytics/windows.check.ts'
import { approvalScenarios } from './approvals/approvals.check.ts'
import { gateScenarios } from './approvals/gate.check.ts'
import { whoSeesScenarios } from './approvals/who-sees.check.ts'
import { agentCompletionScenarios } from './completions/agent-completions.check.ts'
import { completionScenarios } from './completions/completions.check.ts'
import { generalScenarios } from './general/general.check.ts'
import { invalidScenarios } from './general/invalid-requests.check.ts'
import { parameterScenarios } from './general/parameters.check.ts'
import { unfittingFilterScenarios } from './general/unfitting-filters.check.ts'
import { unknownIdScenarios } from './general/unknown-ids.check.ts'
import { knowledgeScenarios } from './knowledge/knowledge.check.ts'
import { knowledgeBaseScenarios } from './knowledge/knowledge-bases.check.ts'
import { ownRecordScenarios } from './own-records/own-records.check.ts'
import { cancelMessageScenarios } from './runs/cancel-message.check.ts'
import { streamScenarios } from './runs/chat-stream.check.ts'
import { failScenarios } from './runs/fail.check.ts'
import { finishScenarios } from './runs/finish.check.ts'
import { neighbourScenarios } from './runs/other-run-untouched.check.ts'
import { runListScenarios } from './runs/run-list.check.ts'
import { ownRunScenarios } from './runs/run-list-of-own-runs.check.ts'
import { askScenarios } from './runs/run-questions.check.ts'
import { startScenarios } from './runs/run-start.check.ts'
import { askedScenarios } from './runs/run-waiting-for-answer.check.ts'
import { approvalRunScenarios } from './runs/run-waiting-for-approval.check.ts'
import { slowScenarios } from './runs/slow-agent.check.ts'
import { statusWordScenarios } from './runs/status-words.check.ts'
import { assignScenarios } from './tasks/assign.check.ts'
import { createScenarios } from './tasks/create.check.ts'
import { createTogetherScenarios } from './tasks/create-together.check.ts'
import { numberScenarios } from './tasks/number.check.ts'
import { taskNeighbourScenarios } from './tasks/other-tasks-untouched.check.ts'
import { taskFilterScenarios } from './tasks/task-filters.check.ts'
import { taskListScenarios } from './tasks/task-list.check.ts'
import { taskAgeScenarios } from './tasks/task-list-by-age.check.ts'
import { taskOwnerScenarios } from './tasks/task-list-by-owner.check.ts'
import { taskRunScenarios } from './tasks/task-runs.check.ts'
import { updateScenarios } from './tasks/update.check.ts'
import { workflowListScenarios } from './workflows/workflow-list.check.ts'
import { workflowFilterScenarios } from './workflows/workflow-run-filters.check.ts'
import { workflowRunScenarios } from './workflows/workflow-runs.check.ts'
import { workflowStartScenarios } from './workflows/workflow-start.check.ts'

export const suite: readonly Scenario[] = [
  ...agentScenarios,
  ...promptScenarios,
  ...accessScenarios,
  ...authorizationScenarios,
  ...startScenarios,
  ...finishScenarios,
  ...slowScenarios,
  ...statusWordScenarios,
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
  ...taskFilterScenarios,
  ...workflowListScenarios,
  ...workflowRunScenarios,
  ...workflowFilterScenarios,
  ...workflowStartScenarios,
  ...approvalScenarios,
  ...gateScenarios,
  ...whoSeesScenarios,
  ...figureScenarios,
  ...teamStatsScenarios,
  ...ownUsageScenarios,
  ...statementScenarios,
  ...agencyScenarios,
  ...windowScenarios,
  ...roleScenarios,
  ...knowledgeScenarios,
  ...knowledgeBaseScenarios,
  ...completionScenarios,
  ...agentCompletionScenarios,
  ...tenantScenarios,
  ...listedScenarios,
  ...foreignListScenarios,
  ...invalidScenarios,
  ...parameterScenarios,
  ...unknownIdScenarios,
  ...unfittingFilterScenarios,
  ...ownRecordScenarios,
  ...generalScenarios,
  ...adviceScenarios,
  ...limitScenarios,
]
