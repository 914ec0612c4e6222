// Kept rows in layers: each has the rows that differ from those of the layer below it. A snapshot is a layer that no longer
// changes, so that it costs nothing, however many rows there are; its workspace goes on in a new layer above it.
import { atOnce, inParts, type Slices } from '../simulation/slices.ts'
import type { SavedWorkspace } from '../world/workspace.ts'
import { damaged, KeepProblem } from './keep-problem.ts'
import { type KeptFile, rowKey } from './kept-file.ts'
import {
  type Change,
  hasRow,
  type KeptState,
  overlayOf,
  rowsOf,
  type SavedRows,
  withState,
  worldOf,
  worldOn,
} from './saved-rows.ts'

export class Layer {
  /** Its number in the file, once it is there. */
  id: number | undefined
  readonly below: Layer | undefined
  /** The rows of all layers below. */
  readonly base: SavedRows | undefined
  /** Its first rows, until they are written. */
  readonly first: () => Iterable<Change>
  isFirstWritten = false
  /** The numbers of its rows in the file, by key; read again when they are needed and not known. */
  numbers: Map<string, number> | undefined
  /** Whether it was deleted from the file. */
  isDropped = false
  /** The rows that have changed since they were written, by kind and id; null for deleted rows. */
  readonly changes = new Map<string, Map<string, unknown>>()
  /** False as long as its state is that of the layer below. */
  hasRows: boolean

  constructor(
    below: Layer | undefined,
    base: SavedRows | undefined,
    first: () => Iterable<Change> = () => [],
    hasRows = true,
  ) {
    this.below = below
    this.base = base
    this.first = first
    this.hasRows = hasRows
  }

  note(kind: string, id: string, row: unknown): void {
    this.hasRows = true
    const rows = this.changes.get(kind) ?? new Map<string, unknown>()
    this.changes.set(kind, rows.set(id, row))
  }

  get isDirty(): boolean {
    return !this.isFirstWritten || this.changes.size > 0
  }

  /** How many layers there are. */
  get depth(): number {
    let depth = 1
    for (let { below } = this; below; below = below.below) depth += 1
    return depth
  }
}

/** The layers of a kept file. */
export class Layers {
  readonly #file: KeptFile
  readonly #byState = new WeakMap<SavedWorkspace, Layer>()
  readonly #byId = new Map<number, Layer>()
  /** The layers below those of the file; null for none. */
  #parents: ReadonlyMap<number, number | null> = new Map()
  /** What was read of the file. */
  readonly #read = new Map<number, { readonly layer: Layer; readonly world: SavedRows }>()
  /** What the current transaction has written. */
  #written: { readonly layer: Layer; readonly isNew: boolean }[] = []
  /** Layers that nothing needs any more, until all of their rows are deleted, and how many have no rows by now. */
  #unused: readonly number[] = []
  #emptied = 0
  /** Layers that are written ahead of what needs them. */
  readonly #ahead = new Set<number>()
  /** Whether something was deleted or replaced, so that a layer may be unused now. */
  #hasLetGo = true

  constructor(file: KeptFile) {
    this.#file = file
  }

