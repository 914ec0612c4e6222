import { expect } from 'vitest'
import { type TestKit, test } from '../../testing/test-kit.ts'
import { cachedFigures } from './cached-figures.ts'

/** How often figures are made in turn, each time after something was done. */
async function madeAfter(kit: TestKit, ...acts: (() => unknown)[]): Promise<number[]> {
  let made = 0
  const look = () => cachedFigures(kit.workspace, ['a period', 0], () => ({ made: ++made })).made
  const counts = [look()]
  for (const act of acts) {
    await act()
    counts.push(look())
  }
  return counts
}

test('figures are made anew when something that they follow from has changed', async ({ kit }) => {
  kit.untilIdle()
  const [agent] = kit.workspace.tables.agents.all()
  const counts = await madeAfter(
    kit,
    () => kit.advance(60_000),
    () => kit.workspace.tables.agents.replace(agent!.id, { name: 'Renamed' }),
    () => kit.advance(86_400_000),
    () => kit.as('admin').GET('/tasks'),
  )
  expect(counts).toEqual([1, 1, 2, 3, 3])
})

test('figures are made anew with every charge of work under way', async ({ kit }) => {
  kit.untilIdle()
  const counts = await madeAfter(
    kit,
    () => kit.startRun('agent-that-finishes', { input: { mock_script: 'work 1m' } }),
    () => kit.advance(10),
    () => kit.advance(1_000),
  )
  expect(counts).toEqual([1, 2, 2, 3])
})

test('figures of other periods are kept apart, and only the latest', async ({ kit }) => {
  kit.untilIdle()
  const look = (from: number) => cachedFigures(kit.workspace, [from], () => ({ from }))
  const first = look(0)
  expect(look(0)).toBe(first)
  for (let from = 1; from <= 24; from++) expect(look(from)).toEqual({ from })
  expect(look(0)).not.toBe(first)
})
