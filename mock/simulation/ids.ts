import { hash128 } from './hash.ts'
import type { Random } from './random.ts'

/** Where each prefix stands, as plain JSON. */
export type IdsState = {
  readonly seed: string
  readonly counters: Readonly<Record<string, number>>
  readonly branch: string
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const LOWEST_HEAD = 49 * 2 ** 35
const HEAD_STEP = 2 ** 18

/**
 * Ids such as `run_01hz8q4m7k3v0c9n5t2xw6j1`: the same for the same seed, of one length, looking like chance,
 * and rising in text order with every id of the prefix. Each prefix counts by itself, so that one more task
 * in the seed data does not rename every run.
 */
export class Ids {
  readonly #seed: string
  readonly #firstHead: number
  readonly #counters: Map<string, number>
  readonly #branch: string

  constructor(seed: string, counters: Readonly<Record<string, number>> = {}, branch = '') {
    this.#seed = seed
    this.#branch = branch
    this.#firstHead = LOWEST_HEAD + hash128(seed)[0]
    this.#counters = new Map(Object.entries(counters))
  }

  static restore(state: IdsState): Ids {
    return new Ids(state.seed, state.counters, state.branch)
  }

  save(): IdsState {
    return { seed: this.#seed, counters: Object.fromEntries(this.#counters), branch: this.#branch }
  }

  /** Goes on from here with other ids than these, in order behind those that were given so far. */
  branch(label: string): Ids {
    return new Ids(this.#seed, Object.fromEntries(this.#counters), `${this.#branch}/${label}`)
  }

  next(prefix: string): string {
    const count = this.#counters.get(prefix) ?? 0
    this.#counters.set(prefix, count + 1)
    const [a, b, c, d] = hash128(`${this.#seed}${this.#branch}/${prefix}/${count}`)
    // The head rises by a step plus less than a step, so it is uneven and still sorts; the tail is noise.
    const letters: string[] = [prefix, '_']
    // The head rises by a step plus less than a step, so it is uneven and still sorts; the rest is noise.
    addDigits(letters, this.#firstHead + count * HEAD_STEP + (a % HEAD_STEP), 10)
    addDigits(letters, b, 5)
    addDigits(letters, c, 5)
    addDigits(letters, d, 4)
    // Joined, a text is kept in one piece; added up, it would take four times the memory until first compared.
    return letters.join('')
  }
}

const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An API key, `awk_` and forty letters. Keys must differ between workspaces: pass a stream forked by name. */
export function newApiKey(random: Random): string {
  return `awk_${random.text(40, KEY_LETTERS)}`
}

/** Adds the lowest `length` digits of a whole number in base 32, the highest first. */
function addDigits(letters: string[], value: number, length: number): void {
  let unit = 32 ** (length - 1)
  for (let i = 0; i < length; i++) {
    letters.push(DIGITS[Math.floor(value / unit) % 32]!)
    unit /= 32
  }
}
