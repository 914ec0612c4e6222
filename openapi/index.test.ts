import { expect, expectTypeOf, test } from 'vitest'
import {
  document,
  gaps,
  type OperationId,
  operationIds,
  operations,
  type ReplyBody,
  type ReplyOf,
  type RequestOf,
  requirements,
  type Schemas,
  validateEvent,
  validateReply,
  validateRequest,
  validateSchema,
} from './index.ts'

test('the table has a row for every operation of the document', () => {
  const addresses = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(key => key !== 'parameters')
      .map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(operationIds.map(id => `${operations[id].method} ${operations[id].path}`)).toEqual(addresses)
})

test('every schema, parameter and reply of the contract compiles', () => {
  for (const name of Object.keys(document.components.schemas))
    validateSchema(name as keyof Schemas, undefined)
  for (const id of operationIds) {
    const path = Object.fromEntries(operations[id].pathParams.map(({ name }) => [name, 'x']))
    const query = Object.fromEntries(operations[id].queryParams.map(({ name }) => [name, 'x']))
    validateRequest(id, { path, query, body: {} })
    for (const status of operations[id].statuses) validateReply(id, status, 'application/json', {})
    if (operations[id].streams) validateEvent(id, {})
  }
})

test('a request that fits is given back with values and defaults', () => {
  const request = validateRequest('listRuns', { query: new URLSearchParams('limit=20&status=') })
  expect(request).toMatchObject({ ok: true, value: { query: { limit: 20, status: null } } })
})

test('a request that does not fit is explained field by field', () => {
  const request = validateRequest('createTask', { body: { priority: 'hot' } })
  expect(request).toEqual({
    ok: false,
    issues: [
      { in: 'body', field: 'title', message: 'body.title is required', expected: 'a text', received: null },
      {
        in: 'body',
        field: 'priority',
        message: "body.priority must be one of urgent, high, medium, low, none, but was 'hot'",
        expected: 'one of urgent, high, medium, low, none',
        received: 'hot',
      },
    ],
  })
})

test('an assignee is both fields or neither, and nothing else', () => {
  const assign = (body: unknown) =>
    validateRequest('setTaskAssignee', { path: { task_id: 'task_1' }, body }).ok
  expect(assign({ type: 'agent', id: 'agt_1' })).toBe(true)
  expect(assign({ type: null, id: null })).toBe(true)
  expect(assign({ type: 'agent', id: null })).toBe(false)
  expect(assign({ type: null, id: 'agt_1' })).toBe(false)
  expect(assign({ type: 'robot', id: 'agt_1' })).toBe(false)
  expect(assign({ type: 'user', id: 'usr_1', note: 'x' })).toBe(false)
})

test('the registers are at hand, and every gap has its default among its answers', () => {
  expect(gaps.length).toBeGreaterThan(60)
  expect(requirements.requirements.length).toBeGreaterThan(200)
  for (const gap of gaps) expect(gap.answers.map(answer => answer.id)).toContain(gap.default)
})

test('the types know the operations', () => {
  expectTypeOf<RequestOf<'listRuns'>['query']['limit']>().toEqualTypeOf<number>()
  expectTypeOf<RequestOf<'pauseRun'>['path']>().toEqualTypeOf<{ run_id: string }>()
  expectTypeOf<RequestOf<'createTask'>['body']>().toEqualTypeOf<Schemas['TaskCreate']>()
  expectTypeOf<RequestOf<'pauseRun'>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<ReplyBody<'getRun'>>().toEqualTypeOf<Schemas['Run']>()
  expectTypeOf<Extract<ReplyOf<'deleteTask'>, { status: 204 }>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<'pauseRun'>().toExtend<OperationId>()
  // @ts-expect-error there is no such operation
  expect(() => validateRequest('pauseCat', {})).toThrow(TypeError)
  // @ts-expect-error a status that the contract does not declare
  const reply: ReplyOf<'deleteTask'> = { status: 418, body: undefined }
  expect(reply.status).toBe(418)
})
