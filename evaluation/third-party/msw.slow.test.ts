// The mock behind Mock Service Worker: the code under test calls the real address, and no port is opened.
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetch } from '../../mock/browser.ts' // 'agent-work/browser' in your project

const api = createFetch({ url: 'https://api.example.com', clock: { frozen: '2026-11-20T09:00:00Z' } })
const server = setupServer(http.all('https://api.example.com/*', ({ request }) => api(request)))

beforeAll(() => server.listen())
afterAll(() => server.close())

/** What is under test: it knows nothing of a mock. */
async function titlesOfTasks(key: string): Promise<string[]> {
  const reply = await fetch('https://api.example.com/tasks', { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await reply.json()) as { data: { title: string }[] }
  return data.map(({ title }) => title)
}

test('lists what the workspace has', async () => {
  using workspace = api.workspace({ from: 'quiet' })
  expect(await titlesOfTasks(workspace.keys.member)).toEqual([])
  await fetch('https://api.example.com/tasks', {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.keys.member}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Check invoice 17' }),
  })
  expect(workspace.journal.list().map(({ status }) => status)).toEqual([200, 201])
})
