import { expect, test } from 'vitest'
import { median, percentile, spread, uncertainty } from './statistics.ts'

test('the median is the middle, or half-way between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('percentiles lie between values where no value is exactly there', () => {
  expect(percentile([10, 20, 30], 0)).toBe(10)
  expect(percentile([10, 20, 30], 100)).toBe(30)
  expect(percentile([10, 20], 99)).toBeCloseTo(19.9)
})

test('one outlier hardly changes the spread', () => {
  expect(spread([10, 11, 9, 10, 1000])).toBeLessThan(2)
  expect(spread([5, 5, 5])).toBe(0)
})

test('more samples make the median surer', () => {
  const few = [9, 10, 11]
  expect(uncertainty([...few, ...few, ...few])).toBeLessThan(uncertainty(few))
})
