// Time under control: what takes minutes, hours or months in the service takes no time in a test.

import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const json = { 'content-type': 'application/json' }

/** What is under test: a client that waits for a given time. */
async function dailyStats(
  url: string,
  key: string,
  wait: (seconds: number) => Promise<void>,
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/admin/agents/stats?days=7`, { headers: bearer(key) })
    if (response.status !== 429) return response.json()
    await wait(Number(response.headers.get('retry-after')))
  }
}

test('advancing the clock returns what happened', async ({ url, keys, workspace }) => {
  const agent = workspace.roles.agents['agent-that-asks-text']
  const body = JSON.stringify({ input: { task: 'Write a briefing' } })
  await fetch(`${url}/agents/${agent}/run`, {
    method: 'POST',
    headers: { ...bearer(keys.member), ...json },
    body,
  })

  const passed = workspace.clock.untilIdle()
  expect(passed.transitions.map(({ kind }) => kind)).toEqual(['run.paused'])
  expect(passed.transitions[0]?.says).toContain('asks: ')

  expect(workspace.clock.to('2026-12-01T00:00:00Z').transitions[0]?.says).toContain('2026-12 began')
})

test('limits and Retry-After follow the clock', async ({ url, keys, workspace }) => {
  let waited = 0
  const wait = async (seconds: number) => {
    waited += seconds
    workspace.clock.advance(`${seconds}s`)
  }
  for (let day = 0; day < 60; day++) await dailyStats(url, keys.admin, wait)
  expect(waited).toBeGreaterThan(0)
})
