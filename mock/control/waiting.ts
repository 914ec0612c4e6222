// Lists what waits for a person.
import { approvalView } from '../service/views/approval.ts'
import { questionView } from '../work/run-script.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Waiting } from './generated/control.gen.ts'

/** Pending approvals and gates, and questions of paused runs. */
export function listWaiting({ tables }: Workspace): Waiting {
  const paused = tables.runs.range('byStatus', 'paused')
  return {
    approvals: pendingApprovals(tables).map(approvalView),
    questions: paused.flatMap(({ id, agentId, progress }) =>
      progress?.question
        ? [
            {
              run_id: id,
              agent_id: agentId,
              agent_name: tables.agents.get(agentId)?.name ?? '',
              question: questionView(progress.question),
            },
          ]
        : [],
    ),
  }
}

/** Those not decided yet, oldest first. */
export function pendingApprovals(tables: Workspace['tables']): ApprovalRow[] {
  return tables.approvals.range('oldest', 'status:pending')
}
