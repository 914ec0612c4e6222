import { expect, test } from 'vitest'
import type { Distribution } from '../control/generated/control.gen.ts'
import { Random } from '../simulation/random.ts'
import { draw } from './distribution.ts'

/** So many draws, smallest first. */
function draws(distribution: Distribution, count = 20_000): number[] {
  const random = new Random('distribution')
  return Array.from({ length: count }, () => draw(distribution, random)).sort((a, b) => a - b)
}

const at = (sorted: number[], percent: number) => sorted[Math.floor((sorted.length * percent) / 100)]!
const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length

test('a fixed delay is what it is, in any unit', () => {
  expect(draws('2s', 3)).toEqual([2_000, 2_000, 2_000])
  expect(draws(15, 2)).toEqual([15, 15])
})

test('between two, every delay is as likely', () => {
  const sorted = draws({ between: ['100ms', '1100ms'] })
  expect(sorted[0]).toBeGreaterThanOrEqual(100)
  expect(sorted.at(-1)).toBeLessThanOrEqual(1_100)
  expect(Math.abs(at(sorted, 25) - 350)).toBeLessThan(20)
  expect(Math.abs(at(sorted, 75) - 850)).toBeLessThan(20)
})

test('a normal distribution has its mean and deviation, and is never less than nothing', () => {
  const sorted = draws({ normal: { mean: 1_000, deviation: 100 } })
  expect(Math.abs(mean(sorted) - 1_000)).toBeLessThan(10)
  expect(Math.abs(at(sorted, 84) - 1_100)).toBeLessThan(15)
  expect(draws({ normal: { mean: 0, deviation: 100 } })[0]).toBe(0)
})

test('a lognormal distribution has its median, and a long tail', () => {
  const sorted = draws({ lognormal: { median: '200ms', sigma: 0.8 } })
  expect(Math.abs(at(sorted, 50) - 200)).toBeLessThan(10)
  expect(at(sorted, 99)).toBeGreaterThan(1_000)
})

test('percentiles are met', () => {
  const sorted = draws({ percentiles: { 50: '120ms', 95: '800ms', 99: '3s' } })
  expect(Math.abs(at(sorted, 50) - 120)).toBeLessThan(25)
  expect(Math.abs(at(sorted, 95) - 800)).toBeLessThan(200)
  expect(Math.abs(at(sorted, 99) - 3_000)).toBeLessThan(300)
  expect(sorted.at(-1)).toBeLessThanOrEqual(3_000)
})
