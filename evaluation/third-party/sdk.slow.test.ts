// The official clients of the common chat API, as they come from the registry, against the mock.
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  DefaultChatTransport,
  generateText,
  jsonSchema,
  Output,
  readUIMessageStream,
  streamText,
  type UIMessage,
  type UIMessageChunk,
} from 'ai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { askAgent, streamedAgent, textOf } from '../../mock/testing/completion-client.ts'
import { type KeyName, startTestKit, type TestKit } from '../../mock/testing/test-kit.ts'

const PROVIDERS = [
  ['@ai-sdk/openai-compatible', compatible],
  ['@ai-sdk/openai', official],
] as const

const QUESTION = [{ role: 'user' as const, content: 'What is open for Contoso?' }]

test('openai lists models and asks them, whole and streamed', async () => {
  await using kit = await startTestKit()
  const client = openai(kit)
  const models = await Array.fromAsync(client.models.list())
  expect(models.map(model => model.id)).toContain('aw-large')

  const whole = await client.chat.completions.create({ model: 'aw-large', messages: QUESTION })
  const text = whole.choices[0]?.message.content
  expect(text).toContain('Contoso')
  expect(whole.usage?.total_tokens).toBeGreaterThan(0)

  const stream = await client.chat.completions.create({
    model: 'aw-large',
    messages: QUESTION,
    stream: true,
    stream_options: { include_usage: true },
  })
  const chunks = await Array.fromAsync(stream)
  expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe(text)
  expect(chunks.at(-1)?.usage).toEqual(whole.usage)

  const helper = client.chat.completions.stream({ model: 'aw-large', messages: QUESTION })
  expect((await helper.finalChatCompletion()).choices[0]).toMatchObject({
    message: { content: text },
    finish_reason: 'stop',
  })
})

test('openai reads refusals as its own errors', async () => {
  await using kit = await startTestKit()
  const ask = (key: KeyName | null, model = 'aw-large', more: object = {}) =>
    openai(kit, key).chat.completions.create({ model, messages: QUESTION, ...more })
  await expect(ask(null)).rejects.toMatchObject({
    constructor: OpenAI.AuthenticationError,
    status: 401,
    code: 'key_unknown',
  })
  await expect(ask('read-only')).rejects.toMatchObject({
    constructor: OpenAI.PermissionDeniedError,
    code: 'scope_missing',
  })
  await expect(ask('member', 'gpt-5')).rejects.toMatchObject({
    constructor: OpenAI.NotFoundError,
    code: 'model_not_found',
    param: 'body.model',
    type: 'not_found',
    message: expect.stringContaining('There is no model gpt-5'),
  })
  await expect(ask('member', 'aw-large', { temperature: 9 })).rejects.toMatchObject({
    constructor: OpenAI.UnprocessableEntityError,
    param: 'body.temperature',
  })
})

test('openai hears of an error in the middle of a stream', async () => {
  await using kit = await startTestKit()
  const content = 'mock: error 2\nmock: say one two three'
  const messages = [{ role: 'user' as const, content }]
  const stream = await openai(kit).chat.completions.create({ model: 'aw-large', messages, stream: true })
  let text = ''
  const reading = (async () => {
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  })()
  await expect(reading).rejects.toMatchObject({ constructor: OpenAI.APIError, code: 'internal_error' })
  expect(text).toBe('one two')
})

test.each(PROVIDERS)('ai with %s generates, streams and counts', async (_, modelOf) => {
  await using kit = await startTestKit()
  const model = modelOf(kit, 'member', 'aw-medium')
  const whole = await generateText({ model, messages: QUESTION })
  expect(whole.text).toContain('Contoso')
  expect(whole.finishReason).toBe('stop')
  const streamed = streamText({ model, messages: QUESTION })
  expect((await Array.fromAsync(streamed.textStream)).join('')).toBe(whole.text)
  const usage = await streamed.usage
  expect([usage.inputTokens, usage.outputTokens]).toEqual([whole.usage.inputTokens, whole.usage.outputTokens])
  expect(usage.outputTokens).toBeGreaterThan(0)
  const short = await generateText({ model, messages: QUESTION, maxOutputTokens: 4 })
  expect(short.finishReason).toBe('length')
})

