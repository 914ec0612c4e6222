// Short ways of asking for completions in tests.
import type { Schemas } from '#openapi'
import { stream } from './profile-cases/case.ts'
import { asJson } from './send-as.ts'
import type { KeyName, TestKit } from './test-kit.ts'

type AgentRequest = Partial<Schemas['AgentCompletionRequest']>

/** What became of a request that may be refused. */
interface Outcome<Reply> {
  readonly status: number
  readonly reply: Reply | undefined
  readonly error: Schemas['Error']['error'] | undefined
}

/** A chat completion; `more` is laid over the body. */
export const tryChat = (kit: TestKit, content: string, more: object = {}, key?: KeyName) =>
  complete<Schemas['ChatCompletion']>(kit, CHAT, chatBody(content, more), key)

/** One that is not streamed. */
export const chat = async (kit: TestKit, content: string, more?: object) =>
  requireReply(await tryChat(kit, content, more))

export const streamedChat = (kit: TestKit, content: string, more: object = {}) =>
  streamed(kit, CHAT, chatBody(content, more))

/** A completion by the agent with that handle; `more` is laid over the body. */
export const tryAgent = (
  kit: TestKit,
  handle: string,
  text: string,
  more: AgentRequest = {},
  key?: KeyName,
) => complete<Schemas['AgentCompletion']>(kit, AGENT, agentBody(kit, handle, text, more), key)

/** One that is not streamed. */
export const askAgent = async (kit: TestKit, handle: string, text: string, more?: AgentRequest) =>
  requireReply(await tryAgent(kit, handle, text, more))

export const streamedAgent = (kit: TestKit, handle: string, text: string, more: AgentRequest = {}) =>
  streamed(kit, AGENT, agentBody(kit, handle, text, more))

/** The whole text of a completion. */
export function textOf(completion: Schemas['AgentCompletion']): string {
  return completion.message.parts.map(part => part.text).join('')
}

const CHAT = 'POST /v1/chat/completions'
const AGENT = 'POST /v1/agent/chat/completions'

const chatBody = (content: string, more: object) => ({
  model: 'aw-small',
  messages: [{ role: 'user', content }],
  ...more,
})

const agentBody = (kit: TestKit, handle: string, text: string, more: AgentRequest) => ({
  agentId: kit.agent(handle),
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
})

async function complete<Reply>(
  kit: TestKit,
  line: string,
  request: object,
  key: KeyName = 'member',
): Promise<Outcome<Reply>> {
  const { status, body } = await kit.ask(line, request, key)
  return { status, reply: typeof body === 'string' || body.error ? undefined : body, error: body.error }
}

function requireReply<Reply>({ reply, status, error }: Outcome<Reply>): Reply {
  if (!reply) throw new Error(`got ${status}: ${error?.message}`)
  return reply
}

/** One part of either stream: what its type leaves open is undefined in the parts of the other. */
type Part = Schemas['ChatCompletionChunk'] & Schemas['AgentCompletionChunk'] & { error?: { message: string } }

/** The parts of a stream without its `[DONE]`, which has to be the last. */
async function streamed(kit: TestKit, line: string, body: object) {
  const { response, messages } = await stream(kit, line, asJson({ stream: true, ...body }), 'member')
  const isDone = messages.at(-1)?.data === '[DONE]'
  const parts = messages.slice(0, isDone ? -1 : undefined).map(({ data }) => JSON.parse(data) as Part)
  return { headers: response.headers, parts, isDone }
}
