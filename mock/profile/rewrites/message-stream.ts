// A chat as the message stream of a common UI SDK: the agent's messages are texts, its calls are tools, and everything
// else is data.
import { isFields, type Schema, type Schemas } from '#openapi'
import type { StreamPart } from '../../dialect/stream-part.ts'

type ChatEvent = Schemas['ChatEvent']
type Part = { readonly type: string } & Readonly<Record<string, unknown>>

/** The header by which that SDK recognises the stream. */
export const MESSAGE_STREAM_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' }

export const MESSAGE_STREAM_PART: Schema = {
  description: "One part of the common UI SDK's message stream; `[DONE]` ends it.",
  'x-gap': 'chat-event-kinds',
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      pattern:
        '^(start|text-start|text-delta|text-end|tool-input-available|tool-output-available|data-[a-z-]+|finish)$',
    },
    messageId: { type: 'string' },
    id: { type: 'string' },
    delta: { type: 'string' },
    toolCallId: { type: 'string' },
    toolName: { type: 'string' },
    input: { description: 'What the tool was called with.' },
    output: { description: 'What the tool returned.' },
    data: { type: 'object', description: 'What happened, of the kind that `type` names.' },
  },
}

/** The parts of a chat's events. The last part of each event carries the event's id. */
export async function* chatAsMessageStream(source: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
  const writing = new Set<string>()
  let started = false
  for await (const event of source) {
    if ('comment' in event || !isFields(event.data)) {
      yield event
      continue
    }
    const parts = partsOf(event.data as ChatEvent, writing)
    if (!started) parts.unshift({ type: 'start', messageId: String(event.data.chat_id) })
    started = true
    for (const [index, data] of parts.entries()) {
      const isLast = index === parts.length - 1
      yield { data, ...(isLast && event.id !== undefined ? { id: event.id } : {}) }
    }
  }
  yield { data: { type: 'finish' } }
  yield { data: '[DONE]' }
}

/** `writing` has the ids of messages of which a part was sent. */
function partsOf(event: ChatEvent, writing: Set<string>): Part[] {
  switch (event.type) {
    case 'message.delta': {
      const { message_id: id, delta } = event
      const begin = writing.has(id) ? [] : [{ type: 'text-start', id }]
      writing.add(id)
      return [...begin, { type: 'text-delta', id, delta }]
    }
    case 'message.completed': {
      const { id, role } = event.message
      if (writing.delete(id)) return [{ type: 'text-end', id }]
      // A late client gets the whole message; so does every client for a message that is not written piece by piece.
      if (role !== 'assistant') return [{ type: 'data-message', id, data: event.message }]
      return [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta: event.message.text },
        { type: 'text-end', id },
      ]
    }
    case 'tool.called':
      return [
        {
          type: 'tool-input-available',
          toolCallId: event.tool_call_id,
          toolName: event.name,
          input: event.arguments,
        },
      ]
    case 'tool.returned':
      return [{ type: 'tool-output-available', toolCallId: event.tool_call_id, output: event.result }]
    default: {
      const { type, ...data } = event
      return [{ type: `data-${type.replaceAll(/[._]/g, '-')}`, data }]
    }
  }
}