test.each(PROVIDERS)('ai with %s gets structured output', async (_, modelOf) => {
  await using kit = await startTestKit()
  const schema = jsonSchema<{ open: number }>({
    type: 'object',
    properties: { open: { type: 'integer', minimum: 1 } },
    required: ['open'],
    additionalProperties: false,
  })
  const model = modelOf(kit, 'member', 'aw-medium')
  const { output } = await generateText({ model, messages: QUESTION, output: Output.object({ schema }) })
  expect(output.open).toBeGreaterThan(0)
})

test.each(PROVIDERS)('ai with %s reads refusals', async (_, modelOf) => {
  await using kit = await startTestKit()
  const ask = (key: KeyName | null, id = 'aw-large', temperature = 1) =>
    generateText({ model: modelOf(kit, key, id), messages: QUESTION, temperature, maxRetries: 0 })
  await expect(ask(null)).rejects.toMatchObject({ statusCode: 401 })
  await expect(ask('member', 'gpt-5')).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('gpt-5'),
  })
  await expect(ask('member', 'aw-large', 9)).rejects.toMatchObject({ statusCode: 422 })
})

test('ai hears of an error in the middle of a stream, or at least of no good end', async () => {
  await using kit = await startTestKit()
  const prompt = 'mock: error 2\nmock: say one two three'
  const errors: unknown[] = []
  const onError = ({ error }: { error: unknown }) => void errors.push(error)
  const heard = streamText({ model: compatible(kit, 'member', 'aw-large'), prompt, onError })
  expect((await Array.fromAsync(heard.textStream)).join('')).toBe('one two')
  expect(errors).toHaveLength(1)
  // This provider reads a chunk's choices first and passes over an error beside them.
  const unheard = streamText({ model: official(kit, 'member', 'aw-large'), prompt })
  expect((await Array.fromAsync(unheard.textStream)).join('')).toBe('one two')
  expect(await unheard.finishReason).toBe('interrupted')
})

test('the UI SDK reads an agent’s stream as the message that an unstreamed reply has', async () => {
  await using kit = await startTestKit()
  const whole = await askAgent(kit, 'agent-that-uses-tools', 'Where is it?')
  const { parts } = await streamedAgent(kit, 'agent-that-uses-tools', 'Where is it?')
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream: ReadableStream.from(parts as UIMessageChunk[]) }))
    last = message
  expect(last?.id).toBe(parts[0]?.messageId)
  expect(last?.parts.flatMap(part => (part.type === 'text' ? [part.text] : []))).toEqual([textOf(whole)])
})

test('the transport of the UI SDK reads an agent’s stream', async () => {
  await using kit = await startTestKit()
  const transport = new DefaultChatTransport({
    api: `${kit.url}/v1/agent/chat/completions`,
    headers: { authorization: `Bearer ${kit.roles.keys.member}` },
    prepareSendMessagesRequest: ({ messages }) => ({
      body: { agentId: kit.agent('agent-that-finishes'), messages, stream: true },
    }),
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'chat',
    messageId: undefined,
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Check invoice 17.' }] }],
    abortSignal: undefined,
  })
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream })) last = message
  expect(last?.parts.find(part => part.type === 'text')?.text).toMatch(/\w+ .*\.$/)
  expect(last?.metadata).toMatchObject({ agentId: kit.agent('agent-that-finishes'), finishReason: 'stop' })
})

function openai(kit: TestKit, key: KeyName | null = 'member'): OpenAI {
  return new OpenAI({ baseURL: `${kit.url}/v1`, apiKey: secretOf(kit, key), maxRetries: 0 })
}

function compatible(kit: TestKit, key: KeyName | null, model: string) {
  return createOpenAICompatible({
    name: 'agent-work',
    baseURL: `${kit.url}/v1`,
    apiKey: secretOf(kit, key),
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model)
}

function official(kit: TestKit, key: KeyName | null, model: string) {
  return createOpenAI({ baseURL: `${kit.url}/v1`, apiKey: secretOf(kit, key) }).chat(model)
}

function secretOf(kit: TestKit, key: KeyName | null): string {
  return key === null ? 'awk_nobody' : kit.roles.keys[key]
}
