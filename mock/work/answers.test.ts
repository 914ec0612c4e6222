// Which answers a question takes.
import { expect } from 'vitest'
import type { Issue } from '#openapi'
import { start } from '../testing/run-driver.ts'
import { startTestKit, test } from '../testing/test-kit.ts'

test('every kind of field takes its own kind of value and no other', async () => {
  const right = { text: 'a', number: 1, boolean: false, date: '2026-11-20', choice: 'red' } as const
  const wrong = { text: 1, number: '1', boolean: 'false', date: 'someday', choice: 'green' } as const
  for (const type of ['text', 'number', 'boolean', 'date', 'choice'] as const) {
    await using kit = await startTestKit()
    const options = type === 'choice' ? { options: ['red', 'blue'] } : {}
    const fields = [
      { name: 'it', label: 'It', type, required: true, ...options },
      { name: 'more', label: 'More', type, required: false, ...options },
    ]
    const run = await start(kit, [{ do: 'ask-fields', prompt: 'What?', fields }])
    kit.advance(0)
    const before = await run.events(3)
    for (const [values, field, received] of [
      [{ it: wrong[type] }, 'values.it', wrong[type]],
      [{ it: [right[type]] }, 'values.it', [right[type]]],
      [{ it: null }, 'values.it', null],
      [{}, 'values.it', null],
      [{ it: right[type], more: wrong[type] }, 'values.more', wrong[type]],
      [{ it: right[type], other: 1 }, 'values.other', 1],
    ] as const) {
      const { status, body } = await run.do('respond', { values })
      expect([status, body.error.code]).toEqual([422, 'answer_mismatch'])
      expect(body.error.param).toBe(`body.${field}`)
      expect(body.error.issues).toMatchObject([{ in: 'body', field, received }])
      expect(body.error.issues[0].expected).toMatch(/\w{2}/)
    }
    expect(await run.events(3)).toEqual(before)
    const { status } = await run.do('respond', { values: { it: right[type], more: null } })
    expect(status).toBe(200)
  }
})

test('each kind of question takes its own part of an answer and refuses the others by name', async () => {
  await using kit = await startTestKit()
  const parts = { answer: 'a', values: { it: 'a' }, decisions: [{ name: 'it', decision: 'approve' }] }
  const field = { name: 'it', label: 'It', type: 'text', required: true } as const
  const questions = {
    answer: { do: 'ask', prompt: 'What?' },
    values: { do: 'ask-fields', prompt: 'What?', fields: [field] },
    decisions: { do: 'ask-decisions', prompt: 'What?', actions: [field] },
  } as const
  const keys = ['answer', 'values', 'decisions'] as const
  for (const key of keys) {
    const run = await start(kit, [
      questions[key],
      { do: 'finish', summary: '{{answer}}{{values}}{{decisions}}' },
    ])
    kit.advance(0)
    for (const other of keys.filter(one => one !== key)) {
      const both = await run.do('respond', { [key]: parts[key], [other]: parts[other] })
      expect(both.body.error.issues).toMatchObject([{ field: other, received: parts[other] }])
      const wrong = await run.do('respond', { [other]: parts[other] })
      expect(wrong.body.error.issues.map((issue: { field: string }) => issue.field)).toEqual([other, key])
    }
    const nothing = await run.do('respond', {})
    expect(nothing.body.error.issues).toMatchObject([{ field: key, received: null }])
    expect((await run.read()).status).toBe('paused')
    expect((await run.do('respond', { [key]: parts[key] })).status).toBe(200)
    kit.untilIdle()
    const answered = (await run.events()).find(event => event.type === 'question.answered')
    expect(answered).toMatchObject({ response: { [key]: parts[key] } })
    const shown =
      key === 'answer' ? 'a' : JSON.stringify(key === 'values' ? parts.values : parts.decisions[0])
    expect((await run.read()).summary).toBe(
      key === 'values' ? shown : key === 'answer' ? 'a{}' : `{}${shown}`,
    )
  }
})

