import type { Schemas } from '#openapi'
import type { ApprovalRow } from '../../world/approvals.ts'
import { iso, isoOrNull } from '../time.ts'

/** An approval as the contract shows it (section 4.5). */
export function approvalView(approval: ApprovalRow): Schemas['Approval'] {
  return {
    id: approval.id,
    kind: approval.kind,
    title: approval.title,
    description: approval.description,
    status: approval.status,
    agent_id: approval.agentId,
    run_id: approval.runId,
    task_id: approval.taskId,
    workflow_id: approval.workflowId,
    workflow_run_id: approval.workflowRunId,
    step_id: approval.stepId,
    requested_by: approval.requestedBy,
    approver_ids: [...approval.approverIds],
    requested_at: iso(approval.requestedAt),
    decided_at: isoOrNull(approval.decidedAt),
    decided_by: approval.decidedBy,
    comment: approval.comment,
  }
}
