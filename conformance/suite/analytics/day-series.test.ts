import { expect, test } from 'vitest'
import { DaySeries, dayOf, presentDay } from './day-series.ts'
import { moneyOf } from './read-rows.ts'

const rows = [
  { date: '2026-11-12', spent_euros: 0.0086 },
  { date: '2026-11-17', spent_euros: 0.0088 },
  { date: '2026-11-19', spent_euros: 0.0089 },
]

test('counts days back from today, though days without spend are left out', () => {
  const series = DaySeries.ofRows(rows, moneyOf)
  const today = series && presentDay(series, new Date('2026-11-22T10:00:00Z'))
  expect(series?.last(4, today)).toBeCloseTo(0.0089, 5)
  expect(series?.last(4)).toBeCloseTo(0.0177, 5)
  expect(series?.last(8)).toBeCloseTo(0.0263)
  expect(series?.total).toBeCloseTo(0.0263)
})

test('reads days as texts, moments, seconds and milliseconds, and as names of members', () => {
  const day = dayOf({ date: '2026-06-17' })
  expect(dayOf({ at: '2026-06-17T08:00:00+02:00' })).toBe(day)
  expect(dayOf({ bucket: Date.UTC(2026, 5, 17) })).toBe(day)
  expect(dayOf({ bucket: Date.UTC(2026, 5, 17) / 1000 })).toBe(day)
  expect(DaySeries.ofObject({ '2026-06-17': 3, '2026-06-18': 4 })?.total).toBe(7)
  expect(DaySeries.ofObject({ total: 3 })).toBeUndefined()
  expect(dayOf({ spent_euros: 3, runs: 4 })).toBeUndefined()
})
