import { type Change, type Ordering, type Position, type SortKey, Tree } from './ordered-tree.ts'
import { changesBetween, type Difference, difference } from './ordered-tree-difference.ts'

export type { Position, SortKey } from './ordered-tree.ts'
export type { Difference } from './ordered-tree-difference.ts'

type Orderings<Row, Index extends string> = { readonly [name in Index]: Ordering<Row> }

/** Which rows of a bucket to read, and in which direction. */
export type Range = {
  /** Start after this position (the last row of the previous page). */
  readonly after?: Position | undefined
  /** Stop before this position. */
  readonly before?: Position | undefined
  /** The minimum sort key. */
  readonly from?: SortKey | undefined
  /** The end of the sort keys, exclusive. */
  readonly to?: SortKey | undefined
  readonly descending?: boolean | undefined
  readonly skip?: number | undefined
  readonly limit?: number | undefined
}

/** A bucket of an index; null for the only bucket of an index without buckets. */
export type BucketOf<Index> = { readonly index: Index; readonly bucket: string | null }

/** Called when a row changes. Without `before` it was inserted, without `after` deleted. */
export type Watcher<Row> = (before: Row | undefined, after: Row | undefined) => void

/** After so many rows a table forgets those that were read. */
const MAX_RECENT = 1_024

/** A tree, or how to make one that several tables begin with; it is made once, and none of them changes it. */
type Given<Row extends { readonly id: string }> = Tree<Row> | (() => Tree<Row>)

/** An index, and what it lacks. */
interface Listed<Row extends { readonly id: string }> {
  tree: Given<Row>
  /** Whether it was read since writes last entered the rows. */
  isRead: boolean
  /** The rows that it has, if it lacks writes that have entered them. */
  behind: Tree<Row> | undefined
}

/** The initial state of a fork. */
interface Parts<Row extends { readonly id: string }, Index extends string> {
  readonly rows: Tree<Row>
  readonly indexes: Record<Index, Given<Row>>
}

/** The number of rows that a scan reads at a time, and how many more than requested it reads first. */
const CHUNK = 256
const FEW = 8

/**
 * Rows by id, with ordered indexes. Rows are immutable: an update replaces the row, so a reference to a row is a
 * snapshot of it. A fork is free until it is written to, whatever the size.
 *
 * Writes enter the tree of rows and its indexes in bulk, when somebody reads a list. An index that nobody reads stays
 * behind, and catches up with all rows that differ when it is read.
 *
 *     const runs = new Table<Run, 'newest' | 'byAgent'>('runs', {
 *       newest: { order: run => run.startedAt },
 *       byAgent: { bucket: run => [run.agentId, `${run.agentId}|${run.status}`], order: run => run.startedAt },
 *     })
 *     runs.range('byAgent', 'agt_1|failed', { descending: true, limit: 20 })
 *     runs.count('byAgent', 'agt_1', { from: monthStart })
 */
export class Table<Row extends { readonly id: string }, Index extends string = never> {
  readonly #name: string
  readonly #orderings: Orderings<Row, Index>
  readonly #rows: Tree<Row>
  readonly #indexes: { readonly [name in Index]: Listed<Row> }
  readonly #lists: readonly Listed<Row>[]
  #watchers: readonly Watcher<Row>[] = []
  /** Rows that were written and have yet to enter the tree, null for deleted ones. */
  readonly #written = new Map<string, Row | null>()
  #size: number
  #version = 0
  /** The highest id. */
  #lastId: string
  /** Rows of the tree that were read or written, because the same few are read again and again. */
  readonly #recent = new Map<string, Row>()

  /** A table with ordered indexes; its name is for messages. */
  constructor(name: string, orderings = {} as Orderings<Row, Index>, parts?: Parts<Row, Index>) {
    this.#name = name
    this.#orderings = orderings
    const { rows, indexes }: Parts<Row, Index> = parts ?? {
      rows: new Tree<Row>({ order: () => 0 }),
      indexes: mapValues(orderings, ordering => new Tree<Row>(ordering)),
    }
    this.#rows = rows
    this.#indexes = mapValues(indexes, tree => ({ tree, isRead: false, behind: undefined }))
    this.#lists = Object.values<Listed<Row>>(this.#indexes)
    this.#size = rows.size
    this.#lastId = lastOf(rows)
  }

