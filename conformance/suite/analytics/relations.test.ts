import { expect, test } from 'vitest'
import { beyond, daysOf, halvedDay, slackOf } from './days.ts'
import { labelOf, moneyOf, runsOf } from './read-rows.ts'
import { splitsAddUp } from './relations.ts'

const wrong = (found: readonly (readonly unknown[])[]) => found.filter(([, , holds]) => !holds).length

test('rounding may hide one unit of the last shown place of each figure, and zeros at the end are not shown', () => {
  expect(slackOf([0.25, 1.5])).toBeCloseTo(0.11)
  expect(slackOf([1500])).toBeCloseTo(100)
  expect(slackOf([0, 0.01])).toBeCloseTo(0.02)
  expect(slackOf([0])).toBeCloseTo(1)
})

test('parts by agent come to the whole of their row, however they are rounded', () => {
  const row = (runs: number, ...parts: number[]) => ({
    runs,
    agents: parts.map(one => ({ agent_id: 'a', runs: one })),
  })
  expect(wrong(splitsAddUp('ANA-27', [row(7, 3, 4)]))).toBe(0)
  expect(wrong(splitsAddUp('ANA-27', [row(6, 3, 4)]))).toBe(1)
  expect(wrong(splitsAddUp('ANA-27', [row(1500, 811, 622)]))).toBe(0)
  const cost = { cost_euros: 4.7, agents: [{ cost_euros: 1.5 }, { cost_euros: 3.1 }] }
  expect(wrong(splitsAddUp('ANA-27', [cost]))).toBe(0)
})

test('days that begin at another hour after a change of the clocks are days of their own, half days are not', () => {
  const rows = (...all: string[]) => all.map(date => ({ date, cost: 1 }))
  expect(halvedDay(rows('2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'))).toBeUndefined()
  expect(halvedDay(rows('2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z'))).toBe('2026-03-29')
})

test('amounts that span more than a window, an edge at each side left out, lie outside of it', () => {
  const days = daysOf(
    Array.from({ length: 40 }, (_, n) => ({
      date: new Date(Date.UTC(2026, 5, 1 + n)).toISOString(),
      cost: 1,
    })),
    moneyOf,
  )
  expect(beyond(days!, 40)).toBeUndefined()
  expect(beyond(days!, 7)).toEqual({ first: '2026-06-01', last: '2026-07-10' })
})

test('rows are labelled whatever the spelling of their members, and averages are not their figures', () => {
  for (const row of [
    { team_id: 't1' },
    { teamId: 't1' },
    { TeamId: 't1' },
    { 'team-id': 't1' },
    { TEAM_ID: 't1' },
  ])
    expect([row, labelOf(row, 'team')]).toEqual([row, 't1'])
  expect(moneyOf({ avg_cost: 1, cost: 5 })).toBe(5)
  expect(runsOf({ failed_runs: 2, 'total-runs': 7 })).toBe(7)
})
