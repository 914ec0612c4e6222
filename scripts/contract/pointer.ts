// JSON pointers.
import type { Json, JsonObject } from './sources.ts'

/** The value at a JSON pointer such as `/schemas/Task`. */
export function lookUp(value: Json | undefined, pointer: string): Json | undefined {
  let found: Json | undefined = value
  for (const segment of segments(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as JsonObject)[segment]
  }
  return found
}

/** A name as a part of a JSON pointer. */
export function escapeSegment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The parts of a JSON pointer. */
export function segments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(segment => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
}
