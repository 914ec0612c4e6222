// The mock inside a test, without a process of its own. It is the same in Jest and in Playwright.

import { startMock } from 'agent-work'
import { afterAll, expect, test } from 'vitest'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())

/** What is under test: a client that knows an address and a key, and nothing of a mock. */
async function totalCost(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/runs?limit=100`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await response.json()) as { data: { cost_euros: number }[] }
  return data.reduce((sum, run) => sum + run.cost_euros, 0)
}

test('adds up what runs have cost', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  expect(await totalCost(mock.url, workspace.keys.member)).toBe(0)

  const agent = workspace.roles.agents['agent-that-finishes']
  await fetch(`${mock.url}/agents/${agent}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.keys.member}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: { task: 'Check invoice 17' } }),
  })
  workspace.clock.untilIdle()
  expect(await totalCost(mock.url, workspace.keys.member)).toBeGreaterThan(0)
})

test('costs nothing in another workspace, whatever happens beside it', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  expect(await totalCost(mock.url, workspace.keys.member)).toBe(0)
})
