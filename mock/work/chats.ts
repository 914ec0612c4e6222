// Conversations: an append-only list of events for each. Open streams are notified of new ones at once.

import type { Schemas } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import { type ChatRow, eventId, isMessage, type NewChatEvent, type Posted } from '../world/chats.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'
import { payingTeam } from './funds.ts'
import { planProgressIn, progressEvents } from './progress-events.ts'

/** A new, empty chat. */
export function openChat(workspace: Workspace, kind: ChatRow['kind'], subjectId: string): ChatRow {
  const id = workspace.ids.next('chat')
  return workspace.tables.chats.insert({ id, kind, subjectId, sequence: 0, createdAt: workspace.now() })
}

/** Appends an event to the chat. */
export function post(workspace: Workspace, chatId: string, event: NewChatEvent): void {
  postAll(workspace, chatId, [{ event }])
}

/** Appends several events at once. */
export function postAll(workspace: Workspace, chatId: string, events: readonly Posted[]): void {
  const { chats, chatEvents } = workspace.tables
  const chat = chats.get(chatId)
  const at = workspace.now()
  let sequence = (chat?.sequence ?? 0) + 1
  for (const posted of rowsFor(events)) {
    const teamId = chat && posted.some(isMessage) ? teamOf(workspace, chat) : null
    const count = posted.reduce((sum, one) => sum + (one.count ?? 1), 0)
    chatEvents.append({ id: eventId(chatId, sequence), chatId, sequence, count, teamId, at, posted })
    sequence += count
  }
  chats.replace(chatId, { sequence: sequence - 1 })
  workspace.feed.announce(chatId)
}

/** The events in as few rows as can be, each with at most one message. */
function rowsFor(events: readonly Posted[]): (readonly Posted[])[] {
  const shown = events.some(({ count }) => count === 0) ? events.filter(({ count }) => count !== 0) : events
  const rows: (readonly Posted[])[] = []
  let [start, hasMessage] = [0, false]
  for (let at = 0; at < shown.length; at++) {
    if (!isMessage(shown[at]!)) continue
    if (hasMessage) rows.push(shown.slice(start, at))
    if (hasMessage) start = at
    hasMessage = true
  }
  if (start < shown.length) rows.push(shown.slice(start))
  return rows
}

/** Appends a whole message; an assistant's message is preceded by its pieces, as a model would stream it. */
export function say(workspace: Workspace, chatId: string, role: Role, text: string): void {
  postAll(workspace, chatId, [message(workspace, role, text)])
}

/** A whole message, ready to be posted. */
export function message(workspace: Workspace, role: Role, text: string): Posted {
  const created_at = new Date(workspace.now()).toISOString()
  const message = { id: workspace.ids.next('msg'), role, text, created_at }
  const pieces = role === 'assistant' ? piecesOf(text).length : 0
  return { event: { type: 'message.completed', message }, count: pieces + 1 }
}

type Role = Schemas['ChatMessage']['role']

/** The team that pays for the subject of the chat. */
function teamOf(workspace: Workspace, { kind, subjectId }: ChatRow): string | null {
  const { runs, workflowRuns, conversations } = workspace.tables
  if (kind === 'run') return runs.get(subjectId)?.teamId ?? null
  const talk = kind === 'conversation' ? conversations.get(subjectId) : undefined
  const personId = talk?.personId ?? workflowRuns.get(subjectId)?.startedBy
  return payingTeam(workspace, personId ?? null, talk?.agentId ?? null)
}

/** Splits a text into pieces of a few words; joined, they give the text again. */
export function piecesOf(text: string): string[] {
  return text.match(/(?:\S+\s*){1,4}|\s+/g) ?? []
}

const HEARTBEAT_MS = 15_000

/** Plans progress events and a heartbeat every 15 seconds of workspace time for the open streams of a chat. */
export function followChat(workspace: Workspace, chatId: string): void {
  const { simulation, profile } = workspace
  planProgressIn(workspace, chatId)
  const beats = simulation.schedule.of(chatId).some(entry => entry.kind === 'chat.heartbeat')
  if (decisions.sendsHeartbeats(profile) && !beats)
    simulation.plan(workspace.now() + HEARTBEAT_MS, 'chat.heartbeat', chatId, null, true)
}

/** Wakes the open streams of a chat at an instant. */
export function announceAt({ simulation }: Workspace, chatId: string, at: number): void {
  const planned = simulation.schedule.of(chatId)
  if (planned.some(({ kind, due }) => kind === 'chat.progress' && due === at)) return
  simulation.plan(at, 'chat.progress', chatId, null, true)
}

export const chatEvents = {
  ...progressEvents,
  'chat.heartbeat': (workspace, { subject: chatId }) => {
    if (!workspace.feed.hasListeners(chatId)) return
    workspace.feed.announce(chatId, 'heartbeat')
    workspace.simulation.plan(workspace.now() + HEARTBEAT_MS, 'chat.heartbeat', chatId, null, true)
  },
} satisfies Partial<EventHandlers>
