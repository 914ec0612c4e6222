// How a workflow run of the past is written down: its steps, its gates' approvals, and the chat that all share.
import type { StepRunRow } from '../workflows.ts'
import type { Happened, Past } from './past.ts'
import { endOf, type PastRun } from './past-run.ts'
import type { PastGate, PastWorkflowRun } from './workflow-runs.ts'

/** Writes a workflow run down. `happenedIn` tells what happened in the run of a step, which is written already. */
export function addWorkflowRun(
  past: Past,
  run: PastWorkflowRun,
  happenedIn: (run: PastRun) => readonly Happened[],
): void {
  const story = new WorkflowStory(past, run)
  story.status(run.at, 'running')
  const begun = run.steps.map(step =>
    'run' in step ? story.doStep(step, happenedIn(step.run)) : story.passGate(step),
  )
  const last = story.happened.at(-1)?.at ?? run.at
  const goesOn = run.status === 'running' || run.status === 'waiting'
  const rest = run.workflow.steps.slice(begun.length).map(({ id }) => story.leaveOut(last, id, goesOn))
  if (!goesOn) story.status(last, run.status)
  const { id, chatId, at, workflow, test, groupId, person, input, status } = run
  past.workflowRuns.push({
    id,
    workflowId: workflow.id,
    status,
    test,
    groupId,
    sharedChatId: chatId,
    startedBy: person.id,
    hadObjection: begun.some(step => step.decision?.outcome === 'objected'),
    input,
    steps: [...begun, ...rest],
    createdAt: at,
    updatedAt: last,
    finishedAt: goesOn ? null : last,
  })
  const teamId = person.teamIds[0] ?? null
  past.addChat({ id: chatId, kind: 'workflow-run', subjectId: id, createdAt: at }, teamId, story.happened)
}

class WorkflowStory {
  readonly happened: Happened[] = []
  readonly #past: Past
  readonly #run: PastWorkflowRun

  constructor(past: Past, run: PastWorkflowRun) {
    this.#past = past
    this.#run = run
  }

  status(at: number, status: PastWorkflowRun['status']): void {
    this.happened.push({ at, event: { type: 'workflow_run.status', workflow_run_id: this.#run.id, status } })
  }

  /** A step that an agent did, or is at. */
  doStep(
    { step, run }: { readonly step: { readonly id: string }; readonly run: PastRun },
    happened: readonly Happened[],
  ): StepRunRow {
    const { end } = run
    const waits = end.status === 'paused' && run.wait !== undefined
    const goesOn = end.status === 'paused' || end.status === 'running'
    const row: StepRunRow = {
      ...blank(step.id),
      status: waits
        ? 'waiting'
        : end.status === 'paused'
          ? 'running'
          : end.status === 'stopped'
            ? 'cancelled'
            : end.status,
      runId: run.id,
      output: end.status === 'completed' ? end.summary : null,
      startedAt: run.at,
      finishedAt: goesOn ? null : endOf(run),
    }
    // The run has started before its step is said to run.
    this.happened.push(...happened.filter(({ at }) => at === run.at))
    this.#tell(run.at, { ...row, status: 'running' })
    this.happened.push(...happened.filter(({ at }) => at !== run.at))
    if (row.finishedAt !== null) this.#tell(row.finishedAt, row)
    if (waits) {
      this.#tell(endOf(run), row)
      this.status(endOf(run), 'waiting')
    }
    return row
  }

  /** A gate that was decided, or waits. */
  passGate({ step, at, decision }: PastGate): StepRunRow {
    const approvalId = this.#past.workspace.ids.next('appr')
    const row: StepRunRow = {
      ...blank(step.id),
      status: decision === null ? 'waiting' : decision.outcome === 'rejected' ? 'rejected' : 'completed',
      approvalId,
      decision,
      startedAt: at,
      finishedAt: decision?.decidedAt ?? null,
    }
    const { name, instruction, approverIds } = step
    const output = this.#run.steps.findLast(
      before => 'run' in before && before.run.end.status === 'completed',
    )
    const previous =
      output && 'run' in output && output.run.end.status === 'completed' ? output.run.end.summary : null
    this.#past.approvals.push({
      id: approvalId,
      kind: 'workflow_gate',
      title: name,
      description: [instruction, previous].filter(text => text !== null).join('\n\n'),
      status: decision === null ? 'pending' : decision.outcome === 'approved' ? 'approved' : 'rejected',
      agentId: null,
      runId: null,
      taskId: null,
      workflowId: this.#run.workflow.id,
      workflowRunId: this.#run.id,
      stepId: step.id,
      requestedBy: this.#run.person.id,
      approverIds,
      requestedAt: at,
      decidedAt: decision?.decidedAt ?? null,
      decidedBy: decision?.decidedBy ?? null,
      comment: decision?.comment ?? null,
    })
    this.happened.push({ at, event: { type: 'approval.requested', approval_id: approvalId, title: name } })
    this.#tell(at, { ...row, status: 'waiting' })
    this.status(at, 'waiting')
    if (decision === null) return row
    const { decidedAt, comment, outcome } = decision
    const status = outcome === 'approved' ? 'approved' : 'rejected'
    this.happened.push({
      at: decidedAt,
      event: { type: 'approval.decided', approval_id: approvalId, status, comment },
    })
    this.#tell(decidedAt, row)
    if (outcome !== 'rejected') this.status(decidedAt, 'running')
    return row
  }

  /** A step that the run did not come to, or has not yet. */
  leaveOut(at: number, stepId: string, mayCome: boolean): StepRunRow {
    const row: StepRunRow = { ...blank(stepId), status: mayCome ? 'pending' : 'skipped' }
    if (!mayCome) this.#tell(at, row)
    return row
  }

  #tell(at: number, { stepId, status, runId }: StepRunRow): void {
    const { id: workflow_run_id, workflow } = this.#run
    const name = workflow.steps.find(step => step.id === stepId)?.name ?? stepId
    this.happened.push({
      at,
      event: { type: 'step.status', workflow_run_id, step_id: stepId, name, status, run_id: runId },
    })
  }
}

function blank(stepId: string): Omit<StepRunRow, 'status'> {
  return {
    stepId,
    runId: null,
    approvalId: null,
    decision: null,
    output: null,
    startedAt: null,
    finishedAt: null,
  }
}
