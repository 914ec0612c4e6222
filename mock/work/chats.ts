// Conversations: an append-only list of events for each. Open streams are notified of new ones at once.

import type { Schemas } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import { type ChatRow, isMessage, type NewChatEvent, NO_PARTS, type Posted } from '../world/chats.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'
import { payingTeam } from './funds.ts'
import { planProgressIn, progressEvents } from './progress-events.ts'

/** A new chat, with its first events. Its subject is there already, because a message belongs to the subject's team. */
export function openChat(
  workspace: Workspace,
  chat: Pick<ChatRow, 'id' | 'kind' | 'subjectId'>,
  events: readonly Posted[] = [],
): void {
  const { id, kind, subjectId } = chat
  const opened = { id, kind, subjectId, createdAt: workspace.now(), parts: NO_PARTS }
  workspace.tables.chats.insert(append(workspace, opened, events))
}

/** Appends an event to the chat. */
export function post(workspace: Workspace, chatId: string, event: NewChatEvent): void {
  postAll(workspace, chatId, [event])
}

/** Appends several events at once. */
export function postAll(workspace: Workspace, chatId: string, events: readonly Posted[]): void {
  const { chats } = workspace.tables
  const chat = chats.get(chatId)
  if (!chat) throw new Error(`there is no chat ${chatId}`)
  chats.put(append(workspace, chat, events))
  workspace.feed.announce(chatId)
}

/** The chat with further events, at this instant. */
function append(workspace: Workspace, chat: ChatRow, posted: readonly Posted[]): ChatRow {
  const teamId = posted.some(isMessage) ? teamOf(workspace, chat) : null
  // Both arrays are made as long as they are; one that grows keeps room for sixteen more.
  const part = { at: workspace.now(), teamId, posted: posted.slice() }
  return { ...chat, parts: chat.parts.concat([part]) }
}

/** A whole message, ready to be posted; an assistant's is preceded by its pieces, as a model would stream it. */
export function message(workspace: Workspace, role: Role, text: string): Posted {
  const pieces = role === 'assistant' ? piecesOf(text).length : 0
  return { type: 'message.completed', id: workspace.ids.next('msg'), role, text, count: pieces + 1 }
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
