// Streams and completions in the shapes that other clients know.
import type { Schema, Schemas } from '#openapi'
import {
  type Change,
  type Changes,
  type Fields,
  inOrder,
  isFields,
  type Moment,
  onComponent,
  type Place,
  type StreamPart,
  type Turn,
} from '../rewriting.ts'
import { chatAsMessageStream, MESSAGE_STREAM_HEADERS, MESSAGE_STREAM_PART } from './message-stream.ts'

type Completion = Schemas['AgentCompletion']
type Chunk = Schemas['ChatCompletionChunk']

export const streams: Changes = {
  'chat-event-kinds': {
    'data-only': onEvents('streamChat', schema => ({ schema, stream: { parts: withoutNames } })),
    'ui-stream': onEvents('streamChat', () => ({
      schema: { $ref: '#/components/schemas/ChatStreamPart' },
      components: { ChatStreamPart: MESSAGE_STREAM_PART },
      stream: { parts: chatAsMessageStream, headers: MESSAGE_STREAM_HEADERS },
    })),
  },
  'agent-completion-fields': { 'chat-completion': onComponent('AgentCompletion', asChatCompletion) },
  'agent-completion-stream': {
    chunks: onEvents('createAgentCompletion', (_, { dressed }) => ({
      schema: { $ref: '#/components/schemas/ChatCompletionChunk' },
      stream: {
        parts: (source, moment) => chunksOf(source, moment, dressed('ChatCompletionChunk').out),
        headers: {},
      },
    })),
  },
}

function onEvents(
  operation: NonNullable<Place['operation']>,
  change: (...args: Parameters<Change>) => NonNullable<ReturnType<Change>>,
): Change {
  return (schema, place, answered) =>
    place.whole === 'event' && place.operation === operation ? change(schema, place, answered) : undefined
}

async function* withoutNames(source: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
  for await (const part of source) {
    if ('comment' in part) yield part
    else yield { data: part.data, ...(part.id === undefined ? {} : { id: part.id }) }
  }
}

/** A chat completion whose model is the agent. The conversation goes on under the id beside it. */
function asChatCompletion(_: Schema, { dressed }: Place): NonNullable<ReturnType<Change>> {
  const { schema, out } = dressed('ChatCompletion')
  const conversationId: Schema = { type: 'string', description: 'Give it as `conversationId` to go on.' }
  return {
    schema: { ...schema, properties: { ...schema.properties, conversationId } },
    out: inOrder(
      (value, { at }) => (isCompletion(value) ? chatCompletionOf(value, at) : value),
      (value, moment) => withConversation(value, out, moment),
    ),
  }
}

function isCompletion(value: unknown): value is Completion {
  return isFields(value) && isFields(value.message)
}

function chatCompletionOf(completion: Completion, at: number): Schemas['ChatCompletion'] & Fields {
  const { id, agentId, conversationId, message, finishReason, usage } = completion
  return {
    id,
    object: 'chat.completion',
    created: Math.floor(at / 1000),
    model: agentId,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: message.parts.map(part => part.text).join(''), refusal: null },
        finish_reason: finishReason === 'length' ? 'length' : 'stop',
        logprobs: null,
      },
    ],
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.totalTokens,
    },
    conversationId,
  }
}

/** What the answers to other gaps take out of a chat completion does not concern the conversation. */
function withConversation(value: unknown, out: Turn | undefined, moment: Moment): unknown {
  if (!out || !isFields(value)) return value
  const turned = out(value, moment)
  return isFields(turned) ? { ...turned, conversationId: value.conversationId } : turned
}

/** The parts of the common UI SDK's message stream as chunks of a chat completion. */
async function* chunksOf(
  source: AsyncIterable<StreamPart>,
  moment: Moment,
  out: Turn | undefined,
): AsyncGenerator<StreamPart> {
  const base = { object: 'chat.completion.chunk' as const, created: Math.floor(moment.at / 1000) }
  let about = { id: '', model: '' }
  const chunk = (
    delta: Chunk['choices'][number]['delta'],
    finish_reason: 'stop' | 'length' | null = null,
  ) => {
    const data: Chunk = {
      id: about.id,
      model: about.model,
      ...base,
      choices: [{ index: 0, delta, finish_reason }],
    }
    return { data: out ? out(data, moment) : data }
  }
  for await (const part of source) {
    if ('comment' in part || !isFields(part.data)) {
      yield part
      continue
    }
    const { type, messageMetadata, delta, errorText } = part.data as Schemas['AgentCompletionChunk']
    const metadata = isFields(messageMetadata) ? messageMetadata : {}
    if (type === 'start') {
      about = { id: String(metadata.id ?? ''), model: String(metadata.agentId ?? '') }
      yield chunk({ role: 'assistant', content: '' })
    } else if (type === 'text-delta') yield chunk({ content: delta ?? '' })
    else if (type === 'error') yield chunk({ content: errorText ?? '' })
    else if (type === 'finish') yield chunk({}, metadata.finishReason === 'length' ? 'length' : 'stop')
  }
}
