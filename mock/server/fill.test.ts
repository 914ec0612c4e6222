import { expect, onTestFinished, test } from 'vitest'
import { validateReply } from '#openapi'
import { startMock } from '../index.ts'
import { handlers } from '../service/index.ts'
import { sendAs } from '../testing/send-as.ts'

/** A mock in whose contract two operations are so new that nobody has written their handlers. */
async function mockWithoutHandlers(fill: boolean) {
  const { listModels, deleteTask, ...rest } = handlers
  Object.assign(handlers, { listModels: undefined, deleteTask: undefined })
  const mock = await startMock({ fill, clock: { frozen: '2026-11-20T09:00:00Z' } })
  onTestFinished(async () => {
    Object.assign(handlers, { ...rest, listModels, deleteTask })
    await mock.stop()
  })
  return (path: string, method = 'GET') =>
    sendAs(mock.demo.keys.admin, mock.url + path, undefined, { method })
}

test('an operation without a handler says which file to write it in', async () => {
  const ask = await mockWithoutHandlers(false)
  const reply = await ask('/v1/models')
  expect(reply.status).toBe(500)
  expect(reply.headers.get('x-mock-advice')).toContain('Write its handler in mock/service/models.ts')
})

test('with --fill an operation without a handler answers from examples and schema', async () => {
  const ask = await mockWithoutHandlers(true)
  const reply = await ask('/v1/models')
  const body = await reply.json()
  expect(validateReply('listModels', 200, 'application/json', body)).toEqual([])
  expect(reply.status).toBe(200)
  expect((await ask('/tasks/any', 'DELETE')).status).toBe(204)
})
