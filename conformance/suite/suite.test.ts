import { expect, test } from 'vitest'
import { document, rightRequest } from '#openapi'
import { invalidRequestsFor } from '../negatives/refusals.ts'
import { allOperations, operation, refusalsOf, requirements } from '../requirements/contract.ts'
import { suite } from './index.ts'

test('every requirement has a check', () => {
  const checked = new Set(suite.flatMap(scenario => scenario.requirements))
  expect(requirements.map(row => row.id).filter(id => !checked.has(id))).toEqual([])
})

test('no check gives a verdict on an unknown requirement', () => {
  const known = new Set(requirements.map(row => row.id))
  const strange = suite.flatMap(({ id, requirements: ids }) =>
    ids.filter(one => !known.has(one)).map(one => `${id}: ${one}`),
  )
  expect(strange).toEqual([])
})

test('scenarios have names of their own and say what they cost', () => {
  const ids = suite.map(scenario => scenario.id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(suite.filter(scenario => !scenario.cost).map(scenario => scenario.id)).toEqual([])
})

test('what costs runs is never part of a read-only run', () => {
  expect(
    suite.filter(scenario => (scenario.cost?.runs ?? 0) > 0 && !scenario.writes).map(scenario => scenario.id),
  ).toEqual([])
})

test('every refusal among the requirements yields invalid requests, each still invalid after serialisation', () => {
  const rightBody = (id: string) => {
    const { body = {} } = rightRequest(operation(id), { document, names: () => [] })
    return body as Readonly<Record<string, unknown>>
  }
  let made = 0
  for (const { id } of allOperations) {
    for (const where of ['body', 'query'] as const) {
      for (const row of refusalsOf(id, where))
        made += invalidRequestsFor(id, row.subject, rightBody(id)).length
    }
  }
  expect(made).toBeGreaterThan(300)
})
