import type { Schemas } from '#openapi'
import type { Table } from '../store/table.ts'

/** The conversation of a run, of a workflow run, or of agent completions. */
export interface ChatRow {
  readonly id: string
  readonly kind: 'run' | 'workflow-run' | 'conversation'
  /** The run, workflow run or conversation that it belongs to. */
  readonly subjectId: string
  /** How many events it has; the next one has this number plus one. */
  readonly sequence: number
  readonly createdAt: number
}

/** One event of a chat as it goes over the wire, with the place under which it is kept. */
export interface ChatEventRow {
  readonly id: string
  readonly chatId: string
  readonly sequence: number
  /** The team whose work the message belongs to; null when it is no team's, and for what is no message. */
  readonly teamId: string | null
  readonly event: Schemas['ChatEvent']
}

/** Events are found by their numbers, which have no gaps. */
export function eventId(chatId: string, sequence: number): string {
  return `${chatId}/${String(sequence).padStart(6, '0')}`
}

/** The events of a chat from that number on, oldest first. */
export function eventsOf(
  { chatEvents }: { readonly chatEvents: Pick<Table<ChatEventRow>, 'get'> },
  { id, sequence }: ChatRow,
  from = 1,
): ChatEventRow[] {
  const rows: ChatEventRow[] = []
  for (let number = from; number <= sequence; number++) {
    const row = chatEvents.get(eventId(id, number))
    if (row) rows.push(row)
  }
  return rows
}
