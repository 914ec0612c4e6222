import { expect, test } from 'vitest'
import { Random } from '#mock'
import { type GapId, gaps } from '#openapi'
import { startDeployments } from '../deployments.ts'
import { answers } from '../mutants/mutant.ts'
import { compositionOf, lineOf } from './composition.ts'
import { type Part, partsOf } from './dimension.ts'
import { allDimensions } from './index.ts'
import { attempt, explained } from './run-composition.ts'

test('every dimension has a name of its own, a choice, and a reason why it is lawful', () => {
  const ids = allDimensions.map(({ id }) => id)
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  for (const { choices, lawful } of allDimensions) {
    expect(Object.keys(choices)).not.toEqual([])
    expect(lawful).toMatch(/^[1-9](\.\d)?: ./)
  }
})

test('draws the same deployment for the same seed, and others for others', () => {
  const lines = [1, 2, 3, 4, 5].map(seed => lineOf(compositionOf(seed)))
  expect([1, 2, 3, 4, 5].map(seed => lineOf(compositionOf(seed)))).toEqual(lines)
  expect(new Set(lines).size).toBe(5)
})

/** Gaps without another answer to try. */
const CLOSED: readonly GapId[] = [
  // The suite sends only words that the service has shown, and one that it certainly does not know.
  'unknown-status-filter',
  // Tasks show values, which are taken again.
  'executor-kind-values',
  // A whole reply or a stream: there is no third way.
  'stream-default',
  // A service that reads none of the forms that the suite sends refuses all of them.
  'month-format',
  'workflow-run-dates',
]

test('every gap of which nothing is shown has answers that the register does not have', () => {
  const opened = new Set(allDimensions.flatMap(({ opens = [] }) => opens))
  const left = gaps.filter(({ id, silence }) => /not shown/i.test(silence) && !opened.has(id))
  expect(left.map(({ id }) => id).toSorted()).toEqual(CLOSED.toSorted())
})

test('finds the parts that show an alarm', async () => {
  await using fast = await startDeployments(300)
  const wrong: Part = {
    id: 'wrong',
    make: () => answers('getTaskByNumber', task => ({ ...task, id: 'another' })),
  }
  const lawful = allDimensions
    .filter(({ id }) => ['record/more', 'record/order', 'headers/more'].includes(id))
    .flatMap(one => partsOf(one, id => new Random(id)).slice(0, 1))
  const parts = [lawful[0]!, wrong, ...lawful.slice(1)]
  const composition = { ...compositionOf(1), parts, scenarios: ['tasks/number'] }
  const { seen } = await attempt({ fast, slow: fast }, composition)
  expect(seen).not.toEqual([])
  const alarms = await explained({ fast, slow: fast }, composition, seen)
  expect(alarms.map(alarm => alarm.parts)).toEqual(seen.map(() => ['wrong']))
})
