import { expect, test } from 'vitest'
import { startTestKit } from '../test-kit.ts'

test('a run works, costs, and finishes with a summary', async () => {
  await using kit = await startTestKit()
  const api = kit.as('member')
  const agent_id = kit.agent('agent-that-finishes')
  const { data: started } = await api.POST('/agents/{agent_id}/run', {
    params: { path: { agent_id } },
    body: { input: { task: 'Check invoice 17.' } },
  })
  expect(started?.status).toBe('running')
  const run_id = started?.run_id ?? ''
  kit.advance(2000)
  const { data: working } = await api.GET('/runs/{run_id}', { params: { path: { run_id } } })
  expect(working).toMatchObject({ status: 'running', summary: null, duration_seconds: 2 })
  expect(working?.cost_euros).toBeGreaterThan(0)
  kit.untilIdle()
  const { data: done } = await api.GET('/runs/{run_id}', { params: { path: { run_id } } })
  expect(done?.status).toBe('completed')
  expect(done?.summary).toContain('invoice 17')
  expect(done?.cost_euros).toBeGreaterThan(working?.cost_euros ?? 0)
})
