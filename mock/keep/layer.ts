// Kept rows in layers: each has the rows that differ from those of the layer below it. A snapshot is a layer that no longer
// changes, so that it costs nothing, however many rows there are; its workspace goes on in a new layer above it.
import { atOnce, inParts, type Slices } from '../simulation/slices.ts'
import type { SavedWorkspace } from '../world/workspace.ts'
import { damaged, KeepProblem } from './keep-problem.ts'
import type { KeptFile, KeptRow } from './kept-file.ts'
import {
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
  /** How many layers there are, with those below. */
  readonly depth: number
  /** Its first rows, until they are written. */
  first: (() => Iterable<KeptRow>) | undefined
  /** How many rows the file has of it, also those that were replaced since. */
  written = 0
  /** Whether it was deleted from the file. */
  isDropped = false
  /** The rows that have changed since they were written, by kind and id; null for deleted rows. */
  readonly changes = new Map<string, Map<string, unknown>>()
  /** False as long as its state is that of the layer below. */
  hasRows: boolean

  constructor(below?: Layer, first?: () => Iterable<KeptRow>, hasRows = true) {
    this.below = below
    this.depth = (below?.depth ?? 0) + 1
    this.first = first
    this.hasRows = hasRows
  }

  note(kind: string, id: string, row: unknown): void {
    this.hasRows = true
    const rows = this.changes.get(kind) ?? new Map<string, unknown>()
    this.changes.set(kind, rows.set(id, row))
  }

  /** Whether a workspace with so many rows had better go on in a new layer: the file has twice as many, or many layers. */
  isOverwritten(rows: number): boolean {
    return this.written > SPARE_ROWS + 2 * rows || this.depth > MAX_DEPTH
  }

  get isDirty(): boolean {
    return this.id === undefined || this.first !== undefined || this.changes.size > 0
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
  readonly #written = new Map<Layer, { readonly isNew: boolean; readonly rows: number }>()
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
    const rows = this.#file.changes(id)
    const world = below ? worldOn(below.world, rows) : atOnce(worldOf(rows))
    const layer = new Layer(below?.layer, undefined, rows.length > 0)
    layer.id = id
    layer.written = rows.length
    this.#read.set(id, { layer, world })
    return { layer, world }
  }

  /** Throws a KeepProblem if a change that was not read is not as it was written. */
  checkUnread(): void {
    for (const id of this.#parents.keys()) if (!this.#read.has(id)) this.#file.checkChanges(id)
    this.#file.requireLayers()
  }

  /** The layer with that state. One that is not known yet is made on that of `from`, or as a whole. */
  of(state: SavedWorkspace, from?: SavedWorkspace): Layer {
    const known = this.#byState.get(state)
    if (known && !known.isDropped) return known
    const made =
      from === undefined || from === state
        ? new Layer(undefined, () => rowsOf(state))
        : new Layer(this.of(from), () => overlayOf(from, state))
    this.set(state, made)
    return made
  }

  /** A layer on that of a state, with what differs from it now. */
  above(state: SavedWorkspace, now: SavedWorkspace): Layer {
    const first = overlayOf(state, now)
    return new Layer(this.of(state), () => first, first.length > 0)
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
      for (const rows of inParts(layer.first?.() ?? [], ROWS_AT_ONCE)) {
        // Whoever needed it meanwhile has written the rest.
        if (!layer.first) break
        this.#file.transaction(() => this.#file.addChanges(id, rows))
        layer.written += rows.length
        yield
      }
      layer.first = undefined
      return release
    } catch (error) {
      release()
      if (error instanceof KeepProblem) error.mayBeDone = false
      throw error
    }
  }

  /** Writes a layer, with those below it, as far as they are not written. Returns its number. */
  write(layer: Layer): number {
    const { below, changes } = layer
    if (below?.isDirty) this.write(below)
    if (!layer.isDirty || this.#written.has(layer)) return layer.id!
    const isNew = layer.id === undefined
    const id = layer.id ?? this.#file.addLayer(below?.id ?? null)
    const rows = layer.first ? [...layer.first()].slice(layer.written) : []
    for (const [kind, ofKind] of changes) for (const [rowId, row] of ofKind) rows.push([kind, rowId, row])
    this.#written.set(layer, { isNew, rows: rows.length })
    layer.id = id
    this.#file.addChanges(id, rows)
    return id
  }

  /** The transaction was committed. */
  committed(): void {
    for (const [layer, { rows }] of this.#written) {
      layer.changes.clear()
      layer.written += rows
      layer.first = undefined
      this.#byId.set(layer.id!, layer)
    }
    this.#written.clear()
    this.#hasLetGo = false
  }

  /** The transaction was rolled back, so the next one has to write the same. */
  rolledBack(): void {
    for (const [layer, { isNew }] of this.#written) if (isNew) layer.id = undefined
    this.#written.clear()
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
   * oldest changes are deleted first: SQLite finds the pages fastest that were freed last, and gives back those at the end of
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
    if (this.#file.deleteChanges(id, CHANGES_AT_ONCE) === CHANGES_AT_ONCE) return
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

/** How many rows one commit writes ahead, so that nobody waits long for it, and how many changes of unused layers it deletes. */
const ROWS_AT_ONCE = 300
const CHANGES_AT_ONCE = 30

/** How many rows a layer may have in the file beside twice those of its workspace, and how many layers there may be. */
const SPARE_ROWS = 2_000
const MAX_DEPTH = 100
