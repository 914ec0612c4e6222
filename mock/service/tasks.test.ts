import { expect } from 'vitest'
import { MINUTE } from '../simulation/duration.ts'
import { tasksOf } from '../testing/task-client.ts'
import { START, startTestKit, test } from '../testing/test-kit.ts'

const NOW = new Date(START).toISOString()

test('a task needs nothing but a title, and has a place, a number and an owner', async ({ kit }) => {
  const { lastNumber } = kit.workspace.tables.boards.get(kit.roles.boards['board-ops'])!
  const task = await tasksOf(kit).create({ title: 'Check the invoices of November' })
  expect(task).toEqual({
    id: task.id,
    number: lastNumber + 1,
    reference: `OPS-${lastNumber + 1}`,
    title: 'Check the invoices of November',
    description: null,
    priority: 'none',
    status: 'backlog',
    position: task.position,
    executor_kind: null,
    agent_id: null,
    workflow_id: null,
    scheduled_id: null,
    board_id: kit.roles.boards['board-ops'],
    project_id: null,
    parent_task_id: null,
    acceptance_criteria: [],
    tags: [],
    requires_approval: false,
    approval_approver_ids: [],
    approval_notify_in_app: true,
    approval_notify_email: false,
    approval_id: null,
    assignee_type: null,
    assignee_id: null,
    due_date: null,
    max_runs_per_hour: null,
    budget_euros: null,
    owner_id: kit.roles.people['person-member'],
    archived: false,
    last_run_status: null,
    created_at: NOW,
    updated_at: NOW,
    done_at: null,
  })
  expect(await tasksOf(kit, 'admin').read(task.id)).toEqual(task)
})

test('a task can be created done, and has been done since then', async ({ kit }) => {
  expect(await tasksOf(kit).create({ status: 'done' })).toMatchObject({ status: 'done', done_at: NOW })
})

test('numbers count up on each board by itself', async ({ kit }) => {
  const { boards } = kit.roles
  const tasks = tasksOf(kit)
  const [ops, fin] = [boards['board-ops'], boards['board-fin']].map(
    id => kit.workspace.tables.boards.get(id)!.lastNumber,
  ) as [number, number]
  const made = []
  for (const board_id of [null, boards['board-fin'], boards['board-ops'], boards['board-fin']])
    made.push((await tasks.create({ board_id })).reference)
  expect(made).toEqual([`OPS-${ops + 1}`, `FIN-${fin + 1}`, `OPS-${ops + 2}`, `FIN-${fin + 2}`])
})

test('the number of a deleted task is not given again', async ({ tasks }) => {
  const first = await tasks.create()
  await tasks.remove(first.id)
  expect((await tasks.create()).number).toBe(first.number + 1)
})

test('numbers count through the whole tenant where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'task-number-scope': 'tenant' } })
  const tasks = tasksOf(kit)
  const first = await tasks.create()
  const second = await tasks.create({ board_id: kit.roles.boards['board-fin'] })
  const third = await tasks.create()
  expect([second.reference, third.reference]).toEqual([`FIN-${first.number + 1}`, `OPS-${first.number + 2}`])
  const moved = await tasks.update(third.id, { board_id: kit.roles.boards['board-fin'] })
  expect(moved).toMatchObject({ number: third.number, reference: `FIN-${third.number}` })
})

test('a workspace without boards gets one with its first task', async ({ kit }) => {
  for (const board of kit.workspace.tables.boards.all()) kit.workspace.tables.boards.delete(board.id)
  expect(await tasksOf(kit).create()).toMatchObject({ reference: 'TASK-1' })
  expect(await tasksOf(kit).create()).toMatchObject({ reference: 'TASK-2' })
})

test('on another board a task gets a number of that board and goes to the bottom of its column', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const board_id = kit.roles.boards['board-fin']
  const last = await tasks.create({ board_id })
  const task = await tasks.create()
  const moved = await tasks.update(task.id, { board_id })
  expect(moved).toMatchObject({ board_id, reference: `FIN-${last.number + 1}`, position: last.position + 1 })
  expect((await tasks.byNumber(moved.reference)).id).toBe(task.id)
  await expect(tasks.byNumber(task.reference)).rejects.toThrow('404 task_not_found')
  expect(await tasks.update(task.id, { board_id })).toMatchObject({ reference: moved.reference })
})

