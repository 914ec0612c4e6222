// Conversations: what is posted to them stays, in order, and open streams hear of it at once.
import type { Schemas } from '#openapi'
import { type ChatRow, eventId } from '../world/chats.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Events } from './events.ts'
import { payingTeam } from './funds.ts'

type ChatEvent = Schemas['ChatEvent']
type Unplaced<Event> = Event extends ChatEvent ? Omit<Event, 'sequence' | 'chat_id' | 'at'> : never

/** An event without its place in a chat. */
export type NewChatEvent = Unplaced<ChatEvent>

/** A new, empty chat. */
export function openChat(workspace: Workspace, kind: ChatRow['kind'], subjectId: string): ChatRow {
  const id = workspace.ids.next('chat')
  return workspace.tables.chats.insert({ id, kind, subjectId, sequence: 0, createdAt: workspace.now() })
}

/** Adds an event behind the last one of the chat. */
export function post(workspace: Workspace, chatId: string, event: NewChatEvent): void {
  const { chats, chatEvents } = workspace.tables
  const chat = chats.get(chatId)
  const sequence = (chat?.sequence ?? 0) + 1
  chats.replace(chatId, { sequence })
  const teamId = chat && event.type === 'message.completed' ? teamOf(workspace, chat) : null
  const placed = {
    ...event,
    sequence,
    chat_id: chatId,
    at: new Date(workspace.now()).toISOString(),
  }
  chatEvents.insert({
    id: eventId(chatId, sequence),
    chatId,
    sequence,
    teamId,
    event: placed,
  })
  workspace.feed.announce(chatId)
}

/** Adds a whole message; an assistant's comes in pieces first, as a model would write it. */
export function say(
  workspace: Workspace,
  chatId: string,
  role: Schemas['ChatMessage']['role'],
  text: string,
): void {
  const message = {
    id: workspace.ids.next('msg'),
    role,
    text,
    created_at: new Date(workspace.now()).toISOString(),
  }
  if (role === 'assistant')
    for (const delta of piecesOf(text))
      post(workspace, chatId, { type: 'message.delta', message_id: message.id, delta })
  post(workspace, chatId, { type: 'message.completed', message })
}

/** The team that pays for what is talked about. */
function teamOf(workspace: Workspace, { kind, subjectId }: ChatRow): string | null {
  const { runs, workflowRuns, conversations } = workspace.tables
  if (kind === 'run') return runs.get(subjectId)?.teamId ?? null
  const personId =
    kind === 'conversation' ? conversations.get(subjectId)?.personId : workflowRuns.get(subjectId)?.startedBy
  return payingTeam(workspace, personId ?? null)
}

/** A text in pieces of a few words; together they are the text. */
function piecesOf(text: string): string[] {
  return text.match(/(?:\S+\s*){1,4}|\s+/g) ?? []
}

const HEARTBEAT_MS = 15_000

/** Lets the chat's open streams give a sign of life every 15 seconds of the workspace's clock. */
export function keepAlive(workspace: Workspace, chatId: string): void {
  const { simulation, profile } = workspace
  if (profile['chat-stream-heartbeat'] === 'none' || simulation.schedule.of(chatId).length > 0) return
  simulation.plan(workspace.now() + HEARTBEAT_MS, 'chat.heartbeat', chatId, null, true)
}

export const chatEvents: Events = {
  'chat.heartbeat': (workspace, { subject: chatId }) => {
    if (!workspace.feed.hasListeners(chatId)) return
    workspace.feed.announce(chatId, 'heartbeat')
    workspace.simulation.plan(workspace.now() + HEARTBEAT_MS, 'chat.heartbeat', chatId, null, true)
  },
}
