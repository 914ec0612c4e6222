// Converts messages of clients to texts.

import type { Schemas } from '#openapi'
import type { Message } from '../../world/completions.ts'
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

/** The last message of a user without its directives, the directives, and all messages without directives. */
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
