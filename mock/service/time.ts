// Converts what rows contain to what replies show: times, money and tokens.

import type { Schemas } from '#openapi'
import { iso } from '../simulation/calendar.ts'

export { iso } from '../simulation/calendar.ts'
export { euros } from '../world/money.ts'

/** An instant that may be missing, in UTC, ISO 8601. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** Tokens read and written, with their sum. */
export function tokensView(input: number, output: number): Schemas['Tokens'] {
  return { input, output, total: input + output }
}

/** Rounds a rate or an average. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
