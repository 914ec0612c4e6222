import { madeOnDemand } from '../store/on-demand.ts'
import { finished, hash128, mixed, START, type Words } from './hash.ts'
import type { Random } from './random.ts'

/** The format of ids: `run_01hz8q4m7k3v0c9n5t2xw6j1`, a UUID, or `1683743871092548213`. */
export type IdFormat = 'prefixed' | 'uuid' | 'digits'

/** The counters of all prefixes, as plain JSON. */
export type IdsState = {
  readonly seed: string
  readonly format: IdFormat
  readonly counters: Readonly<Record<string, number>>
  readonly branch: string
  /** The forms of ids by prefix, in a deployment's dialect. */
  readonly forms?: IdForms
}

/**
 * The form of ids by their prefix, `*` for the others: `uuid`, `digits6`, `hex12`, `letters20`, or one of these in braces:
 * `run-{digits6}`.
 */
export type IdForms = Readonly<Record<string, string>>

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const LOWEST_HEAD = 49 * 2 ** 35
const HEAD_STEP = 2 ** 18
const LOWEST_NAMED_HEAD = 32 * 2 ** 35
const LOWEST_UUID_HEAD = 0x019_00000000
const UUID_HEAD_STEP = 2 ** 16
const LOWEST_NAMED_UUID_HEAD = 0x018_00000000

/**
 * Ids such as `run_01hz8q4m7k3v0c9n5t2xw6j1`, UUIDs, or digits: deterministic for a seed, of fixed length, random in
 * appearance, and ascending in text order for each prefix. Each prefix counts separately, so that one more task does
 * not rename every run.
 */
