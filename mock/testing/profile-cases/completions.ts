// Gaps about completions and knowledge.

import { asJson, type Body } from '../send-as.ts'
import { type Cases, status, stream } from './case.ts'

const CHAT = 'POST /v1/chat/completions'
const AGENT = 'POST /v1/agent/chat/completions'
const HELLO = [{ role: 'user', parts: [{ type: 'text', text: 'mock: say Hello.' }] }]

export const completions: Cases = {
  'completion-shape': {
    async look(kit) {
      const models = await kit.ask('GET /v1/models')
      const { body } = await kit.ask(CHAT, { model: 'aw-large' })
      return [models.body.data[0], body, body.choices[0]].map(object => Object.keys(object))
    },
    sees: {
      full: [
        ['id', 'object', 'created', 'owned_by'],
        ['id', 'object', 'created', 'model', 'choices', 'usage'],
        ['index', 'message', 'finish_reason', 'logprobs'],
      ],
      lean: [
        ['id', 'object', 'created'],
        ['id', 'object', 'created', 'model', 'choices'],
        ['index', 'message', 'finish_reason'],
      ],
    },
  },
  'model-unknown': {
    look: async kit => {
      const { status, body } = await kit.ask(CHAT, { model: 'aw-enormous' })
      return [status, body.error.code, body.error.param]
    },
    sees: {
      '404': [404, 'model_not_found', 'body.model'],
      '422': [422, 'request_invalid', 'body.model'],
    },
  },
  'empty-messages': {
    async look(kit) {
      const none = await kit.ask(CHAT, { model: 'aw-large', messages: [] })
      const absent = await kit.ask(CHAT, { model: 'aw-large' })
      const agent = await kit.ask(AGENT, { agentId: kit.agent('agent-that-finishes') })
      return [none, absent, agent].map(({ status, body }) => {
        const said = body.choices?.[0].message.content ?? body.message?.parts[0].text
        return said ? said.length > 0 : status
      })
    },
    sees: { accept: [true, true, true], refuse: [422, 422, 422] },
  },
  'agent-completion-fields': {
    async look(kit) {
      const { body } = await kit.ask(AGENT, { agentId: kit.agent('agent-that-finishes'), messages: HELLO })
      return body.message?.parts[0].text ?? [body.object, body.choices[0].message.content]
    },
    sees: { message: 'Hello.', 'chat-completion': ['chat.completion', 'Hello.'] },
  },
  'agent-completion-stream': {
    async look(kit) {
      const body = { agentId: kit.agent('agent-that-finishes'), messages: HELLO, stream: true }
      const { messages } = await stream(kit, AGENT, asJson(body))
      const parts = messages.slice(0, -1).map(message => JSON.parse(message.data))
      const texts = parts.map(part => part.delta ?? part.choices?.[0].delta.content ?? '')
      return [parts[0].type ?? parts[0].object, texts.join(''), messages.at(-1)?.data]
    },
    sees: {
      'ui-stream': ['start', 'Hello.', '[DONE]'],
      chunks: ['chat.completion.chunk', 'Hello.', '[DONE]'],
    },
  },
  'agent-completion-asks': {
    look: async kit => {
      const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Which price?' }] }]
      const { ledger, tables } = kit.workspace
      const size = () => [ledger.size, tables.conversations.size]
      const before = size()
      const said = []
      for (const handle of ['agent-that-asks-text', 'agent-that-waits-for-approval']) {
        const { status, body } = await kit.ask(AGENT, { agentId: kit.agent(handle), messages })
        said.push(body.error?.code ?? status)
      }
      return [...said, size().map((now, i) => now > before[i]!)]
    },
    sees: {
      'question-as-message': [200, 200, [true, true]],
      refuse: ['agent_asks', 'agent_asks', [false, false]],
    },
  },
  'conversation-unknown': {
    async look(kit) {
      const agentId = kit.agent('agent-that-finishes')
      const { status, body } = await kit.ask(AGENT, { agentId, messages: HELLO, conversationId: 'ours-1' })
      return [status, body.conversationId]
    },
    sees: { '404': [404, undefined], new: [200, 'ours-1'] },
  },
  'knowledge-score': {
    look: status(['POST /v1/knowledge/search', { query: 'invoice' }], body => body.data[0].score > 1),
    sees: { unit: [200, false], raw: [200, true] },
  },
  'knowledge-base-unknown': {
    async look(kit) {
      const { 'kb-finance': own, 'kb-operations': foreign } = kit.roles.knowledgeBases
      const seen = []
      for (const other of [foreign, 'nobody']) {
        const query = { query: 'notice period', knowledgeBaseIds: [own, other] }
        const { status, body } = await kit.ask('POST /v1/knowledge/search', query, 'member')
        const found = body.data?.every((one: Body) => one.knowledgeBaseId === own)
        seen.push([status, found ?? body.error.message.includes(other)])
      }
      return seen
    },
    sees: {
      '404': Array(2).fill([404, true]),
      skip: Array(2).fill([200, true]),
      '403': Array(2).fill([403, true]),
    },
  },
}
