// Writes docs/figures/demo-year.md: a year of the demo in figures. After a change, `npx vitest run mock/seed/year.test.ts -u`.
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
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

test('docs/figures/demo-year.md shows a year of the demo as it is', async () => {
  await using mock = await startMock({ clock: { frozen: START } })
  mock.demo.clock.advance('365d')
  const { tables, ledger } = mock.registry.get('demo')!.workspace
  const rows: string[] = []
  for (let from = Date.UTC(2026, 8, 1); from < Date.UTC(2027, 10, 1); ) {
    const to = new Date(from).setUTCMonth(new Date(from).getUTCMonth() + 1)
    const within = (at: number | null) => at !== null && at >= from && at < to
    const runs = tables.runs.range('newest', null, { from, to })
    const ended = (status: string) => runs.filter(run => run.status === status).length
    const chats = ledger.sum({ from, to, where: { kind: 'chat-completion' } }).entries
    const spent = ledger.sum({ from, to, where: { kind: 'run' } }).micros
    const balance = -ledger.sum({ to }).micros
    const cells = [
      new Date(from).toISOString().slice(0, 7),
      runs.length,
      ended('completed'),
      ended('failed'),
      tables.workflowRuns.count('newest', 'all', { from, to }),
      tables.tasks.all().filter(({ doneAt }) => within(doneAt)).length,
      tables.approvals.all().filter(({ decidedAt }) => within(decidedAt)).length,
      chats,
      euros(spent),
      euros(balance),
    ]
    rows.push(`| ${cells.join(' | ')} |\n`)
    from = to
  }
  await expect(INTRODUCTION + rows.join('')).toMatchFileSnapshot('../../docs/figures/demo-year.md')
})

function euros(micros: number): string {
  return `€${(micros / 1e6).toFixed(2)}`
}
