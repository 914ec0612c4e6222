// A secret of the mock itself, on which nothing in a world depends.
import { randomBytes } from 'node:crypto'

/** A text that cannot be guessed. */
export function freshSecret(): string {
  return randomBytes(18).toString('base64url')
}
