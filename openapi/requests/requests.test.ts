import { expect, test } from 'vitest'
import {
  document,
  operationIds,
  operations,
  requirements,
  rightRequest,
  validateRequest,
  wrongRequests,
} from '../index.ts'
import { type Choice, kindOf, type RightRequest } from './right.ts'

const names = (kind: string) => (['agent', 'task', 'run'].includes(kind) ? [`${kind}_1`, `${kind}_2`] : [])

/** The same choices for the same seed. */
function choiceOf(seed: number): Choice {
  let state = seed
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
  return {
    chance: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)]!,
  }
}

const issuesOf = (id: (typeof operationIds)[number], { query, body }: RightRequest) => {
  const path = Object.fromEntries(operations[id].pathParams.map(({ name }) => [name, 'id']))
  const judged = validateRequest(id, { path, query, body })
  return judged.ok ? [] : judged.issues
}

test.each(operationIds)('makes requests to %s that the contract allows', id => {
  const made = Array.from({ length: 40 }, (_, seed) =>
    rightRequest(operations[id], { document, names, choice: choiceOf(seed) }),
  )
  for (const one of [...made, rightRequest(operations[id], { document, names })])
    expect(issuesOf(id, one), JSON.stringify(one.body)).toEqual([])
})

test('makes the same requests for the same seed, others for another', () => {
  const made = (seed: number) => {
    const choice = choiceOf(seed)
    return JSON.stringify(operationIds.map(id => rightRequest(operations[id], { document, names, choice })))
  }
  expect(made(1)).toBe(made(1))
  expect(made(1)).not.toBe(made(2))
})

test('without a choice it makes the first example, with things that exist in place of its own', () => {
  const row = operations.createAgentCompletion
  const { path, query, body } = rightRequest(row, { document, names })
  expect([path, query.size]).toEqual([row.path, 0])
  expect(body).toMatchObject({ agentId: 'agent_1', messages: [{ role: 'user' }] })
  expect(rightRequest(operations.getRun, { document, names }).path).toBe('/runs/run_1')
})

test('tells what kind of thing a field names', () => {
  expect(
    [
      'agent_id',
      'parent_task_id',
      'agentId',
      'knowledgeBaseIds',
      'approval_approver_ids',
      'ref',
      'title',
      'task',
    ].map(kindOf),
  ).toEqual(['agent', 'task', 'agent', 'base', 'approver', 'ref', undefined, undefined])
})

test('makes a wrong request for everything that is stated to be refused', () => {
  const refused = requirements.requirements.filter(({ subject }) =>
    /^(refuses|bound)-/.test(subject?.case ?? ''),
  )
  const made = refused.flatMap(({ subject, operations: [id] }) =>
    wrongRequests(document, operations[id as 'createTask'], subject as never, { title: 'Check' }),
  )
  expect(made.length).toBeGreaterThan(300)
})
