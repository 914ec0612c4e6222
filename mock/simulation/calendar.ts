// The instants that a world can be at: those whose dates have four digits of a year, as ISO 8601 has them.

const FIRST_INSTANT = Date.UTC(1970, 0, 1)
export const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1

/** Time passes at most so many times faster than the machine's: a million is eleven days a second. */
export const MAX_FACTOR = 1_000_000

/** Whether a world can be at that instant. */
export function isInstant(ms: number): boolean {
  return ms >= FIRST_INSTANT && ms <= LAST_INSTANT
}
