import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'
import { type GrammarName, grammars } from './grammars.ts'

// As many as fit into a few seconds; `npm run fuzz -- --inputs 1000000` sends more.
test('4,000 inputs, sound, hostile and malformed, meet no bug, no long pause and no other workspace', async () => {
  const problems = await fuzz('requests', { seed: 1, inputs: 4_000 })
  const first = problems[0]
  expect(
    problems,
    first && `again: npm run fuzz -- --grammar requests --seed 1 --batch ${first.batch} --inputs 200`,
  ).toEqual([])
})

const others = (Object.keys(grammars) as GrammarName[]).filter(name => name !== 'requests')
test.each(others)('50 inputs of %s are taken or refused', async name => {
  expect(await fuzz(name, { seed: 1, inputs: 50 })).toEqual([])
})
