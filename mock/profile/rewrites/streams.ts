// Streams and completions in the forms of other APIs.
import { type Fields, isFields, type Schema, type Schemas } from '#openapi'
import type { StreamPart } from '../../dialect/stream-part.ts'
import {
  type Conversion,
  inOrder,
  type Moment,
  ofFields,
  onComponent,
  type Rewrite,
  type Rewrites,
  type SchemaPlace,
} from '../rewriting.ts'
import { chatAsMessageStream, MESSAGE_STREAM_HEADERS, MESSAGE_STREAM_PART } from './message-stream.ts'

type Completion = Schemas['AgentCompletion']
type Chunk = Schemas['ChatCompletionChunk']

export const streams: Rewrites = {
  'chat-event-kinds': {
    'data-only': onEvents('streamChat', schema => ({ schema, stream: { encode: withoutNames } })),
    'ui-stream': onEvents('streamChat', () => ({
      schema: { $ref: '#/components/schemas/ChatStreamPart' },
      components: { ChatStreamPart: MESSAGE_STREAM_PART },
      stream: { encode: chatAsMessageStream, headers: MESSAGE_STREAM_HEADERS },
    })),
  },
  'agent-completion-fields': { 'chat-completion': onComponent('AgentCompletion', asChatCompletion) },
  'agent-completion-stream': {
    chunks: onEvents('createAgentCompletion', (_, { codecOf }) => ({
      schema: { $ref: '#/components/schemas/ChatCompletionChunk' },
      stream: {
        encode: (source, moment) => chunksOf(source, moment, codecOf('ChatCompletionChunk').encode),
        headers: {},
      },
    })),
  },
}

function onEvents(
  operation: NonNullable<SchemaPlace['operation']>,
  change: (...args: Parameters<Rewrite>) => NonNullable<ReturnType<Rewrite>>,
): Rewrite {
  return (schema, place, answered) =>
    place.whole === 'event' && place.operation === operation ? change(schema, place, answered) : undefined
}

async function* withoutNames(source: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
  for await (const part of source) {
    if ('comment' in part) yield part
    else yield { data: part.data, ...(part.id === undefined ? {} : { id: part.id }) }
  }
}

/** A chat completion whose model is the agent, with the id of the conversation. */
function asChatCompletion(_: Schema, { codecOf }: SchemaPlace): NonNullable<ReturnType<Rewrite>> {
  const { schema, encode } = codecOf('ChatCompletion')
  const conversationId: Schema = { type: 'string', description: 'Give it as `conversationId` to go on.' }
  return {
    schema: { ...schema, properties: { ...schema.properties, conversationId } },
    encode: inOrder(
      ofFields((value, { at }) =>
        isFields(value.message) ? chatCompletionOf(value as Completion, at) : value,
      ),
      (value, moment) => withConversation(value, encode, moment),
    ),
  }
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

/** Other rewrites of chat completions keep the id of the conversation. */
function withConversation(value: unknown, encode: Conversion | undefined, moment: Moment): unknown {
  if (!encode || !isFields(value)) return value
  const converted = encode(value, moment)
  return isFields(converted) ? { ...converted, conversationId: value.conversationId } : converted
}

/** Converts the parts of the UI SDK's message stream to chunks of a chat completion. */
async function* chunksOf(
  source: AsyncIterable<StreamPart>,
  moment: Moment,
  encode: Conversion | undefined,
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
    return { data: encode ? encode(data, moment) : data }
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
