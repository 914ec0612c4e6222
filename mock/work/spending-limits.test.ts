// No run passes what its task or its workspace can pay, and what is held says so.
import { expect } from 'vitest'
import { reachBalance } from '../seed/index.ts'
import { start } from '../testing/run-driver.ts'
import { startTestKit, test } from '../testing/test-kit.ts'
import { balanceMicros } from './accounts.ts'
import { topUp } from './funds.ts'

test('running runs end where the wallet is empty, and the balance never goes below zero', async ({ kit }) => {
  kit.untilIdle()
  reachBalance(kit.workspace, 2)
  const runs = [await start(kit, 'work 10h'), await start(kit, 'work 10h'), await start(kit, 'work 2s')]
  let least = Number.POSITIVE_INFINITY
  for (let second = 0; second < 1200; second += 7) {
    kit.advance(7000)
    least = Math.min(least, balanceMicros(kit.workspace))
  }
  expect(least).toBeGreaterThanOrEqual(0)
  // Nothing is left but what a second of work would have cost.
  expect(least).toBeLessThan(10_000)
  expect((await runs[2]!.read()).status).toBe('completed')
  for (const run of runs.slice(0, 2))
    expect(await run.read()).toMatchObject({ status: 'failed', error: { code: 'balance_exhausted' } })
  expect((await kit.ask(`POST /agents/${kit.agent('agent-that-finishes')}/run`, {})).status).toBe(402)
})

test('a top-up in time, and a profile without a limit, let runs go on', async ({ kit }) => {
  kit.untilIdle()
  reachBalance(kit.workspace, 1)
  const run = await start(kit, 'work 1h')
  kit.advance(60_000)
  topUp(kit.workspace, 500_000_000)
  kit.untilIdle()
  expect((await run.read()).status).toBe('completed')

  await using free = await startTestKit({ profile: { 'empty-wallet': 'allow' } })
  free.untilIdle()
  reachBalance(free.workspace, 0.5)
  const other = await start(free, 'work 1h')
  free.untilIdle()
  expect((await other.read()).status).toBe('completed')
  expect(balanceMicros(free.workspace)).toBeLessThan(0)
})

test('a run does not pass the budget of its task, and a retry obeys its hourly limit', async ({
  kit,
  tasks,
}) => {
  const agentId = kit.agent('agent-that-is-slow')
  const assignee = { assignee_type: 'agent', assignee_id: agentId } as const
  const { id } = await tasks.create(assignee)
  await tasks.update(id, { budget_euros: 0.2 })
  kit.advance(600_000)
  const [spent] = await tasks.runs(id)
  expect(spent).toMatchObject({ status: 'failed', error: { code: 'budget_exhausted' } })
  expect(spent?.cost_euros).toBeLessThanOrEqual(0.2)
  expect(spent?.cost_euros).toBeGreaterThan(0.18)

  await tasks.update(id, { budget_euros: 5, max_runs_per_hour: 1 })
  expect(await kit.ask(`POST /agents/runs/${spent?.id}/retry`)).toMatchObject({
    status: 409,
    body: { error: { code: 'task_limit_reached' } },
  })
  expect(await tasks.runs(id)).toHaveLength(1)
})

test('a task whose run is held says what holds it and what releases it', async ({ kit, tasks }) => {
  const { id } = await tasks.create()
  await tasks.update(id, { budget_euros: 0 })
  await tasks.assign(id, 'agent', kit.agent('agent-that-finishes'))
  const held = kit.workspace.tables.tasks.get(id)?.heldRun
  expect(held).toMatchObject({ releasedBy: 'updateTask with a larger budget_euros', until: null })
  const told = await fetch(`${kit.url}/_mock/workspaces/${kit.workspace.id}/history/${id}`)
  const history = (await told.json()) as { waits_for: string; history: { note: string | null }[] }
  expect(history.waits_for).toContain('A run is held: its runs have cost 0 of the 0 euros of its budget.')
  expect(history.history.at(-1)?.note).toContain('Released by updateTask with a larger budget_euros.')
  await tasks.update(id, { budget_euros: 1 })
  expect(kit.workspace.tables.tasks.get(id)?.heldRun).toBeNull()
  expect(await tasks.runs(id)).toHaveLength(1)
})
