// What a clock has told stays true after a crash: it goes on from there, neither earlier nor later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { crashed, newFile } from '../testing/new-folder.ts'
import { askAs, sendAs, startRun } from '../testing/send-as.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

/** The machine's clock goes on. */
const passes = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

const read = async (mock: Mock, path: string, key?: string) => (await askAs(key, mock.url + path)).body
const byList = async (mock: Mock) => Date.parse((await read(mock, '/_mock/workspaces')).data[0].now)
const byClock = async (mock: Mock) => Date.parse((await read(mock, '/_mock/workspaces/demo/clock')).now)
const byHeader = async (mock: Mock) =>
  Date.parse((await sendAs(mock.demo.keys.admin, `${mock.url}/runs`)).headers.get('date')!)

test.for<[name: string, told: (mock: Mock) => Promise<number>]>([
  ['the list of workspaces', byList],
  ['its own view', byClock],
  ['the header of a read', byHeader],
])('a scaled clock goes on from what %s told last', async ([, told]) => {
  const keep = newFile()
  await using mock = await startMock({ keep, clock: { scale: 600 } })
  await told(mock)
  passes(4)
  const last = await told(mock)
  const copy = crashed(keep)
  passes(60)
  await using again = await startMock({ keep: copy })
  expect(await told(again)).toBe(last)
  passes(1)
  expect(await told(again)).toBe(last + 600_000)
})

test('a scaled clock stands still over a clean restart', async () => {
  const keep = newFile()
  const mock = await startMock({ keep, clock: { scale: 600 } })
  passes(4)
  const last = await byClock(mock)
  await mock.stop()
  passes(60)
  await using again = await startMock({ keep })
  expect(await byClock(again)).toBe(last)
})

test('with a real clock, what was due while nothing ran has happened at its own instant', async () => {
  const keep = newFile()
  const mock = await startMock({ keep })
  const { id, keys, roles } = mock.workspace({ keep: true, from: 'quiet' })
  const { run_id } = await startRun({ url: mock.url, keys, roles }, 'agent-that-finishes')
  await mock.stop()
  passes(60 * 60)
  await using again = await startMock({ keep })
  const run = await read(again, `/runs/${run_id}`, keys.admin)
  expect(run.status).toBe('completed')
  expect(run.duration_seconds).toBeLessThan(60)
  expect((await read(again, `/_mock/workspaces/${id}/clock`)).now).toMatch(/^2026-11-20T10:00:00/)
})
