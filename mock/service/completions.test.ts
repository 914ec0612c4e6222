import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { reachBalance } from '../seed/index.ts'
import { chat, streamedChat, tryAgent, tryChat } from '../testing/completion-client.ts'
import { start } from '../testing/run-driver.ts'
import { asJson } from '../testing/send-as.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { balanceMicros } from '../work/accounts.ts'

test('an answer is about the last message of the user, and the same for the same messages', async () => {
  await using kit = await startTestKit()
  const first = await chat(kit, 'What is open for Contoso?')
  expect(first.choices[0]?.message.content).toContain('Contoso')
  expect(first.choices[0]?.finish_reason).toBe('stop')
  const again = await chat(kit, 'What is open for Contoso?', { temperature: 1.7 })
  expect(again.choices).toEqual(first.choices)
  expect(again.id).not.toBe(first.id)
  const messages = [
    { role: 'user', content: 'The supplier is Fabrikam.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: [{ type: 'text', text: 'Who delivers?' }] },
  ]
  const third = await chat(kit, '', { messages })
  expect(third.choices[0]?.message.content).toContain('Fabrikam')
})

test.each([
  ['What is open for Contoso?', /^As for Contoso, .* (?:the|is|and|by)\b/],
  ['Was ist bei Contoso noch offen?', /^Zum Thema Contoso: .* (?:die|das|was|und|ist|sind|der)\b/],
  ['Quelles factures sont ouvertes ?', /^Pour ce qui est de « factures », .* (?:le|la|ce|qui|une|et)\b/],
  ['¿Qué facturas están abiertas?', /^En cuanto a facturas, .* (?:la|lo|que|una|se|y)\b/],
  ['Answer in Italian: is it urgent?', /[.] (?:Un'altra|Conta|Conviene|Confronti|Se|Servono)/],
  ['Guten Tag', /^Hallo! Was/],
  ['Merci !', /^Avec plaisir/],
  ['What is 17% of 2,340?', /^397\.8$/],
  ['Was ist 12 mal 8 minus 6?', /^90$/],
  ['Briefly: what is 5 + 5?', /^10$/],
  ['Which order was placed on 2026-11-12?', /^As for/],
  ['The meeting is from 9 - 11. Who is there?', /^As for/],
  ['Add a task for invoice 17 and invoice 18', /^As for/],
  ['Classify this as billing, technical or other: I cannot log in.', /^(?:Billing|Technical|Other)\.$/],
  ['Rate this ticket as urgent, high or low. Answer with one word.', /^(?:Urgent|High|Low)\.$/],
  ['Nenne vier Gründe für Retouren.', /^1\. .+\n2\. .+\n3\. .+\n4\. [^\n]+$/],
  ['Write a reminder for an unpaid invoice.', /^Dear .+,\n\n[\s\S]+\n\nKind regards$/],
  ['Können Sie mir eine Mahnung schreiben?', /^Sehr geehrte [\s\S]+\n\nMit freundlichen Grüßen$/],
  ['Can you summarize the message below?', /^(?:Yes|No)\. As for/],
  ['Write a letter about our code of conduct.', /^Dear /],
  ['Escribe una carta al cliente.', /^Estimados [\s\S]+\n\nAtentamente$/],
  ['Write a SQL query that lists the largest invoices.', /^```sql\nselect [\s\S]+;\n```$/],
  ['Is the invoice paid?', /^(?:Yes|No)\. As for invoice, /],
])('%s is answered in its language, without the question', async (question, expected) => {
  await using kit = await startTestKit()
  const text = (await chat(kit, question)).choices[0]?.message.content
  expect(text).toMatch(expected)
  expect(text).not.toContain(question)
})

test.each([
  [
    'Summarize: The pump is broken, again. The pump was bought in May. Ana orders a part.',
    'The pump is broken, again.',
  ],
  [
    'Fasse zusammen: Die Preise steigen zum 1. März. Alle Preise werden geprüft.',
    'Die Preise steigen zum 1. März.',
  ],
  ['Extract the email address from: Call Ana or write to ana@example.com.', 'ana@example.com'],
  ['Extract the number and the total. Invoice INV-2041, total 318.20 EUR', 'INV-2041\n318.20 EUR'],
  ['What is the total in this text? Tax 19 EUR, total 119 EUR.', '119 EUR'],
  ['List the action items: Ana sends the report. Ben calls.', '- Ana sends the report.\n- Ben calls.'],
  ['Sort alphabetically: zebra, apple, mango', 'apple, mango, zebra'],
  ['Classify the sentiment: "Nobody answered."', 'Negative.'],
  ['Is this one of ours? Answer yes or no.', /^(?:Yes|No)\.$/],
  ['Which category fits: billing or sales? "My card was charged twice."', /^(?:Billing|Sales)\.$/],
  ['Übersetze ins Englische: Die Rechnung ist überfällig.', /^[A-Z][a-z ,]+\.$/],
])('an answer works on the text that the message gives: %s', async (content, answer) => {
  await using kit = await startTestKit()
  expect((await chat(kit, content)).choices[0]?.message.content).toMatch(
    typeof answer === 'string' ? new RegExp(`^${answer.replaceAll('.', '\\.')}$`) : answer,
  )
})

test('an answer is as short as asked for, by the user or the system', async ({ kit }) => {
  const sentencesOf = async (question: string, system = 'Be helpful.') => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: question },
    ]
    const { choices } = await chat(kit, '', { messages })
    return choices[0]?.message.content.match(/[.!]/g)?.length
  }
  expect(await sentencesOf('Why are invoices late?')).toBeGreaterThan(1)
  expect(await sentencesOf('Why are invoices late? Be brief.')).toBe(1)
  expect(await sentencesOf('Why are invoices late?', 'Answer in one sentence.')).toBe(1)
  expect(await sentencesOf('Warum ist die Rechnung spät? Bitte kurz.')).toBe(1)
  const [word] = (await chat(kit, 'Reply with the single word: heron')).choices
  expect(word?.message.content).toBe('heron')
})