export class Ids {
  readonly #seed: string
  readonly format: IdFormat
  readonly #firstHead: number
  /** Which of the starting ranges the seed has. */
  readonly #place: number
  readonly #counters: Map<string, number>
  readonly #branch: string
  readonly #forms: IdForms
  /** The hash of what all ids of a prefix begin with. */
  readonly #beginning = madeOnDemand((prefix: string) =>
    mixed(START, `${this.#seed}${this.#branch}/${prefix}/`),
  )

  constructor(
    seed: string,
    format: IdFormat = 'prefixed',
    counters: Readonly<Record<string, number>> = {},
    branch = '',
    forms: IdForms = {},
  ) {
    this.#forms = forms
    this.#seed = seed
    this.format = format
    this.#branch = branch
    const [hash] = hash128(seed)
    this.#firstHead = (format === 'uuid' ? LOWEST_UUID_HEAD : LOWEST_HEAD) + hash
    this.#place = hash % TENANTS
    this.#counters = new Map(Object.entries(counters))
  }

  static restore({ seed, format, counters, branch, forms }: IdsState): Ids {
    return new Ids(seed, format, counters, branch, forms)
  }

  save(): IdsState {
    const counters = Object.fromEntries(this.#counters)
    const forms = Object.keys(this.#forms).length === 0 ? {} : { forms: this.#forms }
    return { seed: this.#seed, format: this.format, counters, branch: this.#branch, ...forms }
  }

  /** Continues from here with different ids, which still sort after those given so far. */
  branch(label: string): Ids {
    return Ids.restore({ ...this.save(), branch: `${this.#branch}/${label}` })
  }

  /** Continues behind all ids that `other` has given. */
  after(other: Ids): Ids {
    const counters = new Map(this.#counters)
    for (const [prefix, count] of other.#counters)
      counters.set(prefix, Math.max(count, counters.get(prefix) ?? 0))
    return Ids.restore({ ...this.save(), counters: Object.fromEntries(counters) })
  }

  next(prefix: string): string {
    const count = this.#counters.get(prefix) ?? 0
    this.#counters.set(prefix, count + 1)
    const noise = finished(mixed(this.#beginning(prefix), String(count)))
    const form = this.#formOf(prefix)
    if (form !== undefined) return this.#formed(form, count, noise)
    return this.#text(prefix, this.#head(count, noise), noise)
  }

  #formOf(prefix: string): string | undefined {
    return this.#forms[prefix] ?? this.#forms['*']
  }

  /** An id in the form of a deployment: of fixed length, and ascending in text order. */
  #formed(form: string, count: number, noise: Words): string {
    const parts = partsOf(form)
    if (!parts) return prefixed(form, this.#head(count, noise, HEAD_STEP), noise)
    const { before, kind, length, after } = parts
    const made =
      kind === 'uuid'
        ? uuid(this.#head(count, noise, UUID_HEAD_STEP), noise)
        : rising(kind, length, this.#place, count, noise)
    return before + made + after
  }

  #head(count: number, noise: Words, step = this.format === 'uuid' ? UUID_HEAD_STEP : HEAD_STEP): number {
    // The head grows by a step plus less than one step, so it is irregular but ascending; the rest is random.
    return this.#firstHead + count * step + (noise[0] % step)
  }

  /**
   * The id of a resource with a name of its own. Derived from the seed, the prefix and the name alone, so that adding a
   * resource renames no other; it sorts before all counted ids. The forms of a deployment leave too little room for
   * that, so they count instead.
   */
  named(prefix: string, name: string): string {
    if (this.#formOf(prefix) !== undefined) return this.next(prefix)
    const noise = hash128(`${this.#seed}/${prefix}/named/${name}`)
    const head =
      this.format === 'uuid'
        ? LOWEST_NAMED_UUID_HEAD + noise[0]
        : LOWEST_NAMED_HEAD + noise[0] * 2 ** 7 + (noise[1] % 2 ** 7)
    return this.#text(prefix, head, noise)
  }

  #text(prefix: string, head: number, noise: Words): string {
    if (this.format === 'uuid') return uuid(head, noise)
    return this.format === 'digits' ? digits(head, noise) : prefixed(prefix, head, noise)
  }
}

function prefixed(prefix: string, head: number, noise: Words): string {
  const codes = codesOf(prefix)
  const start = codes.length - 24
  setDigits(codes, Math.floor(head / 2 ** 25), start, start + 5)
  setDigits(codes, head % 2 ** 25, start + 5, start + 10)
  setDigits(codes, noise[1], start + 10, start + 15)
  setDigits(codes, noise[2], start + 15, start + 20)
  setDigits(codes, noise[3], start + 20, start + 24)
  // This makes one flat string; concatenation would take four times the memory until first compared.
  return String.fromCharCode(...codes)
}

/** The character codes of ids by prefix; reused, because several ids are made for each request that writes. */
const codesOf = madeOnDemand((prefix: string) =>
  Array.from(`${prefix}_${'0'.repeat(24)}`, letter => letter.charCodeAt(0)),
)
const CODES = Array.from(DIGITS, digit => digit.charCodeAt(0))

/** Sets a range of them to the lowest base-32 digits of a whole number. */
function setDigits(codes: number[], value: number, from: number, to: number): void {
  let rest = value
  for (let at = to - 1; at >= from; at--) {
    codes[at] = CODES[rest & 31]!
    rest >>>= 5
  }
}

/** Formatted as UUID version 7. The head is no timestamp, but ascends like that of other ids. */
function uuid(value: number, [, b, c, d]: Words): string {
  const head = hex(value, 12)
  const variant = hex(0x8000 | (c & 0x3fff), 4)
  const tail = hex(d, 8) + hex(c >>> 16, 4)
  return `${head.slice(0, 8)}-${head.slice(8)}-7${hex(b & 0xfff, 3)}-${variant}-${tail}`
}

/** Nineteen digits, which a JSON number would round: heads have thirteen. */
function digits(head: number, noise: Words): string {
  return `${head}${String(noise[1] % 1_000_000).padStart(6, '0')}`
}

/** What a form is made of; undefined for one that is only a prefix. */
const partsOf = madeOnDemand((form: string) => {
  const [whole, kind = '', length = ''] = /\b(uuid|digits|hex|letters)(\d*)/.exec(form) ?? []
  if (whole === undefined) return undefined
  const [, before = '', after = ''] = /^([^{]*)\{[^}]*\}(.*)$/.exec(form) ?? []
  return { before, kind, length: Number(length), after }
})

/** The minimum number of digits of a counted id, so that all ids of a long history have the same length. */
const MIN_DIGITS = 6
const HEAD_DIGITS = 8

/** The number of starting ranges for seeds, so that ids of two workspaces mostly differ. */
const TENANTS = 8

function rising(kind: string, length: number, place: number, count: number, [a, b, c, d]: Words): string {
  if (kind === 'digits') {
    const digits = Math.min(Math.max(length, MIN_DIGITS), 15)
    return String((place + 1) * 10 ** (digits - 1) + count)
  }
  const radix = kind === 'hex' ? 16 : 32
  const head = Math.min(length, HEAD_DIGITS)
  const noise = [a, b, c, d].map(word => (word >>> 0).toString(radix).padStart(6, '0').slice(-6)).join('')
  // Ids of letters start with one; otherwise they would look like numbers.
  const start = kind === 'hex' ? place + 1 : place + 10
  const first = start * radix ** (head - 1) + count * (head < HEAD_DIGITS ? 1 : 4099)
  return (first.toString(radix) + noise.repeat(Math.ceil(length / noise.length))).slice(0, length)
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0')
}

const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An API key, `awk_` and forty letters. Keys must differ between workspaces: pass a stream forked by name. */
export function newApiKey(random: Random, prefix = ''): string {
  return `awk_${prefix}${random.text(40, KEY_LETTERS)}`
}