test('a task goes through the columns, and is done from when it is moved there', async ({ kit, tasks }) => {
  const { id } = await tasks.create()
  for (const status of ['todo', 'in_progress', 'in_review', 'cancelled', 'backlog'] as const)
    expect(await tasks.move(id, status)).toMatchObject({ status, done_at: null })
  kit.advance(MINUTE)
  const doneAt = new Date(START + MINUTE).toISOString()
  expect(await tasks.move(id, 'done')).toMatchObject({ status: 'done', done_at: doneAt, updated_at: doneAt })
  kit.advance(MINUTE)
  expect(await tasks.move(id, 'done', 3)).toMatchObject({ done_at: doneAt, position: 3 })
  expect(await tasks.move(id, 'todo')).toMatchObject({ status: 'todo', done_at: null })
})

test('a move with a position takes that place, fractions included, and one without goes to the bottom', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const [first, second, third] = [await tasks.create(), await tasks.create(), await tasks.create()]
  expect(second.position).toBe(first.position + 1)
  await tasks.move(first.id, 'in_review', 10)
  expect(await tasks.move(second.id, 'in_review', 10.5)).toMatchObject({ position: 10.5 })
  expect(await tasks.move(third.id, 'in_review')).toMatchObject({ position: 11 })
  expect(await tasks.move(first.id, 'in_review', null)).toMatchObject({ position: 10 })
  expect(await tasks.update(first.id, { position: -0.5 })).toMatchObject({ position: -0.5 })
})

test('a deleted task is gone; its sub-tasks stay without it', async ({ tasks }) => {
  const parent = await tasks.create()
  const child = await tasks.create({ parent_task_id: parent.id })
  await tasks.remove(parent.id)
  await expect(tasks.read(parent.id)).rejects.toThrow('404 task_not_found')
  await expect(tasks.byNumber(parent.reference)).rejects.toThrow('404 task_not_found')
  await expect(tasks.remove(parent.id)).rejects.toThrow('404 task_not_found')
  await expect(tasks.runs(parent.id)).rejects.toThrow('404 task_not_found')
  expect((await tasks.list()).data.map(task => task.id)).not.toContain(parent.id)
  expect(await tasks.read(child.id)).toMatchObject({ parent_task_id: null })
})

test('every key reaches every task of its tenant', async ({ kit }) => {
  const { id } = await tasksOf(kit, 'other').create()
  expect(await tasksOf(kit, 'member').update(id, { title: 'Renamed' })).toMatchObject({ title: 'Renamed' })
})

test('a key reaches what its owner owns, has to do or has to approve, where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'task-visibility': 'own' } })
  const { people } = kit.roles
  const other = tasksOf(kit, 'other')
  const member = tasksOf(kit)
  const hidden = await other.create({ approval_approver_ids: [people['person-member']] })
  const assigned = await other.create({ assignee_type: 'user', assignee_id: people['person-member'] })
  const approved = await other.create({
    requires_approval: true,
    approval_approver_ids: [people['person-member']],
  })
  await expect(member.read(hidden.id)).rejects.toThrow('404 task_not_found')
  await expect(member.byNumber(hidden.reference)).rejects.toThrow('404 task_not_found')
  await expect(member.move(hidden.id, 'done')).rejects.toThrow('404 task_not_found')
  await expect(member.create({ parent_task_id: hidden.id })).rejects.toThrow('404 task_not_found')
  expect((await member.read(assigned.id)).id).toBe(assigned.id)
  expect((await member.read(approved.id)).id).toBe(approved.id)
  const seen = (await member.list({ owner: people['person-other'] })).data.map(task => task.id)
  expect(seen).toEqual([approved.id, assigned.id])
  expect((await tasksOf(kit, 'admin').read(hidden.id)).id).toBe(hidden.id)
  expect((await tasksOf(kit, 'admin').list({ owner: people['person-other'] })).total).toBeGreaterThan(2)
})
