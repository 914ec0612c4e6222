// Converts what rows contain to what replies show: times, money and tokens.

import type { Schemas } from '#openapi'

export { euros } from '../world/money.ts'

/** An instant in UTC, ISO 8601. */
export function iso(ms: number): string {
  // What was just written was created and changed at the same instant, and periods begin at the same one all day.
  if (ms === last.ms) return last.text
  const [other, { ms: known }] = [last, before]
  last = ms === known ? before : { ms, text: new Date(ms).toISOString() }
  before = other
  return last.text
}

let last = { ms: Number.NaN, text: '' }
let before = last

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
