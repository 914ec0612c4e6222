/** Redacts secrets in everything that leaves the suite, in every form in which a server may echo them. */
import { SCOPES } from '#openapi'
import { allOperations, excluded, requirements, sections } from '../requirements/contract.ts'
import { rules } from '../rules/rules.ts'
import type { Target } from '../target/target.ts'
import { FIXTURES } from '../target/target-schema.ts'
import { SecretFinder, windowsOf } from './find-secrets.ts'
import { mapStrings } from './safe-text.ts'

/** Shorter texts are mostly names, ids and sentences of the suite that repeat often in a report. */
const SHORT = 200
const MAX_KNOWN = 20_000

/** The suite's own texts: whoever knows the API knows them. */
const OWN: ReadonlySet<string> = new Set([
  ...[...requirements, ...excluded].map(({ statement }) => statement),
  ...Object.values(sections),
  ...Object.values(rules).flatMap(({ says, grants, lookalike, excluded: how }) => [
    says,
    grants,
    lookalike,
    how,
  ]),
  ...allOperations.flatMap(({ id, path }) => [id, path]),
  ...SCOPES,
  ...FIXTURES,
])
/** Hashed for the first secret. */
const ownWindows = new Set<number>()

export class Redactor {
  readonly #secrets = new Set<string>()
  /** Windows of names that the target gives: parts of a key may be called like it, or like the deployment. */
  readonly #names = new Set<number>()
  #finder = new SecretFinder(ownWindows, this.#names)
  /** Short texts and their redacted forms. */
  readonly #known = new Map<string, string>()

  /** Shows `secret` as `$NAME` from now on. */
  add(secret: string, name: string) {
    if (secret === '' || this.#secrets.has(secret)) return
    if (ownWindows.size === 0)
      for (const text of OWN) for (const hash of windowsOf(text)) ownWindows.add(hash)
    this.publish(`$${name}`)
    this.#secrets.add(secret)
    this.#finder.add({ value: secret, shown: `$${name}` })
    this.#known.clear()
  }

  /** Shows parts of secrets that also stand in this name; never a whole secret. */
  publish(name: string) {
    for (const hash of windowsOf(name)) this.#names.add(hash)
    this.#known.clear()
  }

  /** Forgets all secrets; what was redacted stays so. */
  forget() {
    this.#secrets.clear()
    this.#finder = new SecretFinder(ownWindows, this.#names)
    this.#known.clear()
  }

  text(text: string): string {
    if (OWN.has(text) && !this.#secrets.has(text)) return text
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

/** Redacts the target's keys, but not their names. */
export function addKeys(redactor: Redactor, { name, keys }: Pick<Target, 'name' | 'keys'>): void {
  redactor.publish(name)
  for (const key of keys) {
    redactor.publish(key.name)
    redactor.add(key.value, key.shown)
  }
}

/** A redactor for the target's keys and its proxy's password. */
export function redactorFor(target: Target): Redactor {
  const redactor = new Redactor()
  addKeys(redactor, target)
  for (const [name, address] of Object.entries(target.connection.proxy))
    if (name !== 'noProxy' && address !== '') {
      const { username, password } = new URL(address)
      redactor.add(decodeURIComponent(password), 'PROXY_PASSWORD')
      if (password === '') redactor.add(decodeURIComponent(username), 'PROXY_USER')
    }
  return redactor
}
