import { decisions } from '../profile/decisions.ts'
import { mayDecide } from '../work/approvals.ts'
import { cachedBody } from './cached-body.ts'
import type { Handlers } from './handler.ts'
import { approvalView } from './views/approval.ts'
import { requireSeen, seesApproval } from './visibility.ts'

/** Section 4.5. No operation decides: only a person in the app does, never a key. */
export const approvals = {
  listPendingApprovals(_, context) {
    const { approvals, people } = context.tables
    const body = cachedBody(context, ['listPendingApprovals'], [approvals, people], () => {
      const pending = approvals.range('oldest', 'status:pending')
      const isApart = decisions.listsWorkflowApprovalsApart(context.workspace.profile)
      const seen = pending.filter(
        approval => seesApproval(context, approval) && !(isApart && approval.kind === 'workflow_gate'),
      )
      return { data: seen.map(approvalView) }
    })
    return { status: 200, body }
  },

  getApproval: ({ path }, context) => ({
    status: 200,
    body: approvalView(requireSeen(context, 'approval', path.approval_id)),
  }),

  listPendingWorkflowApprovals(_, context) {
    const { approvals } = context.tables
    const body = cachedBody(context, ['listPendingWorkflowApprovals'], [approvals], () => {
      const gates = approvals.range('oldest', 'workflow_gate|status:pending')
      return { data: gates.filter(gate => mayDecide(context.caller.person, gate)).map(approvalView) }
    })
    return { status: 200, body }
  },
} satisfies Partial<Handlers>
