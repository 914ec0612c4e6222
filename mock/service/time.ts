// From what rows hold to what replies carry: epoch milliseconds, micro-euros and token counts as the contract has them.
import type { Schemas } from '#openapi'

/** An instant in UTC, ISO 8601. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The same for an instant that may be missing. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** Micro-euros as euros; exact to a millionth. */
export function euros(micros: number): number {
  return micros / 1_000_000
}

/** Tokens read and written, with their sum. */
export function tokensView(input: number, output: number): Schemas['Tokens'] {
  return { input, output, total: input + output }
}
