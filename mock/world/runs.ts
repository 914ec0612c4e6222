import type { Schemas } from '#openapi'
import { Cache } from '../store/cache.ts'
import type { QuestionField, Step } from './script.ts'
import { chargedMs, usedBy, type WorkRate, type WorkStretch } from './work-stretch.ts'

export type RunStatus = Schemas['RunStatus']

export interface Question {
  readonly id: string
  readonly kind: Schemas['Question']['kind']
  readonly prompt: string
  readonly fields: readonly QuestionField[]
  readonly askedAt: number
}

/** What was answered to a run's questions, for the texts of later steps. */
export interface Answers {
  readonly answer: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly decisions: readonly Readonly<Record<string, unknown>>[]
}

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
  /** The person on whose behalf it works and whose team pays. */
  readonly startedBy: string
  readonly teamId: string | null
  readonly model: string
  readonly input: Readonly<Record<string, string>> | null
  readonly originChatId: string | null
  readonly attachmentIds: readonly string[]
  readonly summary: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** Cost, tokens and time of all work that has ended; `runAt` adds what is under way. */
  readonly micros: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Milliseconds worked, pauses left out. */
  readonly workedMs: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly finishedAt: number | null
  /** How far the script has come; null once the run has ended, and for runs that were seeded as history. */
  readonly progress: Progress | null
}

export interface Progress {
  /** The agent's script, or the one that the run's input brought. */
  readonly script: readonly Step[]
  /** The step that is being done. */
  readonly at: number
  /** Milliseconds of that step that were worked before it was last interrupted. */
  readonly doneMs: number
  /** What this run reads and writes in a second. */
  readonly rate: WorkRate
  /** The work that is under way; null while the run waits or is paused. */
  readonly work: WorkStretch | null
  readonly question: Question | null
  readonly approvalId: string | null
  readonly answers: Answers
}

/** Runs as they are at an instant, so that two reads within a second of work get the same row, and the same view of it. */
const runsAtWork = new Cache<RunRow, RunRow>()

/** The run with cost, tokens and time as they are at an instant. Nothing is written: it follows from the clock. */
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
