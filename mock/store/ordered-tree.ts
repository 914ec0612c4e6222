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

/** A row's place in an ordered list: its sort key, then its id, which breaks ties. */
export type Position = { readonly order: SortKey; readonly id: string }

/**
 * How a tree sorts. `bucket` names the list or lists a row belongs to (none: the row is left out; no function:
 * all rows are in the list `''`); `order` sorts within a list. Keys of one tree are all numbers or all texts.
 */
export type Ordering<Row> = {
  readonly bucket?: (row: Row) => string | readonly string[] | undefined
  readonly order: (row: Row) => SortKey
}

/** A stretch of one bucket: sort keys from `from` up to, without, `to`; positions strictly between two rows. */
export type Stretch = {
  readonly from?: SortKey | undefined
  readonly to?: SortKey | undefined
  readonly above?: Position | undefined
  readonly below?: Position | undefined
}

/** What became of a row. Without `before` it is new, without `after` it is gone. */
export type Change<Row> = { readonly before: Row | undefined; readonly after: Row | undefined }

/**
 * Rows in order, in buckets, countable: everything takes time in proportion to the logarithm of the size.
 * Rows are never changed, only put instead of each other. A fork costs nothing, whatever the size: it shares
 * all nodes, and either side copies the few it writes to.
 */
export class Tree<Row extends { readonly id: string }> {
  readonly ordering: Ordering<Row>
  #editor: object = {}
  #root: Node<Row> = emptyNode(this.#editor)

  constructor(ordering: Ordering<Row>) {
    this.ordering = ordering
  }

  /** Entries; a row in two buckets counts twice. */
  get size(): number {
    return this.#root.size
  }

  /** The topmost node, for comparing two trees; see `difference`. */
  get root(): Node<Row> {
    return this.#root
  }

  fork(): Tree<Row> {
    const twin = new Tree(this.ordering)
    twin.#root = this.#root
    // From now on neither may change the shared nodes in place.
    this.#editor = {}
    return twin
  }

  /** Refuses a row whose sort key cannot be sorted: it compares with nothing and would silently spoil the order. */
  check(row: Row): void {
    const order = this.ordering.order(row)
    if (typeof order !== 'string' && !Number.isFinite(order))
      throw new TypeError(`the sort key of row ${row.id} is ${order}; it must be a text or a finite number`)
  }

  /** Enters the changes of some rows, each row at most once. Together they take a fraction of the time. */
  enter(changes: Iterable<Change<Row>>): void {
    const puts = new Map<string, Row[]>()
    const drops = new Map<string, Row[]>()
    for (const { before, after } of changes) {
      const left = before === undefined ? NO_BUCKETS : this.#bucketsOf(before)
      const entered = after === undefined ? NO_BUCKETS : this.#bucketsOf(after)
      const moved = before && after && this.ordering.order(before) !== this.ordering.order(after)
      for (const bucket of left) if (moved || !entered.includes(bucket)) addTo(drops, bucket, before!)
      for (const bucket of entered) addTo(puts, bucket, after!)
    }
    this.#put(this.#inOrder(puts))
    if (drops.size === 0) return
    const writes = this.#inOrder(drops)
    const root = drop(this.#root, { writes, from: 0, to: writes.length }, this.ordering.order, this.#editor)
    this.#root = trimRoot(root, this.#editor)
  }

  /** Replaces all rows, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const byBucket = new Map<string, Row[]>()
    for (const row of rows) {
      this.check(row)
      for (const bucket of this.#bucketsOf(row)) addTo(byBucket, bucket, row)
    }
    const buckets: string[] = []
    const ordered: Row[] = []
    for (const { bucket, row } of this.#inOrder(byBucket)) {
      buckets.push(bucket)
      ordered.push(row)
    }
    this.#root = build(buckets, ordered, this.#editor)
  }

  /** The row at exactly that position of a bucket. */
  at(bucket: string, position: Position): Row | undefined {
    return find(this.#root, { bucket, ...position, side: 0 }, this.ordering.order)
  }

  /** Where a stretch of a bucket begins and ends (exclusive), counted in entries from the start of the tree. */
  span(bucket: string, { from, to, above, below }: Stretch = {}): [start: number, end: number] {
    let start = this.#rank({ bucket, order: from, side: -1 })
    let end = this.#rank({ bucket, order: to, side: to === undefined ? 1 : -1 })
    if (above !== undefined) start = Math.max(start, this.#rank({ bucket, ...above, side: 1 }))
    if (below !== undefined) end = Math.min(end, this.#rank({ bucket, ...below, side: -1 }))
    return [start, Math.max(start, end)]
  }

  /** The entries from one count up to, without, another; by default all. */
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

  /** The rows of these buckets in the order of the tree. */
  #inOrder(byBucket: ReadonlyMap<string, Row[]>): Write<Row>[] {
    const writes: Write<Row>[] = []
    const { order } = this.ordering
    for (const bucket of [...byBucket.keys()].sort())
      for (const row of byBucket.get(bucket)!.sort((a, b) => this.#compare(a, b)))
        writes.push({ bucket, order: order(row), id: row.id, side: 0, row })
    return writes
  }

  #bucketsOf(row: Row): readonly string[] {
    const buckets = this.ordering.bucket === undefined ? '' : this.ordering.bucket(row)
    if (typeof buckets === 'string') return [buckets]
    return buckets ?? []
  }

  #compare(a: Row, b: Row): number {
    const x = this.ordering.order(a)
    const y = this.ordering.order(b)
    if (x !== y) return x < y ? -1 : 1
    return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
  }
}

const NO_BUCKETS: readonly string[] = []

/** A row may name a bucket twice, and is in it once. */
function addTo<Row>(byBucket: Map<string, Row[]>, bucket: string, row: Row): void {
  const rows = byBucket.get(bucket)
  if (rows === undefined) byBucket.set(bucket, [row])
  else if (rows.at(-1) !== row) rows.push(row)
}
