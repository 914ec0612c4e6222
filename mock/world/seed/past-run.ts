// A run of the past as it is thought up, before it is written down.
import type { Schemas } from '#openapi'
import type { AgentRow } from '../agents.ts'
import type { PersonRow } from '../people.ts'
import type { Step } from '../script.ts'

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

/** Whether the step waits for a person. */
export function isWaiting(step: Step): step is WaitingStep {
  return ['ask', 'ask-fields', 'ask-decisions', 'await-approval'].includes(step.do)
}
