import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { askAgent, streamedAgent, textOf, tryAgent } from '../../testing/completion-client.ts'
import { startTestKit, type TestKit, test } from '../../testing/test-kit.ts'

const ORDER = {
  type: 'object',
  properties: {
    customer: { type: 'string' },
    email: { type: 'string' },
    status: { enum: ['open', 'closed'] },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { product: { type: 'string', minLength: 3 }, quantity: { type: 'integer', minimum: 1 } },
        required: ['product', 'quantity'],
        additionalProperties: false,
      },
    },
    parent: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
  },
  required: ['customer', 'email', 'status', 'lines', 'parent'],
  additionalProperties: false,
}
const fits = new Ajv2020({ strict: false }).compile(ORDER)

test('an object fits the schema given, and is the message as JSON', async ({ kit }) => {
  for (let order = 1; order <= 20; order++) {
    const reply = await ask(kit, `Order ${order}?`, { type: 'object', schema: ORDER })
    expect(fits(reply.output), JSON.stringify(fits.errors)).toBe(true)
    expect(JSON.parse(textOf(reply))).toEqual(reply.output)
  }
})

test('numbers are as large as their names say', async ({ kit }) => {
  const number = { type: 'number' } as const
  const properties = { total: number, quantity: { type: 'integer' }, confidence: number }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  for (let invoice = 0; invoice < 5; invoice++) {
    const { output } = await ask(kit, `Check invoice ${invoice}.`, { type: 'object', schema })
    const { total, quantity, confidence } = output as Record<string, number>
    expect(total).toBeGreaterThanOrEqual(5)
    expect(Math.round(total! * 100) / 100).toBe(total)
    expect(Number.isInteger(quantity) && quantity! >= 1 && quantity! <= 60).toBe(true)
    expect(confidence! >= 0 && confidence! <= 1).toBe(true)
  }
})

test('texts are what their names say, within their limits', async ({ kit }) => {
  const text = { type: 'string' }
  const properties = {
    due_date: text,
    birthday: { type: 'string', format: 'date' },
    created_at: { type: 'string', format: 'date-time' },
    status: text,
    iban: text,
    zip: text,
    firstName: text,
    email: { type: 'string', format: 'email' },
    title: { type: 'string', minLength: 3, maxLength: 12 },
    note: { type: ['string', 'null'], maxLength: 20 },
    score: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: text },
    deadline: { anyOf: [text, { type: 'null' }] },
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  for (let at = 0; at < 5; at++) {
    const { output } = await ask(kit, `Entry ${at}?`, { type: 'object', schema })
    const { score, ...texts } = output as Record<keyof typeof properties, string>
    expect(texts).toEqual({
      due_date: expect.stringMatching(/^2026-1[12]-\d\d$|^2027-01-\d\d$/),
      birthday: expect.stringMatching(/^(?:19|200)\d+-\d\d-\d\d$/),
      created_at: expect.stringMatching(/^2026-1[01]-\d\dT\d\d:\d\d:00Z$/),
      status: expect.stringMatching(/^(?:open|in progress|done)$/),
      iban: expect.stringMatching(/^DE\d{20}$/),
      zip: expect.stringMatching(/^\d{5}$/),
      firstName: expect.stringMatching(/^\p{Lu}[\p{L}'-]+$/u),
      email: expect.stringMatching(/^\S+@example\.\w+$/),
      title: expect.stringMatching(/^\p{Lu}[\p{L} ]{2,11}$/u),
      note: expect.stringMatching(/^\p{Lu}[\p{L} ,]{2,18}[.]?$/u),
      tags: expect.arrayContaining([expect.stringMatching(/^[a-z]+$/)]),
      deadline: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    })
    expect(Number(score) <= 1).toBe(true)
  }
})

test('the same request gets the same object in a workspace of the same seed', async () => {
  await using one = await startTestKit()
  await using other = await startTestKit()
  const output = { type: 'object' as const, schema: ORDER }
  const first = await ask(one, 'The order?', output)
  const { output: same } = await ask(other, 'The order?', output)
  expect(same).toEqual(first.output)
  expect((await ask(one, 'The other order?', output)).output).not.toEqual(first.output)
})

test('an array has elements that fit, a choice is one of its options, a text is the answer', async () => {
  await using kit = await startTestKit()
  const list = await ask(kit, 'All orders?', { type: 'array', schema: ORDER })
  expect(Array.isArray(list.output) && list.output.length > 0 && list.output.every(one => fits(one))).toBe(
    true,
  )
  const choice = await ask(kit, 'Which?', { type: 'choice', options: ['red', 'green'] })
  expect(['red', 'green']).toContain(choice.output)
  expect(textOf(choice)).toBe(choice.output)
  const text = await ask(kit, 'In words?', { type: 'text' })
  expect(text.output).toBe(textOf(text))
})

test('a schema of an older draft is understood, as many libraries write it', async ({ kit }) => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { amount: { type: 'integer', minimum: 5, maximum: 6 } },
    type: 'object',
    properties: {
      amount: { $ref: '#/definitions/amount' },
      pair: { type: 'array', items: [{ const: 1 }], minItems: 1 },
    },
    required: ['amount'],
  }
  const { output } = await ask(kit, 'How much?', { type: 'object', schema })
  expect([5, 6]).toContain((output as { amount: number }).amount)
})

