// The cache of views, figures and pages. An entry is valid as long as all values that it was made from are identical.
// Rows never change, so a row stands for its content; tables and the ledger have a version.

/** Values that are never changed, so their JSON can be reused. */
const immutables = new WeakSet<object>()

/** Whether a value was marked as immutable. */
export function isImmutable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && immutables.has(value)
}

/** Freezes a value in depth and marks it as immutable. */
export function immutable<Value extends object>(value: Value): Value {
  freeze(value)
  immutables.add(value)
  return value
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null && !immutables.has(part)) freeze(part)
}

interface Entry<Value> {
  readonly madeFrom: readonly unknown[]
  readonly value: Value
}

/**
 * Keeps the values used most recently: at least `size`, at most twice as many.
 *
 * @example views.of(run, [agent, profile], () => makeView(run, agent, profile))
 */
export class Cache<Key, Value extends object> {
  readonly #size: number
  #young = new Map<Key, Entry<Value>>()
  #old = new Map<Key, Entry<Value>>()

  constructor(size = 2_000) {
    this.#size = size
  }

  /** The cached value of a key, made anew if any of `madeFrom` differs. Immutable. */
  of(key: Key, madeFrom: readonly unknown[], make: () => Value): Value {
    const young = this.#young.get(key)
    if (young && isSame(young.madeFrom, madeFrom)) return young.value
    const old = this.#old.get(key)
    if (old && isSame(old.madeFrom, madeFrom)) return this.#keep(key, old)
    const value = Object.freeze(make())
    immutables.add(value)
    return this.#keep(key, { madeFrom, value })
  }

  #keep(key: Key, entry: Entry<Value>): Value {
    this.#young.set(key, entry)
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    return entry.value
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
