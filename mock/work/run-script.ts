// Executes a run's script, step by step.
import type { Schemas } from '#openapi'
import { iso } from '../simulation/calendar.ts'
import { Cache } from '../store/cache.ts'
import type { Posted } from '../world/chats.ts'
import type { PersonRow } from '../world/people.ts'
import type { Progress, Question, RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { approvalEvent, requestApproval } from './approvals.ts'
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
      return ask(workspace, run, at, effect, shown)
    case 'needs-approval':
      return awaitApproval(workspace, run, at, effect, shown)
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
  at: number,
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
  return pauseFor(workspace, run, { at, doneMs: 0, question }, shown)
}

/** The question of a run as the contract shows it. */
export function questionView({ id, kind, prompt, fields, askedAt }: Question): Schemas['Question'] {
  const shown = fields.map(({ options, ...field }) => ({
    ...field,
    ...(options && { options: [...options] }),
  }))
  return { id, kind, prompt, fields: shown, asked_at: iso(askedAt) }
}

function awaitApproval(
  workspace: Workspace,
  run: RunRow,
  at: number,
  { title, description }: Extract<Effect, { kind: 'needs-approval' }>,
  shown: Posted[],
): RunRow {
  // A run that was resumed while it waited waits for the same approval again.
  let approvalId = run.progress?.approvalId
  if (!approvalId) {
    const approval = requestApproval(workspace, {
      kind: 'run',
      title,
      description,
      agentId: run.agentId,
      runId: run.id,
      requestedBy: run.startedBy,
      approverIds: managersOf(workspace, run.teamId),
    })
    shown.push(approvalEvent(approval))
    approvalId = approval.id
  }
  return pauseFor(workspace, run, { at, doneMs: 0, approvalId }, shown)
}

/** The people who manage the team that pays for the run. Admins may decide as well. */
function managersOf({ tables: { people } }: Workspace, teamId: string | null): readonly string[] {
  if (teamId === null) return []
  const manages = (person: PersonRow) => person.managedTeamIds.includes(teamId)
  return managers.of(teamId, [people, people.version], () =>
    people
      .all()
      .filter(manages)
      .map(({ id }) => id),
  )
}

const managers = new Cache<string, readonly string[]>(64)

function callId(run: RunRow, at: number): string {
  return `${run.id}.${at}`
}
