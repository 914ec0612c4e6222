// Tasks that need a person's approval before they are done (section 2.1; gap `task-approval-flow`).
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval, requestApproval } from './approvals.ts'
import type { Events } from './events.ts'

/**
 * Refuses the move to `done` until the approval is given. The first attempt asks for it, and so does the first one
 * after a rejection. Without approvers of its own, a task's approval is for the workspace's admins.
 */
export function requireApproved(workspace: Workspace, task: TaskRow, by: string): void {
  if (!task.requiresApproval || !decisions.approvalGatesDone(workspace.profile)) return
  const asked = task.approvalId === null ? undefined : workspace.tables.approvals.get(task.approvalId)
  if (asked?.status === 'approved') return
  const approval = asked?.status === 'pending' ? asked : ask(workspace, task, by)
  throw new Refusal(
    'approval_required',
    `${task.reference} needs approval before it is done; ${approval.id} waits for a person to decide in the app.`,
    {
      param: 'body.status',
      because: {
        state: `approval ${approval.id} is pending`,
        accepted: ['the same move once it is approved'],
      },
    },
  )
}

/** Refuses to create a task as done which needs an approval that nobody can have given. */
export function requireNoApproval(
  { profile }: Workspace,
  fields: Pick<TaskRow, 'requiresApproval' | 'status'>,
): void {
  if (!fields.requiresApproval || fields.status !== 'done' || !decisions.approvalGatesDone(profile)) return
  throw new Refusal(
    'approval_required',
    'A task that needs approval cannot be created as done. Create it in another column, and move it to done.',
    { param: 'body.status' },
  )
}

/** Brings a pending approval in line with its task: other approvers, or none needed any more. */
export function updateApproval(workspace: Workspace, task: TaskRow): void {
  const approval = task.approvalId === null ? undefined : workspace.tables.approvals.get(task.approvalId)
  if (approval?.status !== 'pending') return
  if (!task.requiresApproval) expireApproval(workspace, approval.id)
  else workspace.tables.approvals.replace(approval.id, { approverIds: task.approverIds })
}

/** What follows from a decision: nothing moves by itself, the task only shows that something happened. */
export const taskApprovalEvents: Events = {
  'task.approval-decided': (workspace, { subject }, instant) => {
    if (workspace.tables.tasks.get(subject)) workspace.tables.tasks.replace(subject, { updatedAt: instant })
  },
}

function ask(workspace: Workspace, task: TaskRow, by: string) {
  const approval = requestApproval(workspace, {
    kind: 'task',
    title: `${task.reference} ${task.title}`.trim(),
    description: task.description ?? '',
    agentId: task.assigneeType === 'agent' ? task.assigneeId : task.agentId,
    taskId: task.id,
    requestedBy: by,
    approverIds: task.approverIds,
  })
  workspace.tables.tasks.replace(task.id, { approvalId: approval.id, updatedAt: workspace.now() })
  return approval
}
