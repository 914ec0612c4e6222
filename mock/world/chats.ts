import type { Schemas } from '#openapi'
import type { RunRow } from './runs.ts'
import type { WorkStretch } from './work-stretch.ts'

type ChatEvent = Schemas['ChatEvent']
type Unplaced<Event> = Event extends { type: 'message.completed'; message: infer Message }
  ? { type: 'message.completed' } & Omit<Message, 'created_at'>
  : Event extends ChatEvent
    ? Omit<Event, 'sequence' | 'chat_id' | 'at'>
    : never

/** An event without its position in a chat and its time. */
export type NewChatEvent = Unplaced<ChatEvent>

/** The conversation of a run, of a workflow run, or of agent completions. */
export interface ChatRow {
  readonly id: string
  readonly kind: 'run' | 'workflow-run' | 'conversation'
  /** The id of the run, workflow run or conversation. */
  readonly subjectId: string
  readonly createdAt: number
  /** Its events so far but those of work under way, in the order in which they were posted. */
  readonly parts: readonly ChatPart[]
}

/**
 * Work that ended when it was posted; `run.progress` events are computed from it. Its cost and tokens are those of the run
 * before.
 */
export interface WorkShown extends Pick<RunRow, 'micros' | 'tokensIn' | 'tokensOut'> {
  readonly type: 'work'
  readonly runId: string
  readonly work: WorkStretch
  /** The interval between two events of a step, in milliseconds. */
  readonly every: number
}

/**
 * An event, or what stands for `count` of them: a whole message of an assistant for its pieces, and work for its
 * progress events. `eventsOf` in `mock/work/chat-events.ts` expands them.
 */
export type Posted = (NewChatEvent | WorkShown) & {
  /** Default: 1. */
  readonly count?: number
}

/** Events that were posted together. */
export interface ChatPart {
  readonly at: number
  /** The team whose work its messages belong to; null without a team, and without messages. */
  readonly teamId: string | null
  readonly posted: readonly Posted[]
}

/** Shared by all new chats. */
export const NO_PARTS: readonly ChatPart[] = []

/** The number of events so far, without those of work under way. */
export function countEvents({ parts }: ChatRow): number {
  let events = 0
  for (const { posted } of parts) for (const { count = 1 } of posted) events += count
  return events
}

export function isMessage({ type }: Posted): boolean {
  return type === 'message.completed'
}
