/**
 * The nodes of a copy-on-write B+tree. A node is changed in place only by the tree that made it (its `editor`); any
 * other tree first copies the path to the change. So forks share all unchanged nodes.
 * A leaf contains rows; a branch contains children and repeats the first row of each as a separator.
 */
export type Node<Row> = {
  readonly editor: object
  /** The number of rows below this node. */
  size: number
  readonly buckets: string[]
  readonly rows: Row[]
  readonly children: Node<Row>[] | null
}

export type SortKey = number | string

/**
 * A place before, at or after rows, ordered by bucket, sort key and id. Missing parts stand for all rows with the given
 * ones, and `side` says whether the place is before them (-1), after them (1) or at the row (0).
 */
export type Place = {
  readonly bucket: string
  readonly order?: SortKey | undefined
  readonly id?: string | undefined
  readonly side: -1 | 0 | 1
}

export type OrderOf<Row> = (row: Row) => SortKey

type Identified = { readonly id: string }

const WIDTH = 64

export function emptyNode<Row>(editor: object): Node<Row> {
  return { editor, size: 0, buckets: [], rows: [], children: null }
}

/** The number of rows before the place. */
export function rank<Row extends Identified>(node: Node<Row>, place: Place, orderOf: OrderOf<Row>): number {
  const before = countBefore(node, place, orderOf)
  if (node.children === null || before === 0) return before
  let rows = rank(node.children[before - 1]!, place, orderOf)
  for (let i = 0; i < before - 1; i++) rows += node.children[i]!.size
  return rows
}

/** The row at the place, if there is one. */
export function find<Row extends Identified>(
  node: Node<Row>,
  place: Place,
  orderOf: OrderOf<Row>,
): Row | undefined {
  let at = node
  while (at.children !== null) at = at.children[childFor(at, place, orderOf)]!
  const i = countBefore(at, place, orderOf)
  return isAt(at, i, place, orderOf) ? at.rows[i] : undefined
}

/** Appends the rows from position `from` until before position `to`. */
export function collect<Row>(node: Node<Row>, from: number, to: number, into: Row[]): void {
  if (node.children === null) {
    for (let i = Math.max(0, from); i < Math.min(to, node.size); i++) into.push(node.rows[i]!)
    return
  }
  let start = 0
  for (const child of node.children) {
    if (start >= to) return
    if (start + child.size > from) collect(child, from - start, to - start, into)
    start += child.size
  }
}

/** A row, and the place where it is inserted or deleted. */
export type Write<Row> = Place & { readonly order: SortKey; readonly id: string; readonly row: Row }

/** A range of sorted writes, with an exclusive end. */
export type Part<Row> = {
  readonly writes: readonly Write<Row>[]
  readonly from: number
  readonly to: number
}

/** The node with the rows inserted at their places, or replacing the rows there. Call `splitRoot` on a root. */
export function put<Row extends Identified>(
  shared: Node<Row>,
  { writes, from, to }: Part<Row>,
  orderOf: OrderOf<Row>,
  editor: object,
): Node<Row> {
  const node = editable(shared, editor)
  if (node.children === null) {
    for (let at = from; at < to; ) at = putInLeaf(node, { writes, from: at, to }, orderOf)
    return node
  }
  for (let at = from; at < to; ) {
    const i = childFor(node, writes[at]!, orderOf)
    const old = node.children[i]!
    // Limited so that a node grows by at most one entry beyond its width.
    const limit = Math.min(to, at + roomIn(old))
    const end = endOfChild(node, i, { writes, from: at, to: limit }, orderOf)
    const sizeBefore = old.size
    const child = put(old, { writes, from: at, to: end }, orderOf, editor)
    node.size += child.size - sizeBefore
    setChild(node, i, child)
    if (child.rows.length > WIDTH) insertAt(node, i + 1, split(child, writes[end - 1]!, orderOf))
    at = end
  }
  return node
}

