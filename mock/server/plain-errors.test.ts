// Errors speak as a service: the mock, its flags and its console are in a header, the log and explanations; people are in
// none of them.
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { Walk } from '../testing/random-walk.ts'
import { sendAs } from '../testing/send-as.ts'
import { startTestKit } from '../testing/test-kit.ts'

const OF_THE_MOCK = /\bmock\b|_mock\/|--[a-z]|console/i

test('no refusal speaks of the mock, or names a person', async () => {
  await using kit = await startTestKit()
  const names = kit.workspace.tables.people.all().map(({ name }) => name)
  const walk = new Walk(kit, 'errors')
  let refused = 0
  for (let call = 0; call < 900; call++) {
    const { operation, key, path, body } = walk.next()
    const { method } = operation
    const reply = await sendAs(kit.roles.keys[key], kit.url + path, body, { method })
    if (reply.ok) {
      await reply.body?.cancel()
      continue
    }
    refused += 1
    const { error } = (await reply.json()) as { error: { message: string; issues: { message: string }[] } }
    for (const { message } of [error, ...error.issues])
      expect([message, OF_THE_MOCK.test(message.replaceAll('mock_script', ''))]).toEqual([message, false])
    expect([error.message, names.filter(name => error.message.includes(name))]).toEqual([error.message, []])
    kit.advance(walk.pause())
  }
  expect(refused).toBeGreaterThan(200)
})

test('what to do in the mock is in a header and in the explanation', async () => {
  await using mock = await startMock()
  const reply = await fetch(`${mock.url}/nowhere`)
  expect(await reply.json()).toMatchObject({ error: { message: 'There is nothing at /nowhere.' } })
  expect(reply.headers.get('x-mock-advice')).toContain('/_mock/reference')
  const { demo } = mock
  const lost = await sendAs(demo.keys.admin, `${mock.url}/nowhere`)
  expect(demo.explain(lost).story).toContain('/_mock/console/')
})
