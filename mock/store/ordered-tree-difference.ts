import { isEqual } from './is-equal.ts'
import type { Tree } from './ordered-tree.ts'
import type { Node } from './ordered-tree-node.ts'

/** The rows that differ between two versions, sorted by id. */
export type Difference<Row> = {
  readonly added: readonly Row[]
  readonly changed: readonly { readonly before: Row; readonly after: Row }[]
  readonly removed: readonly Row[]
}

/**
 * Compares two trees that are sorted by id alone. Shared nodes are skipped, so comparing two forks of a large tree
 * takes time proportional to the changes.
 */
export function difference<Row extends { readonly id: string }>(
  before: Tree<Row>,
  after: Tree<Row>,
): Difference<Row> {
  const added: Row[] = []
  const changed: { before: Row; after: Row }[] = []
  const removed: Row[] = []
  const left: Item<Row>[] = [{ node: before.root }]
  const right: Item<Row>[] = [{ node: after.root }]
  while (left.length > 0 || right.length > 0) {
    const a = left.at(-1)
    const b = right.at(-1)
    if (a?.node !== undefined && a.node === b?.node) {
      left.pop()
      right.pop()
    } else if (a?.node !== undefined && a.node.size >= (b?.node?.size ?? 0)) open(left, a.node)
    else if (b?.node !== undefined) open(right, b.node)
    else {
      const old = a?.row
      const now = b?.row
      const order =
        old === undefined ? 1 : now === undefined || old.id < now.id ? -1 : old.id > now.id ? 1 : 0
      if (order < 0) removed.push(old!)
      else if (order > 0) added.push(now!)
      else if (!isEqual(old, now)) changed.push({ before: old!, after: now! })
      if (order <= 0) left.pop()
      if (order >= 0) right.pop()
    }
  }
  return { added, changed, removed }
}

/** What remains to be compared, the next item last: an unopened node or a single row. */
type Item<Row> = { readonly node: Node<Row>; readonly row?: never } | Single<Row>
type Single<Row> = { readonly node?: never; readonly row: Row }

function open<Row>(pending: Item<Row>[], node: Node<Row>): void {
  pending.pop()
  const parts = node.children?.map(child => ({ node: child })) ?? node.rows.map(row => ({ row }))
  pending.push(...parts.reverse())
}
