import { isEqual } from './is-equal.ts'
import type { Change, Tree } from './ordered-tree.ts'
import type { Node } from './ordered-tree-node.ts'

/** The rows that differ between two versions, sorted by id. */
export type Difference<Row> = {
  readonly added: readonly Row[]
  readonly changed: readonly { readonly before: Row; readonly after: Row }[]
  readonly removed: readonly Row[]
}

/** The difference of two trees of rows by id. */
export function difference<Row extends { readonly id: string }>(
  older: Tree<Row>,
  newer: Tree<Row>,
): Difference<Row> {
  const added: Row[] = []
  const changed: { before: Row; after: Row }[] = []
  const removed: Row[] = []
  for (const { before, after } of changesBetween(older, newer))
    if (before === undefined) added.push(after!)
    else if (after === undefined) removed.push(before)
    else if (!isEqual(before, after)) changed.push({ before, after })
  return { added, changed, removed }
}

/**
 * The changes that lead from one tree to another, both sorted by id alone. Shared nodes are skipped, so comparing two
 * forks of a large tree takes time proportional to the changes.
 */
export function changesBetween<Row extends { readonly id: string }>(
  older: Tree<Row>,
  newer: Tree<Row>,
): Change<Row>[] {
  const changes: Change<Row>[] = []
  const left: Item<Row>[] = [{ node: older.root }]
  const right: Item<Row>[] = [{ node: newer.root }]
  while (left.length > 0 || right.length > 0) {
    const a = left.at(-1)
    const b = right.at(-1)
    if (a?.node !== undefined && a.node === b?.node) {
      left.pop()
      right.pop()
    } else if (a?.node !== undefined && a.node.size >= (b?.node?.size ?? 0)) open(left, a.node)
    else if (b?.node !== undefined) open(right, b.node)
    else {
      const before = a?.row
      const after = b?.row
      if (before === undefined || (after !== undefined && before.id > after.id)) {
        changes.push({ before: undefined, after })
        right.pop()
      } else if (after === undefined || before.id < after.id) {
        changes.push({ before, after: undefined })
        left.pop()
      } else {
        if (before !== after) changes.push({ before, after })
        left.pop()
        right.pop()
      }
    }
  }
  return changes
}

/** What remains to be compared, the next item last: an unopened node or a single row. */
type Item<Row> = { readonly node: Node<Row>; readonly row?: never } | Single<Row>
type Single<Row> = { readonly node?: never; readonly row: Row }

function open<Row>(pending: Item<Row>[], node: Node<Row>): void {
  pending.pop()
  const parts = node.children?.map(child => ({ node: child })) ?? node.rows.map(row => ({ row }))
  pending.push(...parts.reverse())
}
