import { type Change, type Ordering, type Position, type SortKey, Tree } from './ordered-tree.ts'
import { type Difference, difference } from './ordered-tree-difference.ts'

export type { Ordering, Position, SortKey } from './ordered-tree.ts'
export type { Difference } from './ordered-tree-difference.ts'

/** A table's name, for messages, and its ordered indexes by name. */
export type TableDefinition<Row, Index extends string> = {
  readonly name: string
  readonly indexes: { readonly [name in Index]: Ordering<Row> }
}

/** Which rows of a bucket, and in which direction they are read. */
export type Range = {
  /** Reading starts behind this position (the last row of the page before). */
  readonly after?: Position | undefined
  /** Reading ends in front of this position. */
  readonly before?: Position | undefined
  /** Sort keys from here on, included. */
  readonly from?: SortKey | undefined
  /** Sort keys up to here, not included. */
  readonly to?: SortKey | undefined
  readonly descending?: boolean | undefined
  readonly skip?: number | undefined
  readonly limit?: number | undefined
}

/** A bucket of an index; null stands for the one bucket of an index without buckets. */
export type BucketOf<Index> = { readonly index: Index; readonly bucket: string | null }

/** Called when a row changes. Without `before` it is new, without `after` it was deleted. */
export type Watcher<Row> = (before: Row | undefined, after: Row | undefined) => void

/** The size of the cache of rows: enough for those that thousands of streams and runs under way need. */
const MAX_LATELY = 8_192

/** The maximum of changes that wait; so many are entered within a few milliseconds. */
const MAX_WAITING = 512

/** A tree, and how many of the changes that wait it has entered. */
interface Listed<Row extends { readonly id: string }> {
  readonly tree: Tree<Row>
  entered: number
}

/** What a fork of a table begins with. */
interface Parts<Row extends { readonly id: string }, Index extends string> {
  readonly rows: Tree<Row>
  readonly indexes: Record<Index, Tree<Row>>
}

/** How many rows a scan reads at a time, and how many more than wanted it reads first. */
const CHUNK = 256
const FEW = 8

/**
 * Rows by id, with ordered indexes. Rows are never changed: an update puts another row in the place of the
 * old one, so whoever holds a row holds a fact. A fork costs nothing until it is written to, whatever the size.
 *
 * Changes wait until an index is read, which then enters them, or until there are many. Of a row that changes
 * repeatedly only the last change is entered, of one that comes and goes nothing.
 *
 *     const runs = new Table<Run, 'newest' | 'byAgent'>({
 *       name: 'runs',
 *       indexes: {
 *         newest: { order: run => run.startedAt },
 *         byAgent: { bucket: run => [run.agentId, `${run.agentId}|${run.status}`], order: run => run.startedAt },
 *       },
 *     })
 *     runs.range('byAgent', 'agt_1|failed', { descending: true, limit: 20 })
 *     runs.count('byAgent', 'agt_1', { from: monthStart })
 */
export class Table<Row extends { readonly id: string }, Index extends string = never> {
  readonly definition: TableDefinition<Row, Index>
  readonly #rows: Listed<Row>
  readonly #indexes: { readonly [name in Index]: Listed<Row> }
  /** The trees of the indexes, and all trees. */
  readonly #lists: readonly Listed<Row>[]
  readonly #all: readonly Listed<Row>[]
  #watchers: readonly Watcher<Row>[] = []
  /** The changes that some tree has yet to enter, oldest first. */
  #waiting: Change<Row>[] = []
  /** What all of these come to, by id. */
  #changed = new Map<string, Change<Row>>()
  /** The same of those that were entered last, because rows that changed are read soon. */
  #entered: ReadonlyMap<string, Change<Row>> = new Map()
  #size: number
  #version = 0
  /** No row has a later id. */
  #lastId: string
  /** A cache of rows that were read lately, because the same few are read over and over. */
  readonly #lately = new Map<string, Row>()

  constructor(definition: TableDefinition<Row, Index>, parts?: Parts<Row, Index>) {
    this.definition = definition
    const { rows, indexes } = parts ?? {
      rows: new Tree<Row>({ order: () => 0 }),
      indexes: mapValues(definition.indexes, ordering => new Tree<Row>(ordering)),
    }
    this.#rows = { tree: rows, entered: 0 }
    this.#indexes = mapValues(indexes, tree => ({ tree, entered: 0 }))
    this.#lists = Object.values<Listed<Row>>(this.#indexes)
    this.#all = [this.#rows, ...this.#lists]
    this.#size = rows.size
    this.#lastId = rows.slice(rows.size - 1)[0]?.id ?? ''
  }

