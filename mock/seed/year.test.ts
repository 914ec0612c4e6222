// The demo goes on by itself, and a quiet or empty world does not. Writes docs/figures/demo-year.md; after a change, `npx vitest run mock/seed/year.test.ts -u`.
import { afterAll, expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { type MockWorkspace, startMock } from '../index.ts'
import { DAY } from '../simulation/duration.ts'
import { askAs, type Body } from '../testing/send-as.ts'
import { START } from '../testing/test-kit.ts'

const INTRODUCTION = `# A year of the demo

What the demo shows when its clock is moved forward by a year in one step, month by month. The first three months are the
history that it starts with, the others what the company did afterwards ([world.md](../world.md#history)). The same seed and
clock give the same figures. \`mock/seed/year.test.ts\` writes this page.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="../pictures/console-year-dark.png">
  <img alt="Money in the console after that year: spend by day, agent, model, team and person" src="../pictures/console-year-light.png">
</picture>

| month | runs | completed | failed | workflow runs | tasks done | approvals decided | chats | spend on agents | balance |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`

const mock = await startMock({ clock: { frozen: START } })
const { demo } = mock
const { tables, ledger } = demo.workspace
const left = tables.tasks.all().filter(({ status, archived }) => status === 'in_progress' && !archived)
demo.clock.advance('365d')
afterAll(() => mock.stop())

const read = async <Its>(path: string, { keys }: Pick<MockWorkspace, 'keys'> = demo): Promise<Its> =>
  (await askAs(keys.admin, mock.url + path)).body

/** The months of the year from that one on; the first is 0. */
const monthsFrom = (first: number) =>
  Array.from({ length: 22 - first }, (_, n) => ({
    from: Date.UTC(2026, first + n, 1),
    to: Date.UTC(2026, first + n + 1, 1),
  }))

test('docs/figures/demo-year.md shows a year of the demo as it is', async () => {
  const rows = monthsFrom(8).map(({ from, to }) => {
    const within = (at: number | null) => at !== null && at >= from && at < to
    const runs = tables.runs.range('newest', null, { from, to })
    const ended = (status: string) => runs.filter(run => run.status === status).length
    const cells = [
      new Date(from).toISOString().slice(0, 7),
      runs.length,
      ended('completed'),
      ended('failed'),
      tables.workflowRuns.count('newest', 'all', { from, to }),
      tables.tasks.all().filter(({ doneAt }) => within(doneAt)).length,
      tables.approvals.all().filter(({ decidedAt }) => within(decidedAt)).length,
      ledger.sum({ from, to, where: { kind: 'chat-completion' } }).entries,
      euros(ledger.sum({ from, to, where: { kind: 'run' } }).micros),
      euros(-ledger.sum({ to }).micros),
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  await expect(INTRODUCTION + rows.join('')).toMatchFileSnapshot('../../docs/figures/demo-year.md')
})

test('after a year the demo still works on weekdays, and nothing waits for more than some days', async () => {
  const summary = await read<Schemas['InsightsSummary']>('/insights/summary?period=90d')
  expect(summary.runs.total).toBeGreaterThan(80)
  expect(summary.success_rate).toBeGreaterThan(0.6)
  expect(summary.cost_euros).toBeGreaterThan(5)
  const onDay = (test: (weekday: number) => boolean) =>
    summary.runs_per_day
      .filter(({ date }) => test(new Date(date).getUTCDay()))
      .reduce((sum, { runs }) => sum + runs, 0)
  expect(onDay(day => day % 6 === 0)).toBeLessThan(onDay(day => day % 6 !== 0) / 10)

  const month = await read<Schemas['MonthlyStatement']>('/wallet/monthly-statement?month=2027-10')
  expect(month.headline).toMatchObject({ subscription_euros: 149 })
  expect(month.headline.agent_runs_euros).toBeGreaterThan(1)
  expect((await read<Schemas['Wallet']>('/wallet')).balance_euros).toBeGreaterThan(0)

  const daysSince = (time: string) => (demo.clock.now().getTime() - Date.parse(time)) / DAY
  for (const status of ['running', 'paused']) {
    const { data } = await read<Schemas['RunPage']>(`/runs?status=${status}&limit=200`)
    for (const { id, created_at } of data) expect(daysSince(created_at), id).toBeLessThan(5)
  }
  const pending = await read<Schemas['ApprovalList']>('/approvals/pending/list')
  for (const { id, requested_at } of pending.data) expect(daysSince(requested_at), id).toBeLessThan(5)
})

test('every month after the history is like those of the history, and what it left open gets done', () => {
  expect(left.length).toBeGreaterThan(0)
  for (const { id } of left) expect(tables.tasks.get(id)?.status).toBe('done')
  const watcher = demo.world.get('agents', 'delay-watcher').id
  for (const { from, to } of monthsFrom(11)) {
    const runs = tables.runs.range('newest', null, { from, to })
    expect(runs.length).toBeGreaterThan(60)
    expect(new Set(runs.map(({ status }) => status)).size).toBeGreaterThan(2)
    expect(tables.workflowRuns.count('newest', 'all', { from, to })).toBeGreaterThan(3)
    expect(tables.tasks.all().filter(({ doneAt }) => doneAt && doneAt >= from && doneAt < to)).not.toEqual([])
    expect(tables.runs.count('byAgent', watcher, { from, to })).toBeGreaterThanOrEqual(20)
  }
})

test('a day looked at often and one looked at once are the same', async () => {
  const shown = async (steps: number) => {
    await using workspace = mock.workspace({ seed: 'same days' })
    for (let step = 0; step < steps; step++) workspace.clock.advance(`${(7 * 24) / steps}h`)
    return JSON.stringify(await read('/runs?limit=60', workspace))
  }
  expect(await shown(56)).toBe(await shown(1))
})

test('what a client starts waits for the client, and quiet and empty worlds stay as they are', async () => {
  await using own = mock.workspace()
  const { run_id } = own.trigger('run-asks')
  own.clock.advance('10d')
  expect(await read(`/runs/${run_id}`, own)).toMatchObject({ status: 'paused' })
  for (const from of ['quiet', 'empty'] as const) {
    await using still = mock.workspace({ from })
    still.clock.advance('60d')
    expect((await read<Body>('/runs', still)).data).toEqual([])
  }
})

function euros(micros: number): string {
  return `€${(micros / 1e6).toFixed(2)}`
}
