import { expect, test } from 'vitest'
import { type Schema, validateSchema } from '#openapi'
import { fillFromSchema } from './fill-from-schema.ts'

const run: Schema = {
  type: 'object',
  required: ['id', 'mood', 'cost'],
  properties: {
    id: { type: 'string' },
    mood: { type: 'string', enum: ['calm', 'busy'] },
    cost: { $ref: '#/components/schemas/Tokens' },
    city: { type: 'string' },
  },
}
const page: Schema = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: run } },
}

test('gives a value the required fields that it lacks, and leaves optional ones out', async () => {
  const { data } = await fillFromSchema(
    page,
    { data: [{ id: 'run_1' }, { id: 'run_2', mood: 'calm' }] },
    'seed',
  )
  const rows = data as Record<string, unknown>[]
  expect(['calm', 'busy']).toContain(rows[0]?.mood)
  expect(rows[1]?.mood).toBe('calm')
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual(['cost', 'id', 'mood'])
    expect(validateSchema('Tokens', row.cost)).toEqual([])
  }
})

test('fills the same row the same way wherever it stands, and another seed another way', async () => {
  const fill = (ids: string[], seed = 'seed') => fillFromSchema(page, { data: ids.map(id => ({ id })) }, seed)
  const [one, both] = [await fill(['run_2']), await fill(['run_1', 'run_2'])]
  expect(both.data[1]).toEqual(one.data[0])
  expect(await fillFromSchema(run, { id: 'run_2' }, 'seed')).toEqual(one.data[0])
  expect(JSON.stringify(await fill(['run_1', 'run_2', 'run_3'], 'other'))).not.toBe(
    JSON.stringify(await fill(['run_1', 'run_2', 'run_3'])),
  )
})

test('makes what x-mock names', async () => {
  const schema: Schema = {
    type: 'object',
    required: ['note'],
    properties: { note: { type: 'string', 'x-mock': 'internet.email' } },
  }
  const empty: { note?: string } = {}
  expect((await fillFromSchema(schema, empty, 'seed')).note).toMatch(/@/)
})

test('returns a value that lacks nothing as it is', async () => {
  const tokens = { input: 1, output: 2, total: 3 }
  expect(await fillFromSchema('Tokens', tokens, 'seed')).toBe(tokens)
})
