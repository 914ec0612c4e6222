// Approvals, requested by runs, tasks and gates. A person decides them in the app, never a key (section 5.6).
import type { ApprovalRow } from '../world/approvals.ts'
import type { NewChatEvent } from '../world/chats.ts'
import type { PersonRow } from '../world/people.ts'
import type { ApprovalDecided, Outcome } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { post } from './chats.ts'

/** The content of an approval; the id that belongs to its kind names what is waiting for it. */
export type ApprovalRequest = Pick<ApprovalRow, 'title' | 'description' | 'requestedBy' | 'approverIds'> &
  Partial<Pick<ApprovalRow, 'agentId' | 'runId' | 'taskId' | 'workflowId' | 'workflowRunId' | 'stepId'>> &
  (
    | { readonly kind: 'run'; readonly runId: string }
    | { readonly kind: 'task'; readonly taskId: string }
    | { readonly kind: 'workflow_gate'; readonly workflowRunId: string; readonly stepId: string }
  )

/** Requests an approval. If what waits for it has a chat, the caller posts `approvalEvent` there. */
export function requestApproval(workspace: Workspace, request: ApprovalRequest): ApprovalRow {
  const { agentId = null, runId = null, taskId = null } = request
  const { workflowId = null, workflowRunId = null, stepId = null } = request
  return workspace.tables.approvals.insert({
    id: workspace.ids.next('appr'),
    kind: request.kind,
    title: request.title,
    description: request.description,
    status: 'pending',
    agentId,
    runId,
    taskId,
    workflowId,
    workflowRunId,
    stepId,
    requestedBy: request.requestedBy,
    approverIds: request.approverIds,
    requestedAt: workspace.now(),
    decidedAt: null,
    decidedBy: null,
    comment: null,
  })
}

/** The event that announces a request. */
export function approvalEvent({ id, title }: ApprovalRow): NewChatEvent {
  return { type: 'approval.requested', approval_id: id, title }
}

/**
 * Decides an approval, as a person does in the app. At the same instant an event with `ApprovalDecided` tells what was
 * waiting: `run.approval-decided`, `task.approval-decided` or `workflow.gate-decided`.
 */
export function decideApproval(
  workspace: Workspace,
  approvalId: string,
  decision: { readonly by: string; readonly outcome: Outcome; readonly comment?: string | null },
): ApprovalRow {
  const { by, outcome, comment = null } = decision
  const pending = requirePending(workspace, approvalId)
  requireDecider(workspace, pending, by)
  if (outcome === 'objected' && pending.kind !== 'workflow_gate') {
    const message = `Only a workflow's gate goes on after an objection; reject ${approvalId}.`
    const because = { state: `it is an approval of a ${pending.kind}`, accepted: ['approved', 'rejected'] }
    throw new Refusal('request_invalid', message, { because })
  }
  const status = outcome === 'approved' ? 'approved' : 'rejected'
  const approval = close(workspace, pending, { status, decidedBy: by, comment })
  const heard: ApprovalDecided = { approvalId, outcome }
  const { kind, runId, taskId, workflowRunId } = approval
  workspace.simulation.plan(workspace.now(), DECIDED[kind], (runId ?? taskId ?? workflowRunId)!, heard)
  return approval
}

const DECIDED = {
  run: 'run.approval-decided',
  task: 'task.approval-decided',
  workflow_gate: 'workflow.gate-decided',
} as const

/** Withdraws an approval that nothing waits for any more. Decided approvals stay as they are. */
export function expireApproval(workspace: Workspace, approvalId: string): void {
  const approval = workspace.tables.approvals.get(approvalId)
  if (approval?.status === 'pending')
    close(workspace, approval, { status: 'expired', decidedBy: null, comment: null })
}

/** Whether the person may decide the approval: its approvers and every admin may. */
export function mayDecide(person: PersonRow, approval: ApprovalRow): boolean {
  return person.role === 'admin' || approval.approverIds.includes(person.id)
}

function requirePending({ tables }: Workspace, approvalId: string): ApprovalRow {
  const approval = tables.approvals.get(approvalId)
  if (!approval) throw new Refusal('approval_not_found', `There is no approval ${approvalId}.`)
  if (approval.status === 'pending') return approval
  const message = `Approval ${approvalId} is ${approval.status}; it cannot be decided again.`
  const because = { state: `the approval is ${approval.status}`, accepted: [] }
  throw new Refusal('transition_refused', message, { because })
}

function requireDecider({ tables }: Workspace, approval: ApprovalRow, personId: string): void {
  const person = tables.people.get(personId)
  if (!person) throw new Refusal('person_not_found', `There is nobody with the id ${personId}.`)
  if (mayDecide(person, approval)) return
  const message = `${person.name} may not decide ${approval.id}; its approvers and the admins may.`
  const because = { state: `${person.name} is a ${person.role}`, accepted: approval.approverIds }
  throw new Refusal('role_insufficient', message, { because })
}

function close(
  workspace: Workspace,
  { id }: ApprovalRow,
  outcome: Pick<ApprovalRow, 'status' | 'decidedBy' | 'comment'>,
): ApprovalRow {
  const approval = workspace.tables.approvals.replace(id, { ...outcome, decidedAt: workspace.now() })
  const chatId = chatOf(workspace, approval)
  const { status, comment } = approval
  if (chatId !== null) post(workspace, chatId, { type: 'approval.decided', approval_id: id, status, comment })
  return approval
}

function chatOf({ tables }: Workspace, { runId, workflowRunId }: ApprovalRow): string | null {
  if (runId !== null) return tables.runs.get(runId)?.chatId ?? null
  return workflowRunId === null ? null : (tables.workflowRuns.get(workflowRunId)?.sharedChatId ?? null)
}
