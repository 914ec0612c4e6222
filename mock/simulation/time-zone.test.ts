import { expect, test } from 'vitest'
import { daysIn, isTimeZone, monthAt, startOfDay, startOfDayAfter, utcMonth } from './time-zone.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

test('knows time zones from other texts', () => {
  for (const name of [
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'europe/berlin',
  ])
    expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', 'Mars/Olympus', 'Berlin', '+02:00', '-0500', 'Europe/Berlin ', '../etc'])
    expect(isTimeZone(name), name).toBe(false)
})

test.each([
  ['UTC', '2026-11-20T15:00:00Z', '2026-11-20T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-20T15:00:00Z', '2026-11-19T23:00:00.000Z'],
  ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-20T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20T15:00:00Z', '2026-11-19T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-20T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-20T09:59:59.999Z', '2026-11-19T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-20T10:59:59.999Z', '2026-11-19T11:00:00.000Z'],
])('in %s the day of %s starts at %s', (timeZone, instant, start) => {
  expect(iso(startOfDay(at(instant), timeZone))).toBe(start)
})

test('days on which the time changes have 23 and 25 hours', () => {
  const hours = (day: string, timeZone: string) => {
    const start = startOfDay(at(day), timeZone)
    return (startOfDayAfter(start, 1, timeZone) - start) / 3_600_000
  }
  expect(hours('2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe(23)
  expect(hours('2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe(25)
  expect(hours('2026-10-26T12:00:00Z', 'Europe/Berlin')).toBe(24)
  expect(hours('2026-04-05T01:00:00Z', 'Australia/Lord_Howe')).toBe(24.5)
})

test('a day whose midnight is skipped starts when the clock goes on', () => {
  // Cairo went from 23:59:59 to 01:00 on 2024-04-26, Beirut on 2024-03-31.
  expect(iso(startOfDay(at('2024-04-26T12:00:00Z'), 'Africa/Cairo'))).toBe('2024-04-25T22:00:00.000Z')
  expect(iso(startOfDay(at('2024-03-31T12:00:00Z'), 'Asia/Beirut'))).toBe('2024-03-30T22:00:00.000Z')
})

test('a day whose midnight comes twice starts at the first', () => {
  // In Havana the clock went from 01:00 back to 00:00 on 2024-11-03.
  expect(iso(startOfDay(at('2024-11-03T12:00:00Z'), 'America/Havana'))).toBe('2024-11-03T04:00:00.000Z')
  expect(iso(startOfDay(at('2024-11-03T05:30:00Z'), 'America/Havana'))).toBe('2024-11-03T04:00:00.000Z')
})

test('agrees with the calendar of the zone at every quarter of an hour of a year', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']) {
    const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    let start = startOfDay(at('2024-01-01T12:00:00Z'), timeZone)
    for (let day = 0; day < 366; day++) {
      const end = startOfDayAfter(start, 1, timeZone)
      expect(calendar.format(start), `${timeZone} ${iso(start)}`).not.toBe(calendar.format(start - 1))
      expect(calendar.format(end - 1), `${timeZone} ${iso(end)}`).toBe(calendar.format(start))
      expect(startOfDay(start, timeZone)).toBe(start)
      expect(startOfDay(end - 1, timeZone)).toBe(start)
      start = end
    }
    expect(calendar.format(start)).toBe('2025-01-01')
  }
})

test('lists the days that an interval touches, and knows where a month begins', () => {
  const days = daysIn({ from: at('2026-10-24T12:00:00Z'), to: at('2026-10-25T23:00:00Z') })
  expect(days.map(({ date, from, to }) => [date, iso(from), iso(to)])).toEqual([
    ['2026-10-24', '2026-10-24T12:00:00.000Z', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])
  expect(iso(monthAt(at('2026-11-20T00:00:00Z')).from)).toBe('2026-11-01T00:00:00.000Z')
})

test('reads months, and nothing that is none', () => {
  expect(utcMonth('2026-11')).toEqual({ from: at('2026-11-01T00:00:00Z'), to: at('2026-12-01T00:00:00Z') })
  expect(utcMonth('2026-12')).toEqual({ from: at('2026-12-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') })
  for (const text of ['2026-13', '2026-00', '2026-1', '2026-11-01', 'now', ''])
    expect(utcMonth(text), text).toBeNull()
})