test('stop ends an answer before its text, and a seed gives another answer, the same each time', async () => {
  await using kit = await startTestKit()
  const textOf = async (more: object) =>
    (await chat(kit, 'Where do the invoices come from?', more)).choices[0]?.message.content ?? ''
  const whole = await textOf({})
  expect(await textOf({ stop: '.' })).toBe(whole.slice(0, whole.indexOf('.')))
  expect(await textOf({ stop: ['zeppelin', '. '] })).toBe(whole.slice(0, whole.indexOf('. ')))
  expect(await textOf({ n: 1, stop: null, seed: null })).toBe(whole)
  const seeded = await Promise.all([1, 2, 3, 4].map(seed => textOf({ seed })))
  expect(new Set(seeded).size).toBeGreaterThan(1)
  expect(await textOf({ seed: 1 })).toBe(seeded[0])
})

test.each([{ n: 2 }, { seed: 'x' }, { stop: [''] }, { max_tokens: 0 }, { max_completion_tokens: 1.5 }])(
  '%o is refused rather than ignored',
  async more => {
    await using kit = await startTestKit()
    const { status, error } = await tryChat(kit, 'Hello', more)
    expect([status, error?.param]).toEqual([422, `body.${Object.keys(more)[0]}`])
  },
)

test('a JSON object has the members that the messages name', async ({ kit }) => {
  const { choices } = await chat(kit, 'As JSON with "customer", "total", "due_date" and "is_paid".', {
    response_format: { type: 'json_object' },
  })
  expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({
    customer: expect.stringMatching(/^\p{L}[\p{L} ,.'-]+$/u),
    total: expect.any(Number),
    due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    is_paid: expect.any(Boolean),
  })
})

test('a JSON object has the members that the messages list without quotation marks', async ({ kit }) => {
  const { choices } = await chat(kit, 'Return JSON with name, city and age of a person.', {
    response_format: { type: 'json_object' },
  })
  expect(Object.keys(JSON.parse(choices[0]?.message.content ?? ''))).toEqual(['name', 'city', 'age'])
})

test('a workspace gives the same answer as another of the same seed', async () => {
  await using one = await startTestKit()
  await using other = await startTestKit()
  const { id, ...answer } = await chat(one, 'How are invoices checked?')
  const { id: otherId, ...otherAnswer } = await chat(other, 'How are invoices checked?')
  expect(answer).toEqual(otherAnswer)
  expect(id).not.toBe(otherId)
})

test('tokens are counted from the texts and charged to the caller and the first team', async ({ kit }) => {
  const { usage, model } = await chat(kit, 'Compare two offers.', { model: 'aw-large' })
  const row = kit.workspace.ledger.rows({ where: { kind: 'chat-completion' } }).at(-1)
  expect(row).toMatchObject({
    modelId: 'aw-large',
    userId: kit.roles.people['person-member'],
    teamId: kit.roles.teams['team-finance'],
    agentId: null,
    runId: null,
    tokensIn: usage.prompt_tokens,
    tokensOut: usage.completion_tokens,
  })
  expect(model).toBe('aw-large')
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
  expect(row?.micros).toBe(3 * usage.prompt_tokens + 15 * usage.completion_tokens)
  const longer = await chat(kit, `Compare two offers. ${'They differ. '.repeat(50)}`)
  expect(longer.usage.prompt_tokens).toBeGreaterThan(usage.prompt_tokens + 100)
})

test('a stream has the text in pieces, one final finish_reason, and usage only when asked for', async () => {
  await using kit = await startTestKit()
  const whole = await chat(kit, 'Where do I begin?')
  const { parts, isDone, headers } = await streamedChat(kit, 'Where do I begin?')
  expect(headers.get('content-type')).toContain('text/event-stream')
  expect(parts[0]?.choices[0]?.delta.role).toBe('assistant')
  expect(textIn(parts)).toBe(whole.choices[0]?.message.content)
  expect(parts.map(part => part.choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop'])
  expect(parts.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  expect(parts.some(part => 'usage' in part)).toBe(false)
  expect(isDone).toBe(true)

  const stream_options = { include_usage: true }
  const counted = await streamedChat(kit, 'Where do I begin?', { stream_options })
  expect(counted.parts.at(-1)).toMatchObject({ choices: [], usage: whole.usage })
  expect(counted.parts.slice(0, -1).every(part => part.usage === null)).toBe(true)
})

test('the pieces of a stream are uneven, and the same for the same seed', async () => {
  const piecesOf = async () => {
    await using kit = await startTestKit({ alone: true })
    const { parts } = await streamedChat(kit, `mock: say ${'on '.repeat(60)}`)
    return parts.flatMap(part => part.choices[0]?.delta.content || [])
  }
  const pieces = await piecesOf()
  expect(new Set(pieces.map(piece => piece.length)).size).toBeGreaterThan(2)
  expect(await piecesOf()).toEqual(pieces)
})

test('whoever has read a stream to its end finds it paid for', async ({ kit }) => {
  const before = kit.workspace.ledger.size
  await streamedChat(kit, 'Hello')
  expect(kit.workspace.ledger.size).toBe(before + 1)
})

test('max_tokens ends an answer for want of room', async ({ kit }) => {
  const short = await chat(kit, 'Where do I begin?', { max_tokens: 6 })
  expect(short.choices[0]?.finish_reason).toBe('length')
  expect(short.usage.completion_tokens).toBe(6)
  const { parts } = await streamedChat(kit, 'Where do I begin?', { max_completion_tokens: 6 })
  expect(textIn(parts)).toBe(short.choices[0]?.message.content)
  expect(parts.at(-1)?.choices[0]?.finish_reason).toBe('length')
})

test('a message can wish for a text, for its end and for an error in the middle', async ({ kit }) => {
  const said = await chat(kit, 'Is it here?\nmock: say Yes, since Monday.')
  expect(said.choices[0]?.message.content).toBe('Yes, since Monday.')
  const cut = await chat(kit, 'mock: length 2\nmock: say one two three')
  expect(cut.choices[0]).toMatchObject({ message: { content: 'one two' }, finish_reason: 'length' })
  const { parts, isDone } = await streamedChat(kit, 'mock: error 2\nmock: say one two three')
  expect(textIn(parts.slice(0, -1))).toBe('one two')
  expect(parts.at(-1)?.error?.message).toContain('broke off')
  expect(isDone).toBe(false)
})

test('a chat completion refuses the directives that it cannot follow', async ({ kit }) => {
  const cannot = async (content: string, more: object = {}) => {
    const { status, error } = await tryChat(kit, content, more)
    expect([status, error?.code], content).toEqual([422, 'request_invalid'])
    return error?.message
  }
  expect(await cannot('mock: error 2\nmock: say one two three')).toContain('stream: true')
  for (const stream of [false, true])
    expect(await cannot('mock: script finish Done.', { stream })).toContain('/v1/agent/chat/completions')

  const schema = { type: 'object', properties: { open: { type: 'integer' } }, required: ['open'] }
  const response_format = { type: 'json_schema', json_schema: { name: 'count', schema } }
  await cannot('mock: output {"open": "two"}', { response_format })
  await cannot('mock: output two', { response_format })
  const textOf = async (more: object) =>
    (await tryChat(kit, 'mock: output {"open": 2}', more)).reply?.choices[0]?.message.content
  expect(await textOf({ response_format })).toBe('{"open":2}')
  expect(await textOf({})).toBe('{"open": 2}')
})

test('a response_format with a schema gets JSON that fits it', async ({ kit }) => {
  const schema = {
    type: 'object',
    properties: { total: { type: 'integer', minimum: 1, maximum: 9 }, customer: { type: 'string' } },
    required: ['total', 'customer'],
    additionalProperties: false,
  }
  const response_format = { type: 'json_schema', json_schema: { name: 'order', schema } }
  const { choices } = await chat(kit, 'The order?', { response_format })
  const value = JSON.parse(choices[0]?.message.content ?? '')
  expect(Object.keys(value).sort()).toEqual(['customer', 'total'])
  expect(value.total).toBeGreaterThan(0)
  const object = await chat(kit, 'The order?', { response_format: { type: 'json_object' } })
  expect(JSON.parse(object.choices[0]?.message.content ?? '')).toBeTypeOf('object')
})

test('a stream takes time on a running clock; a client that leaves pays for what was written', async () => {
  await using kit = await startTestKit()
  kit.workspace.simulation.setMode({ kind: 'real' })
  const body = {
    model: 'aw-small',
    stream: true,
    messages: [{ role: 'user', content: `mock: say ${'on '.repeat(6_000)}` }],
  }
  const leaving = new AbortController()
  const init = { ...asJson(body), method: 'POST', signal: leaving.signal }
  const response = await kit.fetch('member', '/v1/chat/completions', init)
  const reader = response.body!.getReader()
  await reader.read()
  await reader.read()
  leaving.abort()
  const rows = () => kit.workspace.ledger.rows({ where: { kind: 'chat-completion' } })
  const before = rows().length
  await expect.poll(rows).toHaveLength(before + 1)
  expect(rows().at(-1)?.tokensIn).toBeGreaterThan(0)
  expect(rows().at(-1)?.tokensOut).toBeLessThan(6_000)
  expect(kit.workspace.feed.size).toBe(0)
})

test('a completion that costs more than what is left is refused and costs nothing', async ({ kit }) => {
  kit.untilIdle()
  const { workspace } = kit
  reachBalance(workspace, 0.02)
  const long = 'Compare the offers. '.repeat(2_000)
  const entries = () => [
    workspace.ledger.size,
    workspace.tables.runs.size,
    workspace.tables.conversations.size,
  ]
  const before = entries()
  for (const stream of [false, true]) {
    const { error } = await tryChat(kit, long, { model: 'aw-large', stream })
    expect(error?.code).toBe('balance_exhausted')
    const asked = `${long.repeat(4)}\nmock: say Done.`
    const refused = await tryAgent(kit, 'agent-that-finishes', asked, { stream })
    expect(refused.error?.code).toBe('balance_exhausted')
  }
  expect(entries()).toEqual(before)
  expect(balanceMicros(workspace)).toBe(20_000)
  expect((await tryChat(kit, 'Hi', { model: 'aw-large' })).status).toBe(200)
  expect(balanceMicros(workspace)).toBeGreaterThan(0)
})

test('a completion beside a running run ends the run where the balance does', async ({ kit }) => {
  kit.untilIdle()
  const { workspace } = kit
  reachBalance(workspace, 0.2)
  const run = await start(kit, 'work 1h')
  kit.advance(1_000)
  await tryChat(kit, 'Compare them. '.repeat(15_000), { model: 'aw-large' })
  let least = balanceMicros(workspace)
  for (let second = 0; second < 300; second += 1) {
    kit.advance(1_000)
    least = Math.min(least, balanceMicros(workspace))
  }
  expect(least).toBeGreaterThanOrEqual(0)
  expect((await run.read()).error?.code).toBe('balance_exhausted')
})

function textIn(parts: readonly Schemas['ChatCompletionChunk'][]): string {
  return parts.map(part => part.choices[0]?.delta.content ?? '').join('')
}

test('every model that is listed answers', async ({ kit }) => {
  const { data } = await kit.as('member').GET('/v1/models')
  expect(data?.data.map(model => model.id)).toEqual(kit.workspace.tables.models.all().map(model => model.id))
  for (const { id } of data?.data ?? []) {
    expect((await chat(kit, 'Hello', { model: id })).model).toBe(id)
  }
})
