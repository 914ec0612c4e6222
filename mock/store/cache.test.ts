import { expect, test } from 'vitest'
import { Cache, immutable, isImmutable } from './cache.ts'

test('a row has the same view until what it depends on is another', () => {
  const views = new Cache<object, { name: string }>()
  const row = {}
  const first = views.of(row, ['a'], () => ({ name: 'a' }))
  expect(views.of(row, ['a'], () => ({ name: 'never made' }))).toBe(first)
  expect(views.of(row, ['b'], () => ({ name: 'b' }))).toEqual({ name: 'b' })
  expect(isImmutable(first)).toBe(true)
  expect(isImmutable({ name: 'a' })).toBe(false)
})

test('only the views shown lately are kept', () => {
  const views = new Cache<object, { at: number }>()
  const rows = Array.from({ length: 10_000 }, () => ({}))
  const [first = {}] = rows
  const before = views.of(first, [], () => ({ at: 0 }))
  rows.forEach((row, at) => {
    views.of(row, [], () => ({ at }))
  })
  expect(views.of(first, [], () => ({ at: -1 }))).not.toBe(before)
})

test('a cached view cannot be changed', () => {
  const view = new Cache<object, { name: string }>().of({}, [], () => ({ name: 'a' }))
  expect(() => {
    view.name = 'b'
  }).toThrow(TypeError)
})

test('nothing in an immutable value can be changed', () => {
  const value = immutable({ rows: [{ id: 'run_1' }] })
  expect(isImmutable(value)).toBe(true)
  expect(() => value.rows.push({ id: 'run_2' })).toThrow(TypeError)
  expect(() => Object.assign(value.rows[0]!, { id: 'run_2' })).toThrow(TypeError)
})
