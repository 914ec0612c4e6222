// Views that were shown lately. Rows never change, so neither do their views, and a page that is read again and again
// need be neither made nor written again.

/** Views kept at least; twice as many at most. */
const KEPT = 2_000

const remembered = new WeakSet<object>()

/** Whether the value is a view that is likely to be shown again. Nobody may change it. */
export function isRemembered(value: unknown): value is object {
  return typeof value === 'object' && value !== null && remembered.has(value)
}

/** A memory of views by row. */
export class Remembered<Row extends object, View extends object> {
  #young = new Map<Row, Shown<View>>()
  #old = new Map<Row, Shown<View>>()

  /** The view of the row as it was made the last time; made anew when one of the things it depends on is another. */
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
