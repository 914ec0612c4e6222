import { expect, test } from 'vitest'
import { startDeployments } from './deployments.ts'
import { catalogue, type Mutant } from './mutants/index.ts'
import { prove } from './prove.ts'
import { runMutant } from './run-mutant.ts'
import { runVariant, type Variant, variants } from './variants.ts'

/** Every twentieth mutant that is not expected to live: always the same, of all kinds. */
const SAMPLE = catalogue
  .filter(({ lives, clock }) => lives === undefined && clock !== 'slow')
  .filter((_, n) => n % 20 === 7)
const VARIANTS = ['gap/error-body=problem', 'record/more=noise', 'connection/redirects=once']

test('kills a sample of the mutants, and blames no lawful service', { timeout: 600_000 }, async () => {
  await using deployments = await startDeployments(100)
  const alive: string[] = []
  const alarms: unknown[] = []
  const mutant = async (one: Mutant) => {
    const { verdict, said } = await runMutant(deployments, one)
    if (verdict !== 'violated') alive.push(`${one.id}: ${said}`)
  }
  const variant = async ({ limits: _, ...one }: Variant) => {
    const { violated, faults } = await runVariant(deployments, one)
    if (violated.length + faults > 0) alarms.push(one.id, violated)
  }
  const lawful = variants.filter(({ id }) => VARIANTS.includes(id))
  expect(lawful).toHaveLength(VARIANTS.length)
  const queue = [...lawful.map(one => () => variant(one)), ...SAMPLE.map(one => () => mutant(one))]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  expect(alarms).toEqual([])
  expect(alive).toEqual([])
})

test('shares the work among processes, and gives what became of each in its order', async () => {
  const results = await prove({
    only: id => ['all-404', 'html', SAMPLE[0]?.id, SAMPLE[1]?.id].includes(id),
  })
  expect(results.mutants.map(({ id, verdict }) => [id, verdict])).toEqual(
    SAMPLE.slice(0, 2).map(({ id }) => [id, 'violated']),
  )
  expect(results.broken.map(({ id, right }) => [id, right])).toEqual([
    ['all-404', true],
    ['html', true],
  ])
})
