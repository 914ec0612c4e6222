import type { Schemas } from '#openapi'
import { Cache } from '../store/cache.ts'
import type { QuestionField, Step } from './script.ts'
import { chargedMs, nextCharge, usedBy, type WorkRate, type WorkStretch } from './work-stretch.ts'

export type RunStatus = Schemas['RunStatus']

export interface Question {
  readonly id: string
  readonly kind: Schemas['Question']['kind']
  readonly prompt: string
  readonly fields: readonly QuestionField[]
  readonly askedAt: number
}

/** The answers to a run's questions, for the texts of later steps. */
export interface Answers {
  readonly answer: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly decisions: readonly Readonly<Record<string, unknown>>[]
}

export const NO_ANSWERS: Answers = { answer: null, values: {}, decisions: [] }

/** Shared by all runs that have none, which are nearly all. */
export const NO_ATTACHMENTS: readonly string[] = []

/** What a run has only if it was not started by itself. */
export type RunOrigin =
  | 'taskId'
  | 'workflowRunId'
  | 'retryOf'
  | 'triggeredBy'
  | 'originChatId'
  | 'attachmentIds'

/** One run. Money is micro-euros, times are epoch milliseconds. */
export interface RunRow {
  readonly id: string
  readonly agentId: string
  readonly chatId: string
  readonly taskId: string | null
  readonly workflowRunId: string | null
  readonly retryOf: string | null
  readonly status: RunStatus
  readonly triggeredBy: string | null
  /** The person on whose behalf the run works and whose team pays. */
  readonly startedBy: string
  readonly teamId: string | null
  readonly model: string
  readonly input: Readonly<Record<string, string>> | null
  readonly originChatId: string | null
  readonly attachmentIds: readonly string[]
  readonly summary: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** Cost, tokens and time of all work that has ended; `runAt` adds the work under way. */
  readonly micros: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Milliseconds of work, without pauses. */
  readonly workedMs: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly finishedAt: number | null
  /** The position in the script; null once the run has ended, and for seeded history. */
  readonly progress: Progress | null
}

export interface Progress {
  /** The agent's script, or the one in the run's input. */
  readonly script: readonly Step[]
  /** The index of the current step. */
  readonly at: number
  /** Milliseconds of that step that were worked before its last interruption. */
  readonly doneMs: number
  /** The tokens that this run reads and writes per second. */
  readonly rate: WorkRate
  /** The work under way; null while the run waits or is paused. */
  readonly work: WorkStretch | null
  readonly question: Question | null
  readonly approvalId: string | null
  readonly answers: Answers
}

/** Caches runs with their work so far, so that two reads within a second of work share a row and its view. */
const runsAtWork = new Cache<RunRow, RunRow>()

/** The run with cost, tokens and time at an instant. Computed from the clock; nothing is written. */
export function runAt(run: RunRow, instant: number): RunRow {
  const work = run.progress?.work
  if (!work) return run
  const charged = chargedMs(work, instant)
  if (charged === work.doneMs) return run
  return runsAtWork.of(run, [charged], () => {
    const used = usedBy(work, instant)
    const worked = charged - work.doneMs
    return {
      ...run,
      micros: run.micros + used.micros,
      tokensIn: run.tokensIn + used.tokensIn,
      tokensOut: run.tokensOut + used.tokensOut,
      workedMs: run.workedMs + worked,
      updatedAt: work.from + worked,
    }
  })
}

/** Until when `runAt` shows the same of a run. */
export function unchangedUntil({ progress }: RunRow, instant: number): number {
  return progress?.work ? nextCharge(progress.work, instant) : Number.POSITIVE_INFINITY
}
