// The single events of a chat, as its stream sends them.
import type { Schemas } from '#openapi'
import { iso } from '../simulation/calendar.ts'
import { type ChatRow, countEvents, type NewChatEvent, type Posted } from '../world/chats.ts'
import type { Workspace } from '../world/workspace.ts'
import { piecesOf } from './chats.ts'
import { progressEvent, shownBy, workIn } from './progress-events.ts'

type ChatEvent = Schemas['ChatEvent']

/** The number of events that a chat has so far. */
export function lengthOfChat(workspace: Workspace, chat: ChatRow): number {
  const work = workIn(workspace, chat)
  return countEvents(chat) + (work ? shownBy(work, workspace.now()) : 0)
}

/** The events of a chat so far, from the given number on, oldest first. */
export function eventsOf(workspace: Workspace, chat: ChatRow, from = 1): ChatEvent[] {
  const events: ChatEvent[] = []
  const add = (sequence: number, at: number, event: NewChatEvent) => {
    if (sequence < from) return
    const created_at = iso(at)
    const placed = { sequence, chat_id: chat.id, at: created_at }
    if (event.type === 'message.completed') {
      const { type, ...message } = event
      events.push({ type, message: { ...message, created_at }, ...placed })
    } else events.push({ ...event, ...placed })
  }
  let next = 1
  for (const { at, posted } of chat.parts)
    for (const one of posted) {
      const { count = 1 } = one
      if (next + count > from) addEach(one, next, at, add)
      next += count
    }
  const work = workIn(workspace, chat)
  const shown = work ? shownBy(work, workspace.now()) : 0
  for (let index = 0; work && index < shown; index++) {
    const { at, event } = progressEvent(work, index)
    add(next + index, at, event)
  }
  return events
}

/** Adds what a posted event stands for, of which the first has that number. */
function addEach(
  { count = 1, ...event }: Posted,
  sequence: number,
  at: number,
  add: (sequence: number, at: number, event: NewChatEvent) => void,
): void {
  if (event.type === 'work') {
    for (let index = 0; index < count; index++) {
      const progress = progressEvent(event, index, at)
      add(sequence + index, progress.at, progress.event)
    }
    return
  }
  if (event.type === 'message.completed' && count > 1)
    for (const [index, delta] of piecesOf(event.text).entries())
      add(sequence + index, at, { type: 'message.delta', message_id: event.id, delta })
  add(sequence + count - 1, at, event)
}
