// A secret of the mock itself, which nothing in a world follows from.
import { randomBytes } from 'node:crypto'

/** A text that nobody guesses. */
export function freshSecret(): string {
  return randomBytes(18).toString('base64url')
}
