import { expect, test } from 'vitest'
import type { SchemaType } from './contract.ts'
import { coerce } from './validate.ts'

const read = (text: string, ...types: SchemaType[]) => coerce(text, new Set(types))

test.each([
  ['20', 20],
  ['-3', -3],
  ['0', 0],
])('reads %j as a whole number', (text, value) => {
  expect(read(text, 'integer')).toBe(value)
})

test.each(['1e1', ' 7 ', '7.0', '07', '+7', '0x10', '', 'seven', '9007199254740993'])(
  'leaves %j as text where a whole number is asked for',
  text => {
    expect(read(text, 'integer')).toBe(text)
  },
)

test('reads decimals as numbers, and nothing else', () => {
  expect(read('0.25', 'number')).toBe(0.25)
  expect(read('-4', 'number')).toBe(-4)
  for (const text of ['.5', '5.', '1e3', 'NaN', 'Infinity']) expect(read(text, 'number')).toBe(text)
})

test('reads true and false as booleans, and no other spelling', () => {
  expect(read('true', 'boolean')).toBe(true)
  expect(read('false', 'boolean')).toBe(false)
  for (const text of ['True', 'TRUE', '1', '0', 'yes', 'on', '']) expect(read(text, 'boolean')).toBe(text)
})

test('reads nothing as null where null is allowed, and never the word null', () => {
  expect(read('', 'integer', 'null')).toBeNull()
  expect(read('', 'string')).toBe('')
  expect(read('null', 'string', 'null')).toBe('null')
})