/** Inserts the first write, and with it those of its bucket that belong before the same entry. */
function putInLeaf<Row extends Identified>(
  leaf: Node<Row>,
  { writes, from, to }: Part<Row>,
  orderOf: OrderOf<Row>,
): number {
  const { bucket, row } = writes[from]!
  const i = countBefore(leaf, writes[from]!, orderOf)
  if (isAt(leaf, i, writes[from]!, orderOf)) {
    leaf.rows[i] = row
    return from + 1
  }
  // Equal bucket names share one string; otherwise a million rows would hold a million copies.
  const before = leaf.buckets[i - 1]
  const after = leaf.buckets[i]
  const name = before === bucket ? before : after === bucket ? after : bucket
  const isLast = i === leaf.rows.length
  let at = from + 1
  while (at < to && writes[at]!.bucket === bucket) {
    if (!isLast && compare(writes[at]!, leaf, i, orderOf) >= 0) break
    at += 1
  }
  leaf.size += at - from
  // Nearly every row is inserted at the end.
  if (isLast) {
    for (let next = from; next < at; next++) {
      leaf.buckets.push(name)
      leaf.rows.push(writes[next]!.row)
    }
  } else if (at === from + 1) {
    leaf.buckets.splice(i, 0, name)
    leaf.rows.splice(i, 0, row)
  } else {
    const part = writes.slice(from, at)
    leaf.buckets.splice(i, 0, ...part.map(() => name))
    leaf.rows.splice(i, 0, ...part.map(write => write.row))
  }
  return at
}

/** The node without the rows at these places, which must exist. Call `trimRoot` on a root. */
export function drop<Row extends Identified>(
  shared: Node<Row>,
  { writes, from, to }: Part<Row>,
  orderOf: OrderOf<Row>,
  editor: object,
): Node<Row> {
  const node = editable(shared, editor)
  node.size -= to - from
  if (node.children === null) {
    for (let at = from; at < to; at++) dropFromLeaf(node, writes[at]!, orderOf)
    return node
  }
  for (let at = from; at < to; ) {
    const i = childFor(node, writes[at]!, orderOf)
    const end = endOfChild(node, i, { writes, from: at, to }, orderOf)
    const child = drop(node.children[i]!, { writes, from: at, to: end }, orderOf, editor)
    at = end
    if (child.size === 0) {
      removeAt(node, i)
      continue
    }
    setChild(node, i, child)
    if (child.rows.length < WIDTH / 4) mergeWithNeighbour(node, i, editor)
  }
  return node
}

function dropFromLeaf<Row extends Identified>(leaf: Node<Row>, place: Place, orderOf: OrderOf<Row>): void {
  const i = countBefore(leaf, place, orderOf)
  if (!isAt(leaf, i, place, orderOf))
    throw new Error(`no row ${place.id} at its place in bucket '${place.bucket}'`)
  removeAt(leaf, i)
}

/** How many writes a node takes before it has to be split. */
export function roomIn<Row>(node: Node<Row>): number {
  return WIDTH + 1 - node.rows.length
}

/** The end of the writes that go below the child; the first one does. */
function endOfChild<Row extends Identified>(
  node: Node<Row>,
  child: number,
  { writes, from, to }: Part<Row>,
  orderOf: OrderOf<Row>,
): number {
  if (child + 1 === node.rows.length) return to
  let end = from + 1
  while (end < to && compare(writes[end]!, node, child + 1, orderOf) < 0) end += 1
  return end
}

/** A root of a legal width, with one level more if it has grown too wide. */
export function splitRoot<Row extends Identified>(
  root: Node<Row>,
  place: Place,
  orderOf: OrderOf<Row>,
  editor: object,
): Node<Row> {
  return root.rows.length > WIDTH ? branchOf([root, split(root, place, orderOf)], editor) : root
}

/** A root without superfluous levels. */
export function trimRoot<Row>(root: Node<Row>, editor: object): Node<Row> {
  if (root.size === 0) return emptyNode(editor)
  return root.children?.length === 1 ? trimRoot(root.children[0]!, editor) : root
}

/** Builds a tree of full nodes from sorted entries. */
export function build<Row>(buckets: readonly string[], rows: readonly Row[], editor: object): Node<Row> {
  if (rows.length === 0) return emptyNode(editor)
  let level: Node<Row>[] = []
  for (let i = 0; i < rows.length; i += WIDTH) {
    const part = rows.slice(i, i + WIDTH)
    level.push({
      editor,
      size: part.length,
      buckets: buckets.slice(i, i + WIDTH),
      rows: part,
      children: null,
    })
  }
  while (level.length > 1) {
    const above: Node<Row>[] = []
    for (let i = 0; i < level.length; i += WIDTH) above.push(branchOf(level.slice(i, i + WIDTH), editor))
    level = above
  }
  return level[0]!
}

