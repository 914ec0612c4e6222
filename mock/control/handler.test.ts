import { expect, test } from 'vitest'
import type { ControlHandlers } from './handler.ts'

const view = { now: '', mode: 'frozen', factor: null, next: null, planned: 0, idle: true } as const

test('a handler that its document does not describe does not compile', () => {
  const good = { readClock: () => ({ status: 200, body: view }) } satisfies ControlHandlers<'readClock'>
  expect(good.readClock().status).toBe(200)
  // @ts-expect-error setClock is missing
  const missing = good satisfies ControlHandlers<'readClock' | 'setClock'>
  // @ts-expect-error there is no operation stopClock
  const unknown = {} satisfies ControlHandlers<'stopClock'>
  // @ts-expect-error readClock answers 200
  const status = { readClock: () => ({ status: 201, body: view }) } satisfies ControlHandlers<'readClock'>
  // @ts-expect-error a clock says whether it is idle
  const body = { readClock: () => ({ status: 200, body: {} }) } satisfies ControlHandlers<'readClock'>
  expect([missing, unknown, status, body]).toHaveLength(4)
})
