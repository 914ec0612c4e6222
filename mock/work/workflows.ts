// Workflow runs on the workspace's clock: steps in sequence, each a run of an agent or a gate for a person.

import type { ApprovalDecided, EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import type { RunRow } from '../world/runs.ts'
import type { StepRunRow, WorkflowRow, WorkflowRunRow, WorkflowStepRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import { requireFunds } from './accounts.ts'
import { approvalEvent, requestApproval } from './approvals.ts'
import { message, openChat, post, postAll } from './chats.ts'
import { waitsFor } from './run-moves.ts'
import { startRun } from './runs.ts'
import { requestedScript } from './script-text.ts'
import { gateDescription, stepInput } from './workflow-input.ts'
import { requireRunLeft } from './workflow-usage.ts'

/** The parameters of a new workflow run. */
export interface WorkflowStart extends Pick<WorkflowRunRow, 'startedBy' | 'input' | 'test' | 'groupId'> {
  readonly workflow: WorkflowRow
}

/** Starts a workflow run. Its first step is under way on return; the others follow by themselves. */
export function startWorkflow(workspace: Workspace, start: WorkflowStart): WorkflowRunRow {
  const { workflow, ...about } = start
  requireActive(workflow)
  requireRunLeft(workspace, start.test)
  requireFunds(workspace)
  // A script in the input applies to every step; one that cannot be parsed is refused before anything starts.
  requestedScript(workspace, start.input)
  const now = workspace.now()
  const id = workspace.ids.next('wrun')
  const chatId = workspace.ids.next('chat')
  openChat(workspace, { id: chatId, kind: 'workflow-run', subjectId: id })
  const run = workspace.tables.workflowRuns.insert({
    id,
    workflowId: workflow.id,
    status: 'running',
    ...about,
    sharedChatId: chatId,
    hadObjection: false,
    steps: workflow.steps.map(({ id }) => ({ stepId: id, ...PENDING })),
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
  })
  announce(workspace, run)
  return begin(workspace, run, 0)
}

/**
 * Handlers for the planned events of workflow runs. If a step's run is cancelled or stopped, or a gate is rejected, the
 * workflow run is cancelled, because a person decided so. Only a failed step makes it fail.
 */
export const workflowEvents = {
  'workflow.run-ended': (workspace, { payload }) => followRun(workspace, payload),
  'workflow.run-paused': (workspace, { payload }) => followRun(workspace, payload),
  'workflow.run-resumed': (workspace, { payload }) => followRun(workspace, payload),
  'workflow.gate-decided': (workspace, { payload }) => passGate(workspace, payload),
} satisfies Partial<EventHandlers>

/** Updates a workflow run after the run of its current step has changed. */
function followRun(workspace: Workspace, { runId }: { readonly runId: string }): void {
  const run = workspace.tables.runs.get(runId)
  const found = run?.workflowRunId
    ? openStep(workspace, run.workflowRunId, step => step.runId === runId)
    : null
  if (!run || !found) return
  const { workflowRun, index } = found
  switch (run.status) {
    case 'running':
    case 'paused': {
      // A run paused by an operation still counts as running; `waiting` means that a person has to answer.
      const status = waitsFor(run) ? 'waiting' : 'running'
      setStatus(workspace, setStep(workspace, workflowRun, index, { status }), status)
      return
    }
    case 'completed': {
      const next = endStep(workspace, workflowRun, index, { status: 'completed', output: run.summary })
      begin(workspace, next, index + 1)
      return
    }
    case 'failed':
      end(workspace, endStep(workspace, workflowRun, index, { status: 'failed' }), 'failed')
      return
    default:
      end(workspace, endStep(workspace, workflowRun, index, { status: 'cancelled' }), 'cancelled')
  }
}

/** Continues after a decided gate, unless it was rejected. */
function passGate(workspace: Workspace, { approvalId, outcome }: ApprovalDecided): void {
  const approval = workspace.tables.approvals.get(approvalId)
  const found = approval?.workflowRunId
    ? openStep(workspace, approval.workflowRunId, step => step.approvalId === approvalId)
    : null
  if (!approval?.decidedBy || approval.decidedAt === null || !found) return
  const { decidedBy, decidedAt, comment } = approval
  const status = outcome === 'rejected' ? 'rejected' : 'completed'
  const decided = endStep(workspace, found.workflowRun, found.index, {
    status,
    decision: { outcome, decidedBy, decidedAt, comment },
  })
  if (outcome === 'rejected') {
    end(workspace, decided, 'cancelled')
    return
  }
  begin(
    workspace,
    outcome === 'objected' ? change(workspace, decided, { hadObjection: true }) : decided,
    found.index + 1,
  )
}

/** Starts the step at that index, or ends the run after the last one. */
function begin(workspace: Workspace, run: WorkflowRunRow, index: number): WorkflowRunRow {
  const step = requireWorkflow(workspace, run.workflowId).steps[index]
  if (!step) return end(workspace, run, 'completed')
  return step.kind === 'agent'
    ? beginAgentStep(workspace, run, index, step)
    : beginGate(workspace, run, index, step)
}

function beginAgentStep(
  workspace: Workspace,
  run: WorkflowRunRow,
  index: number,
  step: WorkflowStepRow,
): WorkflowRunRow {
  const running = setStatus(workspace, run, 'running')
  const startedAt = workspace.now()
  try {
    const { id } = startStepRun(workspace, running, step)
    return setStep(workspace, running, index, { status: 'running', runId: id, startedAt })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // A later step starts without a request that could be refused, so the chat says why the run failed.
    const why = `${step.name} could not start: ${refusal.message}`
    postAll(workspace, run.sharedChatId, [message(workspace, 'system', why)])
    const failed = endStep(workspace, running, index, { status: 'failed', startedAt })
    return end(workspace, failed, 'failed')
  }
}

function startStepRun(workspace: Workspace, run: WorkflowRunRow, step: WorkflowStepRow): RunRow {
  const agent = step.agentId === null ? undefined : workspace.tables.agents.get(step.agentId)
  if (!agent) throw new Refusal('agent_not_found', `There is no agent ${step.agentId} any more.`)
  return startRun(workspace, {
    agent,
    startedBy: run.startedBy,
    input: stepInput(run, step),
    triggeredBy: 'workflow',
    workflowRunId: run.id,
    chatId: run.sharedChatId,
  })
}

function beginGate(
  workspace: Workspace,
  run: WorkflowRunRow,
  index: number,
  step: WorkflowStepRow,
): WorkflowRunRow {
  const approval = requestApproval(workspace, {
    kind: 'workflow_gate',
    title: step.name,
    description: gateDescription(run, step),
    workflowId: run.workflowId,
    workflowRunId: run.id,
    stepId: step.id,
    requestedBy: run.startedBy,
    approverIds: step.approverIds,
  })
  post(workspace, run.sharedChatId, approvalEvent(approval))
  const startedAt = workspace.now()
  const waiting = setStep(workspace, run, index, { status: 'waiting', approvalId: approval.id, startedAt })
  return setStatus(workspace, waiting, 'waiting')
}

/** Ends the run; the remaining steps are skipped. */
function end(
  workspace: Workspace,
  run: WorkflowRunRow,
  status: 'completed' | 'failed' | 'cancelled',
): WorkflowRunRow {
  let ended = run
  for (const [index, step] of run.steps.entries())
    if (step.status === 'pending') ended = setStep(workspace, ended, index, { status: 'skipped' })
  return setStatus(workspace, change(workspace, ended, { finishedAt: workspace.now() }), status)
}

function endStep(
  workspace: Workspace,
  run: WorkflowRunRow,
  index: number,
  changes: Partial<StepRunRow>,
): WorkflowRunRow {
  return setStep(workspace, run, index, { ...changes, finishedAt: workspace.now() })
}

/** Changes a step, and announces a new status in the shared chat. */
function setStep(
  workspace: Workspace,
  run: WorkflowRunRow,
  index: number,
  changes: Partial<StepRunRow>,
): WorkflowRunRow {
  const before = run.steps[index]
  if (!before) throw new Error(`workflow run ${run.id} has no step ${index}`)
  const step = { ...before, ...changes }
  const changed = change(workspace, run, { steps: run.steps.with(index, step) })
  if (step.status !== before.status)
    post(workspace, run.sharedChatId, {
      type: 'step.status',
      workflow_run_id: run.id,
      step_id: step.stepId,
      name: requireWorkflow(workspace, run.workflowId).steps[index]?.name ?? step.stepId,
      status: step.status,
      run_id: step.runId,
    })
  return changed
}

/** Changes the status of the run, and announces it in the shared chat. */
function setStatus(
  workspace: Workspace,
  run: WorkflowRunRow,
  status: WorkflowRunRow['status'],
): WorkflowRunRow {
  if (run.status === status) return run
  const changed = change(workspace, run, { status })
  announce(workspace, changed)
  return changed
}

function announce(workspace: Workspace, { id, sharedChatId, status }: WorkflowRunRow): void {
  post(workspace, sharedChatId, { type: 'workflow_run.status', workflow_run_id: id, status })
}

function change(workspace: Workspace, run: WorkflowRunRow, changes: Partial<WorkflowRunRow>): WorkflowRunRow {
  return workspace.tables.workflowRuns.replace(run.id, { ...changes, updatedAt: workspace.now() })
}

/** The step under way, if it matches. */
function openStep({ tables }: Workspace, workflowRunId: string, meant: (step: StepRunRow) => boolean) {
  const workflowRun = tables.workflowRuns.get(workflowRunId)
  const index = workflowRun?.steps.findIndex(step => step.finishedAt === null && meant(step)) ?? -1
  return workflowRun && index >= 0 ? { workflowRun, index } : null
}

function requireWorkflow({ tables }: Workspace, id: string): WorkflowRow {
  const workflow = tables.workflows.get(id)
  if (!workflow) throw new Error(`there is no workflow ${id}, but it has a run`)
  return workflow
}

function requireActive({ id, name, status }: WorkflowRow): void {
  if (status === 'active') return
  const message = `${name} (${id}) is a draft; it can run once a person has activated it.`
  const because = { state: `the workflow is ${status}`, accepted: ['getWorkflow'] }
  throw new Refusal('workflow_not_active', message, { param: 'workflow_id', because })
}

const PENDING = {
  status: 'pending',
  runId: null,
  approvalId: null,
  decision: null,
  output: null,
  startedAt: null,
  finishedAt: null,
} as const satisfies Partial<StepRunRow>
