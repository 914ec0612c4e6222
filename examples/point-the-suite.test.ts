import { expect, test } from 'vitest'
import { pointTheSuite } from './point-the-suite.ts'

test('the suite takes the target file of a mock, and finds every key and fixture in it that it wants', async () => {
  const { problems, counts, requirements } = await pointTheSuite(['AUTH', 'VIS', 'RUN', 'AGENT', 'KNOW'])
  expect(problems).toEqual([])
  expect(requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)).toEqual([])
  const missing = requirements
    .filter(({ verdict }) => verdict === 'not exercised')
    .filter(row => /fixture|a key/.test(JSON.stringify(row)))
  expect(missing.map(({ id }) => id)).toEqual([])
  expect(counts.met).toBeGreaterThan(50)
})
