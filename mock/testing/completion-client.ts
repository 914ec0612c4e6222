// Short ways of asking for completions in tests.
import type { Schemas } from '#openapi'
import { stream } from './profile-cases/case.ts'
import { asJson } from './send-as.ts'
import type { KeyName, TestKit } from './test-kit.ts'

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

export const tryChat = (kit: TestKit, body: Schemas['ChatCompletionRequest']) =>
  complete<Schemas['ChatCompletion']>(kit, LINES.createChatCompletion, body)

export const tryAgent = (kit: TestKit, body: Schemas['AgentCompletionRequest'], key?: KeyName) =>
  complete<Schemas['AgentCompletion']>(kit, LINES.createAgentCompletion, body, key)

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

const LINES = {
  createChatCompletion: 'POST /v1/chat/completions',
  createAgentCompletion: 'POST /v1/agent/chat/completions',
} as const

/** One part of either stream: what its type leaves open is undefined in the parts of the other. */
type Part = Schemas['ChatCompletionChunk'] & Schemas['AgentCompletionChunk'] & { error?: { message: string } }

/** The parts of a stream without its `[DONE]`, which has to be the last. */
export async function streamed(
  kit: TestKit,
  operation: keyof typeof LINES,
  body: object,
): Promise<{ headers: Headers; parts: Part[]; isDone: boolean }> {
  const init = asJson({ stream: true, ...body })
  const { response, messages } = await stream(kit, LINES[operation], init, 'member')
  const isDone = messages.at(-1)?.data === '[DONE]'
  const parts = messages.slice(0, isDone ? -1 : undefined).map(({ data }) => JSON.parse(data) as Part)
  return { headers: response.headers, parts, isDone }
}
