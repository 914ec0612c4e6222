// The suite against a service in the same process, without a port: the mock behind the `fetch` of its own.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createFetch, type MockFetch } from '#mock/browser'
import { run } from './index.ts'

async function judge(mock: MockFetch, only: readonly string[] = []) {
  const target = parse(await (await mock('/_mock/target.yaml')).text())
  return run(target, { fetch: mock, journal: false, skipRateLimit: true, only })
}

test('finds nothing wrong with the mock behind fetch, and exercises as much as through HTTP', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  const report = await judge(mock)
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  expect(violated.map(row => `${row.id}: ${row.findings[0]?.sentence}`)).toEqual([])
  expect(report.problems).toEqual([])
  expect(report.leftovers).toEqual([])
  const open = report.requirements.filter(row => row.verdict === 'not exercised' && row.section !== '8')
  expect(open.length).toBeLessThan(12)
})

test('finds what is wrong behind fetch', async () => {
  using mock = createFetch({ clock: { scale: 300 } })
  mock.faults.add({ on: { operation: 'getTask' }, effects: [{ do: 'reply', status: 500 }] })
  const { requirements } = await judge(mock, ['TASK'])
  expect(requirements.filter(row => row.verdict === 'violated')).not.toEqual([])
})
