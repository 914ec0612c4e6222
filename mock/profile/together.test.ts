// Answers that meet at one place of the contract.
import { expect, test } from 'vitest'
import { run, runAndRead, stream } from '../testing/profile-cases/case.ts'
import { startTestKit } from '../testing/test-kit.ts'
import type { Answers } from './profile.ts'

/** Starts a workspace in which an agent has finished one run, and asks for the runs with that status. */
async function runsWith(status: string, profile: Answers): Promise<unknown> {
  await using kit = await startTestKit({ profile })
  await run(kit, 'agent-that-finishes')
  const answer = await kit.ask(`GET /runs?limit=1&status=${status}`)
  return answer.body.data?.map((row: { status: string }) => row.status) ?? answer.status
}

test('a filter takes the words of the profile, also where other words select nothing', async () => {
  const other = { 'run-status-names': 'finished-error-terminated' } as const
  const any = { ...other, 'unknown-status-filter': 'empty' } as const
  expect(await runsWith('finished', other)).toEqual(['finished'])
  expect(await runsWith('completed', other)).toBe(422)
  expect(await runsWith('finished', any)).toEqual(['finished'])
  expect(await runsWith('completed', any)).toEqual([])
})

test('a status that is shown for waiting runs can be filtered by, under every answer for other words', async () => {
  await using kit = await startTestKit({
    profile: { 'paused-waiting-status': 'waiting', 'unknown-status-filter': 'empty', 'query-null': 'refuse' },
  })
  await run(kit, 'agent-that-asks-text')
  const { body } = await kit.ask('GET /runs?limit=1&status=waiting_for_input')
  expect(body.data[0].status).toBe('waiting_for_input')
})

test('lean records keep their tokens and times under other names', async () => {
  await using kit = await startTestKit({
    profile: {
      'run-fields': 'lean',
      'token-fields': 'flat',
      'time-field': 'duration_ms',
      'money-format': 'string',
    },
  })
  const read = await runAndRead(kit, 'agent-that-finishes')
  expect(Object.keys(read)).toEqual([
    'id',
    'agent_id',
    'chat_id',
    'status',
    'question',
    'summary',
    'cost_euros',
    'input_tokens',
    'output_tokens',
    'total_tokens',
    'duration_ms',
  ])
  expect([typeof read.cost_euros, typeof read.total_tokens]).toEqual(['string', 'number'])
})

test('bare lists hold rewritten rows', async () => {
  await using kit = await startTestKit({
    profile: { 'envelope-analytics-list': 'array', 'spend-fields': 'lean', 'money-format': 'string' },
  })
  const { body } = await kit.ask('GET /admin/wallet/org/spend-by-team')
  expect(Object.keys(body[0])).toEqual(['team_id', 'spend_euros'])
  expect(body[0].spend_euros).toMatch(/^\d+\.\d{2,6}$/)
})

test('an agent completion as a chat completion is as lean as those, and still has its conversation', async () => {
  await using kit = await startTestKit({
    profile: {
      'agent-completion-fields': 'chat-completion',
      'agent-completion-stream': 'chunks',
      'completion-shape': 'lean',
    },
  })
  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'mock: say Hello.' }] }]
  const request = { agentId: kit.agent('agent-that-finishes'), messages }
  const { body } = await kit.ask('POST /v1/agent/chat/completions', request)
  expect(body).toEqual({
    id: expect.any(String),
    object: 'chat.completion',
    created: expect.any(Number),
    model: request.agentId,
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
    conversationId: expect.any(String),
  })
  const streamed = await stream(kit, 'POST /v1/agent/chat/completions', {
    body: JSON.stringify({ ...request, stream: true, conversationId: body.conversationId }),
    headers: { 'content-type': 'application/json' },
  })
  expect(streamed.response.headers.get('x-vercel-ai-ui-message-stream')).toBeNull()
  expect(JSON.parse(streamed.messages.at(-2)!.data).choices[0].finish_reason).toBe('stop')
})

test('the message stream of a chat has texts, tools and everything else, in the words of the profile', async () => {
  await using kit = await startTestKit({
    profile: { 'chat-event-kinds': 'ui-stream', 'run-status-names': 'succeeded-failed-stopped' },
  })
  const { chat_id } = await run(kit, 'agent-that-uses-tools')
  const { response, messages } = await stream(kit, `GET /chats/${chat_id}/stream`)
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  const parts = messages.slice(0, -1).map(message => JSON.parse(message.data))
  const types = parts.map(part => part.type)
  expect(types.slice(0, 2)).toEqual(['start', 'data-run-status'])
  expect(types.at(-1)).toBe('finish')
  for (const type of [
    'tool-input-available',
    'tool-output-available',
    'text-start',
    'text-delta',
    'text-end',
  ])
    expect(types).toContain(type)
  const statuses = parts.flatMap(part => (part.type === 'data-run-status' ? [part.data.status] : []))
  expect(statuses).toEqual(['running', 'succeeded'])
  const [text] = parts.filter(part => part.type === 'text-start')
  const written = parts.filter(part => part.type === 'text-delta' && part.id === text.id)
  expect(written.length).toBeGreaterThan(0)
})

test('a request is judged before the key where a profile says so, by the contract of the key', async () => {
  await using kit = await startTestKit({
    profile: {
      'refusal-order': 'request-first',
      'error-body': 'detail',
      'unknown-query-parameters': 'refuse',
    },
  })
  const refused = await kit.ask('GET /tasks?colour=red', undefined, 'no-scope')
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['query', 'colour']])
  expect((await kit.ask('GET /tasks', undefined, 'no-scope')).status).toBe(403)
})