  /** An independent table with the same rows. */
  fork(): Table<Row, Index> {
    return new Table(this.definition, this.forkTrees())
  }

  /** What a fork is made of. */
  protected forkTrees(): Parts<Row, Index> {
    this.#enterAll()
    return { rows: this.#rows.tree.fork(), indexes: mapValues(this.#indexes, ({ tree }) => tree.fork()) }
  }

  get size(): number {
    return this.#size
  }

  /** How often something was written to this table since it was made: where it has stayed, nothing has changed. */
  get version(): number {
    return this.#version
  }

  get(id: string): Row | undefined {
    const change = this.#changed.get(id) ?? this.#entered.get(id)
    if (change !== undefined) return change.after
    const known = this.#lately.get(id)
    if (known !== undefined) return known
    const row = this.#rows.tree.at('', { order: 0, id })
    if (row === undefined) return undefined
    if (this.#lately.size >= MAX_LATELY) this.#lately.clear()
    this.#lately.set(id, row)
    return row
  }

  insert(row: Row): Row {
    // Ids rise, so that nearly no row has to be looked for.
    if (row.id <= this.#lastId && this.get(row.id) !== undefined)
      throw new Error(`${this.definition.name} has a row ${row.id} already`)
    return this.append(row)
  }

  /** Inserts a row that its caller knows to be new. */
  append(row: Row): Row {
    if (row.id > this.#lastId) this.#lastId = row.id
    this.#note(row.id, undefined, row)
    return row
  }

  /** Puts a row with these fields changed in the place of the old one, and returns it. */
  replace(id: string, patch: Partial<Omit<Row, 'id'>>): Row {
    const old = this.get(id)
    if (old === undefined) throw new Error(`${this.definition.name} has no row ${id} to replace`)
    const row: Row = { ...old, ...patch, id }
    this.#note(id, old, row)
    return row
  }

  /** Inserts a row, or puts it in the place of the one with its id. */
  put(row: Row): Row {
    const old = this.get(row.id)
    if (old === undefined) return this.insert(row)
    this.#note(row.id, old, row)
    return row
  }

  /** Deletes a row and returns it, or undefined if there is none. */
  delete(id: string): Row | undefined {
    const row = this.get(id)
    if (row !== undefined) this.remove(row)
    return row
  }

  /** Deletes a row that its caller knows to be there. */
  remove(row: Row): void {
    this.#note(row.id, row, undefined)
  }

  /** All rows in order of id, that is, of creation. */
  all(): Row[] {
    return this.#current(this.#rows).slice()
  }

  /** A stretch of one bucket in order of the index; among equal sort keys in order of id. */
  range(index: Index, bucket: string | null, range: Range = {}): Row[] {
    const tree = this.#index(index)
    const [first, last] = span(tree, bucket, range)
    const skip = range.skip ?? 0
    const limit = range.limit ?? Number.POSITIVE_INFINITY
    if (range.descending !== true) return tree.slice(first + skip, Math.min(last, first + skip + limit))
    return tree.slice(Math.max(first, last - skip - limit), last - skip).reverse()
  }

  /** The number of rows in a stretch, in the same time for a few as for a million. */
  count(index: Index, bucket: string | null, range: Pick<Range, 'from' | 'to'> = {}): number {
    const [first, last] = span(this.#index(index), bucket, range)
    return last - first
  }

  /** Where a row stands in an index: the `after` that continues behind it. */
  position(index: Index, row: Row): Position {
    return { order: this.definition.indexes[index].order(row), id: row.id }
  }

  /**
   * For filters that no index answers alone: reads the smallest of the buckets given and keeps the rows that
   * `where` accepts. Every row wanted must be in all of the buckets, and their indexes must share one `order`
   * function, so that a page's cursor continues whichever of them is the smallest by then.
   */
  scan(among: readonly BucketOf<Index>[], where: (row: Row) => boolean, range: Range = {}): Row[] {
    const { index, bucket } = this.#smallest(among)
    const found: Row[] = []
    const wanted = (range.skip ?? 0) + (range.limit ?? Number.POSITIVE_INFINITY)
    // Most filters keep most rows, so the first look is hardly larger than what is wanted.
    let chunk = Math.min(CHUNK, wanted + FEW)
    for (let skip = 0; found.length < wanted; skip += chunk) {
      if (skip > 0) chunk = CHUNK
      const rows = this.range(index, bucket, { ...range, skip, limit: chunk })
      for (const row of rows) if (where(row)) found.push(row)
      if (rows.length < chunk) break
    }
    return found.slice(range.skip ?? 0, wanted)
  }

  /** How many rows a scan without limits would find. It reads the whole bucket. */
  countWhere(
    among: readonly BucketOf<Index>[],
    where: (row: Row) => boolean,
    range: Pick<Range, 'from' | 'to'> = {},
  ) {
    return this.scan(among, where, range).length
  }

  /** Calls back after every insert, replace and delete, until the function returned is called. Neither forks nor loads are watched. */
  watch(watcher: Watcher<Row>): () => void {
    this.#watchers = [...this.#watchers, watcher]
    return () => {
      this.#watchers = this.#watchers.filter(other => other !== watcher)
    }
  }

  /** What changed from an older version of this table (a fork, or this table's origin) to this one. */
  changesSince(older: Table<Row, Index>): Difference<Row> {
    return difference(older.#current(older.#rows), this.#current(this.#rows))
  }

  /** Puts many more rows into the table at once, much faster than row by row. */
  load(rows: readonly Row[]): void {
    const before = this.all()
    this.#version += 1
    this.#enterAll()
    this.#entered = new Map()
    this.#lately.clear()
    for (const { tree } of this.#all) tree.load(before.length === 0 ? rows : before.concat(rows))
    // The rows are sorted by id now, so rows with the same id stand side by side.
    const sorted = this.all()
    this.#size = sorted.length
    this.#lastId = sorted.at(-1)?.id ?? ''
    const twice = sorted.find((row, i) => row.id === sorted[i + 1]?.id)
    if (twice !== undefined) throw new Error(`${this.definition.name} was loaded with two rows ${twice.id}`)
  }

  /** All rows, plain JSON as far as they are; give it to `load` of an empty table to restore. */
  save(): Row[] {
    return this.all()
  }

  /** Takes down what became of a row. */
  #note(id: string, before: Row | undefined, after: Row | undefined): void {
    // A sort key that cannot be sorted is refused where it comes from.
    if (after !== undefined) for (const { tree } of this.#lists) tree.check(after)
    this.#version += 1
    const change = { before, after }
    const earlier = this.#changed.get(id)
    this.#changed.set(id, earlier === undefined ? change : { before: earlier.before, after })
    this.#waiting.push(change)
    if (before === undefined) this.#size += 1
    else this.#lately.delete(id)
    if (after === undefined) this.#size -= 1
    if (this.#waiting.length >= MAX_WAITING) this.#enterAll()
    for (const watcher of this.#watchers) watcher(before, after)
  }

  #index(name: Index): Tree<Row> {
    return this.#current(this.#indexes[name])
  }

  /** A tree with all changes. */
  #current(listed: Listed<Row>): Tree<Row> {
    if (listed.entered < this.#waiting.length) {
      listed.tree.enter(
        listed.entered === 0 ? this.#changed.values() : net(this.#waiting.slice(listed.entered)),
      )
      listed.entered = this.#waiting.length
    }
    return listed.tree
  }

  #enterAll(): void {
    if (this.#waiting.length === 0) return
    for (const listed of this.#all) {
      this.#current(listed)
      listed.entered = 0
    }
    this.#waiting = []
    this.#entered = this.#changed
    this.#changed = new Map()
  }

  #smallest(among: readonly BucketOf<Index>[]): BucketOf<Index> {
    const [first, ...others] = among
    if (first === undefined) throw new Error(`a scan of ${this.definition.name} needs at least one bucket`)
    let smallest = first
    let size = this.count(first.index, first.bucket)
    for (const other of others) {
      if (this.definition.indexes[other.index].order !== this.definition.indexes[first.index].order)
        throw new Error(
          `indexes ${first.index} and ${other.index} of ${this.definition.name} do not share one order`,
        )
      const otherSize = this.count(other.index, other.bucket)
      if (otherSize < size) [smallest, size] = [other, otherSize]
    }
    return smallest
  }
}

/** What some changes come to: one for each row. */
function net<Row extends { readonly id: string }>(changes: readonly Change<Row>[]): Iterable<Change<Row>> {
  if (changes.length === 1) return changes
  const byId = new Map<string, Change<Row>>()
  for (const { before, after } of changes) {
    const id = (after ?? before)!.id
    const earlier = byId.get(id)
    byId.set(id, earlier === undefined ? { before, after } : { before: earlier.before, after })
  }
  return byId.values()
}

/** Turns the direction of reading into that of the index. */
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
  return Object.fromEntries(Object.entries<A>(object).map(([key, value]) => [key, make(value)])) as Record<
    Key,
    B
  >
}
