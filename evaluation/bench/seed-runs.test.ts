import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { seedRuns } from './seed-runs.ts'

test('seeded runs have ended, and cost what the ledger says', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { workspace } = mock.workspace({ from: 'quiet' })
  const now = workspace.now()
  const before = workspace.ledger.sum().micros
  seedRuns(workspace, 500)
  const runs = workspace.tables.runs.all()
  expect(runs).toHaveLength(500)
  expect(Math.max(...runs.map(run => run.finishedAt ?? now))).toBeLessThan(now)
  const cost = runs.reduce((sum, run) => sum + run.micros, 0)
  expect(workspace.ledger.sum().micros - before).toBe(cost)
  for (const run of runs) expect(workspace.tables.chats.get(run.chatId)).toBeDefined()
})
