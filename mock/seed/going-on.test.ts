// The demo goes on by itself; a quiet or empty world does not.
import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { type Mock, type MockWorkspace, startMock } from '../index.ts'
import { askAs } from '../testing/send-as.ts'
import { START } from '../testing/test-kit.ts'

const clock = { frozen: START } as const

async function read<Body>(mock: Mock, { keys }: MockWorkspace, path: string): Promise<Body> {
  return (await askAs(keys.admin, mock.url + path)).body
}

test('after a year the demo still works on weekdays, and nothing waits for more than some days', async () => {
  await using mock = await startMock({ clock })
  const { demo } = mock
  demo.clock.advance('365d')
  const summary = await read<Schemas['InsightsSummary']>(mock, demo, '/insights/summary?period=90d')
  expect(summary.runs.total).toBeGreaterThan(80)
  expect(summary.success_rate).toBeGreaterThan(0.6)
  expect(summary.cost_euros).toBeGreaterThan(5)
  const onDay = (test: (weekday: number) => boolean) =>
    summary.runs_per_day
      .filter(({ date }) => test(new Date(date).getUTCDay()))
      .reduce((sum, { runs }) => sum + runs, 0)
  expect(onDay(day => day % 6 === 0)).toBeLessThan(onDay(day => day % 6 !== 0) / 10)

  const month = await read<Schemas['MonthlyStatement']>(mock, demo, '/wallet/monthly-statement?month=2027-10')
  expect(month.headline).toMatchObject({ subscription_euros: 149 })
  expect(month.headline.agent_runs_euros).toBeGreaterThan(1)
  expect((await read<Schemas['Wallet']>(mock, demo, '/wallet')).balance_euros).toBeGreaterThan(0)

  const sinceDays = (time: string) =>
    (Date.parse(demo.clock.now().toISOString()) - Date.parse(time)) / 86_400_000
  const open = ['running', 'paused'].map(status =>
    read<Schemas['RunPage']>(mock, demo, `/runs?status=${status}&limit=200`),
  )
  for (const { data } of await Promise.all(open))
    for (const run of data) expect([run.id, sinceDays(run.created_at) < 5]).toEqual([run.id, true])
  const pending = await read<Schemas['ApprovalList']>(mock, demo, '/approvals/pending/list')
  for (const { id, requested_at } of pending.data)
    expect([id, sinceDays(requested_at) < 5]).toEqual([id, true])
})

test('every month after the history is like those of the history, and what it left open gets done', async () => {
  await using mock = await startMock({ clock })
  const { demo } = mock
  const { tables } = mock.registry.get('demo')!.workspace
  const left = tables.tasks.all().filter(({ status, archived }) => status === 'in_progress' && !archived)
  expect(left.length).toBeGreaterThan(0)
  demo.clock.advance('365d')
  for (const { id } of left) expect(tables.tasks.get(id)?.status).toBe('done')
  const watcher = demo.world.get('agents', 'delay-watcher').id
  for (let month = Date.UTC(2026, 11, 1); month < Date.UTC(2027, 10, 1); ) {
    const to = new Date(month).setUTCMonth(new Date(month).getUTCMonth() + 1)
    const within = { from: month, to }
    const runs = tables.runs.range('newest', null, within)
    expect(runs.length).toBeGreaterThan(60)
    expect(new Set(runs.map(({ status }) => status)).size).toBeGreaterThan(2)
    expect(tables.workflowRuns.count('newest', 'all', within)).toBeGreaterThan(3)
    expect(tables.tasks.all().filter(({ doneAt }) => doneAt && doneAt >= month && doneAt < to)).not.toEqual(
      [],
    )
    expect(tables.runs.count('byAgent', watcher, within)).toBeGreaterThanOrEqual(20)
    month = to
  }
})

test('a day looked at often and one looked at once are the same', async () => {
  await using mock = await startMock({ clock })
  const shown = async (steps: number) => {
    await using workspace = mock.workspace({ seed: 'same days' })
    for (let step = 0; step < steps; step++) workspace.clock.advance(`${(7 * 24) / steps}h`)
    return JSON.stringify(await read(mock, workspace, '/runs?limit=60'))
  }
  expect(await shown(56)).toBe(await shown(1))
})

test('what a client starts waits for the client, and quiet and empty worlds stay as they are', async () => {
  await using mock = await startMock({ clock })
  await using own = mock.workspace()
  const { run_id } = own.trigger('run-asks') as { run_id: string }
  own.clock.advance('10d')
  expect(await read(mock, own, `/runs/${run_id}`)).toMatchObject({ status: 'paused' })
  for (const from of ['quiet', 'empty'] as const) {
    await using still = mock.workspace({ from })
    still.clock.advance('60d')
    expect((await read<Schemas['RunPage']>(mock, still, '/runs')).data).toEqual([])
  }
})
