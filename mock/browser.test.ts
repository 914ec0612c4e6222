import { expect, test } from 'vitest'
import { createFetch } from './browser.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' } as const
const mock = createFetch({ url: 'https://api.example.com/service', clock })
const as = (key: string) => ({ authorization: `Bearer ${key}` })
const json = (key: string) => ({ ...as(key), 'content-type': 'application/json' })

/** Starts a run, and opens the stream of its chat. */
async function openStream(signal?: AbortSignal) {
  const { keys, roles } = mock.workspace({ from: 'quiet' })
  const started = await mock(`/service/agents/${roles.agents['agent-that-finishes']}/run`, {
    method: 'POST',
    headers: json(keys.member),
    body: '{}',
  })
  const { chat_id } = (await started.json()) as { chat_id: string }
  const stream = await mock(`/service/chats/${chat_id}/stream`, {
    headers: as(keys.member),
    ...(signal && { signal }),
  })
  return stream
}

test('serves a request of any origin, with the path of its address and without', async () => {
  const headers = as(mock.demo.keys.member)
  for (const asked of [
    '/service/agents/',
    'agents/',
    'https://api.example.com/service/agents/',
    new URL('http://localhost:5173/agents/'),
    new Request('https://elsewhere.example/service/agents/', { headers }),
  ]) {
    const reply = asked instanceof Request ? await mock(asked) : await mock(asked, { headers })
    expect(reply.status, String(asked)).toBe(200)
    expect(((await reply.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
  }
  expect(mock.journal.list().at(-1)).toMatchObject({ method: 'GET', path: '/agents/', status: 200 })
})

test('replies without a body where HTTP has none', async () => {
  const { keys } = mock.workspace({ from: 'quiet' })
  const created = await mock('/service/tasks', {
    method: 'POST',
    headers: json(keys.member),
    body: '{"title":"Write"}',
  })
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  const head = await mock(`/service/tasks/${id}`, { method: 'HEAD', headers: as(keys.member) })
  expect([head.status, head.body]).toEqual([200, null])
  const deleted = await mock(`/service/tasks/${id}`, { method: 'DELETE', headers: as(keys.member) })
  expect([deleted.status, deleted.body]).toEqual([204, null])
})

test('refuses bodies that are too long or not UTF-8, as over HTTP', async () => {
  using small = createFetch({ clock, limits: { bodyBytes: 100 } })
  const create = (body: string | Uint8Array<ArrayBuffer>) =>
    small('/tasks', { method: 'POST', headers: json(small.demo.keys.member), body })
  expect((await create(JSON.stringify({ title: 'x'.repeat(200) }))).status).toBe(422)
  const broken = await create(new Uint8Array([0x22, 0xff, 0x22]))
  expect(broken.status).toBe(422)
  expect(await broken.text()).toContain('UTF-8')
})

test('streams events as they come, until the caller stops reading or aborts', async () => {
  const stream = await openStream()
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = stream.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^(id|event|:)/)
  await reader.cancel()
  const cancel = new AbortController()
  const other = await openStream(cancel.signal)
  cancel.abort(new Error('enough'))
  await expect(other.text()).rejects.toThrow('enough')
  await expect(openStream(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
})

test('a fault on the connection fails the call, or the reading of the reply', async () => {
  const { keys, faults } = mock.workspace({ from: 'quiet' })
  const agents = () => mock('/service/agents/', { headers: as(keys.member) })
  const drop = faults.add({ on: { operation: 'listAgents' }, effects: [{ do: 'drop' }] })
  await expect(agents()).rejects.toThrow(TypeError)
  drop.remove()
  const slow = faults.add({ effects: [{ do: 'trickle', bytes_per_second: 1e9, real_time: true }] })
  expect((await agents()).status).toBe(200)
  slow.remove()
  faults.add({ on: { operation: 'listAgents' }, effects: [{ do: 'cut' }] })
  const cut = await agents()
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow(TypeError)
})

test('has the control API, with its key where there is one', async () => {
  using locked = createFetch({ clock, controlKey: 'secret' })
  expect((await locked('/_mock/workspaces')).status).toBe(401)
  const listed = await locked('/_mock/workspaces', { headers: { 'x-mock-control-key': 'secret' } })
  expect(listed.status).toBe(200)
  const made = await mock('/service/_mock/workspaces', { method: 'POST', body: '{"from":"quiet"}' })
  expect(made.status).toBe(201)
  expect((await mock('/service/_mock/metrics')).status).toBe(200)
  expect(await (await mock('/service/_mock/target.yaml')).text()).toContain('https://api.example.com/service')
})

test('makes up structured answers', async () => {
  const { keys, roles } = mock.workspace({ from: 'quiet' })
  const reply = await mock('/service/v1/agent/chat/completions', {
    method: 'POST',
    headers: json(keys.member),
    body: JSON.stringify({
      agentId: roles.agents['agent-that-finishes'],
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'How much?' }] }],
      output: {
        type: 'object',
        schema: { properties: { amount: { type: 'integer' } }, required: ['amount'] },
      },
    }),
  })
  expect(await reply.text()).toContain('amount')
  expect(reply.status).toBe(200)
})

test('fails every request after its end, and ends open streams', async () => {
  using short = createFetch({ clock })
  const events = await short('/_mock/events')
  short.stop()
  await events.text()
  await expect(short('/agents/')).rejects.toThrow('has stopped')
})
