import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, Tree } from './ordered-tree.ts'
import { difference } from './ordered-tree-difference.ts'

type Row = { readonly id: string; readonly groups: readonly string[]; readonly rank: number }

const newTree = () => new Tree<Row>({ bucket: row => row.groups, order: row => row.rank })
const byId = () => new Tree<Row>({ order: () => 0 })

const aRow = fc.record(
  {
    id: fc.integer({ min: 0, max: 400 }).map(n => `r${n}`),
    groups: fc.subarray(['a', 'b', 'c']),
    rank: fc.integer({ min: 0, max: 9 }),
  },
  { noNullPrototype: true },
)
const anAction = fc.record({ kind: fc.constantFrom('put', 'put', 'put', 'drop', 'fork' as const), row: aRow })

/** What a tree should hold, from a plain list of rows. */
function inOrder(rows: Iterable<Row>, group?: string): Row[] {
  const entries = [...rows]
    .flatMap(row => row.groups.map(g => ({ g, row })))
    .filter(e => !group || e.g === group)
  entries.sort((x, y) => compare(x.g, y.g) || x.row.rank - y.row.rank || compare(x.row.id, y.row.id))
  return entries.map(entry => entry.row)
}

const added = (after: Row): Change<Row> => ({ before: undefined, after })
const removed = (before: Row): Change<Row> => ({ before, after: undefined })

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function play(
  actions: { kind: string; row: Row }[],
  check: (tree: Tree<Row>, rows: Map<string, Row>) => void,
) {
  let tree = newTree()
  const rows = new Map<string, Row>()
  const older: { tree: Tree<Row>; expected: Row[] }[] = []
  let changes = new Map<string, Change<Row>>()
  const change = (id: string, before: Row | undefined, after: Row | undefined) => {
    const earlier = changes.get(id)
    changes.set(id, { before: earlier ? earlier.before : before, after })
  }
  const enter = () => {
    tree.enter([...changes.values()])
    changes = new Map()
  }
  for (const { kind, row } of actions) {
    const known = rows.get(row.id)
    if (kind === 'fork') {
      enter()
      older.push({ tree, expected: inOrder(rows.values()) })
      tree = tree.fork()
    } else if (kind === 'drop') {
      change(row.id, known, undefined)
      rows.delete(row.id)
    } else {
      change(row.id, known, row)
      rows.set(row.id, row)
    }
  }
  enter()
  check(tree, rows)
  for (const version of older) expect(version.tree.slice()).toEqual(version.expected)
}

test('holds the same as a sorted list after any writes, and forks keep what they held', () => {
  fc.assert(
    fc.property(fc.array(anAction, { maxLength: 1_500, size: 'max' }), actions =>
      play(actions, (tree, rows) => {
        expect(tree.slice()).toEqual(inOrder(rows.values()))
        expect(tree.size).toBe(inOrder(rows.values()).length)
      }),
    ),
    { numRuns: 60 },
  )
})

test('spans count and delimit any stretch of a bucket', () => {
  const position = fc.record({
    order: fc.integer({ min: -1, max: 10 }),
    id: fc.constantFrom('', 'r1', 'r250', 'z'),
  })
  const stretch = fc.record(
    {
      from: fc.integer({ min: -1, max: 10 }),
      to: fc.integer({ min: -1, max: 10 }),
      above: position,
      below: position,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.array(aRow, { maxLength: 400, size: 'max' }),
      fc.constantFrom('a', 'b', 'x'),
      stretch,
      (list, g, s) => {
        const rows = new Map(list.map(row => [row.id, row]))
        const tree = newTree()
        tree.load([...rows.values()])
        const beyond = (row: Row, p: { order: number; id: string }) =>
          row.rank - p.order || compare(row.id, p.id)
        const expected = inOrder(rows.values(), g).filter(
          row =>
            (s.from === undefined || row.rank >= s.from) &&
            (s.to === undefined || row.rank < s.to) &&
            (s.above === undefined || beyond(row, s.above) > 0) &&
            (s.below === undefined || beyond(row, s.below) < 0),
        )
        expect(tree.slice(...tree.span(g, s))).toEqual(expected)
      },
    ),
  )
})

test('a loaded tree equals one that was filled row by row, and can be written to', () => {
  fc.assert(
    fc.property(fc.uniqueArray(aRow, { selector: row => row.id, maxLength: 400, size: 'max' }), rows => {
      const loaded = newTree()
      loaded.load(rows)
      const filled = newTree()
      for (const row of rows) filled.enter([added(row)])
      expect(loaded.slice()).toEqual(filled.slice())
      for (const row of rows.slice(1)) loaded.enter([removed(row)])
      expect(loaded.slice()).toEqual(inOrder(rows.slice(0, 1)))
    }),
    { numRuns: 40 },
  )
})

