import type { Schemas } from '#openapi'
import type { Answers, Question } from './runs.ts'
import type { Step } from './script.ts'

/** A message of a conversation, as far as an agent reads it. */
export interface Message {
  readonly role: Schemas['ChatMessage']['role']
  readonly text: string
}

/** A conversation with an agent over agent completions, continued by its id; a chat with that id has its events. */
export interface ConversationRow {
  readonly id: string
  readonly agentId: string
  readonly personId: string
  readonly messages: readonly Message[]
  /** What the agent asked last, which the next message answers; null when it asked nothing. */
  readonly asking: Asking | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** An agent's work that stands still at a question. */
export interface Asking {
  readonly script: readonly Step[]
  /** The step that asks. */
  readonly at: number
  /** What the work is about. */
  readonly task: string
  readonly question: Pick<Question, 'kind' | 'prompt' | 'fields'>
  /** What was answered so far. */
  readonly answers: Answers
}
