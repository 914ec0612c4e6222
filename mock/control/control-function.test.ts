import { expect, test } from 'vitest'
import type { ControlFunctions } from './control-function.ts'

const view = { now: '', mode: 'frozen', factor: null, next: null, planned: 0, idle: true } as const

test('a function that its document does not describe does not compile', () => {
  const good = { readClock: () => view } satisfies Partial<ControlFunctions>
  expect(good.readClock()).toBe(view)
  // @ts-expect-error setClock is missing
  const missing = good satisfies Pick<ControlFunctions, 'readClock' | 'setClock'>
  // @ts-expect-error there is no operation stopClock
  const unknown = { stopClock: () => view } satisfies Partial<ControlFunctions>
  // @ts-expect-error a clock says whether it is idle
  const body = { readClock: () => ({}) } satisfies Partial<ControlFunctions>
  expect([missing, unknown, body]).toHaveLength(3)
})
