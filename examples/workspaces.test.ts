// Workspaces over HTTP, for tests in any language: `npm start` in one window, this in another.

import { startMock } from 'agent-work'
import { afterAll, expect, test } from 'vitest'

const mock = await startMock()
afterAll(() => mock.stop())

interface Workspace {
  id: string
  keys: Record<string, string>
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(mock.url + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

test('a workspace for each test, with just the keys that it needs', async () => {
  const workspace = await call<Workspace>('POST', '/_mock/workspaces', {
    from: 'empty',
    clock: { mode: 'frozen', at: '2026-11-20T09:00:00Z' },
    keys: [{ name: 'back-office', person: 'member', scopes: ['tasks:read', 'tasks:write'] }],
  })

  // An unmodified client: the key alone says which workspace is meant.
  const headers = {
    authorization: `Bearer ${workspace.keys['back-office']}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ title: 'Order paper' })
  expect((await fetch(`${mock.url}/tasks`, { method: 'POST', headers, body })).status).toBe(201)
  expect((await fetch(`${mock.url}/runs`, { headers })).status).toBe(403)

  await call('DELETE', `/_mock/workspaces/${workspace.id}`)
  expect((await fetch(`${mock.url}/tasks`, { headers })).status).toBe(401)
})

test('current is the workspace of the key', async () => {
  const { id, keys } = await call<Workspace>('POST', '/_mock/workspaces')
  const response = await fetch(`${mock.url}/_mock/workspaces/current/clock`, {
    headers: { authorization: `Bearer ${keys.admin}` },
  })
  const direct = await call<{ mode: string }>('GET', `/_mock/workspaces/${id}/clock`)
  expect(await response.json()).toMatchObject({ mode: direct.mode })
})
