import { expect, test } from 'vitest'
import { requirements } from '#openapi'
import { catalogue } from './mutants/index.ts'
import { pairwise } from './variants.ts'

test('every mutant has a name of its own and violates a known requirement', () => {
  const ids = catalogue.map(({ id }) => id)
  const known = new Set<string>(requirements.requirements.map(({ id }) => id))
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  expect(catalogue.filter(({ requirement }) => !known.has(requirement))).toEqual([])
  expect(ids.length).toBeGreaterThan(400)
})

test('every two answers of different gaps meet in some combination', () => {
  const columns = [
    ['a', 'b'],
    ['c', 'd', 'e'],
    ['f', 'g'],
    ['h', 'i', 'j'],
  ]
  const rows = pairwise(columns)
  for (const [a, left] of columns.entries())
    for (const [b, right] of columns.entries())
      if (a < b)
        for (const x of left)
          for (const y of right) expect(rows.some(row => row[a] === x && row[b] === y)).toBe(true)
  expect(rows.length).toBeLessThan(2 * 3 * 2 * 3)
})
