import { hash128, type Words } from './hash.ts'

/** The state of a random stream, as plain JSON. */
export type RandomState = { readonly seed: string; readonly words: number[] }

/**
 * A deterministic random stream (generator: sfc32).
 *
 *     const random = new Random('demo')
 *     random.pick(['low', 'high'])
 *     random.fork('names').int(1, 6) // an independent stream, whatever was drawn before
 */
export class Random {
  readonly seed: string
  readonly #words: Uint32Array

  constructor(seed: string) {
    this.seed = seed
    const words = hash128(seed)
    // The first values of sfc32 still correlate with the seed.
    for (let i = 0; i < 12; i++) step(words)
    this.#words = new Uint32Array(words)
  }

  static restore(state: RandomState): Random {
    const random = new Random(state.seed)
    random.#words.set(state.words)
    return random
  }

  save(): RandomState {
    return { seed: this.seed, words: [...this.#words] }
  }

  /** An independent stream named by its label. Depends on the seed and the label, not on what was drawn so far. */
  fork(label: string): Random {
    return new Random(`${this.seed}/${label}`)
  }

  /** A number from 0 (included) to 1 (excluded), with 53 random bits. */
  float(): number {
    return ((this.#next() >>> 5) * 2 ** 26 + (this.#next() >>> 6)) / 2 ** 53
  }

  /** A whole number from min to max, both included, uniformly distributed. */
  int(min: number, max: number): number {
    if (!Number.isSafeInteger(max - min) || !Number.isInteger(min) || max < min)
      throw new RangeError(`no whole numbers from ${min} to ${max}`)
    return min + Math.floor(this.float() * (max - min + 1))
  }

  /** True with probability p: never at 0, always at 1. */
  chance(p: number): boolean {
    return this.float() < p
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('cannot pick from nothing')
    return items[this.int(0, items.length - 1)] as T
  }

  /** One of the values, with probability proportional to its weight: `weighted([['done', 8], ['failed', 1]])`. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let total = 0
    let lowest = 0
    for (const choice of choices) {
      total += choice[1]
      lowest = Math.min(lowest, choice[1])
    }
    if (!(total > 0) || lowest < 0)
      throw new RangeError('weights must not be negative, and one must be positive')
    let left = this.float() * total
    for (const choice of choices) {
      if (left < choice[1]) return choice[0]
      left -= choice[1]
    }
    // Rounding can leave a tiny remainder after the last weight.
    return choices.findLast(([, weight]) => weight > 0)![0]
  }

  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i)
      const held = copy[i] as T
      copy[i] = copy[j] as T
      copy[j] = held
    }
    return copy
  }

  /** A text of that many characters of the alphabet. */
  text(length: number, alphabet: string): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.int(0, alphabet.length - 1)]
    return text
  }

  #next(): number {
    return step(this.#words)
  }
}

/** The next word of sfc32, whose state is changed. */
function step(words: Uint32Array | Words): number {
  const { 0: a, 1: b, 2: c, 3: d } = words as Words
  const sum = (a + b + d) | 0
  words[3] = (d + 1) | 0
  words[0] = b ^ (b >>> 9)
  words[1] = (c + (c << 3)) | 0
  words[2] = (((c << 21) | (c >>> 11)) + sum) | 0
  return sum >>> 0
}
