/** The keys that requirements need, as the register says, and that a target does not have. */
import type { Scope } from '#openapi'
import { HOME, type Key, keysOf, type Target } from '../target/target.ts'
import type { Role } from '../target/target-schema.ts'
import { type Requirement, scopeOf } from './contract.ts'
import { type Lack, lacks } from './missing.ts'

interface KeyNeed {
  isThere: (home: readonly Key[], scope: Scope, all: readonly Key[]) => boolean
  lack: (scope: Scope) => Lack
}

/** What is missing for a requirement, one entry a key; empty where the keys of the target suffice. */
export function missingKeys(requirement: Requirement, { keys }: Pick<Target, 'keys'>): Lack[] {
  const { operations, needs = {} } = requirement
  const home = keysOf(keys, HOME)
  const [judged = ''] = operations
  const scope = needs.scopes?.[0] ?? scopeOf(judged)
  const unheld = (needs.scopes ?? []).filter(one => !home.some(key => key.scopes.has(one)))
  const words = new Set([...(needs.role ? [needs.role] : []), ...(needs.keys ?? [])])
  const unmet = [...words].flatMap(word => {
    const need = word === 'single-scope' && needs.scopes ? nothingElse : KEYS[word]
    if (!need) throw new Error(`the register has no key ${word}`)
    return need.isThere(home, scope, keys) ? [] : [need.lack(scope)]
  })
  return [...unheld.map(one => lacks.key(one)), ...unmet]
}

const ofRole = (role: Role): KeyNeed => ({
  isThere: (home, scope) => home.some(key => key.scopes.has(scope) && key.role === role),
  lack: scope => lacks.key(scope, role),
})

const ownersOf = (home: readonly Key[]) => home.flatMap(key => key.owner ?? [])

/** By the words of the register. */
const KEYS: Readonly<Record<string, KeyNeed>> = {
  admin: {
    // A key without a role may be an admin's.
    isThere: (home, scope) => home.some(key => key.scopes.has(scope) && (key.role ?? 'admin') === 'admin'),
    lack: scope => lacks.key(scope, 'admin'),
  },
  manager: ofRole('manager'),
  member: ofRole('member'),
  'other-owner': {
    // A key without an owner may be another person's.
    isThere: home =>
      home.length > 1 && !home.every(key => key.owner !== undefined && key.owner === home[0]?.owner),
    lack: () => lacks.colleague('keys of two persons, with their owners in the target'),
  },
  'same-owner': {
    isThere: home => new Set(ownersOf(home)).size < ownersOf(home).length,
    lack: lacks.sameOwner,
  },
  'other-tenant': {
    isThere: (_home, _scope, all) => all.some(key => key.tenant !== HOME && !key.revoked),
    lack: () => lacks.elsewhere(),
  },
  revoked: { isThere: (_home, _scope, all) => all.some(key => key.revoked), lack: lacks.revoked },
  'without-scope': {
    isThere: (home, scope) => home.some(key => key.declared && !key.scopes.has(scope)),
    lack: lacks.without,
  },
  'single-scope': {
    isThere: home => home.some(key => key.declared && key.scopes.size === 1),
    lack: lacks.anotherScope,
  },
}

/** For a requirement about one scope: a key that has it and no other. */
const nothingElse: KeyNeed = {
  isThere: (home, scope) => home.some(key => key.declared && key.scopes.size === 1 && key.scopes.has(scope)),
  lack: lacks.nothingBut,
}

/** How many keys these lacks name. */
export const countKeys = (lacks: Iterable<readonly Lack[]>): number =>
  new Set([...lacks].flat().flatMap(({ add }) => add.flatMap(({ keys = {} }) => Object.keys(keys)))).size
