// Runs on the workspace's clock: they work and cost, ask and wait, and end (section 3).
import type { AgentRow } from '../world/agents.ts'
import { Refusal } from '../world/refusal.ts'
import type { Progress, RunRow, RunStatus } from '../world/runs.ts'
import type { QuestionField, Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { expireApproval, requestApproval } from './approvals.ts'
import { openChat, post, say } from './chats.ts'
import type { Events } from './events.ts'
import { charge, requireFunds } from './funds.ts'
import { allowedMoves, type Move, moveRefused, targetOf } from './run-moves.ts'
import { scriptFor } from './script-text.ts'
import { fillIn } from './texts.ts'

/** What a run is started with. */
export interface RunStart {
  readonly agent: AgentRow
  /** The id of the person on whose behalf it works. */
  readonly startedBy: string
  readonly input: Readonly<Record<string, string>> | null
  readonly triggeredBy?: string | null
  readonly taskId?: string | null
  readonly workflowRunId?: string | null
  readonly stepId?: string | null
  /** A chat that exists; without it the run gets one of its own. */
  readonly chatId?: string
  readonly retryOf?: string | null
  readonly originChatId?: string | null
  readonly attachmentIds?: readonly string[]
}

/** Tokens that a second of work reads and writes unless the script says otherwise. */
const TOKENS_PER_SECOND = 160
const READ_SHARE = 0.75
const CACHED_SHARE = 0.4

/** A step is charged in at most this many parts, at least a second apart. */
const MOST_CHARGES = 20

/** Starts a run; it works on by itself from now on. Refuses when the wallet is empty. */
export function startRun(workspace: Workspace, start: RunStart): RunRow {
  const { agent, startedBy, input } = start
  const script = scriptFor(workspace, agent, input)
  requireFunds(workspace)
  requireIdle(workspace, agent)
  const now = workspace.now()
  const id = workspace.ids.next('run')
  const chatId = start.chatId ?? openChat(workspace, 'run', id).id
  const run = workspace.tables.runs.insert({
    id,
    agentId: agent.id,
    chatId,
    taskId: start.taskId ?? null,
    workflowRunId: start.workflowRunId ?? null,
    stepId: start.stepId ?? null,
    retryOf: start.retryOf ?? null,
    status: 'running',
    triggeredBy: start.triggeredBy ?? null,
    startedBy,
    teamId: workspace.tables.people.get(startedBy)?.teamIds[0] ?? agent.teamId,
    model: agent.model,
    input,
    originChatId: start.originChatId ?? null,
    attachmentIds: start.attachmentIds ?? [],
    summary: null,
    error: null,
    micros: 0,
    tokensIn: 0,
    tokensOut: 0,
    workedMs: 0,
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    progress: {
      script,
      at: 0,
      doneMs: 0,
      since: now,
      question: null,
      approvalId: null,
      answers: { answer: null, values: {}, decisions: [] },
    },
  })
  announceStatus(workspace, run)
  if (input?.task) say(workspace, chatId, 'user', input.task)
  workspace.simulation.plan(now, 'run.step', id)
  return run
}

/** Moves a run as its owner asks; refuses what section 3 does not list. */
export function moveRun(workspace: Workspace, id: string, move: Move): RunRow {
  const run = chargeUpToNow(workspace, requireRun(workspace, id))
  if (!allowedMoves(run, workspace.profile).includes(move)) throw moveRefused(run, move, workspace.profile)
  const wasAsking = run.progress?.question
  workspace.simulation.cancelWhere(id, 'run.step')
  const status = targetOf(move)
  if (status === 'running') {
    const answers = { ...run.progress?.answers, answer: null } as Progress['answers']
    return goOn(workspace, run, wasAsking ? { answers } : {})
  }
  if (status === 'paused') {
    const paused = change(workspace, run, { status, ...withProgress(run, { since: null }) })
    announceStatus(workspace, paused)
    return paused
  }
  if (move === 'cancel') say(workspace, run.chatId, 'system', 'The run was cancelled.')
  return end(workspace, run, status, {})
}

/** Lets a run that waits for a person go on; `answers` is what came of it. */
export function goOn(workspace: Workspace, run: RunRow, changes: Partial<Progress>): RunRow {
  const progress = run.progress
  // A run that asked is done with that step; one that was paused by hand goes on inside it.
  const waited = progress?.question || progress?.approvalId
  const next = { since: workspace.now(), question: null, approvalId: null, ...changes }
  const at = (progress?.at ?? 0) + (waited ? 1 : 0)
  const resumed = change(workspace, run, { status: 'running', ...withProgress(run, { ...next, at }) })
  announceStatus(workspace, resumed)
  planNext(workspace, resumed)
  if (waited && run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-resumed', run.workflowRunId, { runId: run.id })
  return resumed
}

/** Brings cost, tokens and time of a working run up to this instant; other runs are returned as they are. */
export function chargeUpToNow(workspace: Workspace, run: RunRow): RunRow {
  const { progress } = run
  const now = workspace.now()
  if (progress?.since == null || progress.since >= now) return run
  const step = progress.script[progress.at]
  const length = lengthOf(step)
  const doneMs = Math.min(length, progress.doneMs + (now - progress.since))
  const worked = doneMs - progress.doneMs
  if (worked === 0) return run
  const perSecond = step?.do === 'work' ? (step.tokensPerSecond ?? TOKENS_PER_SECOND) : TOKENS_PER_SECOND
  const tokens = Math.floor((perSecond * doneMs) / 1000) - Math.floor((perSecond * progress.doneMs) / 1000)
  const tokensIn = Math.round(tokens * READ_SHARE)
  const row = charge(workspace, {
    kind: 'run',
    model: run.model,
    tokensIn,
    tokensOut: tokens - tokensIn,
    cachedTokens: Math.floor(tokensIn * CACHED_SHARE),
    agentId: run.agentId,
    userId: run.startedBy,
    teamId: run.teamId,
    runId: run.id,
    workflowRunId: run.workflowRunId,
  })
  const charged = change(workspace, run, {
    micros: run.micros + row.micros,
    tokensIn: run.tokensIn + row.tokensIn,
    tokensOut: run.tokensOut + row.tokensOut,
    workedMs: run.workedMs + worked,
    ...withProgress(run, { doneMs, since: now }),
  })
  post(workspace, run.chatId, {
    type: 'run.progress',
    run_id: run.id,
    cost_euros: charged.micros / 1e6,
    tokens: {
      input: charged.tokensIn,
      output: charged.tokensOut,
      total: charged.tokensIn + charged.tokensOut,
    },
  })
  return charged
}

/** What happens to runs by itself. */
export const runEvents: Events = {
  'run.step': (workspace, { subject }) => {
    const run = workspace.tables.runs.get(subject)
    if (run?.status === 'running' && run.progress) workOn(workspace, chargeUpToNow(workspace, run))
  },
  'run.approval-decided': (workspace, { subject, payload }) => {
    const run = workspace.tables.runs.get(subject)
    const { approvalId, outcome } = payload as { approvalId: string; outcome: string }
    if (run?.status !== 'paused' || run.progress?.approvalId !== approvalId) return
    if (outcome === 'approved') goOn(workspace, run, {})
    else
      end(workspace, run, 'failed', {
        error: { code: 'approval_rejected', message: 'A person rejected the approval.' },
      })
  },
}

/** Does every step that is due now; stops at one that takes time, waits, or ends the run. */
function workOn(workspace: Workspace, started: RunRow): void {
  let run = started
  for (;;) {
    const progress = run.progress
    if (!progress) return
    const step = progress.script[progress.at]
    if (step && progress.doneMs < lengthOf(step)) {
      if (progress.doneMs === 0) begin(workspace, run, step)
      planNext(workspace, run)
      return
    }
    const after = finishStep(workspace, run, step)
    if (!after) return
    run = change(
      workspace,
      after,
      withProgress(after, { at: progress.at + 1, doneMs: 0, since: workspace.now() }),
    )
  }
}

/** What shows when a step that takes time begins. */
function begin(workspace: Workspace, run: RunRow, step: Step): void {
  if (step.do !== 'tool') return
  post(workspace, run.chatId, {
    type: 'tool.called',
    run_id: run.id,
    tool_call_id: callId(run),
    name: step.name,
    arguments: { ...step.arguments },
  })
}

/** What a step comes to; the run to go on with, or nothing when it waits or has ended. */
function finishStep(workspace: Workspace, run: RunRow, step: Step | undefined): RunRow | undefined {
  switch (step?.do) {
    case 'work':
      return run
    case 'say':
      say(workspace, run.chatId, 'assistant', fillIn(step.text, run))
      return run
    case 'tool':
      post(workspace, run.chatId, {
        type: 'tool.returned',
        run_id: run.id,
        tool_call_id: callId(run),
        name: step.name,
        result: step.result,
      })
      return run
    case 'ask':
      ask(workspace, run, 'text', step.prompt, [])
      return undefined
    case 'ask-fields':
      ask(workspace, run, 'fields', step.prompt, step.fields)
      return undefined
    case 'ask-decisions':
      ask(workspace, run, 'decisions', step.prompt, step.actions)
      return undefined
    case 'await-approval':
      awaitApproval(workspace, run, step)
      return undefined
    case 'fail':
      end(workspace, run, 'failed', { error: { code: step.code, message: fillIn(step.message, run) } })
      return undefined
    default: {
      const summary = fillIn(step?.summary ?? 'Done: {{input.task}}', run)
      say(workspace, run.chatId, 'assistant', summary)
      end(workspace, run, 'completed', { summary })
      return undefined
    }
  }
}

function ask(
  workspace: Workspace,
  run: RunRow,
  kind: 'text' | 'fields' | 'decisions',
  prompt: string,
  fields: readonly QuestionField[],
) {
  const question = {
    id: workspace.ids.next('q'),
    kind,
    prompt: fillIn(prompt, run),
    fields,
    askedAt: workspace.now(),
  }
  const asked = pauseFor(workspace, run, { question })
  post(workspace, run.chatId, {
    type: 'tool.called',
    run_id: run.id,
    tool_call_id: question.id,
    name: 'ask_user',
    arguments: { prompt: question.prompt },
  })
  post(workspace, run.chatId, {
    type: 'question.asked',
    run_id: run.id,
    question: {
      id: question.id,
      kind,
      prompt: question.prompt,
      fields: fields.map(({ options, ...field }) => ({
        ...field,
        ...(options ? { options: [...options] } : {}),
      })),
      asked_at: new Date(question.askedAt).toISOString(),
    },
  })
  announceStatus(workspace, asked)
}

function awaitApproval(
  workspace: Workspace,
  run: RunRow,
  step: Extract<Step, { do: 'await-approval' }>,
): void {
  const approval = requestApproval(workspace, {
    kind: 'run',
    title: fillIn(step.title, run),
    description: fillIn(step.description, run),
    agentId: run.agentId,
    runId: run.id,
    requestedBy: run.startedBy,
    approverIds: managersOf(workspace, run.teamId),
  })
  const waiting = pauseFor(workspace, run, { approvalId: approval.id })
  announceStatus(workspace, waiting)
}

/** Who manages the team that pays for the run; admins may decide as well. */
function managersOf({ tables }: Workspace, teamId: string | null): string[] {
  if (teamId === null) return []
  return tables.people
    .all()
    .filter(person => person.managedTeamIds.includes(teamId))
    .map(person => person.id)
}

function pauseFor(workspace: Workspace, run: RunRow, waitingFor: Partial<Progress>): RunRow {
  const paused = change(workspace, run, {
    status: 'paused',
    ...withProgress(run, { since: null, ...waitingFor }),
  })
  if (run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-paused', run.workflowRunId, { runId: run.id })
  return paused
}

function end(
  workspace: Workspace,
  run: RunRow,
  status: RunStatus,
  outcome: Partial<Pick<RunRow, 'summary' | 'error'>>,
): RunRow {
  const now = workspace.now()
  const ended = change(workspace, run, { status, ...outcome, finishedAt: now, progress: null })
  workspace.simulation.cancelWhere(run.id, 'run.step')
  if (run.progress?.approvalId) expireApproval(workspace, run.progress.approvalId)
  announceStatus(workspace, ended)
  if (run.workflowRunId)
    workspace.simulation.plan(now, 'workflow.run-ended', run.workflowRunId, { runId: run.id })
  if (run.taskId) workspace.simulation.plan(now, 'task.run-ended', run.taskId, { runId: run.id })
  return ended
}

function announceStatus(workspace: Workspace, run: RunRow): void {
  const { id, status, summary, error } = run
  post(workspace, run.chatId, { type: 'run.status', run_id: id, status, summary, error })
}

/** Plans when the run is next looked at: at the next charge, or at the end of its step. */
function planNext(workspace: Workspace, run: RunRow): void {
  const { progress } = run
  if (!progress) return
  const length = lengthOf(progress.script[progress.at])
  const every = Math.max(1000, Math.ceil(length / MOST_CHARGES / 1000) * 1000)
  const wait = Math.min(every - (progress.doneMs % every), length - progress.doneMs)
  workspace.simulation.plan(workspace.now() + Math.max(0, wait), 'run.step', run.id)
}

function lengthOf(step: Step | undefined): number {
  return step?.do === 'work' || step?.do === 'tool' ? Math.round(step.seconds * 1000) : 0
}

function withProgress(run: RunRow, changes: Partial<Progress>): Partial<RunRow> {
  return run.progress ? { progress: { ...run.progress, ...changes } } : {}
}

function change(workspace: Workspace, run: RunRow, changes: Partial<RunRow>): RunRow {
  return workspace.tables.runs.replace(run.id, { ...changes, updatedAt: workspace.now() })
}

function callId(run: RunRow): string {
  return `${run.id}.${run.progress?.at ?? 0}`
}

function requireIdle(workspace: Workspace, agent: AgentRow): void {
  if (workspace.profile['start-run-on-busy-agent'] !== 'refuse') return
  const [busy] = workspace.tables.runs.range('newest', `agent:${agent.id}|status:running`, { limit: 1 })
  if (busy)
    throw new Refusal('agent_busy', `${agent.name} works on ${busy.id}. Wait until that run has ended.`)
}

function requireRun(workspace: Workspace, id: string): RunRow {
  const run = workspace.tables.runs.get(id)
  if (!run)
    throw new Refusal('run_not_found', `There is no run ${id} that this key may see.`, { param: 'run_id' })
  return run
}
