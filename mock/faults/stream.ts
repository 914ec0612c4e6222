// What goes wrong with streams, as functions from the parts of a stream to what is written of it.
import type { StreamPart } from '../service/handler.ts'
import type { Effect } from './fault.ts'

type CutStream = Extract<Effect, { do: 'cut-stream' }>

/** Parts in stretches of that many, each stretch backwards; what is left at the end comes as it is. */
export async function* shuffled(source: AsyncIterable<StreamPart>, span = 2): AsyncGenerator<StreamPart> {
  const held: StreamPart[] = []
  for await (const part of source) {
    if ('comment' in part) yield part
    else held.push(part)
    if (held.length === span) yield* held.splice(0).reverse()
  }
  yield* held
}

/** The beginning of an event's bytes where a stream is cut: half of it, or up to the middle of a letter. */
export function torn(bytes: Buffer, inside: CutStream['inside']): Buffer {
  if (inside === undefined) return bytes.subarray(0, 0)
  if (inside === 'event') return bytes.subarray(0, Math.ceil(bytes.length / 2))
  const letter = bytes.findIndex(byte => byte >= 0xc0)
  if (letter >= 0) return bytes.subarray(0, letter + 1)
  // The event has plain letters only; a comment, which clients pass over, has the one to be torn.
  const comment = Buffer.from(': é')
  return comment.subarray(0, comment.length - 1)
}

/** Bytes in pieces of that many. */
export function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
