// Schemas that would keep the process busy for ever: the mock gives up after five seconds of them.
import { expect, test } from 'vitest'
import { startMock } from '../../index.ts'
import { sendAs } from '../../testing/send-as.ts'

test('a schema or a wish without an end is given up, and keeps nobody waiting', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { keys, agents } = mock.demo.roles
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await sendAs(keys.admin, mock.url + path, body, { method })
    return { status: reply.status, body: await reply.json() }
  }
  const refused = (message: string) => ({
    status: 422,
    body: { error: { message: expect.stringContaining(message) } },
  })
  const answer = (schema: object, text = 'hello') =>
    ask('POST', '/v1/agent/chat/completions', {
      agentId: agents['agent-that-finishes'],
      messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
      output: { type: 'object', schema },
    })
  const itself = { $ref: '#' }
  expect(await answer(itself)).toMatchObject(refused('body.output.schema'))
  expect(
    await answer({ type: 'object', properties: { a: itself, b: itself }, required: ['a', 'b'] }),
  ).toMatchObject(refused('body.output.schema'))
  const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
  const endless = answer(slow, `mock: output {"a":"${'a'.repeat(60)}b"}`)
  expect(await ask('GET', '/v1/models')).toMatchObject({ status: 200 })
  expect(await endless).toMatchObject(refused('none was found in'))
  expect(await answer(slow, 'mock: output {"a":"aaa"}')).toMatchObject({
    status: 200,
    body: { output: { a: 'aaa' } },
  })
})
