// What got another status while something was done, in words.
import type { ApprovalRow } from '../world/approvals.ts'
import type { RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRunRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { iso } from './time.ts'

export type Transition = ControlSchemas['Transition']

type Note = (kind: string, subject: string, says: string) => void

/** Listens to the tables of each workspace from the first time on; notes something only while something is recorded. */
const recorders = new WeakMap<Workspace, { note: Note | null }>()

/** Does something in a workspace, and tells what got another status by it: at most `most`, and how many more. */
export function recording<Result>(
  workspace: Workspace,
  act: () => Result,
  most = 1_000,
): { result: Result; transitions: Transition[]; leftOut: number } {
  const recorder = recorderOf(workspace)
  const transitions: Transition[] = []
  let leftOut = 0
  recorder.note = (kind, subject, says) => {
    if (transitions.length < most) transitions.push({ at: iso(workspace.now()), kind, subject, says })
    else leftOut += 1
  }
  try {
    return { result: act(), transitions, leftOut }
  } finally {
    recorder.note = null
  }
}

function recorderOf(workspace: Workspace): { note: Note | null } {
  const known = recorders.get(workspace)
  if (known) return known
  const recorder: { note: Note | null } = { note: null }
  recorders.set(workspace, recorder)
  const { runs, tasks, approvals, workflowRuns } = workspace.tables
  const watching =
    <Row>(
      tell: (workspace: Workspace, note: Note, before: Row | undefined, after: Row | undefined) => void,
    ) =>
    (before: Row | undefined, after: Row | undefined) => {
      if (recorder.note) tell(workspace, recorder.note, before, after)
    }
  runs.watch(watching(tellRun))
  approvals.watch(watching(tellApproval))
  workflowRuns.watch(watching(tellWorkflowRun))
  tasks.watch(watching(tellTask))
  return recorder
}

function tellRun(
  { tables }: Workspace,
  note: Note,
  before: RunRow | undefined,
  run: RunRow | undefined,
): void {
  if (!run || before?.status === run.status) return
  const kind = run.status !== 'running' ? run.status : before ? 'resumed' : 'started'
  const agent = tables.agents.get(run.agentId)?.name ?? run.agentId
  note(`run.${kind}`, run.id, `The run ${run.id} of ${agent} ${wordsOfRun(run, kind)}.`)
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

function tellApproval(
  { tables }: Workspace,
  note: Note,
  before: ApprovalRow | undefined,
  approval: ApprovalRow | undefined,
): void {
  if (!approval || before?.status === approval.status) return
  const { id, title, status } = approval
  if (!before) {
    note('approval.requested', id, `The approval ${id} was asked for: ${title}.`)
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

function tellWorkflowRun(
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

function tellTask(_: Workspace, note: Note, before: TaskRow | undefined, task: TaskRow | undefined): void {
  if (!before && task) note('task.created', task.id, `${task.reference} was created in ${task.status}.`)
  else if (before && !task) note('task.deleted', before.id, `${before.reference} was deleted.`)
  else if (before && task && before.status !== task.status)
    note('task.moved', task.id, `${task.reference} moved from ${before.status} to ${task.status}.`)
}
