import {
  build,
  collect,
  drop,
  emptyNode,
  find,
  type Node,
  put,
  rank,
  type SortKey,
  splitRoot,
  trimRoot,
} from './tree-node.ts'

export type { SortKey } from './tree-node.ts'

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

/**
 * Rows in order, in buckets, countable: everything takes time in proportion to the logarithm of the size.
 * Rows are never changed, only put instead of each other. A fork costs nothing, whatever the size: it shares
 * all nodes, and either side copies the few it writes to. Stands here, below the tables of the world, because
 * the schedule needs it too.
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

  fork(): Tree<Row> {
    const twin = new Tree(this.ordering)
    twin.#root = this.#root
    // From now on neither may change the shared nodes in place.
    this.#editor = {}
    return twin
  }

  /** Adds a row that is not in the tree. */
  add(row: Row): void {
    for (const bucket of this.#bucketsOf(row)) this.#put(bucket, row)
  }

  remove(row: Row): void {
    for (const bucket of this.#bucketsOf(row)) this.#drop(bucket, row)
  }

  /** Puts a row instead of one with the same id, which may change its place. */
  swap(before: Row, after: Row): void {
    const left = this.#bucketsOf(before)
    const entered = this.#bucketsOf(after)
    const moved = this.ordering.order(before) !== this.ordering.order(after)
    for (const bucket of left) if (moved || !entered.includes(bucket)) this.#drop(bucket, before)
    for (const bucket of entered) this.#put(bucket, after)
  }

  /** Holds these rows instead of those it held, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const byBucket = new Map<string, Row[]>()
    for (const row of rows) {
      for (const bucket of this.#bucketsOf(row)) {
        const members = byBucket.get(bucket)
        if (members === undefined) byBucket.set(bucket, [row])
        else members.push(row)
      }
    }
    const allBuckets: string[] = []
    const allRows: Row[] = []
    for (const bucket of [...byBucket.keys()].sort()) {
      for (const row of byBucket.get(bucket)!.sort((a, b) => this.#compare(a, b))) {
        allBuckets.push(bucket)
        allRows.push(row)
      }
    }
    this.#root = build(allBuckets, allRows, this.#editor)
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

  /** The topmost node, for comparing two trees; see `difference`. */
  get root(): Node<Row> {
    return this.#root
  }

  #rank(place: { bucket: string; order?: SortKey | undefined; id?: string; side: -1 | 1 }): number {
    return rank(this.#root, place, this.ordering.order)
  }

  #put(bucket: string, row: Row): void {
    const order = this.#orderOf(row)
    const place = { bucket, order, id: row.id, side: 0 } as const
    const root = put(this.#root, place, row, this.ordering.order, this.#editor)
    this.#root = splitRoot(root, place, this.ordering.order, this.#editor)
  }

  #drop(bucket: string, row: Row): void {
    const place = { bucket, order: this.#orderOf(row), id: row.id, side: 0 } as const
    this.#root = trimRoot(drop(this.#root, place, this.ordering.order, this.#editor), this.#editor)
  }

  #orderOf(row: Row): SortKey {
    const order = this.ordering.order(row)
    // NaN or undefined compares with nothing and would silently spoil the order.
    if (typeof order !== 'string' && !Number.isFinite(order))
      throw new TypeError(`the sort key of row ${row.id} is ${order}; it must be a text or a finite number`)
    return order
  }

  #bucketsOf(row: Row): readonly string[] {
    const buckets = this.ordering.bucket === undefined ? '' : this.ordering.bucket(row)
    if (typeof buckets === 'string') return [buckets]
    return buckets === undefined ? [] : withoutRepeats(buckets)
  }

  #compare(a: Row, b: Row): number {
    const x = this.#orderOf(a)
    const y = this.#orderOf(b)
    if (x !== y) return x < y ? -1 : 1
    return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
  }
}

/** The names, each once. Nearly always they are that already, and few: then no set is made. */
function withoutRepeats(names: readonly string[]): readonly string[] {
  const repeats = names.some((name, index) => names.indexOf(name) !== index)
  return repeats ? [...new Set(names)] : names
}
