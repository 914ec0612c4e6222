/** All scenarios, by resource. */
import type { Scenario } from '../engine/scenario.ts'
import { authorizationScenario } from './access/authorization.check.ts'
import { foreignListScenarios } from './access/foreign-lists.check.ts'
import { listedScenarios } from './access/listed-is-readable.check.ts'
import { tenantScenarios } from './access/own-records-in-foreign-lists.check.ts'
import { accessScenarios } from './access/permitted-keys.check.ts'
import { adviceScenarios } from './advice/implied.check.ts'
import { agentScenario } from './agents/agents.check.ts'
import { promptScenario } from './agents/prompt-preview.check.ts'
import { agencyScenario } from './analytics/agency.check.ts'
import { limitScenario } from './analytics/limits.check.ts'
import { ownUsageScenario, sharedUsageScenario } from './analytics/own-usage.check.ts'
import { recordFigureScenarios } from './analytics/record-figures.check.ts'
import { roleScenario } from './analytics/roles.check.ts'
import { rowFigureScenarios } from './analytics/row-figures.check.ts'
import { statementScenarios } from './analytics/statement.check.ts'
import { teamStatsScenario, unknownTeamScenario } from './analytics/team-stats.check.ts'
import { windowScenario } from './analytics/windows.check.ts'
import { approvalScenarios } from './approvals/approvals.check.ts'
import { gateScenario } from './approvals/gate.check.ts'
import { whoSeesScenario } from './approvals/who-sees.check.ts'
import { agentCompletionScenario } from './completions/agent-completions.check.ts'
import { completionScenarios } from './completions/completions.check.ts'
import { generalScenarios } from './general/general.check.ts'
import { invalidScenarios } from './general/invalid-requests.check.ts'
import { parameterScenarios } from './general/parameters.check.ts'
import { unfittingFilterScenarios } from './general/unfitting-filters.check.ts'
import { unknownIdScenarios } from './general/unknown-ids.check.ts'
import { knowledgeScenario } from './knowledge/knowledge.check.ts'
import { knowledgeBaseScenarios } from './knowledge/knowledge-bases.check.ts'
import { ownRecordScenarios } from './own-records/own-records.check.ts'
import { cancelMessageScenario } from './runs/cancel-message.check.ts'
import { streamScenario } from './runs/chat-stream.check.ts'
import { failScenario } from './runs/fail.check.ts'
import { finishScenarios } from './runs/finish.check.ts'
import { neighbourScenario } from './runs/other-run-untouched.check.ts'
import { runListScenarios } from './runs/run-list.check.ts'
import { askScenarios } from './runs/run-questions.check.ts'
import { startScenarios } from './runs/run-start.check.ts'
import { approvalRunScenario } from './runs/run-waiting-for-approval.check.ts'
import { slowScenarios } from './runs/slow-agent.check.ts'
import { statusWordScenario } from './runs/status-words.check.ts'
import { askedScenario } from './runs/stop-paused.check.ts'
import { assignScenarios } from './tasks/assign.check.ts'
import { createScenarios } from './tasks/create.check.ts'
import { createTogetherScenario } from './tasks/create-together.check.ts'
import { deleteScenario } from './tasks/delete.check.ts'
import { moveScenario } from './tasks/move.check.ts'
import { numberScenario } from './tasks/number.check.ts'
import { taskNeighbourScenario } from './tasks/other-tasks-untouched.check.ts'
import { taskFilterScenario } from './tasks/task-filters.check.ts'
import { taskListScenarios } from './tasks/task-list.check.ts'
import { taskAgeScenarios } from './tasks/task-list-by-age.check.ts'
import { taskOwnerScenario } from './tasks/task-list-by-owner.check.ts'
import { taskRunScenario } from './tasks/task-runs.check.ts'
import { updateScenarios } from './tasks/update.check.ts'
import { untouchedScenario } from './tasks/update-leaves-the-rest.check.ts'
import { workflowListScenarios } from './workflows/workflow-list.check.ts'
import { workflowFilterScenario } from './workflows/workflow-run-filters.check.ts'
import { workflowRunScenario } from './workflows/workflow-runs.check.ts'
import { workflowStartScenario } from './workflows/workflow-start.check.ts'

export const suite: readonly Scenario[] = [
  agentScenario,
  promptScenario,
  ...accessScenarios,
  authorizationScenario,
  ...startScenarios,
  ...finishScenarios,
  ...slowScenarios,
  statusWordScenario,
  failScenario,
  cancelMessageScenario,
  ...askScenarios,
  askedScenario,
  neighbourScenario,
  approvalRunScenario,
  streamScenario,
  ...runListScenarios,
  ...createScenarios,
  createTogetherScenario,
  taskNeighbourScenario,
  ...updateScenarios,
  untouchedScenario,
  ...assignScenarios,
  moveScenario,
  deleteScenario,
  numberScenario,
  taskRunScenario,
  ...taskListScenarios,
  ...taskAgeScenarios,
  taskOwnerScenario,
  taskFilterScenario,
  ...workflowListScenarios,
  workflowRunScenario,
  workflowFilterScenario,
  workflowStartScenario,
  ...approvalScenarios,
  gateScenario,
  whoSeesScenario,
  ...rowFigureScenarios,
  ...recordFigureScenarios,
  teamStatsScenario,
  unknownTeamScenario,
  ownUsageScenario,
  sharedUsageScenario,
  ...statementScenarios,
  agencyScenario,
  windowScenario,
  roleScenario,
  knowledgeScenario,
  ...knowledgeBaseScenarios,
  ...completionScenarios,
  agentCompletionScenario,
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
  limitScenario,
]