  /** An independent table with the same rows. */
  fork(): Table<Row, Index> {
    return new Table(this.#name, this.#orderings, this.forkTrees())
  }

  /** The state for a fork. */
  protected forkTrees(): Parts<Row, Index> {
    this.#enter()
    return { rows: this.#rows.fork(), indexes: mapValues(this.#indexes, listed => this.#given(listed)) }
  }

  get size(): number {
    return this.#size
  }

  /** The number of writes since the table was made; as long as it is the same, no row has changed. */
  get version(): number {
    return this.#version
  }

  get(id: string): Row | undefined {
    const written = this.#written.get(id)
    return written === undefined ? this.#entered(id) : (written ?? undefined)
  }

  insert(row: Row): Row {
    // Ids ascend, so most rows need no lookup.
    if (row.id <= this.#lastId && this.get(row.id) !== undefined)
      throw new Error(`${this.#name} has a row ${row.id} already`)
    return this.append(row)
  }

  /** Inserts a row that the caller knows to be new. */
  append(row: Row): Row {
    if (row.id > this.#lastId) this.#lastId = row.id
    this.#note(row.id, undefined, row)
    return row
  }

  /** Replaces a row by one with these fields changed, and returns it. */
  replace(id: string, patch: Partial<Omit<Row, 'id'>>): Row {
    const old = this.get(id)
    if (old === undefined) throw new Error(`${this.#name} has no row ${id} to replace`)
    const row: Row = { ...old, ...patch, id }
    this.#note(id, old, row)
    return row
  }

  /** Inserts a row, or replaces the one with its id. */
  put(row: Row): Row {
    const old = this.get(row.id)
    if (old === undefined) return this.insert(row)
    this.#note(row.id, old, row)
    return row
  }

  /** Deletes a row and returns it; undefined if there is none. */
  delete(id: string): Row | undefined {
    const row = this.get(id)
    if (row !== undefined) this.#note(id, row, undefined)
    return row
  }

  /** All rows in order of id, which is the order of creation; `load` restores them. */
  all(): Row[] {
    this.#enter()
    return this.#rows.slice()
  }

  /** A range of one bucket in the order of the index; ties are in order of id. */
  range(index: Index, bucket: string | null, range: Range = {}): Row[] {
    const tree = this.#index(index)
    const [first, last] = span(tree, bucket, range)
    const skip = range.skip ?? 0
    const limit = range.limit ?? Number.POSITIVE_INFINITY
    if (range.descending !== true) return tree.slice(first + skip, Math.min(last, first + skip + limit))
    return tree.slice(Math.max(first, last - skip - limit), last - skip).reverse()
  }

  /** The number of rows in a range, in logarithmic time. */
  count(index: Index, bucket: string | null, range: Pick<Range, 'from' | 'to'> = {}): number {
    const [first, last] = span(this.#index(index), bucket, range)
    return last - first
  }

  /** The position of a row in an index, for `after`. */
  position(index: Index, row: Row): Position {
    return { order: this.#orderings[index].order(row), id: row.id }
  }

  /**
   * For filters that no index covers alone: scans the smallest of the given buckets and keeps the rows that `where`
   * accepts. Every matching row must be in all buckets, and their indexes must share one `order` function, so that a
   * cursor stays valid when another bucket becomes the smallest.
   */
  scan(among: readonly BucketOf<Index>[], where: (row: Row) => boolean, range: Range = {}): Row[] {
    const { index, bucket } = this.#smallest(among)
    const found: Row[] = []
    const wanted = (range.skip ?? 0) + (range.limit ?? Number.POSITIVE_INFINITY)
    // Most filters keep most rows, so the first chunk is hardly larger than the request.
    let chunk = Math.min(CHUNK, wanted + FEW)
    for (let skip = 0; found.length < wanted; skip += chunk) {
      if (skip > 0) chunk = CHUNK
      const rows = this.range(index, bucket, { ...range, skip, limit: chunk })
      for (const row of rows) if (where(row)) found.push(row)
      if (rows.length < chunk) break
    }
    return found.slice(range.skip ?? 0, wanted)
  }

  /**
   * Calls back after every insert, replace and delete. Returns a function that unsubscribes. Forks and loads are not
   * watched.
   */
  watch(watcher: Watcher<Row>): () => void {
    this.#watchers = [...this.#watchers, watcher]
    return () => {
      this.#watchers = this.#watchers.filter(other => other !== watcher)
    }
  }

  /** The rows that changed since an older version of this table (a fork, or the table that it was forked from). */
  changesSince(older: Table<Row, Index>): Difference<Row> {
    older.#enter()
    this.#enter()
    return difference(older.#rows, this.#rows)
  }

  /** Adds many rows at once, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const work = this.loading(rows)
    while (!work.next().done);
  }

  /** The same, in slices. */
  *loading(rows: readonly Row[]): Generator<undefined, void> {
    const before = this.all()
    const after = before.length === 0 ? rows : before.concat(rows)
    this.#version += 1
    this.#recent.clear()
    this.#rows.load(after)
    yield
    for (const listed of this.#lists) {
      listed.behind = undefined
      this.#current(listed).load(after)
      yield
    }
    // Sorted by id, so rows with the same id are adjacent.
    const sorted = this.all()
    this.#size = sorted.length
    this.#lastId = sorted.at(-1)?.id ?? ''
    const twice = sorted.find((row, i) => row.id === sorted[i + 1]?.id)
    if (twice !== undefined) throw new Error(`${this.#name} was loaded with two rows ${twice.id}`)
  }

  /** Records a write. */
  #note(id: string, before: Row | undefined, after: Row | undefined): void {
    this.#version += 1
    this.#written.set(id, after ?? null)
    if (before === undefined) this.#size += 1
    if (after === undefined) this.#size -= 1
    for (const watcher of this.#watchers) watcher(before, after)
  }

  /** The row that the tree has. */
  #entered(id: string): Row | undefined {
    const known = this.#recent.get(id)
    if (known) return known
    const row = this.#rows.at('', { order: 0, id })
    if (!row) return undefined
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear()
    this.#recent.set(id, row)
    return row
  }

  #index(name: Index): Tree<Row> {
    this.#enter()
    return this.#current(this.#indexes[name])
  }

  /** An index that has caught up with the rows. */
  #current(listed: Listed<Row>): Tree<Row> {
    const tree = typeof listed.tree === 'function' ? listed.tree().fork() : listed.tree
    listed.tree = tree
    if (listed.behind) tree.enter(changesBetween(listed.behind, this.#rows))
    listed.behind = undefined
    listed.isRead = true
    return tree
  }

  /** The present state of an index for a fork. What it lacks is entered when one of the two reads it, once for both. */
  #given(listed: Listed<Row>): Given<Row> {
    const { tree, behind } = listed
    if (typeof tree === 'function' && !behind) return tree
    // If it is already one that is still to be made, at once: they must not pile up.
    if (typeof tree === 'function' || !behind) return this.#current(listed).fork()
    const rows = this.#rows.fork()
    let isMade = false
    const make = () => {
      if (!isMade) tree.enter(changesBetween(behind, rows))
      isMade = true
      return tree
    }
    Object.assign(listed, { tree: make, behind: undefined, isRead: false })
    return make
  }

  /** Lets the writes enter the rows, and the indexes that were read since the last time. */
  #enter(): void {
    if (this.#written.size === 0) return
    const lastId = lastOf(this.#rows)
    const changes = Array.from(this.#written, ([id, after]): Change<Row> => {
      // Ids ascend, so most rows need no lookup.
      const before = id > lastId ? undefined : this.#entered(id)
      if (after && this.#recent.size < MAX_RECENT) this.#recent.set(id, after)
      else this.#recent.delete(id)
      return { before, after: after ?? undefined }
    })
    for (const listed of this.#lists) {
      if (listed.isRead) this.#current(listed).enter(changes)
      else listed.behind ??= this.#rows.fork()
      listed.isRead = false
    }
    this.#rows.enter(changes)
    this.#written.clear()
  }

  #smallest(among: readonly BucketOf<Index>[]): BucketOf<Index> {
    const [first, ...others] = among
    if (first === undefined) throw new Error(`a scan of ${this.#name} needs at least one bucket`)
    let smallest = first
    let size = this.count(first.index, first.bucket)
    for (const other of others) {
      if (this.#orderings[other.index].order !== this.#orderings[first.index].order)
        throw new Error(`indexes ${first.index} and ${other.index} of ${this.#name} do not share one order`)
      const otherSize = this.count(other.index, other.bucket)
      if (otherSize < size) [smallest, size] = [other, otherSize]
    }
    return smallest
  }
}

/** The highest id. */
function lastOf<Row extends { readonly id: string }>(rows: Tree<Row>): string {
  return rows.slice(rows.size - 1)[0]?.id ?? ''
}

/** Converts the direction of reading to that of the index. */
function span<Row extends { readonly id: string }>(tree: Tree<Row>, bucket: string | null, range: Range) {
  const { from, to, after, before } = range
  return range.descending === true
    ? tree.span(bucket ?? '', { from, to, above: before, below: after })
    : tree.span(bucket ?? '', { from, to, above: after, below: before })
}

function mapValues<Key extends string, A, B>(
  object: { readonly [key in Key]: A },
  make: (value: A) => B,
): Record<Key, B> {
  const made = {} as Record<Key, B>
  for (const key in object) made[key] = make(object[key])
  return made
}
