// Converts what rows contain to what replies show: times, money and tokens.

import type { Schemas } from '#openapi'

export { euros } from '../world/money.ts'

/** An instant in UTC, ISO 8601. */
export function iso(ms: number): string {
  // What was just written was created and changed at the same instant.
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}

let lastMs = Number.NaN
let lastText = ''

/** The same for an instant that may be missing. */
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