test.each([
  ['no schema', { type: 'object' }, 'body.output.schema must be the JSON Schema of the object'],
  ['a schema that is none', { type: 'object', schema: { type: 'objekt' } }, 'schema is invalid'],
  ['a reference to nowhere', { type: 'array', schema: { $ref: '#/nowhere' } }, "can't resolve reference"],
  [
    'a schema that nothing fits',
    { type: 'object', schema: { properties: { a: false }, required: ['a'] } },
    'schema is false',
  ],
  [
    'a schema without end',
    { type: 'array', schema: { type: 'array', items: { $ref: '#' }, minItems: 1 } },
    'that a value can fit',
  ],
  [
    'a schema that asks for too much',
    { type: 'array', schema: { type: 'string', minLength: 1e9 } },
    'minLength is 1000000000',
  ],
  ['a choice without options', { type: 'choice' }, 'body.output.options'],
] as const)('%s is refused with a clear issue, and costs nothing', async (_, output, reason) => {
  await using kit = await startTestKit()
  const before = [kit.workspace.ledger.size, kit.workspace.tables.conversations.size]
  const { error, status } = await tryAgent(kit, 'agent-that-finishes', 'Hello', { output })
  expect(status).toBe(422)
  expect(error?.issues[0]?.message).toContain(reason)
  expect([kit.workspace.ledger.size, kit.workspace.tables.conversations.size]).toEqual(before)
})

test('a message can wish for a value, which has to fit', async ({ kit }) => {
  const schema = { type: 'object', properties: { open: { type: 'integer' } } }
  const reply = await ask(kit, 'How many?\nmock: output {"open": 2}', { type: 'object', schema })
  expect(reply.output).toEqual({ open: 2 })
  const wish = 'mock: output {"open": "two"}'
  const output = { type: 'object', schema } as const
  expect((await tryAgent(kit, 'agent-that-finishes', wish, { output })).status).toBe(422)
})

test('a question or a failure has no value', async ({ kit }) => {
  for (const handle of ['agent-that-asks-text', 'agent-that-fails'])
    expect(
      (await askAgent(kit, handle, 'Go.', { output: { type: 'object', schema: ORDER } })).output,
    ).toBeNull()
})

test('a stream has the value as a part of its own', async ({ kit }) => {
  const output = { type: 'object', schema: ORDER } as const
  const { parts } = await streamedAgent(kit, 'agent-that-finishes', 'The order?', { output })
  const data = parts.find(part => part.type === 'data-output')?.data
  expect(fits(data)).toBe(true)
  const text = parts.map(part => part.delta ?? '').join('')
  expect(JSON.parse(text)).toEqual(data)
})

function ask(kit: TestKit, text: string, output: Schemas['OutputSpecIn']) {
  return askAgent(kit, 'agent-that-finishes', text, { output })
}
