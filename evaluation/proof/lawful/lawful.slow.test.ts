import { expect, test } from 'vitest'
import { Random } from '#mock'
import { gaps, requirements } from '#openapi'
import { suite } from '../../../conformance/suite/index.ts'
import { startDeployments } from '../deployments.ts'
import { compositionOf } from './composition.ts'
import { type Dimension, partsOf } from './dimension.ts'
import { allDimensions } from './index.ts'
import { lawfulText, proveLawful } from './prove-lawful.ts'
import { attempt } from './run-composition.ts'

test('blames none of 200 lawful deployments', { timeout: 1_500_000 }, async () => {
  const results = await proveLawful({ seed: 1, count: 200, workers: 2 })
  expect(results.lost).toEqual([])
  const alarms = results.compositions.flatMap(one => one.alarms)
  expect(alarms, lawfulText(results)).toEqual([])
  // Enough was looked at for the silence to mean something.
  expect(results.compositions.reduce((sum, one) => sum + one.met, 0)).toBeGreaterThan(8_000)
})

test('accepts answers that the register of gaps does not have', { timeout: 300_000 }, async () => {
  await using fast = await startDeployments(300)
  const blamed: string[] = []
  const openings = allDimensions.flatMap(one =>
    one.opens
      ? partsOf(one, name => new Random(name)).map(part => ({ part, scenarios: scenariosNear(one) }))
      : [],
  )
  const work = async () => {
    for (let next = openings.shift(); next; next = openings.shift()) {
      const { part, scenarios } = next
      const { seen } = await attempt({ fast, slow: fast }, { ...compositionOf(1), parts: [part], scenarios })
      for (const { requirement, said } of seen) blamed.push(`${part.id}: ${requirement}: ${said}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  expect(blamed).toEqual([])
})

/** How many scenarios each of them is shown to. */
const NEAR = 12

/** The cheapest scenarios that judge the operations of the gaps. */
function scenariosNear({ opens = [] }: Dimension): string[] {
  const operations = new Set(gaps.filter(({ id }) => opens.includes(id)).flatMap(gap => gap.operations))
  const touched = new Set<string>(
    requirements.requirements
      .filter(one => one.operations.some(operation => operations.has(operation)))
      .map(({ id }) => id),
  )
  return suite
    .filter(
      one => one.turn !== 'last' && one.turn !== 'overall' && one.requirements.some(id => touched.has(id)),
    )
    .toSorted((a, b) => (a.cost?.seconds ?? 0) - (b.cost?.seconds ?? 0))
    .slice(0, NEAR)
    .map(({ id }) => id)
}
