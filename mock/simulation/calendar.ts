// The instants of a workspace: those whose ISO 8601 dates have a year of four digits.

const FIRST_INSTANT = Date.UTC(1970, 0, 1)
export const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1

/** The maximum speed of a scaled clock: a million is eleven days per second. */
export const MAX_FACTOR = 1_000_000

/** Whether a workspace's clock can show that instant. */
export function isInstant(ms: number): boolean {
  return ms >= FIRST_INSTANT && ms <= LAST_INSTANT
}

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
