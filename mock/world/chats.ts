import type { Schemas } from '#openapi'
import type { Use, WorkStretch } from './work-stretch.ts'

type ChatEvent = Schemas['ChatEvent']
type Unplaced<Event> = Event extends ChatEvent ? Omit<Event, 'sequence' | 'chat_id' | 'at'> : never

/** An event without its place in a chat. */
export type NewChatEvent = Unplaced<ChatEvent>

/** The conversation of a run, of a workflow run, or of agent completions. */
export interface ChatRow {
  readonly id: string
  readonly kind: 'run' | 'workflow-run' | 'conversation'
  /** The run, workflow run or conversation that it belongs to. */
  readonly subjectId: string
  /** How many events it has, those of work under way left out. */
  readonly sequence: number
  readonly createdAt: number
}

/** Work that has ended, for the `run.progress` events that it showed. */
export interface WorkShown {
  readonly type: 'work'
  readonly runId: string
  readonly work: WorkStretch
  /** So many milliseconds of a step are between two events. */
  readonly every: number
  /** What the run had used before. */
  readonly before: Use
}

/**
 * One or more events of a chat that came at once. A whole message of an assistant stands for the pieces before it, and
 * work for all progress that it showed; `eventsOf` in `mock/work/chat-events.ts` has each event by itself.
 */
export interface ChatEventRow {
  readonly id: string
  readonly chatId: string
  /** The number of the first of its events. */
  readonly sequence: number
  /** How many events it stands for. */
  readonly count: number
  /** The team whose work the message belongs to; null when it is no team's, and for what is no message. */
  readonly teamId: string | null
  readonly at: number
  readonly event: NewChatEvent | WorkShown
}

/** Rows are found by the numbers of their first events. */
export function eventId(chatId: string, sequence: number): string {
  return `${chatId}/${String(sequence).padStart(6, '0')}`
}
