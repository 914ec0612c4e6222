import type { QuestionField, Step } from './script.ts'

export const RUN_STATUSES = ['running', 'paused', 'completed', 'failed', 'cancelled', 'stopped'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface Question {
  readonly id: string
  readonly kind: 'text' | 'fields' | 'decisions'
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
  /** Milliseconds of that step that are done and charged. */
  readonly doneMs: number
  /** The instant up to which its work is charged, while it works; null while it is paused. */
  readonly since: number | null
  readonly question: Question | null
  readonly approvalId: string | null
  readonly answers: Answers
}
