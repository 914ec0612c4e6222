import { expect, test } from 'vitest'
import { defaultProfile } from '../../profile/profile.ts'
import { Refusal } from '../../world/refusal.ts'
import { lastDays, monthOf, periodWindow, today } from './window.ts'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')

test('counts the present day as the last of n calendar days', () => {
  expect(shown(lastDays(7, NOW, defaultProfile))).toEqual([
    '2026-11-14T00:00:00.000Z',
    '2026-11-20T09:00:00.000Z',
  ])
  expect(shown(lastDays(1, NOW, defaultProfile))).toEqual(shown(today(NOW)))
})

test('ends with yesterday where the profile says so', () => {
  const profile = { ...defaultProfile, 'days-window': 'yesterday' } as const
  const window = lastDays(7, NOW, profile)
  expect(shown(window)).toEqual(['2026-11-13T00:00:00.000Z', '2026-11-20T00:00:00.000Z'])
  expect(window.to).toBe(window.until)
  expect(shown(today(NOW))[0]).toBe('2026-11-20T00:00:00.000Z')
})

test('takes in what happens at this very instant, and nothing later', () => {
  expect(lastDays(7, NOW, defaultProfile).to).toBe(NOW + 1)
})

test('begins each period where its name says', () => {
  const starts = (['today', '7d', '30d', '90d', 'month'] as const).map(
    period => shown(periodWindow(period, NOW, defaultProfile))[0],
  )
  expect(starts).toEqual([
    '2026-11-20T00:00:00.000Z',
    '2026-11-14T00:00:00.000Z',
    '2026-10-22T00:00:00.000Z',
    '2026-08-23T00:00:00.000Z',
    '2026-11-01T00:00:00.000Z',
  ])
})

test('begins a day where it begins in the zone, also on days of 23 and 25 hours', () => {
  const berlin = (at: string) => shown(today(Date.parse(at), 'Europe/Berlin'))[0]
  expect(berlin('2026-11-20T09:00:00Z')).toBe('2026-11-19T23:00:00.000Z')
  expect(berlin('2026-03-29T12:00:00Z')).toBe('2026-03-28T23:00:00.000Z')
  expect(berlin('2026-10-25T23:30:00Z')).toBe('2026-10-25T23:00:00.000Z')
  expect(shown(today(NOW, 'Asia/Kolkata'))[0]).toBe('2026-11-19T18:30:00.000Z')
  expect(shown(today(NOW, 'Pacific/Auckland'))[0]).toBe('2026-11-19T11:00:00.000Z')
})

test('counts calendar days of the zone over a change of its clocks', () => {
  const window = lastDays(30, NOW, defaultProfile, 'Europe/Berlin')
  // 22 October is still summer time there, today is not.
  expect(shown(window)[0]).toBe('2026-10-21T22:00:00.000Z')
})

test('reads months in UTC, the current one where none is named', () => {
  expect(monthOf(undefined, NOW, defaultProfile)).toEqual({
    name: '2026-11',
    from: Date.parse('2026-11-01T00:00:00Z'),
    to: Date.parse('2026-12-01T00:00:00Z'),
    isOver: false,
  })
  expect(monthOf(null, NOW, defaultProfile).name).toBe('2026-11')
  expect(monthOf('2026-02', NOW, defaultProfile)).toMatchObject({
    to: Date.parse('2026-03-01'),
    isOver: true,
  })
  expect(monthOf('2026-11-05', NOW, defaultProfile).name).toBe('2026-11')
  expect(() => monthOf('2026-11-99', NOW, defaultProfile)).toThrow(Refusal)
  expect(() => monthOf('November', NOW, defaultProfile)).toThrow(Refusal)
})

test('refuses a month that has not come only where the profile says so', () => {
  expect(monthOf('2027-01', NOW, defaultProfile)).toMatchObject({ name: '2027-01', isOver: false })
  const strict = { ...defaultProfile, 'month-in-future': 'refuse' } as const
  expect(() => monthOf('2026-12', NOW, strict)).toThrow(
    'query.month is "2026-12"; expected a month up to 2026-11.',
  )
  expect(() => monthOf('2026-11', NOW, strict)).not.toThrow()
})

function shown({ from, until }: { from: number; until: number }): [string, string] {
  return [new Date(from).toISOString(), new Date(until).toISOString()]
}