  /** Reads which layers the file has. */
  restore(): void {
    this.#parents = new Map(this.#file.layers().map(({ id, parent }) => [id, parent]))
    for (const [id, parent] of this.#parents) if (parent !== null) this.require(parent, id)
  }

  /** Throws a KeepProblem unless the file has that layer, before another one. */
  require(id: number, before = Number.POSITIVE_INFINITY): void {
    if (!this.#parents.has(id) || id >= before) throw damaged(this.#file.path, `the layer ${id} is missing`)
  }

  /** The state of a layer of the file, whose rows are read on first use. */
  stateOf(id: number, state: KeptState): SavedWorkspace {
    this.require(id)
    const { layer, world } = this.#reading(id)
    const saved = withState(world, state)
    this.set(saved, layer)
    return saved
  }

  #reading(id: number): { layer: Layer; world: SavedRows } {
    const known = this.#read.get(id)
    if (known) return known
    const parent = this.#parents.get(id) ?? null
    const below = parent === null ? undefined : this.#reading(parent)
    const rows = this.#file.rows(id)
    const world = below ? worldOn(below.world, rows) : atOnce(worldOf(rows))
    const layer = new Layer(below?.layer, below?.world, undefined, rows.length > 0)
    layer.id = id
    layer.isFirstWritten = true
    this.#read.set(id, { layer, world })
    return { layer, world }
  }

  /** Throws a KeepProblem if a row that was not read is not as it was written. */
  checkUnread(): void {
    for (const id of this.#parents.keys()) if (!this.#read.has(id)) this.#file.checkRows(id)
    this.#file.requireLayers()
  }

  /** The layer with that state. One that is not known yet is made on that of `from`, or as a whole. */
  of(state: SavedWorkspace, from?: SavedWorkspace): Layer {
    const known = this.#byState.get(state)
    if (known && !known.isDropped) return known
    const made =
      from === undefined || from === state
        ? new Layer(undefined, undefined, () => rowsOf(state))
        : new Layer(this.of(from), from, () => overlayOf(from, state))
    this.set(state, made)
    return made
  }

  /** A layer on that of a state, with what differs from it now. */
  above(state: SavedWorkspace, now: SavedWorkspace): Layer {
    const first = overlayOf(state, now)
    return new Layer(this.of(state), state, () => first, first.length > 0)
  }

  set(state: SavedWorkspace, layer: Layer): void {
    this.#byState.set(state, layer)
    if (layer.id !== undefined) this.#byId.set(layer.id, layer)
  }

  /**
   * Writes the first rows of a state ahead of what needs it, in slices with a transaction each. They stay until `release`
   * is called.
   */
  *writingAhead(state: SavedWorkspace): Slices<() => void> {
    const layer = this.of(state)
    if (layer.id !== undefined || layer.below) return () => {}
    let id = 0
    const release = () => {
      this.#ahead.delete(id)
      this.#hasLetGo = true
    }
    try {
      this.#file.transaction(() => {
        id = this.#file.addLayer(null)
      })
      layer.id = id
      this.#byId.set(id, layer)
      this.#ahead.add(id)
      for (const rows of inParts(layer.first(), ROWS_AT_ONCE)) {
        // Whoever needed it meanwhile has written the rest.
        if (layer.isFirstWritten) break
        this.#file.transaction(() => {
          for (const [kind, rowId, row] of rows) this.#file.addRow(id, kind, rowId, row)
        })
        yield
      }
      layer.isFirstWritten = true
      return release
    } catch (error) {
      release()
      if (error instanceof KeepProblem) error.mayBeDone = false
      throw error
    }
  }

  /** Writes a layer, with those below it, as far as they are not written. Returns its number. */
  write(layer: Layer): number {
    const { below, base, changes } = layer
    if (below?.isDirty) this.write(below)
    // It changes no more.
    if (below) below.numbers = undefined
    if (!layer.isDirty && layer.id !== undefined) return layer.id
    const isNew = layer.id === undefined
    const id = layer.id ?? this.#file.addLayer(below?.id ?? null)
    this.#written.push({ layer, isNew })
    layer.id = id
    if (!layer.isFirstWritten) {
      const ahead = isNew ? undefined : this.#file.rowNumbers(id)
      for (const [kind, rowId, row] of layer.first())
        if (!ahead?.has(rowKey(kind, rowId))) this.#file.addRow(id, kind, rowId, row)
    }
    if (changes.size > 0) layer.numbers ??= this.#file.rowNumbers(id)
    for (const [kind, rows] of changes) this.#writeRows(id, kind, rows, { base, numbers: layer.numbers! })
    return id
  }

  #writeRows(
    layer: number,
    kind: string,
    rows: ReadonlyMap<string, unknown>,
    { base, numbers }: { base: SavedRows | undefined; numbers: Map<string, number> },
  ): void {
    const places: number[] = []
    for (const [id, row] of rows) {
      const key = rowKey(kind, id)
      const known = numbers.get(key)
      if (row === null && !(base && hasRow(base, kind, id))) {
        // It came and went in this layer, and leaves its place to the next one: events are planned as others happen.
        if (known !== undefined) places.push(known)
        numbers.delete(key)
        continue
      }
      const number = known ?? places.pop()
      if (number !== undefined) this.#file.replaceRow(number, layer, kind, id, row)
      numbers.set(key, number ?? this.#file.addRow(layer, kind, id, row))
    }
    for (const number of places) this.#file.deleteRow(number)
  }

  /** The transaction was committed. */
  committed(): void {
    for (const { layer } of this.#written) {
      layer.changes.clear()
      layer.isFirstWritten = true
      this.#byId.set(layer.id!, layer)
    }
    this.#written = []
    this.#hasLetGo = false
  }

  /** The transaction was rolled back, so the next one has to write the same. */
  rolledBack(): void {
    for (const { layer, isNew } of this.#written) {
      if (isNew) layer.id = undefined
      layer.numbers = undefined
    }
    this.#written = []
    // What was deleted is there again.
    this.#hasLetGo = true
  }

  /** Something was deleted or replaced. */
  letGo(): void {
    this.#hasLetGo = true
  }

  /** Whether the next commit has rows to delete. */
  get hasUnused(): boolean {
    return this.#unused.length > 0
  }

  /**
   * Deletes layers that nothing needs any more, in parts. If their states are needed again, they get other layers. The
   * oldest rows are deleted first: SQLite finds the pages fastest that were freed last, and gives back those at the end of
   * the file.
   */
  deleteUnused(): void {
    if (this.#hasLetGo) {
      this.#unused = this.#file.unusedLayers().filter(id => !this.#ahead.has(id))
      this.#emptied = 0
      for (const id of this.#unused) this.#drop(id)
    }
    const id = this.#unused[this.#emptied]
    if (id === undefined) return
    if (this.#file.deleteRows(id, ROWS_AT_ONCE) === ROWS_AT_ONCE) return
    this.#emptied += 1
    if (this.#emptied < this.#unused.length) return
    // Last, because layers are built on others of them.
    this.#file.deleteLayers(this.#unused)
    this.#unused = []
  }

  /** Nothing is written or deleted any more. */
  abandon(): void {
    this.#unused = []
  }

  #drop(id: number): void {
    const layer = this.#byId.get(id)
    this.#byId.delete(id)
    this.#read.delete(id)
    if (layer) layer.isDropped = true
  }
}

/** How many rows one commit deletes of unused layers, or writes ahead, so that nobody waits long for it. */
const ROWS_AT_ONCE = 300
