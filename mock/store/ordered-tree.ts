import {
  build,
  collect,
  drop,
  emptyNode,
  find,
  type Node,
  put,
  rank,
  roomIn,
  type SortKey,
  splitRoot,
  trimRoot,
  type Write,
} from './ordered-tree-node.ts'

export type { SortKey } from './ordered-tree-node.ts'

/** A row's position in an ordered list: its sort key, then its id to break ties. */
export type Position = { readonly order: SortKey; readonly id: string }

/**
 * How a tree sorts. `bucket` names the list or lists of a row (none: the row is left out; no function: all rows are in
 * the list `''`); `order` sorts within a list. The keys of one tree are all numbers or all texts.
 */
export type Ordering<Row> = {
  readonly bucket?: (row: Row) => string | readonly string[] | undefined
  readonly order: (row: Row) => SortKey
}

/** A range of one bucket: sort keys from `from` until before `to`; positions strictly between `above` and `below`. */
export type Stretch = {
  readonly from?: SortKey | undefined
  readonly to?: SortKey | undefined
  readonly above?: Position | undefined
  readonly below?: Position | undefined
}

/** A change of a row. Without `before` it was inserted, without `after` deleted. */
export type Change<Row> = { readonly before: Row | undefined; readonly after: Row | undefined }

/**
 * An ordered, countable tree of rows in buckets; every operation takes logarithmic time. Rows are immutable and only
 * replaced. A fork is free at any size: it shares all nodes, and each side copies those that it writes to.
 */
export class Tree<Row extends { readonly id: string }> {
  readonly ordering: Ordering<Row>
  #editor: object = {}
  #root: Node<Row> = emptyNode(this.#editor)

  constructor(ordering: Ordering<Row>) {
    this.ordering = ordering
  }

  /** The number of entries; a row in two buckets counts twice. */
  get size(): number {
    return this.#root.size
  }

  /** The root node, for comparing two trees; see `difference`. */
  get root(): Node<Row> {
    return this.#root
  }

  fork(): Tree<Row> {
    const fork = new Tree(this.ordering)
    fork.#root = this.#root
    // From now on neither tree may change the shared nodes in place.
    this.#editor = {}
    return fork
  }

  /** Applies changes, at most one for each row. Much faster than one at a time. */
  enter(changes: readonly Change<Row>[]): void {
    const puts = new Buckets<Row>()
    const drops = new Buckets<Row>()
    const { order, bucket: bucketOf } = this.ordering
    for (const { before, after } of changes) {
      const from = before && order(before)
      const to = after && this.#orderOf(after)
      if (bucketOf === undefined) {
        if (after) puts.add('', to!, after)
        if (before && from !== to) drops.add('', from!, before)
        continue
      }
      const left = before === undefined ? NO_BUCKETS : this.#bucketsOf(before)
      const entered = after === undefined ? NO_BUCKETS : this.#bucketsOf(after)
      for (const bucket of left)
        if (from !== to || !entered.includes(bucket)) drops.add(bucket, from!, before!)
      for (const bucket of entered) puts.add(bucket, to!, after!)
    }
    this.#put(puts.inOrder())
    const writes = drops.inOrder()
    if (writes.length === 0) return
    const root = drop(this.#root, { writes, from: 0, to: writes.length }, order, this.#editor)
    this.#root = trimRoot(root, this.#editor)
  }

  /** Replaces all rows, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const all = new Buckets<Row>()
    for (const row of rows) {
      const order = this.#orderOf(row)
      for (const bucket of this.#bucketsOf(row)) all.add(bucket, order, row)
    }
    const buckets: string[] = []
    const ordered: Row[] = []
    for (const { bucket, row } of all.inOrder()) {
      buckets.push(bucket)
      ordered.push(row)
    }
    this.#root = build(buckets, ordered, this.#editor)
  }

  /** The row at exactly that position of a bucket. */
  at(bucket: string, position: Position): Row | undefined {
    return find(this.#root, { bucket, ...position, side: 0 }, this.ordering.order)
  }

  /** The start and end (exclusive) of a range, as entry indexes from the start of the tree. */
  span(bucket: string, { from, to, above, below }: Stretch = {}): [start: number, end: number] {
    let start = this.#rank({ bucket, order: from, side: -1 })
    let end = this.#rank({ bucket, order: to, side: to === undefined ? 1 : -1 })
    if (above !== undefined) start = Math.max(start, this.#rank({ bucket, ...above, side: 1 }))
    if (below !== undefined) end = Math.min(end, this.#rank({ bucket, ...below, side: -1 }))
    return [start, Math.max(start, end)]
  }

  /** The entries between two indexes (end exclusive). Default: all. */
  slice(start = 0, end = this.size): Row[] {
    const rows: Row[] = []
    collect(this.#root, start, end, rows)
    return rows
  }

  #rank(place: { bucket: string; order?: SortKey | undefined; id?: string; side: -1 | 1 }): number {
    return rank(this.#root, place, this.ordering.order)
  }

  #put(writes: readonly Write<Row>[]): void {
    const { order } = this.ordering
    for (let from = 0; from < writes.length; ) {
      const to = Math.min(writes.length, from + roomIn(this.#root))
      const root = put(this.#root, { writes, from, to }, order, this.#editor)
      this.#root = splitRoot(root, writes[to - 1]!, order, this.#editor)
      from = to
    }
  }

  /** Rejects a sort key that is no text or finite number; it would silently corrupt the order. */
  #orderOf(row: Row): SortKey {
    const order = this.ordering.order(row)
    if (typeof order !== 'string' && !Number.isFinite(order))
      throw new TypeError(`the sort key of row ${row.id} is ${order}; it must be a text or a finite number`)
    return order
  }

  #bucketsOf(row: Row): readonly string[] {
    const buckets = this.ordering.bucket === undefined ? '' : this.ordering.bucket(row)
    if (typeof buckets === 'string') return [buckets]
    return buckets ?? []
  }
}

const NO_BUCKETS: readonly string[] = []

/** Rows with their places, by bucket. */
class Buckets<Row extends { readonly id: string }> {
  readonly #writes = new Map<string, Write<Row>[]>()

  /** A row that names a bucket twice is in it once. */
  add(bucket: string, order: SortKey, row: Row): void {
    const writes = this.#writes.get(bucket)
    const write = { bucket, order, id: row.id, side: 0, row } as const
    if (writes === undefined) this.#writes.set(bucket, [write])
    else if (writes.at(-1)?.row !== row) writes.push(write)
  }

  /** All rows in the order of a tree. */
  inOrder(): Write<Row>[] {
    const ordered: Write<Row>[] = []
    for (const bucket of [...this.#writes.keys()].sort())
      for (const write of this.#writes.get(bucket)!.sort(byPlace)) ordered.push(write)
    return ordered
  }
}

function byPlace<Row>(a: Write<Row>, b: Write<Row>): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