test('stays low when everything is added and removed again in order', () => {
  const tree = byId()
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: `r${1e6 + i}`, groups: [], rank: 0 }))
  for (const row of rows) tree.enter([added(row)])
  expect(height(tree)).toBe(3)
  for (const row of rows.slice(0, -10)) tree.enter([removed(row)])
  expect(height(tree)).toBe(1)
  expect(tree.slice()).toEqual(rows.slice(-10))
})

test('nodes that have become nearly empty are put together', () => {
  const tree = byId()
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: `r${1e6 + i}`, groups: [], rank: 0 }))
  for (const row of rows) tree.enter([added(row)])
  for (const [i, row] of rows.entries()) if (i % 20 !== 0) tree.enter([removed(row)])
  expect(tree.slice()).toEqual(rows.filter((_, i) => i % 20 === 0))
  expect(leaves(tree.root)).toBeLessThan(100)
})

test('a row that names a bucket twice is in it once', () => {
  const tree = newTree()
  const row = { id: 'r1', groups: ['a', 'b', 'a'], rank: 0 }
  tree.enter([added(row)])
  expect(tree.slice()).toEqual([row, row])
  tree.enter([removed(row)])
  expect(tree.size).toBe(0)
})

test('a list that grows at the end of its bucket leaves full nodes behind', () => {
  const tree = newTree()
  for (let i = 0; i < 30_000; i++)
    tree.enter([added({ id: `r${1e6 + i}`, groups: [['a', 'b', 'c'][i % 3]!], rank: i })])
  expect(30_000 / leaves(tree.root)).toBeGreaterThan(48)
})

test('keeps a text that names a bucket once per node, not once per row', () => {
  const tree = new Tree<Row>({ bucket: row => `${row.groups[0]}|${row.groups[1]}`, order: row => row.rank })
  for (let i = 0; i < 50; i++) tree.enter([added({ id: `r${i}`, groups: ['a', 'b'], rank: i })])
  expect(new Set(tree.root.buckets).size).toBe(1)
})

test('refuses a sort key that cannot be sorted', () => {
  const tree = new Tree<Row>({ order: row => row.rank })
  expect(() =>
    tree.enter([{ before: undefined, after: { id: 'r1', groups: [], rank: Number.NaN } }]),
  ).toThrow('sort key of row r1')
})

test('a difference names exactly what was added, changed and removed', () => {
  const rows = fc.uniqueArray(aRow, { selector: row => row.id, maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(rows, fc.array(anAction, { maxLength: 40 }), (start, actions) => {
      const before = byId()
      before.load(start)
      const after = before.fork()
      const now = new Map(start.map(row => [row.id, row]))
      for (const { kind, row } of actions) {
        const known = now.get(row.id)
        if (kind === 'drop') {
          if (known) after.enter([removed(known)])
          now.delete(row.id)
        } else {
          if (known) after.enter([{ before: known, after: row }])
          else after.enter([added(row)])
          now.set(row.id, row)
        }
      }
      const was = new Map(start.map(row => [row.id, row]))
      const sorted = (list: Row[]) => list.sort((a, b) => compare(a.id, b.id))
      expect(difference(before, after)).toEqual({
        added: sorted([...now.values()].filter(row => !was.has(row.id))),
        removed: sorted([...was.values()].filter(row => !now.has(row.id))),
        changed: sorted(
          [...now.values()].filter(
            row => was.has(row.id) && !fc.stringify(was.get(row.id)).includes(fc.stringify(row)),
          ),
        ).map(row => ({ before: was.get(row.id), after: row })),
      })
    }),
    { numRuns: 200 },
  )
})

test('comparing two forks of a large tree reads only what was written', () => {
  let reads = 0
  const rows = Array.from({ length: 50_000 }, (_, i) => ({
    get id() {
      reads++
      return `r${1e6 + i}`
    },
    groups: [],
    rank: 0,
  }))
  const before = byId()
  before.load(rows)
  const after = before.fork()
  after.enter([added({ id: 'r1020000b', groups: [], rank: 0 })])
  after.enter([removed(rows[40_000]!)])
  reads = 0
  const found = difference(before, after)
  expect(found.added.map(row => row.id)).toEqual(['r1020000b'])
  expect(found.removed).toEqual([rows[40_000]])
  expect(reads).toBeLessThan(2_000)
})

type Shape = { children: readonly Shape[] | null }

function height(tree: Tree<Row>): number {
  let node: Shape = tree.root
  let levels = 1
  while (node.children !== null) {
    node = node.children[0]!
    levels++
  }
  return levels
}

function leaves(node: Shape): number {
  return node.children === null ? 1 : node.children.reduce((sum, child) => sum + leaves(child), 0)
}
