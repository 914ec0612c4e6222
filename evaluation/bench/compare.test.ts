import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import type { Measure, Results } from './results.ts'

const resultsOf = (...measures: Measure[]): Results => ({
  throughput: {
    made: '2026-11-20T09:00:00Z',
    commit: 'abc',
    quick: false,
    seconds: 1,
    machine: { cpu: 'x', cores: 2, memoryGb: 8, node: '24', platform: 'linux', loadBefore: 0, pinned: true },
    measures,
    notes: [],
  },
})

const rate = (samples: number[], better: Measure['better'] = 'more'): Measure => ({
  id: 'throughput/getRun/mock',
  unit: 'requests/s',
  better,
  samples,
})

test('a move beyond the spread of both is told, with its direction', () => {
  const { moves } = compare(resultsOf(rate([100, 101, 99])), resultsOf(rate([150, 151, 149])))
  expect(moves).toMatchObject([{ before: 100, after: 150, ratio: 1.5, verdict: 'better' }])
  expect(
    compare(resultsOf(rate([100, 101, 99], 'less')), resultsOf(rate([150, 149, 151], 'less'))).moves,
  ).toMatchObject([{ verdict: 'worse' }])
})

test('what is within the spread has not moved', () => {
  const { moves, same } = compare(resultsOf(rate([80, 100, 120])), resultsOf(rate([90, 110, 130])))
  expect(moves).toEqual([])
  expect(same).toBe(1)
})

test('a sure difference of a few percent has not moved either', () => {
  expect(compare(resultsOf(rate([100, 100, 100])), resultsOf(rate([103, 103, 103]))).moves).toEqual([])
})

test('a single sample has to move far', () => {
  expect(compare(resultsOf(rate([100])), resultsOf(rate([140]))).moves).toEqual([])
  expect(compare(resultsOf(rate([100])), resultsOf(rate([300]))).moves).toHaveLength(1)
})

test('what is no longer measured is named', () => {
  expect(compare(resultsOf(rate([1, 2, 3])), resultsOf()).missing).toEqual(['throughput/getRun/mock'])
})
