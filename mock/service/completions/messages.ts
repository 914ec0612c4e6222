// Messages as clients send them, as texts.

import type { Schemas } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Message } from '../../world/completions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Workspace } from '../../world/workspace.ts'
import { type Wishes, wishesIn } from './wishes.ts'

/** Messages of the common chat API. */
export function fromChat(messages: readonly Schemas['ChatMessageIn'][]): Message[] {
  return messages.map(({ role, content }) => ({ role: ROLES[role] ?? 'user', text: textOf(content) }))
}

const ROLES: Readonly<Partial<Record<string, Message['role']>>> = {
  system: 'system',
  developer: 'system',
  assistant: 'assistant',
  // What a tool returned is nothing that the user said.
  tool: 'assistant',
}

/** Messages of the common UI SDK; one with `content` instead of parts is read as well (gap `ui-message-fields`). */
export function fromUi(messages: readonly (Schemas['UIMessageIn'] & { content?: unknown })[]): Message[] {
  return messages.map(({ role, parts, content }) => ({
    role: ROLES[role] ?? 'user',
    text: textOf(parts ?? content),
  }))
}

/** Gap `empty-messages`: some deployments refuse a completion without messages. */
export function requireMessages({ profile }: Workspace, messages: readonly unknown[]): void {
  if (messages.length > 0 || !decisions.refusesEmptyMessages(profile)) return
  const message = 'body.messages must have at least one message, but was empty'
  const issue = {
    in: 'body' as const,
    field: 'messages',
    message,
    expected: 'at least one message',
    received: messages,
  }
  throw new Refusal('request_invalid', `${message}.`, { issues: [issue] })
}

/** The last message of a user without its wishes, the wishes, and all messages without them. */
export function lastWord(messages: readonly Message[]): {
  text: string | null
  wishes: Wishes
  messages: Message[]
} {
  const at = messages.findLastIndex(message => message.role === 'user')
  const last = messages[at]
  if (!last) return { text: null, wishes: { text: '' }, messages: [...messages] }
  const wishes = wishesIn(last.text)
  return { text: wishes.text, wishes, messages: messages.with(at, { ...last, text: wishes.text }) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(part => (typeof part?.text === 'string' ? [part.text] : [])).join('\n')
}
