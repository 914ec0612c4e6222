import { expect, test } from 'vitest'
import { requirements } from '#openapi'
import { catalogue } from './mutants/index.ts'

test('every mutant has a name of its own and violates a known requirement', () => {
  const ids = catalogue.map(({ id }) => id)
  const known = new Set<string>(requirements.requirements.map(({ id }) => id))
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  expect(catalogue.filter(({ requirement }) => !known.has(requirement))).toEqual([])
  expect(ids.length).toBeGreaterThan(400)
})
