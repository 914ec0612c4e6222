// Runs of the past and those that still go on: what they were told, what they cost, and how they ended.
import type { Schemas } from '#openapi'
import type { Random } from '../../simulation/random.ts'
import type { AgentRow } from '../agents.ts'
import type { PersonRow } from '../people.ts'
import type { Progress, Question } from '../runs.ts'
import type { Step } from '../script.ts'
import { MINUTE } from './calendar.ts'
import type { Happened, Past } from './past.ts'
import { RunStory } from './run-story.ts'

/** A run before it is written down. Times are epoch milliseconds and milliseconds. */
export interface PastRun {
  /** Ids are given when all runs are known, so that they rise with the time of the start. */
  id: string
  chatId: string
  readonly agent: AgentRow
  readonly person: PersonRow
  readonly at: number
  readonly input: Readonly<Record<string, string>>
  readonly triggeredBy: string | null
  /** How long it worked, waiting left out. */
  readonly worked: number
  /** How it waited for a person, where the agent's script has it ask one. */
  readonly wait?: Wait
  readonly end: RunEnd
  readonly taskId?: string
  /** The workflow run that it is a step of, whose chat it shares. */
  readonly step?: { readonly of: { readonly id: string; readonly chatId: string }; readonly stepId: string }
  readonly retryOf?: PastRun
}

/** When a run began to wait, after how much work, for how long (null: it still does), and what a person said. */
export interface Wait {
  readonly after: number
  readonly lasted: number | null
  readonly response?: Schemas['_RunRespondRequest']
  readonly decision?: Decision
}

export interface Decision {
  readonly by: string
  readonly outcome: 'approved' | 'rejected'
  readonly comment: string | null
}

/** How it ended; `running` and `paused` ones have not. */
export type RunEnd =
  | { readonly status: 'completed'; readonly summary: string }
  | { readonly status: 'failed'; readonly error: { readonly code: string; readonly message: string } }
  | { readonly status: 'cancelled' | 'stopped' | 'running' | 'paused' }

/** The step of a script that waits for a person. */
export type WaitingStep = Extract<Step, { do: 'ask' | 'ask-fields' | 'ask-decisions' | 'await-approval' }>

/** When it ended or, while it goes on, up to when its work is known. */
export function endOf({ at, worked, wait }: PastRun): number {
  return at + worked + (wait?.lasted ?? 0)
}

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
    stepId: run.step?.stepId ?? null,
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
  if (end.status === 'running') past.workspace.simulation.plan(last + 1_000, 'run.step', run.id)
  if (!run.step)
    past.addChat(
      { id: run.chatId, kind: 'run', subjectId: run.id, createdAt: at },
      story.teamId,
      story.happened,
    )
  return story.happened
}

/** How far a run has come in its agent's script: into the first step that takes time, or to the one that waits. */
function progressOf(
  { agent, worked, wait, end, at }: PastRun,
  waitsFor: { readonly question?: Question; readonly approvalId?: string },
): Progress {
  const { script } = agent
  return {
    script,
    at: script.findIndex(wait ? isWaiting : step => step.do === 'work'),
    doneMs: wait ? 0 : worked,
    since: end.status === 'running' ? at + worked : null,
    question: waitsFor.question ?? null,
    approvalId: waitsFor.approvalId ?? null,
    answers: { answer: null, values: {}, decisions: [] },
  }
}

/** Whether the step waits for a person. */
export function isWaiting(step: Step): step is WaitingStep {
  return ['ask', 'ask-fields', 'ask-decisions', 'await-approval'].includes(step.do)
}
