// Short ways of asking for completions in tests. What is streamed is checked part by part, as the kit judges the rest.
import { type Schemas, validateEvent } from '#openapi'
import { type KeyName, messagesOf, type TestKit } from './test-kit.ts'

type AgentRequest = Partial<Schemas['AgentCompletionRequest']>

/** A chat completion that is not streamed; `more` is laid over the body. */
export async function chat(
  kit: TestKit,
  content: string,
  more: object = {},
): Promise<Schemas['ChatCompletion']> {
  return requireReply(
    await tryChat(kit, { model: 'aw-small', messages: [{ role: 'user', content }], ...more }),
  )
}

/** An agent's completion that is not streamed. */
export async function askAgent(kit: TestKit, handle: string, text: string, more: AgentRequest = {}) {
  return requireReply(await tryAgent(kit, to(kit, handle, text, more)))
}

/** What became of a request that may be refused. */
interface Outcome<Reply> {
  readonly status: number
  readonly reply: Reply | undefined
  readonly error: Schemas['Error']['error'] | undefined
}

export async function tryChat(
  kit: TestKit,
  body: Schemas['ChatCompletionRequest'],
): Promise<Outcome<Schemas['ChatCompletion']>> {
  const { data, error, response } = await kit.as('member').POST('/v1/chat/completions', { body })
  return { status: response.status, reply: typeof data === 'string' ? undefined : data, error: error?.error }
}

export async function tryAgent(
  kit: TestKit,
  body: Schemas['AgentCompletionRequest'],
  key: KeyName = 'member',
): Promise<Outcome<Schemas['AgentCompletion']>> {
  const { data, error, response } = await kit.as(key).POST('/v1/agent/chat/completions', { body })
  return { status: response.status, reply: typeof data === 'string' ? undefined : data, error: error?.error }
}

function requireReply<Reply>({ reply, status, error }: Outcome<Reply>): Reply {
  if (!reply) throw new Error(`got ${status}: ${error?.message}`)
  return reply
}

/** The body of a completion by the agent with that handle. */
export function to(
  kit: TestKit,
  handle: string,
  text: string,
  more: AgentRequest = {},
): Schemas['AgentCompletionRequest'] {
  return {
    agentId: kit.agent(handle),
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    ...more,
  }
}

/** The whole text of a completion. */
export function textOf(completion: Schemas['AgentCompletion']): string {
  return completion.message.parts.map(part => part.text).join('')
}

const PATHS = {
  createChatCompletion: '/v1/chat/completions',
  createAgentCompletion: '/v1/agent/chat/completions',
} as const

/** One part of either stream: what its type leaves open is undefined in the parts of the other. */
type Part = Schemas['ChatCompletionChunk'] & Schemas['AgentCompletionChunk'] & { error?: { message: string } }

/** The parts of a stream without its `[DONE]`, which has to be the last. */
export async function streamed(
  kit: TestKit,
  operation: keyof typeof PATHS,
  body: object,
): Promise<{ headers: Headers; parts: Part[]; isDone: boolean }> {
  const response = await send(kit, operation, { stream: true, ...body })
  const data = (await Array.fromAsync(messagesOf(response))).map(message => message.data)
  const isDone = data.at(-1) === '[DONE]'
  const parts = data.slice(0, isDone ? -1 : undefined).map(text => JSON.parse(text) as Part)
  for (const part of parts) {
    const [issue] = validateEvent(operation, part)
    if (issue) throw new Error(`a part does not fit the contract: ${issue.message}\n${JSON.stringify(part)}`)
  }
  return { headers: response.headers, parts, isDone }
}

export function send(
  kit: TestKit,
  operation: keyof typeof PATHS,
  body: object,
  key: KeyName = 'member',
  init: RequestInit = {},
) {
  const headers = { 'content-type': 'application/json' }
  return kit.fetch(key, PATHS[operation], { method: 'POST', headers, body: JSON.stringify(body), ...init })
}