/** The number of entries of this node before the place. */
function countBefore<Row extends Identified>(node: Node<Row>, place: Place, orderOf: OrderOf<Row>): number {
  let low = 0
  let high = node.rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(place, node, middle, orderOf) > 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The child that contains the place. */
function childFor<Row extends Identified>(node: Node<Row>, place: Place, orderOf: OrderOf<Row>): number {
  const before = countBefore(node, place, orderOf)
  return isAt(node, before, place, orderOf) ? before : Math.max(0, before - 1)
}

function isAt<Row extends Identified>(
  node: Node<Row>,
  i: number,
  place: Place,
  orderOf: OrderOf<Row>,
): boolean {
  return i < node.rows.length && compare(place, node, i, orderOf) === 0
}

/** Positive if the place comes after the entry, negative if before. */
function compare<Row extends Identified>(
  place: Place,
  node: Node<Row>,
  i: number,
  orderOf: OrderOf<Row>,
): number {
  const bucket = node.buckets[i]!
  if (place.bucket !== bucket) return place.bucket < bucket ? -1 : 1
  if (place.order === undefined) return place.side
  const row = node.rows[i]!
  const order = orderOf(row)
  if (place.order !== order) return place.order < order ? -1 : 1
  if (place.id === undefined || place.id === row.id) return place.side
  return place.id < row.id ? -1 : 1
}

function editable<Row>(node: Node<Row>, editor: object): Node<Row> {
  if (node.editor === editor) return node
  return {
    editor,
    size: node.size,
    buckets: node.buckets.slice(),
    rows: node.rows.slice(),
    children: node.children === null ? null : node.children.slice(),
  }
}

function branchOf<Row>(children: Node<Row>[], editor: object): Node<Row> {
  return {
    editor,
    size: children.reduce((sum, child) => sum + child.size, 0),
    buckets: children.map(child => child.buckets[0]!),
    rows: children.map(child => child.rows[0]!),
    children,
  }
}

/**
 * Splits off the later part of a node that is too wide: usually half. If the new entry is the last of its bucket, the
 * cut is right before it, so that lists that grow at the end leave full nodes.
 */
function split<Row extends Identified>(node: Node<Row>, place: Place, orderOf: OrderOf<Row>): Node<Row> {
  const i = countBefore(node, place, orderOf)
  const closes = i >= WIDTH / 2 && i < node.rows.length && node.buckets[i + 1] !== place.bucket
  const cut = closes ? i : WIDTH / 2
  const rows = node.rows.splice(cut)
  const buckets = node.buckets.splice(cut)
  const children = node.children === null ? null : node.children.splice(cut)
  const size = children === null ? rows.length : children.reduce((sum, child) => sum + child.size, 0)
  node.size -= size
  return { editor: node.editor, size, buckets, rows, children }
}

function mergeWithNeighbour<Row>(parent: Node<Row>, i: number, editor: object): void {
  const children = parent.children!
  const left = i > 0 ? i - 1 : i
  const second = children[left + 1]
  if (second === undefined || children[left]!.rows.length + second.rows.length > WIDTH) return
  const first = editable(children[left]!, editor)
  first.rows.push(...second.rows)
  first.buckets.push(...second.buckets)
  first.children?.push(...second.children!)
  first.size += second.size
  setChild(parent, left, first)
  removeAt(parent, left + 1)
}

function setChild<Row>(node: Node<Row>, i: number, child: Node<Row>): void {
  // Nearly always nothing changes here, and a comparison is cheaper than a write barrier of the garbage collector.
  const [bucket, row] = [child.buckets[0]!, child.rows[0]!]
  if (node.children![i] !== child) node.children![i] = child
  if (node.buckets[i] !== bucket) node.buckets[i] = bucket
  if (node.rows[i] !== row) node.rows[i] = row
}

function insertAt<Row>(node: Node<Row>, i: number, child: Node<Row>): void {
  node.children!.splice(i, 0, child)
  node.buckets.splice(i, 0, child.buckets[0]!)
  node.rows.splice(i, 0, child.rows[0]!)
}

function removeAt<Row>(node: Node<Row>, i: number): void {
  node.children?.splice(i, 1)
  node.buckets.splice(i, 1)
  node.rows.splice(i, 1)
}
