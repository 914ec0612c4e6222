import { decisions } from '../profile/decisions.ts'
import { MESSAGE_STREAM_HEADERS } from '../profile/rewrites/message-stream.ts'
import { prepareAgent, settleAgent } from './completions/agent.ts'
import { agentParts } from './completions/agent-stream.ts'
import { type ChatCompletion, chatChunks, prepareChat, wholeChat } from './completions/chat.ts'
import type { Handlers } from './handler.ts'

/** Sections 2.3 and 4.1, the completions. */
export const completions = {
  createChatCompletion({ body }, context) {
    const streams = body.stream ?? decisions.streamsByDefault(context.workspace.profile)
    const reply = (completion: ChatCompletion) =>
      streams
        ? ({ status: 200, stream: chatChunks(completion, context) } as const)
        : ({ status: 200, body: wholeChat(completion, context) } as const)
    const prepared = prepareChat(body, context)
    return prepared instanceof Promise ? prepared.then(reply) : reply(prepared)
  },

  async createAgentCompletion({ body }, context) {
    const completion = await prepareAgent(body, context)
    const { profile } = context.workspace
    if (body.stream ?? decisions.streamsByDefault(profile))
      return { status: 200, stream: agentParts(completion, context), headers: MESSAGE_STREAM_HEADERS }
    const { id, messageId, agent, conversationId, outcome, writing, finishReason, output } = completion
    const bill = settleAgent(completion, writing.tokens, context)
    const parts = [{ type: 'text' as const, text: writing.text }]
    const message = { id: messageId, role: 'assistant' as const, parts }
    const { steps } = outcome
    return {
      status: 200,
      body: { id, agentId: agent.id, conversationId, message, output, finishReason, steps, ...bill },
    }
  },
} satisfies Partial<Handlers>
