/** Copies of the messages that pass, for judging: bounded for each message, and for all at once. */
import type { Chunk } from '../requirements/exchange.ts'

/** Maximum size of a message that is judged and kept; longer ones pass completely. */
const MAX_BYTES = 1024 * 1024
/** Of all messages that are passing. Beyond it further ones pass without being judged. */
const MAX_TOTAL = 64 * MAX_BYTES
/** What keeping a part costs besides its text: a stream of single bytes is mostly this. */
const CHUNK_BYTES = 128

/** How much more may be copied. */
export class Room {
  bytes = MAX_TOTAL
}

export class Capture {
  readonly chunks: Chunk[] = []
  text = ''
  isCut = false
  readonly #room: Room
  readonly #decoder = new TextDecoder()
  #bytes = 0

  constructor(room: Room) {
    this.#room = room
  }

  /** `ms` is the time of a part of a stream; other messages are not kept in parts. */
  take(part: Buffer, ms?: number): void {
    if (this.isCut) return
    const bytes = part.length + (ms === undefined ? 0 : part.length + CHUNK_BYTES)
    if (this.#bytes + bytes > MAX_BYTES || bytes > this.#room.bytes) {
      this.isCut = true
      return
    }
    this.#bytes += bytes
    this.#room.bytes -= bytes
    const text = this.#decoder.decode(part, { stream: true })
    this.text += text
    if (ms !== undefined) this.chunks.push({ text, ms })
  }

  /** Gives its room back to others. */
  release(): void {
    this.#room.bytes += this.#bytes
    this.#bytes = 0
  }
}
