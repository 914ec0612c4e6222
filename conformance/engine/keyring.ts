/** Finds the key that a check needs, or throws what the target lacks. */

import type { Scope } from '#openapi'
import { lacks, Missing } from '../requirements/missing.ts'
import { HOME, type Key, keysOf } from '../target/target.ts'
import type { Role } from '../target/target-schema.ts'

const RANK: Record<Role, number> = { admin: 0, manager: 1, member: 2 }

export class Keyring {
  readonly #keys: readonly Key[]

  constructor(keys: readonly Key[]) {
    // The most powerful key first, because it sees most; a key without a role ranks below the admin.
    this.#keys = keys.toSorted((a, b) => rank(a) - rank(b))
  }

  /** Whether some key of the tenant under test has that scope. */
  has(scope: Scope): boolean {
    return this.home().some(key => key.scopes.has(scope))
  }

  /** A key of the tenant under test with that scope. */
  with(scope: Scope): Key {
    const [key] = this.home(scope)
    if (!key) throw new Missing(lacks.key(scope))
    return key
  }

  /** A key of that role with that scope. */
  role(role: Role, scope: Scope): Key {
    const key = this.home(scope).find(one => one.role === role)
    if (!key) throw new Missing(lacks.key(scope, role))
    return key
  }

  /** Keys that certainly lack the scope; those with a similar scope first. */
  without(scope: Scope): Key[] {
    const [family] = scope.split(':')
    const near = (key: Key) => [...key.scopes].some(one => one.startsWith(`${family}:`))
    return this.home()
      .filter(one => one.declared && !one.scopes.has(scope))
      .toSorted((a, b) => Number(near(b)) - Number(near(a)))
  }

  named(name: string): Key | undefined {
    return this.#keys.find(key => key.name === name)
  }

  /** Keys of the tenant under test with all these scopes. */
  home(...scopes: readonly Scope[]): Key[] {
    return keysOf(this.#keys, HOME, ...scopes)
  }

  /** One key with that scope of each person of the tenant under test; the target says whose each key is. */
  people(scope: Scope): Key[] {
    const keys = this.home(scope).filter(key => key.declared)
    return [...new Map(keys.map(key => [key.owner ?? key.name, key])).values()]
  }

  /** One key with that scope of each person but the owner of this one. */
  others(scope: Scope, than: Key): Key[] {
    return this.people(scope).filter(one => one !== than && (one.owner ?? '') !== than.owner)
  }

  /** Whether the key of that name is this one, or is said to be of the same person. */
  areOfOne(one: Key, name: string): boolean {
    return name === one.name || (one.owner !== undefined && this.named(name)?.owner === one.owner)
  }

  /** Another key of the same person with that scope, the one with most scopes; the target says whose each key is. */
  wider(scope: Scope, than: Key): Key | undefined {
    const [key] = this.home(scope)
      .filter(one => than.owner !== undefined && one.owner === than.owner)
      .filter(one => one.scopes.size > than.scopes.size)
      .toSorted((a, b) => b.scopes.size - a.scopes.size)
    return key
  }

  /** A key of another tenant whose person has no key of this one: a person may belong to both. */
  elsewhere(scope: Scope): Key {
    const home = this.home()
    const isAtHome = (one: Key) =>
      home.some(
        ({ owner, personId }) =>
          (owner !== undefined && owner === one.owner) ||
          (personId !== undefined && personId === one.personId),
      )
    const key = this.#keys.find(
      one => one.tenant !== HOME && !one.revoked && one.scopes.has(scope) && !isAtHome(one),
    )
    if (!key) throw new Missing(lacks.elsewhere(scope))
    return key
  }
}

const rank = (key: Key) => (key.role === undefined ? 0.5 : RANK[key.role])
