import { expect, test } from 'vitest'
import { readQuery } from './query.ts'

test.each([
  '',
  'limit=20&status=todo',
  'a=1&a=2&a=3',
  'a&b=&=c&&d=e=f',
  '?a=1',
  '__proto__=x&constructor=y',
  'q=two%20words+more&bad=%zz&s=%E2%82%AC',
])('reads %j as URLSearchParams does', query => {
  const expected = new URLSearchParams(query)
  const names = [...new Set(expected.keys())]
  const read = readQuery(query)
  expect(Object.keys(read)).toEqual(names)
  expect(names.map(name => [read[name]].flat())).toEqual(names.map(name => expected.getAll(name)))
})