test('null and empty parts of an answer say nothing, and are not held against it', async ({ kit }) => {
  const run = await start(kit, 'ask Which?; ask And then?; finish {{answer}}')
  for (const answer of [
    { answer: 'red', values: {}, decisions: [] },
    { answer: 'blue', values: null, decisions: null },
  ]) {
    kit.advance(0)
    expect((await run.do('respond', answer)).status).toBe(200)
  }
  kit.untilIdle()
  expect((await run.read()).summary).toBe('blue')
})

test('where no question takes decisions, proposed actions are fields with a choice each, and a text stays a text', async () => {
  await using kit = await startTestKit({ profile: { 'respond-decisions': 'never-asked' } })
  const action = { name: 'refund', label: 'Refund', type: 'choice', required: true } as const
  const run = await start(kit, [
    { do: 'ask', prompt: 'What?' },
    { do: 'ask-decisions', prompt: 'May I?', actions: [{ ...action, options: ['accept', 'reject'] }] },
    { do: 'finish', summary: '{{values.refund}}' },
  ])
  kit.advance(0)
  expect((await run.do('respond', { answer: 'a text' })).status).toBe(200)
  kit.advance(0)
  const refused = await run.do('respond', { decisions: [{ name: 'refund', decision: 'accept' }] })
  expect(refused.body.error.issues.map(({ field }: Issue) => field)).toEqual(['decisions', 'values'])
  expect((await run.do('respond', { values: { refund: 'accept' } })).status).toBe(200)
  kit.untilIdle()
  expect((await run.read()).summary).toBe('accept')
})

test('an answer that is refused is told the fields, choices and actions by name', async ({ kit }) => {
  const field = (name: string, options: string[]) =>
    ({ name, label: name, type: 'choice', required: true, options }) as const
  const fields = [field('colour', ['red', 'blue']), field('size', ['large'])]
  const run = await start(kit, [
    { do: 'ask-fields', prompt: 'Which?', fields },
    { do: 'ask-decisions', prompt: 'May I?', actions: fields },
  ])
  const expectedBy = async (answer: object) => {
    const { body } = await run.do('respond', answer)
    return body.error.issues.map(({ expected }: Issue) => expected.match(/colour|size|red|blue|large/g))
  }
  kit.advance(0)
  expect(await expectedBy({})).toEqual([['colour', 'size']])
  expect(await expectedBy({ values: { colour: 'green', size: 'large', other: 1 } })).toEqual([
    ['colour', 'size'],
    ['red', 'blue'],
  ])
  await run.do('respond', { values: { colour: 'red', size: 'large' } })
  kit.advance(0)
  expect(await expectedBy({})).toEqual([['colour', 'size']])
})

test('a proposed action that nobody decides on is named, and the rest may come with it', async ({ kit }) => {
  const action = (name: string) => ({ name, label: name, type: 'text', required: true }) as const
  const run = await start(kit, [
    { do: 'ask-decisions', prompt: 'May I?', actions: [action('one'), action('two')] },
  ])
  kit.advance(0)
  const { body } = await run.do('respond', { decisions: [{ name: 'two', decision: 'approve' }] })
  expect(body.error.issues).toMatchObject([{ field: 'decisions' }])
  expect(body.error.issues[0].expected).toContain('one')
})

test('later fields join earlier ones', async ({ kit }) => {
  const run = await start(
    kit,
    'ask-fields A?: a text; ask-fields B?: b text; finish {{values.a}}{{values.b}}',
  )
  for (const values of [{ a: 'x' }, { b: 'y' }]) {
    kit.advance(0)
    expect((await run.do('respond', { values })).status).toBe(200)
  }
  kit.untilIdle()
  expect((await run.read()).summary).toBe('xy')
})

test('an answer to a run that waits for an approval is told which one', async ({ kit }) => {
  const run = await start(kit, [
    { do: 'await-approval', title: 'Send it?', description: 'Send it?' },
    { do: 'finish', summary: '' },
  ])
  kit.advance(0)
  const [approval] = kit.workspace.tables.approvals.all().slice(-1)
  const { status, body } = await run.do('respond', { answer: 'Yes' })
  expect([status, body.error.code]).toEqual([409, 'not_asking'])
  expect(body.error.message).toContain(`waits for the approval ${approval?.id}`)
})
