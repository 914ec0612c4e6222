/** Names for the keys that pass, and a redactor for the latest of them. Both are bounded: clients may send any number. */
import { createHash } from 'node:crypto'
import type { Redactor } from '../engine/redactor.ts'

/** The name of every key beyond those that have a name of their own. */
export const OTHER_KEY = 'other keys'

const MAX_NAMES = 1_000
/** Characters of keys that the redactor knows at the same time; a key sent again is added again. */
const MAX_REDACTED = 64 * 1024
/** Shorter ones are no secrets, and occur in the evidence by chance. */
const SHORTEST_SECRET = 8

export class SeenKeys {
  readonly #redactor: Redactor
  /** By hash, so that a long key costs no more than a short one. */
  readonly #names = new Map<string, string>()
  #redacted = new Set<string>()
  #length = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** The name of the key in an Authorization header; from now on the redactor knows it. */
  nameOf(authorization: string | undefined): string {
    const secret = authorization?.replace(/^\w+ +/, '').trim()
    if (!secret) return 'none'
    const hash = createHash('sha256').update(secret).digest('base64')
    let name = this.#names.get(hash)
    if (name === undefined && this.#names.size < MAX_NAMES) {
      name = `key-${this.#names.size + 1}`
      this.#names.set(hash, name)
    }
    name ??= OTHER_KEY
    if (secret.length >= SHORTEST_SECRET && !this.#redacted.has(secret)) this.#redact(secret, name)
    return name
  }

  #redact(secret: string, name: string): void {
    if (this.#length + secret.length > MAX_REDACTED) {
      this.#redactor.forget()
      this.#redacted = new Set()
      this.#length = 0
    }
    this.#redactor.add(secret, shownAs(name))
    this.#redacted.add(secret)
    this.#length += secret.length
  }
}

/** `KEY_1` for `key-1`. */
export const shownAs = (name: string): string => name.toUpperCase().replaceAll(/[- ]/g, '_')
