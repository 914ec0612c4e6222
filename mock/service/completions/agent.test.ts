import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { askAgent, streamedAgent, textOf, tryAgent } from '../../testing/completion-client.ts'
import { type KeyName, startTestKit, type TestKit, test } from '../../testing/test-kit.ts'

test('an agent answers with the final message of its script, which does not repeat the prompt', async () => {
  await using kit = await startTestKit()
  const reply = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  expect(textOf(reply)).toMatch(/./)
  expect(textOf(reply)).not.toContain('Check invoice 17')
  expect(reply).toMatchObject({
    agentId: kit.agent('agent-that-finishes'),
    finishReason: 'stop',
    output: null,
    steps: 1,
  })
})

test('a completion is a run, charged to agent, caller and first team', async ({ kit }) => {
  const reply = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  const { usage, costEuros } = reply
  const row = kit.workspace.ledger.rows({ where: { kind: 'run' } }).at(-1)
  expect(row).toMatchObject({
    agentId: kit.agent('agent-that-finishes'),
    userId: kit.roles.people['person-member'],
    teamId: kit.roles.teams['team-finance'],
    clientId: kit.roles.clients['client-contoso'],
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    micros: Math.round(costEuros * 1e6),
  })
  expect(await lastRun(kit)).toMatchObject({
    id: row?.runId,
    status: 'completed',
    triggered_by: 'completion',
    chat_id: reply.conversationId,
    input: { task: 'Check invoice 17.' },
    summary: textOf(reply),
    cost_euros: costEuros,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
  })
})

test('the same work costs and takes about the same in a completion as in a run', async ({ kit }) => {
  const { reply: completed } = await tryAgent(kit, 'agent-that-is-slow', 'The whole quarter.', {}, 'admin')
  const entered = await lastRun(kit)
  const { run_id } = await kit.startRun('agent-that-is-slow')
  kit.untilIdle()
  const { body: run } = await kit.ask(`GET /runs/${run_id}`)
  expect(entered).toMatchObject({ status: 'completed', cost_euros: completed!.costEuros })
  expect(entered.duration_seconds / run.duration_seconds).toBeCloseTo(1, 0)
  // Runs of an agent differ by a factor of three at most.
  expect(entered.cost_euros).toBeGreaterThan(run.cost_euros / 4)
  expect(entered.cost_euros).toBeLessThan(run.cost_euros * 4)
})

test('a completion that ends with a question has not completed', async ({ kit }) => {
  for (const handle of ['agent-that-asks-text', 'agent-that-waits-for-approval']) {
    await tryAgent(kit, handle, 'Pay it.', {}, 'admin')
    expect([handle, await lastRun(kit)]).toMatchObject([handle, { status: 'stopped', summary: null }])
  }
})

test('a conversation goes on by its id, and the answer reflects what was said before', async ({ kit }) => {
  const { conversationId, usage } = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  const next = await askAgent(kit, 'agent-that-finishes', 'And invoice 18?', { conversationId })
  expect(next.conversationId).toBe(conversationId)
  expect(textOf(next)).toContain('Following on invoice 17')
  expect(next.usage.inputTokens).toBeGreaterThan(usage.inputTokens)
  const row = kit.workspace.ledger.rows({ where: { kind: 'run' } }).at(-1)
  expect(row?.savedMicros).toBeGreaterThan(0)
})

