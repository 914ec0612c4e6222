// Executes a run's script, step by step.
import type { Schemas } from '#openapi'
import type { Posted } from '../world/chats.ts'
import type { Progress, Question, RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { requestApproval } from './approvals.ts'
import { message, postAll } from './chats.ts'
import { fillIn } from './fill-in.ts'
import { planProgress } from './progress-events.ts'
import { endRun, pauseFor } from './run-changes.ts'
import { beginWork } from './run-work.ts'
import { watchSpending } from './spending-limits.ts'
import { type Effect, effectOf, lengthOf, type Outcome } from './steps.ts'

/**
 * Executes every step that is due now, until one takes time, waits or ends the run. Their events are posted after those
 * in `shown`.
 */
export function workOn(workspace: Workspace, run: RunRow, shown: Posted[]): RunRow {
  const { progress, input } = run
  if (!progress) return run
  const { script, answers } = progress
  let { at, doneMs } = progress
  for (;;) {
    const step = script[at]
    if (step && doneMs < lengthOf(step)) {
      if (doneMs === 0 && step.do === 'tool') shown.push(callEvent(run, at, step))
      if (shown.length > 0) postAll(workspace, run.chatId, shown)
      return storeWorking(workspace, run, progress, { at, doneMs })
    }
    const effect = effectOf(step, text => fillIn(text, { input, answers }))
    const stopped = apply(workspace, run, at, effect, shown)
    if (stopped) return stopped
    at += 1
    doneMs = 0
  }
}

/** Stores a run that works on from this progress, at a place in its script. */
export function storeWorking(
  workspace: Workspace,
  run: RunRow,
  progress: Progress,
  place?: Pick<Progress, 'at' | 'doneMs'>,
): RunRow {
  const working = workspace.tables.runs.put({
    ...run,
    updatedAt: workspace.now(),
    progress: beginWork(workspace, run, progress, place),
  })
  planProgress(workspace, working)
  watchSpending(workspace, working)
  return working
}

function callEvent(run: RunRow, at: number, call: Extract<Step, { do: 'tool' }>): Posted {
  const ids = { run_id: run.id, tool_call_id: callId(run, at) }
  return { type: 'tool.called', ...ids, name: call.name, arguments: { ...call.arguments } }
}

/** Applies the effect of a step. Returns the run if it now waits or has ended; undefined if it continues. */
function apply(
  workspace: Workspace,
  run: RunRow,
  at: number,
  effect: Effect,
  shown: Posted[],
): RunRow | undefined {
  switch (effect.kind) {
    case 'none':
      return undefined
    case 'says':
      shown.push(message(workspace, 'assistant', effect.text))
      return undefined
    case 'returns': {
      const ids = { run_id: run.id, tool_call_id: callId(run, at) }
      shown.push({ type: 'tool.returned', ...ids, name: effect.name, result: effect.result })
      return undefined
    }
    case 'asks':
      return ask(workspace, reached(run, at), effect, shown)
    case 'needs-approval':
      return awaitApproval(workspace, reached(run, at), effect, shown)
    case 'ends':
      return end(workspace, run, effect.outcome, shown)
  }
}

function end(workspace: Workspace, run: RunRow, { status, ...outcome }: Outcome, shown: Posted[]): RunRow {
  if ('summary' in outcome) shown.push(message(workspace, 'assistant', outcome.summary))
  return endRun(workspace, run, status, outcome, shown)
}

function ask(
  workspace: Workspace,
  run: RunRow,
  effect: Extract<Effect, { kind: 'asks' }>,
  shown: Posted[],
): RunRow {
  // A run that was resumed while it waited asks the same question again.
  const before = run.progress?.question
  const question = before ?? { id: workspace.ids.next('q'), ...effect.question, askedAt: workspace.now() }
  const { id, prompt } = question
  const call = { type: 'tool.called', run_id: run.id, tool_call_id: id, name: 'ask_user' } as const
  const asked = { type: 'question.asked', run_id: run.id, question: questionView(question) } as const
  shown.push({ ...call, arguments: { prompt } }, asked)
  return pauseFor(workspace, run, { question }, shown)
}

/** The question of a run as the contract shows it. */
export function questionView({ id, kind, prompt, fields, askedAt }: Question): Schemas['Question'] {
  const shown = fields.map(({ options, ...field }) => ({
    ...field,
    ...(options && { options: [...options] }),
  }))
  return { id, kind, prompt, fields: shown, asked_at: new Date(askedAt).toISOString() }
}

function awaitApproval(
  workspace: Workspace,
  run: RunRow,
  { title, description }: Extract<Effect, { kind: 'needs-approval' }>,
  shown: readonly Posted[],
): RunRow {
  // `requestApproval` posts the approval itself.
  if (shown.length > 0) postAll(workspace, run.chatId, shown)
  const requested = run.progress?.approvalId
  const approvalId =
    requested ??
    requestApproval(workspace, {
      kind: 'run',
      title,
      description,
      agentId: run.agentId,
      runId: run.id,
      requestedBy: run.startedBy,
      approverIds: managersOf(workspace, run.teamId),
    }).id
  return pauseFor(workspace, run, { approvalId })
}

/** The people who manage the team that pays for the run. Admins may decide as well. */
function managersOf({ tables }: Workspace, teamId: string | null): string[] {
  if (teamId === null) return []
  return tables.people
    .all()
    .filter(person => person.managedTeamIds.includes(teamId))
    .map(person => person.id)
}

/** A run that waits at this step. */
function reached(run: RunRow, at: number): RunRow {
  const { progress } = run
  return progress && at !== progress.at ? { ...run, progress: { ...progress, at, doneMs: 0 } } : run
}

function callId(run: RunRow, at: number): string {
  return `${run.id}.${at}`
}
