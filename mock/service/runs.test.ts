import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { type KeyName, startTestKit, type TestKit, test } from '../testing/test-kit.ts'

test('a retry of a run whose task was deleted belongs to no task', async ({ kit, tasks }) => {
  const { id } = await tasks.create({ agent_id: kit.agent('agent-that-fails') })
  kit.untilIdle()
  const [run] = await tasks.runs(id)
  await tasks.remove(id)
  const { body } = await kit.ask(`POST /agents/runs/${run?.id}/retry`)
  expect(await read(kit, body.run_id)).toMatchObject({ retry_of: run?.id, task_id: null })
})

test('a use of the deprecated offset shows on refusals as on replies, and nowhere else', async ({ kit }) => {
  const shown = async (key: KeyName, path: string) => {
    const { status, headers } = await kit.fetch(key, path)
    return [status, headers.get('deprecation')]
  }
  expect(await shown('admin', '/runs?offset=1')).toEqual([200, 'true'])
  expect(await shown('admin', '/runs?offset=-1')).toEqual([422, 'true'])
  expect(await shown('no-scope', '/runs?limit=2&offset=1')).toEqual([403, 'true'])
  expect(await shown('revoked', '/runs?offset=1')).toEqual([401, 'true'])
  expect(await shown('admin', '/runs?limit=x')).toEqual([422, null])
  expect(await shown('admin', '/tasks?offset=-1')).toEqual([422, null])
})

test('cost, tokens and time stand still while a run is paused, and go on where they were', async () => {
  await using kit = await startTestKit()
  const { run_id } = await kit.startRun('agent-that-is-slow')
  kit.advance(1234)
  await kit.ask(`POST /agents/runs/${run_id}/pause`, undefined, 'member')
  const paused = await read(kit, run_id)
  expect(paused.duration_seconds).toBe(1.234)
  kit.advance(3_600_000)
  expect(await read(kit, run_id)).toEqual(paused)
  await kit.ask(`POST /agents/runs/${run_id}/resume`, undefined, 'member')
  kit.advance(1000)
  const resumed = await read(kit, run_id)
  // Work is charged second by second of its step, and to the instant when it is interrupted.
  expect(resumed.duration_seconds).toBe(2)
  expect(resumed.tokens.total).toBeGreaterThan(paused.tokens.total)
})

test('a script that cannot be read is refused with the step and what was expected', async ({ kit }) => {
  const input = { mock_script: 'work 5s; dance' }
  const { status, body } = await kit.ask(`POST /agents/${kit.agent('agent-that-finishes')}/run`, { input })
  expect([status, body.error.code]).toEqual([422, 'script_invalid'])
  expect(body.error.message).toContain('dance')
})

test('a run of another agent cannot be stopped or answered through this one', async ({ kit }) => {
  const { run_id } = await kit.startRun('agent-that-is-slow')
  const other = kit.agent('agent-that-finishes')
  expect((await kit.ask(`POST /agents/${other}/runs/${run_id}/stop`)).status).toBe(404)
  expect((await read(kit, run_id)).status).toBe('running')
})

async function read(kit: TestKit, run_id: string): Promise<Schemas['Run']> {
  return (await kit.ask(`GET /runs/${run_id}`, undefined, 'member')).body
}
