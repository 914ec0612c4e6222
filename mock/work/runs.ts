// The life of runs on the workspace's clock (section 3).
import { decisions } from '../profile/decisions.ts'
import type { AgentRow } from '../world/agents.ts'
import type { Posted } from '../world/chats.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import { NO_ANSWERS, NO_ATTACHMENTS, type Progress, type RunOrigin, type RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { requireFunds } from './accounts.ts'
import { message, openChat, postAll } from './chats.ts'
import { payingTeam } from './funds.ts'
import { scriptByRule } from './policy-rules.ts'
import { planProgress } from './progress-events.ts'
import { announceStatus, endRun, pauseFor, statusEvent } from './run-changes.ts'
import { allowedMoves, type Move, moveRefused, TARGETS } from './run-moves.ts'
import { storeWorking, workOn } from './run-script.ts'
import { beginWork, drawRate, endWork, paced, timed } from './run-work.ts'
import { requestedScript } from './script-text.ts'
import { watchSpending } from './spending-limits.ts'
import { lengthOf } from './steps.ts'

/** The parameters of a new run. Without the id of an existing chat, it gets a new one. */
export interface RunStart
  extends Pick<RunRow, 'startedBy' | 'input'>,
    Partial<Pick<RunRow, 'chatId' | RunOrigin>> {
  readonly agent: AgentRow
  /** The script. Default: that of the agent. */
  readonly script?: readonly Step[]
}

/** Starts a run, which then works by itself. Refuses if the wallet is empty. */
export function startRun(workspace: Workspace, start: RunStart): RunRow {
  const { agent, startedBy, input, script: given } = start
  const requested = given ?? requestedScript(workspace, input)
  requireFunds(workspace)
  requireIdle(workspace, agent)
  const usual = () => paced(workspace, agent.handle, scriptByRule(workspace, agent.id, input) ?? agent.script)
  const script = timed(workspace, requested ?? usual())
  const now = workspace.now()
  const id = workspace.ids.next('run')
  const chatId = start.chatId ?? workspace.ids.next('chat')
  const progress = {
    script,
    at: 0,
    doneMs: 0,
    rate: drawRate(workspace),
    work: null,
    question: null,
    approvalId: null,
    answers: NO_ANSWERS,
  }
  const [first] = script
  const worksAtOnce = first && lengthOf(first) > 0 && first.do !== 'tool'
  const run = workspace.tables.runs.insert({
    id,
    agentId: agent.id,
    chatId,
    taskId: start.taskId ?? null,
    workflowRunId: start.workflowRunId ?? null,
    retryOf: start.retryOf ?? null,
    status: 'running',
    triggeredBy: start.triggeredBy ?? null,
    startedBy,
    teamId: payingTeam(workspace, startedBy, agent.id),
    model: agent.model,
    input,
    originChatId: start.originChatId ?? null,
    attachmentIds: start.attachmentIds ?? NO_ATTACHMENTS,
    summary: null,
    error: null,
    micros: 0,
    tokensIn: 0,
    tokensOut: 0,
    workedMs: 0,
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    progress: worksAtOnce ? beginWork(workspace, { id, model: agent.model }, progress) : progress,
  })
  if (worksAtOnce) {
    planProgress(workspace, run)
    watchSpending(workspace, run)
  }
  const instruction = input?.task ? [message(workspace, 'user', input.task)] : []
  const events = [statusEvent(workspace, run), ...instruction]
  if (start.chatId === undefined) openChat(workspace, { id: chatId, kind: 'run', subjectId: id }, events)
  else postAll(workspace, chatId, events)
  // Steps with visible effects run after the reply, because runs execute asynchronously (section 2.2).
  if (!worksAtOnce) workspace.simulation.plan(now, 'run.step', id)
  return run
}

/** Pauses, resumes, cancels or stops a run; refuses moves that section 3 does not list. */
export function moveRun(workspace: Workspace, run: RunRow, move: Move): RunRow {
  if (!allowedMoves(run, workspace.profile).includes(move)) throw moveRefused(run, move, workspace.profile)
  workspace.simulation.cancelWhere(run.id, 'run.step')
  const status = TARGETS[move]
  if (status === 'running') {
    const asksAgain = decisions.resumeWhileWaiting(workspace.profile) === 'ask-again'
    const answers = { ...run.progress?.answers, answer: null } as Progress['answers']
    return continueRun(workspace, run, run.progress?.question && !asksAgain ? { answers } : {}, asksAgain)
  }
  if (status === 'paused') return pauseFor(workspace, run, {})
  const said = move === 'cancel' ? [message(workspace, 'system', 'The run was cancelled.')] : []
  return endRun(workspace, run, status, {}, said)
}

/** Continues a waiting run with the `changes` that it waited for. It may have to wait again for the same thing. */
export function continueRun(
  workspace: Workspace,
  run: RunRow,
  changes: Partial<Progress>,
  waitsAgain = false,
): RunRow {
  const { progress } = run
  if (!progress) return run
  // A run that asked has finished that step; one that was paused by an operation continues inside it.
  const waited = progress.question !== null || progress.approvalId !== null
  const place = waited && !waitsAgain ? { at: progress.at + 1, doneMs: 0 } : {}
  const next = {
    ...progress,
    ...(waitsAgain ? {} : { question: null, approvalId: null }),
    ...changes,
    ...place,
  }
  const resumed: RunRow = { ...run, status: 'running', updatedAt: workspace.now(), progress: next }
  const works = next.doneMs > 0
  const stored = works ? storeWorking(workspace, resumed, next) : workspace.tables.runs.put(resumed)
  announceStatus(workspace, stored)
  if (!works) workspace.simulation.plan(workspace.now(), 'run.step', run.id)
  if (waited && run.workflowRunId)
    workspace.simulation.plan(workspace.now(), 'workflow.run-resumed', run.workflowRunId, { runId: run.id })
  return stored
}

/** Handlers for the planned events of runs. */
export const runEvents = {
  'run.step': (workspace, { subject }) => {
    const run = workspace.tables.runs.get(subject)
    if (!run) return
    const shown: Posted[] = []
    workOn(workspace, endWork(workspace, run, shown), shown)
  },
  'run.approval-decided': (workspace, { subject, payload }) => {
    const run = workspace.tables.runs.get(subject)
    const { approvalId, outcome } = payload
    // A run that was resumed without the approval no longer waits for it.
    if (run?.progress?.approvalId !== approvalId) return
    if (outcome === 'approved') continueRun(workspace, run, {})
    else
      endRun(workspace, run, 'failed', {
        error: { code: 'approval_rejected', message: 'A person rejected the approval.' },
      })
  },
} satisfies Partial<EventHandlers>

function requireIdle(workspace: Workspace, agent: AgentRow): void {
  if (!decisions.refusesBusyAgent(workspace.profile)) return
  const [busy] = workspace.tables.runs.range('byAgentAndStatus', `${agent.id}|running`, { limit: 1 })
  if (busy)
    throw new Refusal('agent_busy', `${agent.name} works on ${busy.id}. Wait until that run has ended.`)
}
