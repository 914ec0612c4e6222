import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { sendAs } from '../testing/send-as.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }

test('a reply that has been begun is ended, its connection closes, and nobody else is let in', async () => {
  const mock = await startMock({ clock })
  const upload = await beginUpload(mock, new Agent({ keepAlive: true }))
  const stopped = mock.stop({ graceMs: 60_000 })
  await expect(fetch(`${mock.url}/_mock/health`)).rejects.toThrow()
  upload.end('"Sent while it stops"}')
  const [reply] = (await once(upload, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(201)
  expect(reply.headers.connection).toBe('close')
  expect(JSON.parse(await text(reply)).title).toBe('Sent while it stops')
  await stopped
})

test('open streams end whole, so that a client sees an end and no broken connection', async () => {
  const mock = await startMock({ clock })
  const { admin } = mock.demo.roles.keys
  const agent = mock.demo.roles.agents['agent-that-is-slow']
  const started = await sendAs(admin, `${mock.url}/agents/${agent}/run`, {})
  const { chat_id } = (await started.json()) as { chat_id: string }
  const stream = await sendAs(admin, `${mock.url}/chats/${chat_id}/stream`)
  const whole = stream.text()
  await until(() => mock.registry.traffic.openStreams === 1)
  await mock.stop({ graceMs: 60_000 })
  expect(await whole).toContain('data: ')
  expect(mock.registry.traffic.openStreams).toBe(0)
})

test('who does not come to an end is cut off when the time is over', async () => {
  const mock = await startMock({ clock })
  const upload = await beginUpload(mock)
  const cut = once(upload, 'error')
  await mock.stop({ graceMs: 50 })
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test('a connection that was kept open hears that the mock is no longer ready, and is closed', async () => {
  const mock = await startMock({ clock })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const over = once(await beginUpload(mock), 'error')
  const first = request(`${mock.url}/_mock/ready`, { agent })
  first.end()
  const [ready] = (await once(first, 'response')) as [IncomingMessage]
  expect(await text(ready)).toBe('{"status":"ready"}')
  const stopped = mock.stop({ graceMs: 100 })
  // The idle connection is closed at once, and a new one is refused.
  await expect(
    new Promise((resolve, reject) =>
      request(`${mock.url}/_mock/ready`, { agent }, resolve).on('error', reject).end(),
    ),
  ).rejects.toThrow()
  await stopped
  await over
})

/** Sends the beginning of a body, and waits until the mock has the request. */
async function beginUpload(mock: Mock, agent?: Agent): Promise<ClientRequest> {
  const upload = request(`${mock.url}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.demo.keys.admin}`, 'content-type': 'application/json' },
    ...(agent && { agent }),
  })
  upload.write('{"title":')
  await until(() => mock.demo.workspace.tables.tasks.size > 0 && mock.registry.traffic.waiting === 1)
  return upload
}

/** Lets the event loop turn until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve))
}
