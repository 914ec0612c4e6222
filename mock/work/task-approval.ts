// Tasks that a person has to approve before they are done (section 2.1; gap `task-approval-flow`).
import { decisions } from '../profile/decisions.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval, requestApproval } from './approvals.ts'

/** Refuses the move to `done` until the task is approved. A refusal changes nothing. */
export function requireApproved(workspace: Workspace, task: TaskRow): void {
  if (!needsApproval(workspace, task)) return
  const asked = approvalOf(workspace, task)
  if (asked?.status === 'approved') return
  const isPending = asked?.status === 'pending'
  const message = isPending
    ? `${task.reference} needs approval before it is done; ${asked.id} waits for a person to decide in the app.`
    : `${task.reference} needs approval before it is done. Move it to in_review, where it asks for it.`
  const because = isPending
    ? { state: `approval ${asked.id} is pending`, accepted: ['the same move once it is approved'] }
    : { state: 'its approval was not asked for', accepted: ['in_review'] }
  throw new Refusal('approval_required', message, { param: 'body.status', because })
}

/**
 * Requests the approval of a task that has moved to review, unless it is already requested or given. If the task names
 * no approvers, the workspace's admins decide.
 */
export function askForApproval(workspace: Workspace, task: TaskRow, by: string): void {
  if (task.status !== 'in_review' || !needsApproval(workspace, task)) return
  const asked = approvalOf(workspace, task)
  if (asked?.status !== 'pending' && asked?.status !== 'approved') ask(workspace, task, by)
}

/** Withdraws the pending approval of a task that has left the review; gap `task-approval-left`. */
export function leaveReview(workspace: Workspace, { approvalId }: TaskRow): void {
  if (approvalId !== null && decisions.approvalEndsWithReview(workspace.profile))
    expireApproval(workspace, approvalId)
}

/** Refuses to create a task in `done` that needs an approval, because nobody can have given it yet. */
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

/** Updates the approval after a change of its task: requests it, replaces its approvers, or withdraws it. */
export function updateApproval(workspace: Workspace, task: TaskRow): void {
  askForApproval(workspace, task, task.ownerId)
  const approval = approvalOf(workspace, task)
  if (approval?.status !== 'pending') return
  if (!task.requiresApproval) expireApproval(workspace, approval.id)
  else workspace.tables.approvals.replace(approval.id, { approverIds: task.approverIds })
}

/** Handlers for decided task approvals. A decision does not move the task; it only updates `updatedAt`. */
export const taskApprovalEvents = {
  'task.approval-decided': (workspace, { subject }, instant) => {
    if (workspace.tables.tasks.get(subject)) workspace.tables.tasks.replace(subject, { updatedAt: instant })
  },
} satisfies Partial<EventHandlers>

function needsApproval({ profile }: Workspace, task: TaskRow): boolean {
  return task.requiresApproval && decisions.approvalGatesDone(profile)
}

function approvalOf({ tables }: Workspace, { approvalId }: TaskRow): ApprovalRow | undefined {
  return approvalId === null ? undefined : tables.approvals.get(approvalId)
}

function ask(workspace: Workspace, task: TaskRow, by: string): void {
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
}
