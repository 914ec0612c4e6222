// An agent's completion as the message stream of a common UI SDK.
import type { Schemas } from '#openapi'
import type { StreamPart } from '../../dialect/stream-part.ts'
import type { Context } from '../handler.ts'
import { type AgentCompletion, type Bill, settleAgent } from './agent.ts'
import { pieces } from './writing.ts'

const TEXT = 'text-1'

/** The parts of the final message as they are written. A client that disconnects pays for what was written so far. */
export async function* agentParts(completion: AgentCompletion, context: Context): AsyncGenerator<StreamPart> {
  const { id, messageId, agent, conversationId, outcome, writing, finishReason, output } = completion
  const { tokens } = writing
  const about = { id, agentId: agent.id, conversationId }
  let written = 0
  let bill: Bill | undefined
  try {
    yield part({ type: 'start', messageId, messageMetadata: about })
    yield part({ type: 'start-step' })
    // An agent that failed has no message, only an error.
    if (outcome.end !== 'error') {
      yield part({ type: 'text-start', id: TEXT })
      for await (const piece of pieces(context, id, tokens)) {
        written += piece.tokens
        yield part({ type: 'text-delta', id: TEXT, delta: piece.text })
      }
      yield part({ type: 'text-end', id: TEXT })
    }
    // Charged before the stream ends, so that the client then sees the new balance.
    bill = settleAgent(completion, tokens.slice(0, written), context)
    if (output !== null) yield part({ type: 'data-output', data: output })
    if (finishReason === 'error') yield part({ type: 'error', errorText: errorOf(completion) })
    yield part({ type: 'finish-step' })
    yield part({ type: 'finish', messageMetadata: { ...about, finishReason, steps: outcome.steps, ...bill } })
    yield { data: '[DONE]' }
  } finally {
    if (!bill) settleAgent(completion, tokens.slice(0, written), context)
  }
}

function part(data: Schemas['AgentCompletionChunk']): StreamPart {
  return { data }
}

function errorOf({ outcome, writing }: AgentCompletion): string {
  if (outcome.end === 'error') return outcome.text
  return `The answer broke off after ${writing.tokens.length} tokens, as the directive mock: error in the message says.`
}