test('messages that a client sends once more are not taken as new', async ({ kit }) => {
  const first = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  const say = (role: 'user' | 'assistant', text: string) => ({ role, parts: [{ type: 'text', text }] })
  const all = [say('user', 'Check invoice 17.'), say('assistant', textOf(first)), say('user', 'And 18?')]
  await askAgent(kit, 'agent-that-finishes', '', { messages: all, conversationId: first.conversationId })
  const row = kit.workspace.tables.conversations.get(first.conversationId)
  expect(row?.messages.map(message => message.role)).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('a conversation is a chat, which its person can read again', async ({ kit }) => {
  const reply = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  const events = await Array.fromAsync(kit.stream('member', reply.conversationId))
  expect(events).toMatchObject([
    { type: 'message.completed', message: { role: 'user', text: 'Check invoice 17.' } },
    { type: 'message.completed', message: { role: 'assistant', id: reply.message.id, text: textOf(reply) } },
  ])
  const path = { chat_id: reply.conversationId }
  const other = await kit.as('other').GET('/chats/{chat_id}/stream', { params: { path }, parseAs: 'text' })
  expect(other.response.status).toBe(404)
})

test.each(['404', 'new'] as const)('an unknown conversation: answer %s', async answer => {
  await using kit = await startTestKit({ profile: { 'conversation-unknown': answer } })
  const foreign = (await askAgent(kit, 'agent-that-finishes', 'Mine.')).conversationId
  const ask = (conversationId: string) =>
    tryAgent(kit, 'agent-that-finishes', 'Go on.', { conversationId }, 'other')
  const [unknown, others] = [await ask('chat_of_my_own'), await ask(foreign)]
  if (answer === '404') {
    for (const { error, status } of [unknown, others])
      expect([status, error?.code]).toEqual([404, 'conversation_not_found'])
  } else {
    expect(unknown.reply?.conversationId).toBe('chat_of_my_own')
    expect((await ask('chat_of_my_own')).reply?.message.parts[0]?.text).toContain('Following on')
    // What belongs to somebody else is neither read nor written.
    expect(others.reply?.conversationId).not.toBe(foreign)
    expect(others.reply?.message.parts[0]?.text).not.toContain('Mine.')
  }
})

test('a conversation with one agent does not go on with another', async ({ kit }) => {
  const { conversationId } = await askAgent(kit, 'agent-that-finishes', 'Check invoice 17.')
  const { error } = await tryAgent(kit, 'agent-that-uses-tools', 'Go on.', { conversationId })
  expect(error?.code).toBe('conversation_not_found')
})

test('a conversation of the past goes on', async ({ kit }) => {
  const { tables } = kit.workspace
  const [past] = tables.conversations.all()
  if (!past) throw new Error('the seed has no conversation')
  tables.conversations.replace(past.id, { personId: kit.roles.people['person-member'] })
  const about = { agentId: past.agentId, conversationId: past.id }
  const { reply } = await tryAgent(kit, 'agent-that-finishes', 'And now?', about)
  expect(reply?.conversationId).toBe(past.id)
  expect(tables.conversations.get(past.id)?.messages).toHaveLength(past.messages.length + 2)
})

test('an agent that the caller cannot see is not found', async ({ kit }) => {
  const ask = (key: KeyName) => tryAgent(kit, 'agent-private-to-other', 'Hello', {}, key)
  expect(await ask('member')).toMatchObject({ status: 404, error: { param: 'body.agentId' } })
  expect((await ask('other')).status).toBe(200)
})

test('a question is the final message, and the next message answers it', async ({ kit }) => {
  const question = await askAgent(kit, 'agent-that-asks-text', 'A briefing on returns.')
  expect(textOf(question)).toBe('What should the briefing stress?')
  const { conversationId } = question
  const answer = await askAgent(kit, 'agent-that-asks-text', 'The costs.', { conversationId })
  expect(textOf(answer)).toContain('stresses: The costs.')
})

test('a question with fields is asked again until every required field is given', async ({ kit }) => {
  const handle = 'agent-that-asks-fields'
  const { conversationId } = await askAgent(kit, handle, 'A credit note for Contoso.')
  const again = await askAgent(kit, handle, 'Amount: 120', { conversationId })
  expect(textOf(again)).toContain('currency: one of EUR, USD, CHF')
  expect(textOf(again)).not.toContain('amount:')
  const done = await askAgent(kit, handle, 'currency = eur, notify: yes', { conversationId })
  expect(textOf(done)).toContain('The credit note over 120 EUR is prepared.')
  const { conversationId: other } = await askAgent(kit, handle, 'Another one.')
  const json = JSON.stringify({ amount: 7, currency: 'CHF' })
  expect(textOf(await askAgent(kit, handle, json, { conversationId: other }))).toContain('over 7 CHF')
})

test('one word decides on everything that an agent proposes', async ({ kit }) => {
  const { conversationId } = await askAgent(kit, 'agent-that-asks-decisions', 'Sort the inbox.')
  const done = await askAgent(kit, 'agent-that-asks-decisions', 'approve', { conversationId })
  expect(textOf(done)).toContain('The inbox is sorted')
})

test('an agent that waits for an approval says so, and asks nobody', async ({ kit }) => {
  const approvals = kit.workspace.tables.approvals.size
  expect(textOf(await askAgent(kit, 'agent-that-waits-for-approval', 'Pay.'))).toContain('has to approve')
  expect(kit.workspace.tables.approvals.size).toBe(approvals)
})

test('an agent that fails says why', async ({ kit }) => {
  const failed = await askAgent(kit, 'agent-that-fails', 'Import.')
  expect(failed.finishReason).toBe('error')
  expect(textOf(failed)).toContain('The bank did not answer')
  const { parts } = await streamedAgent(kit, 'agent-that-fails', 'Import.')
  expect(parts.find(part => part.type === 'error')?.errorText).toBe(textOf(failed))
})

test('each tool takes one step, and maxSteps ends the work', async ({ kit }) => {
  expect((await askAgent(kit, 'agent-that-uses-tools', 'Where?')).steps).toBe(3)
  const limited = await askAgent(kit, 'agent-that-uses-tools', 'Where?', { maxSteps: 2 })
  expect(limited).toMatchObject({ steps: 2, finishReason: 'length' })
  expect(textOf(limited)).toContain('track_parcel')
})

test('a message can bring a script of its own', async ({ kit }) => {
  const { message, conversationId } = await askAgent(
    kit,
    'agent-that-finishes',
    'Book it.\nmock: script ask Which day?; finish Booked {{input.task}} for {{answer}}.',
  )
  expect(message.parts[0]?.text).toBe('Which day?')
  const done = await askAgent(kit, 'agent-that-finishes', 'Monday', { conversationId })
  expect(textOf(done)).toContain('Booked Book it. for Monday.')
  const { error } = await tryAgent(kit, 'agent-that-finishes', 'mock: script dance')
  expect(error).toMatchObject({ code: 'script_invalid', param: 'body.messages' })
})

test('a stream is the UI SDK’s, and makes the message that an unstreamed reply has', async ({ kit }) => {
  const whole = await askAgent(kit, 'agent-that-uses-tools', 'Where is it?')
  const { headers, parts, isDone } = await streamedAgent(kit, 'agent-that-uses-tools', 'Where is it?')
  expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  expect(isDone).toBe(true)
  const { usage, costEuros, steps, finishReason } = whole
  expect(parts.at(-1)).toMatchObject({
    type: 'finish',
    messageMetadata: { usage, costEuros, steps, finishReason },
  })
  const deltas = parts.flatMap(part => (part.type === 'text-delta' ? [String(part.delta)] : []))
  expect(deltas.join('')).toBe(textOf(whole))
})

test('a directive ends an answer early or breaks it off', async ({ kit }) => {
  const directive = (what: string) => `mock: ${what} 2\nmock: say one two three`
  expect(await askAgent(kit, 'agent-that-finishes', directive('length'))).toMatchObject({
    finishReason: 'length',
    message: { parts: [{ text: 'one two' }] },
  })
  expect((await askAgent(kit, 'agent-that-finishes', directive('error'))).finishReason).toBe('error')
  const { parts } = await streamedAgent(kit, 'agent-that-finishes', directive('error'))
  // Two tokens are one delta or two.
  expect([...new Set(parts.map(part => part.type))]).toEqual([
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'error',
    'finish-step',
    'finish',
  ])
})

async function lastRun(kit: TestKit): Promise<Schemas['Run']> {
  return (await kit.ask('GET /runs?limit=1')).body.data[0]
}
