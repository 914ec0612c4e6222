// How faults change what is written of a stream.
import { platform } from '#platform'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { Effect } from './fault.ts'

type CutStream = Extract<Effect, { do: 'cut-stream' }>

/** Reverses each group of `span` parts; a smaller group at the end keeps its order. */
export async function* shuffled(source: AsyncIterable<StreamPart>, span = 2): AsyncGenerator<StreamPart> {
  const held: StreamPart[] = []
  for await (const part of source) {
    if ('comment' in part) yield part
    else held.push(part)
    if (held.length === span) yield* held.splice(0).reverse()
  }
  yield* held
}

/** The first bytes of the event in which a stream is cut: half of it, or up to the middle of a letter. */
export function torn(bytes: Uint8Array, inside: CutStream['inside']): Uint8Array {
  if (inside === undefined) return bytes.subarray(0, 0)
  if (inside === 'event') return bytes.subarray(0, Math.ceil(bytes.length / 2))
  const letter = bytes.findIndex(byte => byte >= 0xc0)
  if (letter >= 0) return bytes.subarray(0, letter + 1)
  // An event of ASCII letters only cannot be cut inside a letter; a comment, which clients ignore, can.
  const comment = platform.encode(': é')
  return comment.subarray(0, comment.length - 1)
}
