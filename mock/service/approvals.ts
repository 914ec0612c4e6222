import { decisions } from '../profile/decisions.ts'
import { mayDecide } from '../work/approvals.ts'
import type { Handlers } from './handler.ts'
import { approvalView } from './views/approval.ts'
import { requireSeen, seesApproval } from './visibility.ts'

/** Section 4.5. No operation decides: only a person in the app does, never a key. */
export const approvals = {
  listPendingApprovals(_, context) {
    const pending = context.tables.approvals.range('oldest', 'status:pending')
    const isApart = decisions.listsWorkflowApprovalsApart(context.workspace.profile)
    const seen = pending.filter(
      approval => seesApproval(context, approval) && !(isApart && approval.kind === 'workflow_gate'),
    )
    return { status: 200, body: { data: seen.map(approvalView) } }
  },

  getApproval: ({ path }, context) => ({
    status: 200,
    body: approvalView(requireSeen(context, 'approval', path.approval_id)),
  }),

  listPendingWorkflowApprovals(_, { tables, caller }) {
    const gates = tables.approvals.range('oldest', 'workflow_gate|status:pending')
    const actionable = gates.filter(gate => mayDecide(caller.person, gate))
    return { status: 200, body: { data: actionable.map(approvalView) } }
  },
} satisfies Partial<Handlers>
