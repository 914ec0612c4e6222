import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { document, type Parameter, type Schema } from './index.ts'
import { singleValueCheck } from './schemas.ts'

const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  20,
  365,
  1e6,
  '',
  '1',
  'failed',
  'todo',
  'user',
  [],
  {},
  [1],
  ['todo'],
]

const parameters = Object.values(document.paths)
  .flatMap(item => [
    ...(item.parameters ?? []),
    ...Object.values(item).flatMap(each => (Array.isArray(each) ? [] : each.parameters)),
  ])
  .concat(Object.values(document.components.parameters ?? {}))
  .filter((parameter): parameter is Parameter => parameter !== undefined && 'schema' in parameter)

test('judges parameters as the compiler does', () => {
  const ajv = new Ajv2020({ strict: false })
  const judged = parameters.filter(({ schema }) => {
    const fits = singleValueCheck(schema)
    if (!fits) return false
    for (const value of [...VALUES, ...(schema.enum ?? [])])
      expect([schema, value, fits(value)]).toEqual([schema, value, ajv.validate(schema, value)])
    return true
  })
  expect(judged.length).toBeGreaterThan(parameters.length * 0.8)
})

test.each<Schema>([
  { enum: ['a'] },
  { type: 'string', pattern: '^a' },
  { type: 'integer', multipleOf: 2 },
  { type: ['array', 'null'] },
  { type: 'string', $ref: '#/components/schemas/Task' },
])('leaves %j to the compiler', schema => {
  expect(singleValueCheck(schema)).toBeUndefined()
})
