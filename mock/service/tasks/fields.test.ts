import { expect } from 'vitest'
import type { RequestOf } from '#openapi'
import { tasksOf } from '../../testing/task-client.ts'
import { startTestKit, type TestKit, test } from '../../testing/test-kit.ts'

type Update = RequestOf<'updateTask'>['body']

test('a budget is shown as it was set, however small', async ({ kit }) => {
  const { data: task } = await kit.as('member').POST('/tasks', { body: { title: 'On a budget' } })
  for (const budget_euros of [0.0000001, 0.1, 0.3, 1.1, 2.000001, 123456.789012, 0]) {
    const params = { path: { task_id: task!.id } }
    const { data } = await kit.as('member').PATCH('/tasks/{task_id}', { params, body: { budget_euros } })
    expect(data?.budget_euros).toBe(budget_euros)
  }
})

test('every form of an ISO 8601 timestamp is a due date, and is shown as an instant that can be read', async () => {
  await using kit = await startTestKit()
  const shown = async (due_date: string) => {
    const { data, response } = await kit.as('member').POST('/tasks', { body: { title: 'Due', due_date } })
    return data?.due_date ?? response.status
  }
  for (const form of ['2026-11-30T18:00+01', '20261130T170000Z', '2026-W49-1T17:00:00Z', '2026-334T17Z'])
    expect([form, await shown(form)]).toEqual([form, '2026-11-30T17:00:00.000Z'])
  expect(await shown('2016-12-31T23:59:60Z')).toBe('2017-01-01T00:00:00.000Z')
  for (const other of ['2026-11-30', '2026-11-30 17:00:00Z', '2026-11-31T17:00:00Z'])
    expect([other, await shown(other)]).toEqual([other, 422])
})

test('an update with nothing in it changes nothing', async ({ kit, tasks }) => {
  const task = await tasks.create()
  kit.advance(1000)
  expect(await tasks.update(task.id, {})).toEqual(task)
})

test('null clears what can be empty, and leaves the rest as it is', async ({ kit, tasks }) => {
  const { id } = await tasks.create()
  const full = await tasks.update(id, changes(kit))
  const nulls = Object.fromEntries(Object.keys(changes(kit)).map(field => [field, null])) as Update
  expect(await tasks.update(id, { ...nulls, board_id: null })).toEqual({
    ...full,
    description: null,
    project_id: null,
    due_date: null,
    max_runs_per_hour: null,
    budget_euros: null,
    acceptance_criteria: [],
    tags: [],
    approval_approver_ids: [],
  })
})

test('status and assignee are no fields of an update', async ({ kit, tasks }) => {
  const task = await tasks.create()
  kit.advance(1000)
  const body = { status: 'done', assignee_type: 'user', assignee_id: kit.roles.people['person-other'] }
  expect(await tasks.update(task.id, body as Update)).toEqual(task)
})

test('at creation the assignee has both fields or none', async ({ kit, tasks }) => {
  const person = kit.roles.people['person-other']
  for (const body of [
    { assignee_type: 'user' },
    { assignee_id: person },
    { assignee_type: 'user', assignee_id: null },
    { assignee_type: null, assignee_id: person },
  ] as const)
    await expect(tasks.create(body)).rejects.toThrow('422 request_invalid')
  expect(await tasks.create({ assignee_type: 'user', assignee_id: person })).toMatchObject({
    assignee_type: 'user',
    assignee_id: person,
  })
})

const unknown = 'nobody_has_it'
const references = [
  ['agent_id', 'agent'],
  ['workflow_id', 'workflow'],
  ['board_id', 'board'],
  ['project_id', 'project'],
  ['parent_task_id', 'task'],
] as const

test('ids of a body that name nothing are refused, and nothing is created', async ({ tasks }) => {
  const { total } = await tasks.list()
  for (const [field, kind] of references)
    await expect(tasks.create({ [field]: unknown })).rejects.toThrow(`404 ${kind}_not_found`)
  await expect(tasks.create({ approval_approver_ids: [unknown] })).rejects.toThrow('404 person_not_found')
  expect((await tasks.list()).total).toBe(total)
  const { id } = await tasks.create()
  for (const [field, kind] of [
    ['board_id', 'board'],
    ['project_id', 'project'],
  ] as const)
    await expect(tasks.update(id, { [field]: unknown })).rejects.toThrow(`404 ${kind}_not_found`)
})

test('ids of a body that name nothing are invalid where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'task-reference-unknown': 'invalid' } })
  for (const [field] of references)
    await expect(tasksOf(kit).create({ [field]: unknown })).rejects.toMatchObject({
      message: '422 request_invalid',
      body: { param: `body.${field}`, issues: [{ in: 'body', field, received: unknown }] },
    })
  await expect(tasksOf(kit).create({ approval_approver_ids: [unknown] })).rejects.toMatchObject({
    body: { param: 'body.approval_approver_ids[0]' },
  })
})

test('ids of a body that name nothing are kept as they came where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'task-reference-unknown': 'accept' } })
  const tasks = tasksOf(kit)
  const body = Object.fromEntries(references.map(([field]) => [field, unknown]))
  const task = await tasks.create({ ...body, approval_approver_ids: [unknown] })
  expect(task).toMatchObject({ ...body, approval_approver_ids: [unknown] })
  expect(await tasks.byNumber(task.reference)).toEqual(task)
  expect((await tasks.list({ board_id: unknown })).data.map(({ id }) => id)).toEqual([task.id])
  expect(await tasks.runs(task.id)).toEqual([])
})

test('nobody can be assigned who does not exist, or whom the caller cannot see', async ({ kit, tasks }) => {
  const { id } = await tasks.create()
  const hidden = kit.agent('agent-private-to-other')
  await expect(tasks.assign(id, 'user', unknown)).rejects.toThrow('404 person_not_found')
  await expect(tasks.assign(id, 'user', kit.agent('agent-that-finishes'))).rejects.toThrow('404 person')
  await expect(tasks.assign(id, 'agent', unknown)).rejects.toThrow('404 agent_not_found')
  await expect(tasks.assign(id, 'agent', hidden)).rejects.toThrow('404 agent_not_found')
  await expect(tasks.create({ assignee_type: 'agent', assignee_id: hidden })).rejects.toThrow('404 agent')
  await expect(tasks.create({ agent_id: hidden })).rejects.toThrow('404 agent_not_found')
  expect(await tasks.read(id)).toMatchObject({ assignee_type: null })
  expect(await tasksOf(kit, 'other').assign(id, 'agent', hidden)).toMatchObject({ assignee_id: hidden })
})

function changes(kit: TestKit): Update {
  return {
    title: 'After',
    description: 'After.',
    priority: 'urgent',
    project_id: kit.roles.projects['project-suppliers'],
    acceptance_criteria: [{ text: 'It is done.', done: true }],
    tags: ['after', 'second'],
    requires_approval: true,
    approval_approver_ids: [kit.roles.people['person-manager']],
    approval_notify_in_app: false,
    approval_notify_email: true,
    due_date: '2026-11-30T17:00:00.000Z',
    position: 2.25,
    max_runs_per_hour: 4,
    budget_euros: 12.345678,
  }
}
