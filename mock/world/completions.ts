import type { Schemas } from '#openapi'
import type { Answers, Question } from './runs.ts'
import type { Step } from './script.ts'

/** A message of a conversation, as an agent reads it. */
export interface Message {
  readonly role: Schemas['ChatMessage']['role']
  readonly text: string
}

/** A conversation over agent completions, continued by its id. A chat with the same id has its events. */
export interface ConversationRow {
  readonly id: string
  readonly agentId: string
  readonly personId: string
  readonly messages: readonly Message[]
  /** The agent's open question, which the next message answers; null without one. */
  readonly asking: Asking | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The state of an agent's work that is paused at a question. */
export interface Asking {
  readonly script: readonly Step[]
  /** The index of the step that asks. */
  readonly at: number
  /** The instruction of the work. */
  readonly task: string
  readonly question: Pick<Question, 'kind' | 'prompt' | 'fields'>
  /** The answers so far. */
  readonly answers: Answers
}
