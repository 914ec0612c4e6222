import { afterAll, expect, test } from 'vitest'
import { operationIds, operations } from '#openapi'
import { controlRows } from '../control/document.ts'
import { startMock } from '../index.ts'
import { launchChromium, noBrowser } from '../testing/chromium.ts'
import { serving } from '../testing/serving.ts'

const PAGE = 'http://localhost:5173'
const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())
const { keys } = mock.demo.roles

const preflight = (url: string, method: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { origin: PAGE, 'access-control-request-method': method, ...headers },
  })

test('a browser may ask before every operation of the service and of the control API, without a key', async () => {
  const rows = [...operationIds.map(id => operations[id]), ...controlRows]
  for (const { method, path } of rows) {
    const reply = await preflight(mock.url + path.replaceAll(/\{\w+\}/g, 'x'), method, {
      'access-control-request-headers': 'authorization, content-type, last-event-id, x-stainless-lang',
    })
    expect(reply.status, `${method} ${path}`).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe(path.startsWith('/_mock') ? PAGE : '*')
    expect(reply.headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
    expect(reply.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, last-event-id, x-stainless-lang',
    )
  }
})

test('every reply is open to the page, refusals too, and shows the headers that clients act upon', async () => {
  const headers = { origin: PAGE, authorization: `Bearer ${keys.admin}` }
  for (const [path, status] of [
    ['/runs?offset=0', 200],
    ['/runs/none', 404],
    ['/nothing', 404],
    ['/_mock/health', 200],
  ] as const) {
    const reply = await fetch(mock.url + path, { headers })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('access-control-allow-origin'), path).toBe(
      path.startsWith('/_mock') ? PAGE : '*',
    )
    const exposed = reply.headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining([
        'deprecation',
        'retry-after',
        'sunset',
        'x-ratelimit-remaining',
        'x-mock-exchange',
      ]),
    )
  }
})

test('whoever is no page gets no such headers, and OPTIONS of somebody else is an ordinary request', async () => {
  const reply = await fetch(`${mock.url}/agents/`, { headers: { authorization: `Bearer ${keys.admin}` } })
  expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  expect((await fetch(`${mock.url}/agents/`, { method: 'OPTIONS' })).status).toBe(405)
})

test('only the pages of the origins given may call it, and caches keep them apart', async () => {
  await using strict = await startMock({ cors: ['http://localhost:6006', PAGE] })
  const ours = await preflight(`${strict.url}/tasks`, 'POST')
  expect(ours.headers.get('access-control-allow-origin')).toBe(PAGE)
  expect(ours.headers.get('vary')).toContain('Origin')
  const theirs = await preflight(`${strict.url}/tasks`, 'POST', { origin: 'http://evil.example' })
  expect(theirs.headers.get('access-control-allow-origin')).toBeNull()
  expect(theirs.headers.get('access-control-allow-methods')).toBeNull()
  const read = await fetch(`${strict.url}/agents/`, { headers: { origin: 'http://evil.example' } })
  expect(read.headers.get('access-control-allow-origin')).toBeNull()
  expect(read.headers.get('vary')).toBe('Origin')
  await using closed = await startMock({ cors: 'none' })
  expect(
    (await preflight(`${closed.url}/tasks`, 'POST')).headers.get('access-control-allow-origin'),
  ).toBeNull()
})

test.skipIf(noBrowser !== undefined)(
  'a page in Chromium works with it: writes, reads headers, follows a stream',
  async () => {
    await using page = await serving((_, reply) =>
      reply.setHeader('content-type', 'text/html').end('<!doctype html>'),
    )
    const chrome = await launchChromium()
    try {
      const tab = await chrome.newPage()
      await tab.goto(page.url)
      const seen = await tab.evaluate(workOnTheService, { url: mock.url, key: keys.admin })
      expect(seen).toEqual({
        created: 201,
        patched: 200,
        deleted: 204,
        deprecation: 'true',
        refused: 404,
        events: true,
      })
    } finally {
      await chrome.close()
    }
  },
)

/** Runs inside the page; each of these asks for leave in another way. */
async function workOnTheService({ url, key }: { url: string; key: string }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: object) =>
    fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const created = await call('POST', '/tasks', { title: 'From a page' })
  const { id } = (await created.json()) as { id: string }
  const patched = await call('PATCH', `/tasks/${id}`, { priority: 'high' })
  const deleted = await call('DELETE', `/tasks/${id}`)
  const listed = await call('GET', '/runs?offset=0')
  const refused = await call('GET', `/tasks/${id}`)
  const newest = await call('GET', '/runs?limit=1')
  const { data } = (await newest.json()) as { data: [{ chat_id: string }] }
  const stream = await fetch(`${url}/chats/${data[0].chat_id}/stream`, {
    headers: { authorization: headers.authorization, 'last-event-id': '0' },
  })
  const first = await stream.body?.getReader().read()
  return {
    created: created.status,
    patched: patched.status,
    deleted: deleted.status,
    deprecation: listed.headers.get('deprecation'),
    refused: refused.status,
    events: new TextDecoder().decode(first?.value).includes('data: '),
  }
}
