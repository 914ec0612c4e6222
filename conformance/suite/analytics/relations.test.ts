import { expect, test } from 'vitest'
import type { Json } from '../../extract/find-value.ts'
import { beyond, daysMerged, daysOf, halvedDay, slackOf } from './days.ts'
import { labelOf, moneyOf, runsOf } from './read-rows.ts'
import { linesAddUp, linesGrowAlike, runsByDay, splitsAddUp, usersWithinAgent } from './relations.ts'

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
  expect(wrong(splitsAddUp('ANA-27')([row(7, 3, 4)]))).toBe(0)
  expect(wrong(splitsAddUp('ANA-27')([row(6, 3, 4)]))).toBe(1)
  expect(wrong(splitsAddUp('ANA-27')([row(1500, 811, 622)]))).toBe(0)
  const cost = { cost_euros: 4.7, agents: [{ cost_euros: 1.5 }, { cost_euros: 3.1 }] }
  expect(wrong(splitsAddUp('ANA-27')([cost]))).toBe(0)
  // Whether the rest is of agents that nobody sees, no reply says.
  expect(splitsAddUp('ANA-27')([row(7, 3, 4), row(38, 8, 6)])).toEqual([])
})

test('days that begin at another hour after a change of the clocks are days of their own, half days are not', () => {
  const rows = (...all: string[]) => all.map(date => ({ date, cost: 1 }))
  expect(halvedDay(rows('2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'))).toBeUndefined()
  expect(halvedDay(rows('2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z'))).toBe('2026-03-29')
})

test('amounts that span more than a window, an edge at each side left out, lie outside of it', () => {
  const days = new Map(Array.from({ length: 40 }, (_, n) => [20_605 + n, 1]))
  expect(beyond(days, 40)).toBeUndefined()
  expect(beyond(days, 7)).toEqual({ first: '2026-06-01', last: '2026-07-10' })
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

test('a top user has no more runs than the agent', () => {
  const agent = (runs: number) => usersWithinAgent([{ runs: 5, top_users: [{ user_id: 'u', runs }, 'v'] }])
  expect([wrong(agent(5)), wrong(agent(7))]).toEqual([0, 1])
})

test('the lines of a statement come to its headline, apart from a tax or a credit beside them', () => {
  const lines = [{ amount_euros: 49.5 }, { amount_euros: 3.25 }]
  const total = (headline: number, more = {}) => wrong(linesAddUp([headline, lines, more]))
  expect(total(52.75)).toBe(0)
  expect(total(49.5)).toBe(1)
  expect(total(62.77, { tax_euros: 10.02 })).toBe(0)
  expect(total(105.5)).toBe(1)
  const further = [
    { label: 'VAT', amount_euros: 9.31 },
    { label: 'Credit', amount_euros: -3 },
  ]
  const all = (headline: number) => wrong(linesAddUp([headline, [...lines, ...further], {}]))
  expect([all(52.75), all(62.06), all(59.06), all(71.5)]).toEqual([0, 0, 0, 1])
  // What is left to pay of a month that is over.
  const over = (headline: number) => wrong(linesAddUp([headline, lines, {}], true))
  expect([over(0), over(52.75), over(71.5)]).toEqual([0, 0, 1])
})

test('settled days of a longer window are merged where each has more or nothing', () => {
  const short = new Map(Array.from({ length: 30 }, (_, n) => [n, n % 7 < 5 ? 2 : 0]))
  const weeks = new Map([0, 7, 14, 21, 28].map(day => [day, 12]))
  expect([daysMerged(short, weeks, 7)?.length, daysMerged(short, short, 7)]).toEqual([13, undefined])
  expect(daysMerged(short, new Map([...short].filter(([day]) => day > 12)), 7)).toBeUndefined()
})

test('the lines of a statement grow by as much as its headline', () => {
  const grown = (headline: number, usage: number, then = 19, fee = 19) => {
    const at = (total: number, used: number) =>
      [{ total }, [{ amount: fee }, { amount: used }], { total }] as const
    return wrong(linesGrowAlike(at(then, 0), at(headline, usage)))
  }
  expect([grown(19.78646, 0.78646), grown(19.00378, 0.78646)]).toEqual([0, 1])
  // Rounded: the fee alone, all to whole euros, and the headline to three digits.
  expect([grown(19.77, 0.78, 18.99), grown(20, 1), grown(101, 1.24, 99.9, 99.9)]).toEqual([0, 0, 0])
  // A figure that shows no places hides as much.
  expect(grown(19, 0.78)).toBe(0)
})

test('a tax is also on a line that reads as a credit, which may be that of something called so', () => {
  const at = (rate: number, used: number, notes: number) => {
    const lines = [
      { label: 'Invoices', amount: used },
      { label: 'Credit notes', amount: notes },
    ]
    return [{ total: Math.round((used + notes) * rate * 100) / 100 }, lines, { vat_rate: 0.19 }] as const
  }
  const grown = (rate: number) => wrong(linesGrowAlike(at(1.19, 161.32, 4.65), at(rate, 197.01, 9.11)))
  expect([grown(1.19), grown(1.25)]).toEqual([0, 1])
})

test('lines that say what others consist of, and prices beside amounts, do not count twice', () => {
  const all = (headline: Json, ...lines: Json[]) => wrong(linesAddUp([headline, lines, {}]))
  expect(all({ total_runs: 4, total: 69 }, { cost: 49 }, { cost: 20 }, { cost: 12 }, { cost: 8 })).toBe(0)
  expect(all({ total: 69 }, { cost: 49 }, { cost: 20 }, { cost: 69 })).toBe(0)
  expect(all({ total: 69 }, { price: 7, total: 49 }, { price: 2, total: 20 })).toBe(0)
  expect(all({ total: 69 }, { cost: 98 }, { cost: 40 })).toBe(1)
  expect(all({ total: 69 })).toBe(1)
  expect(all({ total_runs: 4, total: 69 }, { cost: 49 })).toBe(1)
})

test('days that are over for long have no more runs than all days together', () => {
  const perDay = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`2026-06-${n + 10}`, 2]))
  const of = (total: number) =>
    wrong(runsByDay({ runs: total, perDay, days: daysOf(perDay, runsOf) }, 30, false, 7))
  expect([of(40), of(30), of(21)]).toEqual([0, 0, 1])
})
