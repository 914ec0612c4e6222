// Views of workspace events, which the control API calls transitions, in words.
import type { WorkspaceEvent } from '../journal/event-log.ts'
import { sentence } from '../work/fill-in.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRunRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { iso } from './time.ts'

export type Transition = ControlSchemas['Transition']

type Note = (kind: string, subject: string, says: string) => void

/** Does something in a workspace, and returns the changes of status. */
export function recording<Result>(workspace: Workspace, act: () => Result) {
  const { transitions, stop } = record(workspace)
  try {
    return { result: act(), transitions }
  } finally {
    stop()
  }
}

/** Collects the first transitions from now on, and counts those left out. */
export function record(workspace: Workspace, max = 1_000) {
  const transitions: Transition[] = []
  let leftOut = 0
  const note: Note = (kind, subject, says) => {
    if (transitions.length < max) transitions.push({ at: iso(workspace.now()), kind, subject, says })
    else leftOut += 1
  }
  const { runs, tasks, approvals, workflowRuns } = workspace.tables
  const stops = [
    runs.watch((before, after) => describeRun(workspace, note, before, after)),
    approvals.watch((before, after) => describeApproval(workspace, note, before, after)),
    workflowRuns.watch((before, after) => describeWorkflowRun(workspace, note, before, after)),
    tasks.watch((before, after) => describeTask(workspace, note, before, after)),
  ]
  const stop = () => {
    for (const stop of stops) stop()
  }
  return { transitions, leftOut: () => leftOut, stop }
}

/** The view of an event, as it was at its time. */
export function eventView(workspace: Workspace, event: WorkspaceEvent): Transition {
  const { kind, id, at, to, exchange } = event
  let transition = { kind: `${kind.replace('-', '_')}.${to ?? 'deleted'}`, says: `${id} was deleted.` }
  const note: Note = (kind, _, says) => {
    transition = { kind, says }
  }
  if (kind === 'run') describeRun(workspace, note, event.before, event.after)
  else if (kind === 'task') describeTask(workspace, note, event.before, event.after)
  else if (kind === 'workflow-run') describeWorkflowRun(workspace, note, event.before, event.after)
  else describeApproval(workspace, note, event.before, event.after)
  return { at: iso(at), subject: id, exchange, ...transition }
}

function describeRun(
  { tables }: Workspace,
  note: Note,
  before: RunRow | undefined,
  run: RunRow | undefined,
): void {
  if (!run || before?.status === run.status) return
  const kind = run.status !== 'running' ? run.status : before ? 'resumed' : 'started'
  const agent = tables.agents.get(run.agentId)?.name ?? run.agentId
  note(`run.${kind}`, run.id, `The run ${run.id} of ${agent} ${sentence(wordsOfRun(run, kind))}`)
}

function wordsOfRun(run: RunRow, kind: string): string {
  const { question, approvalId } = run.progress ?? {}
  if (kind === 'paused')
    return question
      ? `asks: ${question.prompt}`
      : approvalId
        ? `waits for the approval ${approvalId}`
        : 'was paused'
  if (kind === 'completed') return `completed: ${run.summary ?? ''}`
  if (kind === 'failed') return `failed: ${run.error?.message ?? ''}`
  return kind === 'started' ? 'started' : kind === 'resumed' ? 'goes on' : `was ${kind}`
}

function describeApproval(
  { tables }: Workspace,
  note: Note,
  before: ApprovalRow | undefined,
  approval: ApprovalRow | undefined,
): void {
  if (!approval || before?.status === approval.status) return
  const { id, title, status } = approval
  if (!before) {
    note('approval.requested', id, `The approval ${id} was asked for: ${sentence(title)}`)
    return
  }
  const who = approval.decidedBy === null ? undefined : tables.people.get(approval.decidedBy)?.name
  const comment = approval.comment === null ? '' : ` "${approval.comment}"`
  note(
    `approval.${status}`,
    id,
    who ? `${who} ${status} ${id}, ${title}.${comment}` : `The approval ${id} ${status}.`,
  )
}

function describeWorkflowRun(
  { tables }: Workspace,
  note: Note,
  before: WorkflowRunRow | undefined,
  run: WorkflowRunRow | undefined,
): void {
  if (!run) return
  const workflow = tables.workflows.get(run.workflowId)
  const name = workflow?.name ?? run.workflowId
  for (const [index, step] of run.steps.entries()) {
    if (!before || before.steps[index]?.status === step.status) continue
    const its = workflow?.steps[index]?.name ?? step.stepId
    note(`step.${step.status}`, run.id, `The step ${its} of ${name} is ${step.status}.`)
  }
  if (before?.status !== run.status)
    note(`workflow_run.${run.status}`, run.id, `The run ${run.id} of ${name} is ${run.status}.`)
}

function describeTask(
  _: Workspace,
  note: Note,
  before: TaskRow | undefined,
  task: TaskRow | undefined,
): void {
  if (!before && task) note('task.created', task.id, `${task.reference} was created in ${task.status}.`)
  else if (before && !task) note('task.deleted', before.id, `${before.reference} was deleted.`)
  else if (task?.heldRun && task.heldRun !== before?.heldRun)
    note('task.run-held', task.id, `${task.reference}: ${describeHeld(task.heldRun)}`)
  else if (before && task && before.status !== task.status)
    note('task.moved', task.id, `${task.reference} moved from ${before.status} to ${task.status}.`)
}
