import { expect, vi } from 'vitest'
import { startRun } from '../testing/send-as.ts'
import { callerOf, mock, test } from '../testing/test-kit.ts'

test('reads that lag by the profile show nothing of the time after a snapshot that is restored', async () => {
  await using workspace = mock.workspace({ profile: { 'read-after-write': 'seconds-later' } })
  const call = callerOf(workspace)
  const { id } = workspace.workspace.tables.tasks.all()[0]!
  const title = async () => ((await (await call('GET', `/tasks/${id}`)).json()) as { title: string }).title
  const snapshot = workspace.snapshot()
  const before = await title()
  for (const title of ['Another title', 'A third title']) {
    workspace.clock.advance('1m')
    await call('PATCH', `/tasks/${id}`, { title })
  }
  workspace.clock.advance('1m')
  expect(await title()).toBe('A third title')
  workspace.restore(snapshot)
  expect(await title()).toBe(before)
  expect(workspace.faults.list()).toEqual([])
})

test('reads that lag are served where more became due during a request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await using workspace = mock.workspace({
      clock: { scale: 300 },
      profile: { 'read-after-write': 'seconds-later' },
    })
    const call = callerOf(workspace)
    const { tasks } = workspace.workspace.tables
    const { id } = tasks.all()[0]!
    await startRun(workspace, 'agent-that-finishes')
    // By its clock, three seconds pass between the change and the reply, and the run goes on after two.
    const stop = tasks.watch(() => vi.advanceTimersByTime(10))
    expect((await call('PATCH', `/tasks/${id}`, { title: 'Another title' })).status).toBe(200)
    stop()
    vi.advanceTimersByTime(12)
    expect((await call('GET', `/tasks/${id}`)).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})
