import { hash128 } from './hash.ts'
import type { Random } from './random.ts'

/** What ids look like: `run_01hz8q4m7k3v0c9n5t2xw6j1`, or a UUID. */
export type IdFormat = 'prefixed' | 'uuid'

/** Where each prefix stands, as plain JSON. */
export type IdsState = {
  readonly seed: string
  readonly format: IdFormat
  readonly counters: Readonly<Record<string, number>>
  readonly branch: string
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const LOWEST_HEAD = 49 * 2 ** 35
const HEAD_STEP = 2 ** 18
const LOWEST_UUID_HEAD = 0x019_00000000
const UUID_HEAD_STEP = 2 ** 16

type Words = readonly [number, number, number, number]

/**
 * Ids such as `run_01hz8q4m7k3v0c9n5t2xw6j1`, or UUIDs: the same for the same seed, of one length, looking like
 * chance, and rising in text order with every id of the prefix. Each prefix counts by itself, so that one more task
 * in the seed data does not rename every run.
 */
export class Ids {
  readonly #seed: string
  readonly format: IdFormat
  readonly #firstHead: number
  readonly #counters: Map<string, number>
  readonly #branch: string

  constructor(
    seed: string,
    format: IdFormat = 'prefixed',
    counters: Readonly<Record<string, number>> = {},
    branch = '',
  ) {
    this.#seed = seed
    this.format = format
    this.#branch = branch
    this.#firstHead = (format === 'uuid' ? LOWEST_UUID_HEAD : LOWEST_HEAD) + hash128(seed)[0]
    this.#counters = new Map(Object.entries(counters))
  }

  static restore({ seed, format, counters, branch }: IdsState): Ids {
    return new Ids(seed, format, counters, branch)
  }

  save(): IdsState {
    const counters = Object.fromEntries(this.#counters)
    return { seed: this.#seed, format: this.format, counters, branch: this.#branch }
  }

  /** Goes on from here with other ids than these, in order behind those that were given so far. */
  branch(label: string): Ids {
    return Ids.restore({ ...this.save(), branch: `${this.#branch}/${label}` })
  }

  next(prefix: string): string {
    const count = this.#counters.get(prefix) ?? 0
    this.#counters.set(prefix, count + 1)
    const noise = hash128(`${this.#seed}${this.#branch}/${prefix}/${count}`)
    return this.format === 'uuid' ? this.#uuid(count, noise) : this.#prefixed(prefix, count, noise)
  }

  #prefixed(prefix: string, count: number, [a, b, c, d]: Words): string {
    const letters: string[] = [prefix, '_']
    // The head rises by a step plus less than a step, so it is uneven and still sorts; the rest is noise.
    addDigits(letters, this.#firstHead + count * HEAD_STEP + (a % HEAD_STEP), 10)
    addDigits(letters, b, 5)
    addDigits(letters, c, 5)
    addDigits(letters, d, 4)
    // Joined, a text is kept in one piece; added up, it would take four times the memory until first compared.
    return letters.join('')
  }

  /** Version 7 in form. Its head stands for no time, and rises as that of the other ids does. */
  #uuid(count: number, [a, b, c, d]: Words): string {
    const head = hex(this.#firstHead + count * UUID_HEAD_STEP + (a % UUID_HEAD_STEP), 12)
    const variant = hex(0x8000 | (c & 0x3fff), 4)
    const tail = hex(d, 8) + hex(c >>> 16, 4)
    return `${head.slice(0, 8)}-${head.slice(8)}-7${hex(b & 0xfff, 3)}-${variant}-${tail}`
  }
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0')
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
