// Conversations with an agent, found by id and continued with each completion.
import { decisions } from '../../profile/decisions.ts'
import { post } from '../../work/chats.ts'
import type { AgentRow } from '../../world/agents.ts'
import { NO_PARTS } from '../../world/chats.ts'
import type { Asking, ConversationRow, Message } from '../../world/completions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Context } from '../handler.ts'

/** The caller's conversation with the agent, or a refusal; undefined for a new one. Gap `conversation-unknown`. */
export function findConversation(
  { tables, caller, workspace }: Context,
  agent: AgentRow,
  id: string | null,
): ConversationRow | undefined {
  if (id === null) return undefined
  const known = tables.conversations.get(id)
  const mine = known?.personId === caller.person.id ? known : undefined
  if (mine?.agentId === agent.id) return mine
  if (decisions.startsUnknownConversation(workspace.profile)) return undefined
  const other = mine && tables.agents.get(mine.agentId)
  const message = other
    ? `The conversation ${id} is one with ${other.name}, not with ${agent.name}.`
    : `There is no conversation ${id} of the owner of this key. Leave conversationId out to begin a new one.`
  throw new Refusal('conversation_not_found', message, { param: 'body.conversationId' })
}

/** A new conversation, with the requested id if it is free. A chat with the same id has its events. */
export function beginConversation(
  { workspace, tables, caller, now }: Context,
  agent: AgentRow,
  id: string | null,
) {
  const isFree = id !== null && !tables.conversations.get(id) && !tables.chats.get(id)
  const taken = isFree ? id : workspace.ids.next('chat')
  tables.chats.insert({
    id: taken,
    kind: 'conversation',
    subjectId: taken,
    createdAt: now,
    parts: NO_PARTS,
  })
  return tables.conversations.insert({
    id: taken,
    agentId: agent.id,
    personId: caller.person.id,
    messages: [],
    asking: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** The new messages, because some clients send the whole conversation every time. */
export function newIn(known: readonly Message[], sent: readonly Message[]): readonly Message[] {
  const repeats = known.length <= sent.length && known.every((message, at) => same(message, sent[at]))
  return repeats ? sent.slice(known.length) : sent
}

/** Adds messages, and the agent's open question. */
export function writeOn(
  { workspace, tables }: Context,
  id: string,
  messages: readonly (Message & { readonly id?: string })[],
  asking: Asking | null,
): void {
  const at = workspace.now()
  const before = tables.conversations.get(id)?.messages ?? []
  const added = messages.map(({ role, text }) => ({ role, text }))
  tables.conversations.replace(id, { messages: [...before, ...added], asking, updatedAt: at })
  for (const { id: messageId = workspace.ids.next('msg'), role, text } of messages)
    post(workspace, id, { type: 'message.completed', id: messageId, role, text })
}

function same(one: Message, other: Message | undefined): boolean {
  return one.role === other?.role && one.text === other.text
}
