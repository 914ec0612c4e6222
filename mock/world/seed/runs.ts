// Runs of the past and those that still go on: what they were told, what they cost, and how they ended.
import type { Random } from '../../simulation/random.ts'
import type { Progress, Question } from '../runs.ts'
import type { Step } from '../script.ts'
import { MINUTE } from './calendar.ts'
import type { Happened, Past } from './past.ts'
import { endOf, isWaiting, type PastRun } from './past-run.ts'
import { RunStory } from './run-story.ts'

/**
 * Writes a run down, with a chat of its own unless it is a step of a workflow run. Returns what happened in it.
 * What goes on is planned to go on.
 */
export function addRun(past: Past, run: PastRun, random: Random): Happened[] {
  const { at, worked, wait, end } = run
  const story = new RunStory(past, run, random.int(70, 150) / 100)
  const last = endOf(run)
  const half = wait?.after ?? (worked > MINUTE ? Math.round(worked / 2) : 0)
  story.status(at, 'running')
  if (run.input.task) story.say(at, 'user', run.input.task)
  story.work(at + half, half)
  story.useTools(at + half)
  const waitsFor = wait && story.waitFor(wait, at + half)
  story.work(last, worked - half)
  if (end.status === 'completed') story.say(last, 'assistant', end.summary)
  if (end.status === 'cancelled') story.say(last, 'system', 'The run was cancelled.')
  if (end.status !== 'running' && !(end.status === 'paused' && wait)) story.status(last, end.status)

  const goesOn = end.status === 'running' || end.status === 'paused'
  past.runs.push({
    id: run.id,
    agentId: run.agent.id,
    chatId: run.chatId,
    taskId: run.taskId ?? null,
    workflowRunId: run.step?.of.id ?? null,
    retryOf: run.retryOf?.id ?? null,
    status: end.status,
    triggeredBy: run.triggeredBy,
    startedBy: run.person.id,
    teamId: story.teamId,
    model: run.agent.model,
    input: run.input,
    originChatId: null,
    attachmentIds: [],
    summary: end.status === 'completed' ? end.summary : null,
    error: end.status === 'failed' ? end.error : null,
    ...story.totals,
    workedMs: worked,
    createdAt: at,
    updatedAt: last,
    finishedAt: goesOn ? null : last,
    progress: goesOn ? progressOf(run, waitsFor ?? {}) : null,
  })
  if (end.status === 'running') past.workspace.simulation.plan(last + 100_000, 'run.step', run.id)
  if (!run.step)
    past.addChat(
      { id: run.chatId, kind: 'run', subjectId: run.id, createdAt: at },
      story.teamId,
      story.happened,
    )
  return story.happened
}

/** How far a run has come in its agent's script: into the step that its work has reached, or to the one that waits. */
function progressOf(
  { agent, worked, wait, end, at }: PastRun,
  waitsFor: { readonly question?: Question; readonly approvalId?: string },
): Progress {
  const { script } = agent
  const reached = wait ? { at: script.findIndex(isWaiting), doneMs: 0 } : placeAfter(script, worked)
  const rate = { tokensPerSecond: 700, readShare: 0.75, cachedShare: 0.4 }
  return {
    script,
    ...reached,
    rate,
    work:
      end.status === 'running'
        ? { from: at + worked, to: null, doneMs: reached.doneMs, rate, price: PRICE }
        : null,
    question: waitsFor.question ?? null,
    approvalId: waitsFor.approvalId ?? null,
    answers: { answer: null, values: {}, decisions: [] },
  }
}

/** The step in which so many milliseconds of work end, and how much of it they are. */
function placeAfter(script: readonly Step[], worked: number): Pick<Progress, 'at' | 'doneMs'> {
  let left = worked
  for (const [at, step] of script.entries()) {
    const length = 'seconds' in step ? step.seconds * 1000 : 0
    if (left < length) return { at, doneMs: left }
    left -= length
  }
  throw new Error(`a run that has worked ${worked} ms would have come to the end of its script`)
}
const PRICE = { microsPerTokenIn: 1, microsPerTokenOut: 5, microsPerTokenCached: 0.1 }
