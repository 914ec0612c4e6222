import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from './random.ts'

const draws = (random: Random, n = 20) => Array.from({ length: n }, () => random.float())

test('the same seed gives the same stream, another seed another', () => {
  expect(draws(new Random('a'))).toEqual(draws(new Random('a')))
  expect(draws(new Random('a'))).not.toEqual(draws(new Random('b')))
})

test('the stream is the one it was when this test was written', () => {
  const random = new Random('demo')
  expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toMatchInlineSnapshot(`
    [
      707,
      842,
      95,
    ]
  `)
})

test('a saved stream continues where it stood', () => {
  const random = new Random('a')
  draws(random)
  const restored = Random.restore(JSON.parse(JSON.stringify(random.save())))
  expect(draws(restored)).toEqual(draws(random))
})

test('a fork depends on its label and the seed, not on what was drawn', () => {
  const fresh = new Random('a')
  const used = new Random('a')
  draws(used)
  expect(draws(used.fork('x'))).toEqual(draws(fresh.fork('x')))
  expect(draws(fresh.fork('x'))).not.toEqual(draws(fresh.fork('y')))
})

test('every whole number of a range comes about equally often', () => {
  const random = new Random('dice')
  const seen = new Map<number, number>()
  for (let i = 0; i < 60_000; i++) {
    const n = random.int(-2, 3)
    seen.set(n, (seen.get(n) ?? 0) + 1)
  }
  expect([...seen.keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3])
  for (const count of seen.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})

test('weights are kept to, and a weight of zero is never chosen', () => {
  const random = new Random('w')
  const counts = { a: 0, b: 0, never: 0 }
  const choices = [['never', 0] as const, ['a', 3] as const, ['b', 1] as const]
  for (let i = 0; i < 10_000; i++) counts[random.weighted(choices)]++
  expect(counts.never).toBe(0)
  expect(counts.a / counts.b).toBeGreaterThan(2.7)
  expect(counts.a / counts.b).toBeLessThan(3.3)
})

test('a chance of 0 never comes, a chance of 1 always', () => {
  const random = new Random('c')
  const tries = Array.from({ length: 1_000 }, () => [random.chance(0), random.chance(1)])
  expect(tries.every(([never, always]) => !never && always)).toBe(true)
})

test('a shuffle keeps the items and leaves the original alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.integer()), (seed, items) => {
      const original = [...items]
      const shuffled = new Random(seed).shuffle(items)
      expect(items).toEqual(original)
      expect(shuffled.toSorted((a, b) => a - b)).toEqual(original.toSorted((a, b) => a - b))
    }),
  )
})

test('refuses to choose where there is nothing to choose', () => {
  const random = new Random('n')
  expect(() => random.pick([])).toThrow('from nothing')
  expect(() => random.int(2, 1)).toThrow(RangeError)
  expect(() => random.weighted([['a', 0]])).toThrow(RangeError)
})
