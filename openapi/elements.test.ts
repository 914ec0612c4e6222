import { expect, test } from 'vitest'
import type { Contract, Schema } from './contract.ts'
import { branchesOf, parametersOf, propertiesOf, resolve, typesOf } from './elements.ts'

const limit = { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Count' } } as const
const document: Contract = {
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1' },
  paths: {
    '/cats/{cat_id}': {
      parameters: [{ ...limit, description: 'Of the path.' }],
      get: { operationId: 'getCat', parameters: [{ $ref: '#/components/parameters/Limit' }], responses: {} },
    },
  },
  components: {
    parameters: { Limit: limit },
    schemas: {
      Count: { $ref: '#/components/schemas/Whole', description: 'Of cats.' },
      Whole: { type: ['integer', 'null'] },
      Cat: { allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { name: { const: 'Tom' } } }] },
      Named: { properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    },
  },
}
const types = (schema: Schema) => [...typesOf(document, schema)]

test('finds the types of references, unions and enumerations', () => {
  expect(types({ $ref: '#/components/schemas/Whole' })).toEqual(['integer', 'null'])
  expect(types({ oneOf: [{ type: 'string' }, { type: 'null' }] })).toEqual(['string', 'null'])
  expect(types({ allOf: [{ type: 'string' }] })).toEqual(['string'])
  expect(types({ enum: ['a', 1.5, null, true] })).toEqual(['string', 'number', 'null', 'boolean'])
  expect(types({ const: 3 })).toEqual(['integer'])
})

test('follows references with siblings, and says where they end', () => {
  expect(resolve(document, limit.schema)).toEqual({
    element: { type: ['integer', 'null'] },
    pointer: '/components/schemas/Whole',
  })
  expect(() => resolve(document, { $ref: '#/components/schemas/Dog' })).toThrow('does not exist')
})

test('takes what an operation says of a parameter before what its path says', () => {
  expect(parametersOf(document, { method: 'GET', path: '/cats/{cat_id}' })).toEqual([limit])
})

test('finds the properties of all branches, the first of a name first', () => {
  const cat = { $ref: '#/components/schemas/Cat' }
  expect(propertiesOf(document, cat)).toEqual({ name: { type: 'string' }, age: { type: 'integer' } })
  expect(branchesOf(document, cat)).toHaveLength(3)
})
