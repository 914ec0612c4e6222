import { decisions } from '../profile/decisions.ts'
import { MESSAGE_STREAM_HEADERS } from '../profile/rewrites/message-stream.ts'
import { prepareAgent, settleAgent } from './completions/agent.ts'
import { agentParts } from './completions/agent-stream.ts'
import { chatChunks, prepareChat, wholeChat } from './completions/chat.ts'
import type { Handlers } from './handler.ts'

/** Sections 2.3 and 4.1, the completions. */
export const completions = {
  async createChatCompletion({ body }, context) {
    const completion = await prepareChat(body, context)
    const { profile } = context.workspace
    if (body.stream ?? decisions.streamsByDefault(profile))
      return { status: 200, stream: chatChunks(completion, context) }
    return { status: 200, body: wholeChat(completion, context) }
  },

  async createAgentCompletion({ body }, context) {
    const completion = await prepareAgent(body, context)
    const { profile } = context.workspace
    if (body.stream ?? decisions.streamsByDefault(profile))
      return { status: 200, stream: agentParts(completion, context), headers: MESSAGE_STREAM_HEADERS }
    const { id, messageId, agent, conversationId, outcome, writing, finishReason, output } = completion
    const bill = settleAgent(completion, writing.tokens, context)
    const parts = [{ type: 'text' as const, text: writing.tokens.join('') }]
    const message = { id: messageId, role: 'assistant' as const, parts }
    const { steps } = outcome
    return {
      status: 200,
      body: { id, agentId: agent.id, conversationId, message, output, finishReason, steps, ...bill },
    }
  },
} satisfies Partial<Handlers>
