// A cache of views. Rows never change, so neither do their views, and a page that is read repeatedly is neither built nor
// serialised again.

/** The minimum size of the cache; the maximum is twice as large. */
const KEPT = 2_000

const remembered = new WeakSet<object>()

/** Whether a value is a cached view, which must not be changed. */
export function isRemembered(value: unknown): value is object {
  return typeof value === 'object' && value !== null && remembered.has(value)
}

/** Makes a value, with all that is in it, one that must not be changed, so that its text can be reused. */
export function remember<Value extends object>(value: Value): Value {
  freeze(value)
  remembered.add(value)
  return value
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part)
}

/** A cache of views by row. */
export class Remembered<Row extends object, View extends object> {
  #young = new Map<Row, Shown<View>>()
  #old = new Map<Row, Shown<View>>()

  /** The cached view of a row, built anew when one of its dependencies has changed. */
  of(row: Row, dependsOn: readonly unknown[], make: () => View): View {
    const known = this.#young.get(row) ?? this.#old.get(row)
    const fits = known?.dependsOn.every((thing, index) => thing === dependsOn[index]) ?? false
    const shown = known && fits ? known : { dependsOn, view: Object.freeze(make()) }
    if (shown !== known) remembered.add(shown.view)
    if (this.#young.get(row) !== shown) this.#keep(row, shown)
    return shown.view
  }

  #keep(row: Row, shown: Shown<View>): void {
    this.#young.set(row, shown)
    if (this.#young.size < KEPT) return
    this.#old = this.#young
    this.#young = new Map()
  }
}

interface Shown<View> {
  readonly dependsOn: readonly unknown[]
  readonly view: View
}
