// Executes a run's script, step by step.
import type { Posted } from '../world/chats.ts'
import type { RunRow } from '../world/runs.ts'
import type { Workspace } from '../world/workspace.ts'
import { requestApproval } from './approvals.ts'
import { message, postAll } from './chats.ts'
import { fillIn } from './fill-in.ts'
import { endRun, pauseFor, storeRun } from './run-changes.ts'
import { beginWork } from './run-work.ts'
import { watchSpending } from './spending-limits.ts'
import { callOf, type Effect, effectOf, lengthOf } from './steps.ts'

/**
 * Executes every step that is due now, until one takes time, waits or ends the run. Their events are posted after those
 * in `shown`.
 */
export function workOn(workspace: Workspace, started: RunRow, shown: Posted[]): RunRow {
  let run = started
  for (;;) {
    const { progress } = run
    if (!progress) return run
    const step = progress.script[progress.at]
    if (step && progress.doneMs < lengthOf(step)) {
      if (progress.doneMs === 0) showCall(run, callOf(step), shown)
      if (shown.length > 0) postAll(workspace, run.chatId, shown)
      return storeWorking(workspace, run)
    }
    const effect = effectOf(step, text => fillIn(text, { input: run.input, answers: progress.answers }))
    const stopped = apply(workspace, run, effect, shown)
    if (stopped) return stopped
    run = { ...run, progress: { ...progress, at: progress.at + 1, doneMs: 0 } }
  }
}

/** Stores a run whose work is under way. */
export function storeWorking(workspace: Workspace, run: RunRow): RunRow {
  const working = storeRun(workspace, beginWork(workspace, run))
  watchSpending(workspace, working)
  return working
}

function showCall(run: RunRow, call: ReturnType<typeof callOf>, shown: Posted[]): void {
  if (!call) return
  const ids = { run_id: run.id, tool_call_id: callId(run) }
  shown.push({ event: { type: 'tool.called', ...ids, name: call.name, arguments: { ...call.arguments } } })
}

/** Applies the effect of a step. Returns the run if it now waits or has ended; undefined if it continues. */
function apply(workspace: Workspace, run: RunRow, effect: Effect, shown: Posted[]): RunRow | undefined {
  switch (effect.kind) {
    case 'none':
      return undefined
    case 'says':
      shown.push(message(workspace, 'assistant', effect.text))
      return undefined
    case 'returns': {
      const ids = { run_id: run.id, tool_call_id: callId(run) }
      shown.push({ event: { type: 'tool.returned', ...ids, name: effect.name, result: effect.result } })
      return undefined
    }
    case 'asks':
      return ask(workspace, run, effect, shown)
    case 'needs-approval':
      return awaitApproval(workspace, run, effect, shown)
    case 'ends':
      return effect.outcome.status === 'failed'
        ? endRun(workspace, run, 'failed', { error: effect.outcome.error }, ...shown)
        : finish(workspace, run, effect.outcome.summary, shown)
  }
}

function finish(workspace: Workspace, run: RunRow, summary: string, shown: readonly Posted[]): RunRow {
  const said = message(workspace, 'assistant', summary)
  return endRun(workspace, run, 'completed', { summary }, ...shown, said)
}

function ask(
  workspace: Workspace,
  run: RunRow,
  effect: Extract<Effect, { kind: 'asks' }>,
  shown: readonly Posted[],
): RunRow {
  // A run that was resumed while it waited asks the same question again.
  const asked = run.progress?.question
  const question = asked ?? { id: workspace.ids.next('q'), ...effect.question, askedAt: workspace.now() }
  const { id, kind, prompt, fields } = question
  const call = { type: 'tool.called', run_id: run.id, tool_call_id: id, name: 'ask_user' } as const
  const shownFields = fields.map(({ options, ...field }) => ({
    ...field,
    ...(options ? { options: [...options] } : {}),
  }))
  const asked_at = new Date(question.askedAt).toISOString()
  const view = { id, kind, prompt, fields: shownFields, asked_at }
  return pauseFor(
    workspace,
    run,
    { question },
    ...shown,
    { event: { ...call, arguments: { prompt } } },
    { event: { type: 'question.asked', run_id: run.id, question: view } },
  )
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

function callId(run: RunRow): string {
  return `${run.id}.${run.progress?.at ?? 0}`
}
