import type { ClockStart } from '../control/set-clock.ts'
import { isInstant } from '../simulation/calendar.ts'

/** `'real'`, `{ scale: 60 }` for a minute each second, `{ frozen: '2026-11-20T09:00:00Z' }` or `{ frozen: 'now' }`. */
export type ClockChoice = 'real' | { readonly scale: number } | { readonly frozen: string | number | Date }

/** The start and the mode of a clock. */
export function clockStart(choice: ClockChoice): ClockStart {
  if (choice === 'real') return { mode: { kind: 'real' }, at: 'now' }
  if (typeof choice !== 'object' || choice === null || !('scale' in choice || 'frozen' in choice))
    throw new TypeError(
      `clock must be 'real', { scale: 60 } or { frozen: '2026-11-20T09:00:00Z' }, but was ${JSON.stringify(choice)}`,
    )
  if ('scale' in choice) return { mode: { kind: 'scaled', factor: choice.scale }, at: 'now' }
  const mode = { kind: 'frozen' } as const
  if (choice.frozen === 'now') return { mode, at: 'now' }
  const at = new Date(choice.frozen).getTime()
  if (isInstant(at)) return { mode, at }
  throw new RangeError(
    `the clock cannot be frozen at '${choice.frozen}'; give an ISO 8601 time from 1970 to 9999, such as 2026-11-20T09:00:00Z`,
  )
}
