import { issue, type Schemas } from '#openapi'
import type { StreamPart } from '../dialect/stream-part.ts'
import { decisions } from '../profile/decisions.ts'
import { eventsOf, lengthOfChat } from '../work/chat-events.ts'
import { announceAt, followChat } from '../work/chats.ts'
import { isEnded } from '../work/run-moves.ts'
import { type ChatRow, countEvents } from '../world/chats.ts'
import { requestInvalid } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Context, Handlers } from './handler.ts'
import { requireSeen } from './visibility.ts'
import { Wakeup } from './wakeup.ts'

/** The stream of section 6; its events are the project's answer to the gap `chat-event-kinds`. */
export const chats = {
  streamChat({ path, header }, context) {
    const chat = requireSeen(context, 'chat', path.chat_id)
    return {
      status: 200,
      stream: follow(context, chat.id, startAfter(context, chat, header['Last-Event-ID'])),
    }
  },
} satisfies Partial<Handlers>

/** Every event after `sent`, and new ones as they happen, until the subject of the chat has ended. */
async function* follow(
  { workspace, onClose }: Context,
  chatId: string,
  sent: number,
): AsyncGenerator<StreamPart> {
  const { tables, feed, simulation } = workspace
  const bell = new Wakeup<'event' | 'heartbeat' | 'gone'>()
  const stopListening = feed.listen(chatId, signal => bell.notify(signal))
  const stopTime = simulation.listen()
  onClose(() => bell.notify('gone'))
  followChat(workspace, chatId)
  /** When the last piece of a message was written. */
  let written = Number.NEGATIVE_INFINITY
  let [posted, postedAt] = ['', 0]
  try {
    for (let last = sent; ; ) {
      const known = tables.chats.get(chatId)
      let next: number | undefined
      for (const event of known ? eventsOf(workspace, known, last + 1) : []) {
        // Many events were posted at once.
        if (event.at !== posted) [posted, postedAt] = [event.at, Date.parse(event.at)]
        const at = Math.max(written, postedAt) + timeToWrite(event)
        if (at > simulation.clock.now() && simulation.clock.mode.kind !== 'frozen') {
          next = at
          break
        }
        if (event.type === 'message.delta') written = at
        last = event.sequence
        yield { event: event.type, id: String(event.sequence), data: event }
      }
      const chat = tables.chats.get(chatId)
      // Further events may have been added meanwhile.
      const length = chat ? lengthOfChat(workspace, chat) : 0
      if (!chat || (length <= last && hasEnded(workspace, chat))) return
      if (next !== undefined) announceAt(workspace, chatId, next)
      else if (length > last) continue
      const signal = await bell.next()
      if (signal === 'gone') return
      if (signal === 'heartbeat') yield { comment: 'still here' }
    }
  } finally {
    stopTime()
    stopListening()
  }
}

/** The pace of a model, in milliseconds of the workspace's clock for a character. */
const CHARACTER_MS = 4

/** Pieces of a message are sent as a model writes them. On a frozen clock nobody would ever see them. */
function timeToWrite(event: Schemas['ChatEvent']): number {
  return event.type === 'message.delta' ? event.delta.length * CHARACTER_MS : 0
}

/** The number of the event after which the stream starts; gaps `chat-stream-resume` and `chat-stream-after-end`. */
function startAfter({ workspace }: Context, chat: ChatRow, lastEventId: string | undefined): number {
  const { profile } = workspace
  if (decisions.endedChatStreamIsEmpty(profile) && hasEnded(workspace, chat)) return countEvents(chat)
  if (decisions.chatStreamResumesFrom(profile) === 'from-now') return lengthOfChat(workspace, chat)
  if (decisions.chatStreamResumesFrom(profile) === 'from-start' || lastEventId === undefined) return 0
  if (/^\d+$/.test(lastEventId)) return Number(lastEventId)
  if (decisions.ignoresMalformedEventId(profile)) return 0
  const says = `must be the id of an event of this chat, but was '${lastEventId}'`
  throw requestInvalid([issue('header', 'Last-Event-ID', 'a number', lastEventId, says)])
}

function hasEnded({ tables }: Workspace, chat: ChatRow): boolean {
  if (chat.kind === 'run') {
    const run = tables.runs.get(chat.subjectId)
    return !run || isEnded(run)
  }
  return chat.kind === 'conversation' || tables.workflowRuns.get(chat.subjectId)?.finishedAt !== null
}
