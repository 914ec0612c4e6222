// Reads messages of clients as texts.

import type { Schemas } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Message } from '../../world/completions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Workspace } from '../../world/workspace.ts'
import { type Directives, directivesIn } from './directives.ts'

/** Reads messages of the common chat API. */
export function fromChat(messages: readonly Schemas['ChatMessageIn'][]): Message[] {
  return messages.map(({ role, content }) => ({ role: ROLES[role] ?? 'user', text: textOf(content) }))
}

const ROLES: Readonly<Partial<Record<string, Message['role']>>> = {
  system: 'system',
  developer: 'system',
  assistant: 'assistant',
  // The result of a tool is not a message of the user.
  tool: 'assistant',
}

/** Reads messages of the common UI SDK, also with `content` instead of parts (gap `ui-message-fields`). */
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

/** The last message of a user without its directives, the directives, and all messages without them. */
export function lastWord(messages: readonly Message[]): {
  text: string | null
  directives: Directives
  messages: Message[]
} {
  const at = messages.findLastIndex(message => message.role === 'user')
  const last = messages[at]
  if (!last) return { text: null, directives: { text: '' }, messages: [...messages] }
  const directives = directivesIn(last.text)
  return {
    text: directives.text,
    directives,
    messages: messages.with(at, { ...last, text: directives.text }),
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(part => (typeof part?.text === 'string' ? [part.text] : [])).join('\n')
}
