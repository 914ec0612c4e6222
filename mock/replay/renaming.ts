import { isFields } from '#openapi'
import { parsed } from '../journal/filter.ts'

/** Fields that hold names: ids, cursors and references. */
const NAMING = /(^|_)(id|ids|cursor|reference)$/i

/** Maps the ids of a recording to those of the replay: learned from replies, applied to later calls. */
export class Renaming {
  readonly #names = new Map<string, string>()

  /** Learns from a recorded reply and the new one. */
  learn(recorded: string, now: string): void {
    this.#compare(parsed(recorded), parsed(now), '')
  }

  apply(text: string): string {
    // Word by word, so that the time is linear in the length of the recording.
    return text.replaceAll(/[\w-]+=*/g, word => this.#names.get(word) ?? this.#ofBase(word))
  }

  /** A cursor may end in characters that separate words elsewhere. */
  #ofBase(word: string): string {
    const base = word.replace(/=+$/, '')
    return (this.#names.get(base) ?? base) + word.slice(base.length)
  }

  #compare(was: unknown, is: unknown, field: string): void {
    if (typeof was === 'string' && typeof is === 'string') {
      if (was !== is && was.length >= 4 && NAMING.test(field)) this.#names.set(was, is)
    } else if (Array.isArray(was) && Array.isArray(is)) {
      for (const [index, item] of was.entries()) this.#compare(item, is[index], field)
    } else if (isFields(was) && isFields(is))
      for (const [name, value] of Object.entries(was)) this.#compare(value, is[name], name)
  }
}
