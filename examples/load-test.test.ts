// The load test for k6 is run once for each kind of user, with a stand-in for k6: every call has to be answered as it expects.
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { loadTest } from '../evaluation/bench/k6-stand-in.ts'

test('every call of the load test is answered as it expects', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  // A second of k6 is a minute of the mock.
  const { scenarios, run, failed } = await loadTest({ BASE_URL: mock.url }, seconds =>
    mock.clock.advance(`${seconds}m`),
  )
  for (const { exec } of Object.values(scenarios)) await run(exec)
  expect(failed).toEqual([])
  const called = new Set(mock.journal.find().map(({ operation }) => operation))
  expect(called).toContain('getRun')
  expect(called.size).toBeGreaterThanOrEqual(12)
})
