import { expect, test, vi } from 'vitest'
import { startOf } from './record-values.ts'

test('a start without an offset is read as UTC, wherever the reader is', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  try {
    expect(startOf({ started_at: '2026-11-20T09:00:00' })).toBe(Date.UTC(2026, 10, 20, 9))
    expect(startOf({ started_at: '2026-11-20T09:00:00+02:00' })).toBe(Date.UTC(2026, 10, 20, 7))
  } finally {
    vi.unstubAllEnvs()
  }
})
