import { expect, test } from 'vitest'
import { euros, iso, isoOrNull, tokensView } from './time.ts'

test('instants are written in UTC with milliseconds', () => {
  expect(iso(Date.parse('2026-11-20T10:30:00+01:00'))).toBe('2026-11-20T09:30:00.000Z')
  expect(isoOrNull(null)).toBeNull()
  expect(isoOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
})

test('micro-euros are euros to a millionth', () => {
  expect(euros(42_000)).toBe(0.042)
  expect(euros(1)).toBe(0.000001)
})

test('tokens come with their sum', () => {
  expect(tokensView(1200, 300)).toEqual({ input: 1200, output: 300, total: 1500 })
})

test('an instant reads as Date writes it, in any year and to the millisecond', () => {
  for (const ms of [
    0, -1, 1, 999, 59_999, 86_399_999, 86_400_000, 1_795_165_200_123, -62_198_755_200_000, 8.64e15,
  ])
    expect(iso(ms)).toBe(new Date(ms).toISOString())
})
