/** Redacts secrets in everything that leaves the suite, in every form in which a server may echo them. */
import type { Target } from '../target/target.ts'
import { SecretFinder } from './find-secrets.ts'
import { mapStrings } from './safe-text.ts'

/** Shorter texts are mostly names, ids and sentences of the suite that repeat often in a report. */
const SHORT = 200
const MAX_KNOWN = 20_000

export class Redactor {
  readonly #secrets = new Set<string>()
  /** A text that is shown as it is: the name of the deployment may be a part of its keys. */
  readonly #name: string
  #finder = new SecretFinder()
  /** Short texts and their redacted forms. */
  readonly #known = new Map<string, string>()

  constructor(name = '') {
    this.#name = name
  }

  /** Shows `secret` as `$NAME` from now on. */
  add(secret: string, name: string) {
    if (secret === '' || this.#secrets.has(secret)) return
    this.#secrets.add(secret)
    this.#finder.add({ value: secret, shown: `$${name}` })
    this.#known.clear()
  }

  /** Forgets all secrets; what was redacted stays so. */
  forget() {
    this.#secrets.clear()
    this.#finder = new SecretFinder()
    this.#known.clear()
  }

  text(text: string): string {
    if (text === this.#name && !this.#secrets.has(text)) return text
    if (text.length > SHORT) return this.#clean(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const clean = this.#clean(text)
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(text, clean)
    return clean
  }

  #clean(text: string): string {
    if (this.#secrets.size === 0) return text
    let clean = ''
    let at = 0
    for (const { from, to, shown } of this.#finder.find(text)) {
      clean += text.slice(at, from) + shown
      at = to
    }
    return clean + text.slice(at)
  }

  /** Redacts every string in a plain JSON value, including keys of objects. */
  data<T>(value: T): T {
    return mapStrings(value, text => this.text(text))
  }
}

/** A redactor for the target's keys and its proxy's password. */
export function redactorFor(target: Target): Redactor {
  const redactor = new Redactor(target.name)
  for (const key of target.keys) redactor.add(key.value, key.shown)
  for (const [name, address] of Object.entries(target.connection.proxy))
    if (name !== 'noProxy' && address !== '') {
      const { username, password } = new URL(address)
      redactor.add(decodeURIComponent(password), 'PROXY_PASSWORD')
      if (password === '') redactor.add(decodeURIComponent(username), 'PROXY_USER')
    }
  return redactor
}
