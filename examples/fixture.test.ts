// The same with vitest's fixtures: no set-up, no clean-up, and tests may run at the same time.

import { test } from 'agent-work/vitest'
import { expect } from 'vitest'

test('sees the tasks of its own workspace', async ({ url, keys }) => {
  const headers = { authorization: `Bearer ${keys.member}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Order paper' })
  const created = await fetch(`${url}/tasks`, { method: 'POST', headers, body })
  expect(created.status).toBe(201)
})

test('lets an hour pass in no time', async ({ workspace }) => {
  expect(workspace.clock.now().toISOString()).toBe('2026-11-20T09:00:00.000Z')
  expect(workspace.clock.advance('1h').now).toBe('2026-11-20T10:00:00.000Z')
})
