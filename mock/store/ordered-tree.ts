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

/** The pending change of a row; both are undefined for one that was inserted and deleted. */
type Change<Row> = { readonly before: Row | undefined; readonly after: Row | undefined }

/** The maximum of pending changes; so many are entered within a few milliseconds. */
const MOST_WAITING = 256

/**
 * Rows in order, in buckets, countable: everything takes time in proportion to the logarithm of the size.
 * Rows are never changed, only put instead of each other. A fork costs nothing, whatever the size: it shares
 * all nodes, and either side copies the few it writes to.
 *
 * Writes wait until somebody reads, or until there are many: together and in order they take a fraction of the time, and
 * of a row that changes repeatedly only the last change is entered.
 */
export class Tree<Row extends { readonly id: string }> {
  readonly ordering: Ordering<Row>
  #editor: object = {}
  #root: Node<Row> = emptyNode(this.#editor)
  readonly #waiting = new Map<string, Change<Row>>()

  constructor(ordering: Ordering<Row>) {
    this.ordering = ordering
  }

  /** Entries; a row in two buckets counts twice. */
  get size(): number {
    return this.root.size
  }

  fork(): Tree<Row> {
    const twin = new Tree(this.ordering)
    twin.#root = this.root
    // From now on neither may change the shared nodes in place.
    this.#editor = {}
    return twin
  }

  /** Adds a row that is not in the tree. */
  add(row: Row): void {
    this.#note(row.id, undefined, row)
  }

  remove(row: Row): void {
    this.#note(row.id, row, undefined)
  }

  /** Puts a row instead of one with the same id, which may change its place. */
  swap(before: Row, after: Row): void {
    this.#note(before.id, before, after)
  }

  /** Replaces all rows, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const byBucket = new Map<string, Row[]>()
    for (const row of rows) {
      for (const bucket of this.#bucketsOf(row)) {
        const members = byBucket.get(bucket)
        if (members === undefined) byBucket.set(bucket, [row])
        else if (members.at(-1) !== row) members.push(row)
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
    this.#waiting.clear()
    this.#root = build(allBuckets, allRows, this.#editor)
  }

  /** The row at exactly that position of a bucket. */
  at(bucket: string, position: Position): Row | undefined {
    const change = this.#waiting.get(position.id)
    if (change === undefined) return find(this.#root, { bucket, ...position, side: 0 }, this.ordering.order)
    const row = change.after
    const isThere =
      row !== undefined && this.#orderOf(row) === position.order && this.#bucketsOf(row).includes(bucket)
    return isThere ? row : undefined
  }

  /** Where a stretch of a bucket begins and ends (exclusive), counted in entries from the start of the tree. */
  span(bucket: string, { from, to, above, below }: Stretch = {}): [start: number, end: number] {
    this.#enter()
    let start = this.#rank({ bucket, order: from, side: -1 })
    let end = this.#rank({ bucket, order: to, side: to === undefined ? 1 : -1 })
    if (above !== undefined) start = Math.max(start, this.#rank({ bucket, ...above, side: 1 }))
    if (below !== undefined) end = Math.min(end, this.#rank({ bucket, ...below, side: -1 }))
    return [start, Math.max(start, end)]
  }

  /** The entries from one count up to, without, another; by default all. */
  slice(start = 0, end = this.size): Row[] {
    const rows: Row[] = []
    collect(this.root, start, end, rows)
    return rows
  }

  /** The topmost node, for comparing two trees; see `difference`. */
  get root(): Node<Row> {
    this.#enter()
    return this.#root
  }

  #rank(place: { bucket: string; order?: SortKey | undefined; id?: string; side: -1 | 1 }): number {
    return rank(this.#root, place, this.ordering.order)
  }

  #note(id: string, before: Row | undefined, after: Row | undefined): void {
    // A sort key that cannot be sorted is refused where it comes from.
    if (after !== undefined) this.#orderOf(after)
    const earlier = this.#waiting.get(id)
    this.#waiting.set(id, { before: earlier ? earlier.before : before, after })
    if (this.#waiting.size >= MOST_WAITING) this.#enter()
  }

  /** Enters the pending changes. */
  #enter(): void {
    if (this.#waiting.size === 0) return
    const puts: Write<Row>[] = []
    const drops: Write<Row>[] = []
    for (const { before, after } of this.#waiting.values()) {
      const left = before === undefined ? [] : this.#bucketsOf(before)
      const entered = after === undefined ? [] : this.#bucketsOf(after)
      const moved = before && after && this.ordering.order(before) !== this.ordering.order(after)
      for (const bucket of left)
        if (moved || !entered.includes(bucket)) drops.push(this.#write(bucket, before!))
      for (const bucket of entered) puts.push(this.#write(bucket, after!))
    }
    this.#waiting.clear()
    this.#put(puts.sort(byPlace))
    // A row may name a bucket twice, and is in it once.
    const writes = drops.sort(byPlace).filter((write, i) => i === 0 || byPlace(write, drops[i - 1]!) !== 0)
    if (writes.length === 0) return
    const root = drop(this.#root, { writes, from: 0, to: writes.length }, this.ordering.order, this.#editor)
    this.#root = trimRoot(root, this.#editor)
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

  #write(bucket: string, row: Row): Write<Row> {
    return { bucket, order: this.ordering.order(row), id: row.id, side: 0, row }
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
    return buckets ?? []
  }

  #compare(a: Row, b: Row): number {
    const x = this.#orderOf(a)
    const y = this.#orderOf(b)
    if (x !== y) return x < y ? -1 : 1
    return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
  }
}

function byPlace<Row>(a: Write<Row>, b: Write<Row>): number {
  if (a.bucket !== b.bucket) return a.bucket < b.bucket ? -1 : 1
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
