// Gaps about tasks.
import { DAY, HOUR } from '../../simulation/duration.ts'
import type { Body } from '../send-as.ts'
import type { TestKit } from '../test-kit.ts'
import type { Cases } from './case.ts'

async function create(kit: TestKit, fields: object = {}): Promise<Body> {
  return (await kit.ask('POST /tasks', { title: 'A task', ...fields })).body
}

export const tasks: Cases = {
  'task-moves': {
    async look(kit) {
      const { id } = await create(kit, { status: 'cancelled' })
      const moved = []
      for (const status of ['done', 'todo', 'done'])
        moved.push((await kit.ask(`PATCH /tasks/${id}/status`, { status })).status)
      return moved
    },
    sees: { any: [200, 200, 200], 'no-reopen': [200, 409, 200] },
  },
  'done-since-days-window': {
    async look(kit) {
      const { id } = await create(kit, { status: 'done' })
      // From nine in the morning to eight on the next day.
      kit.advance(23 * HOUR)
      const { body } = await kit.ask('GET /tasks?done_since_days=1')
      return body.data.some((task: Body) => task.id === id)
    },
    sees: { rolling: true, calendar: false },
  },
  'task-agent': {
    async look(kit) {
      const { id } = await create(kit, { agent_id: kit.agent('agent-that-finishes') })
      return (await kit.ask(`GET /tasks/${id}/runs`)).body.data.length
    },
    sees: { works: 1, kept: 0 },
  },
  'task-approval-left': {
    async look(kit) {
      const { id } = await create(kit, { requires_approval: true, status: 'in_review' })
      const { approval_id } = (await kit.ask(`GET /tasks/${id}`)).body
      await kit.ask(`PATCH /tasks/${id}/status`, { status: 'todo' })
      return (await kit.ask(`GET /approvals/${approval_id}`)).body.status
    },
    sees: { stays: 'pending', expires: 'expired' },
  },
  'task-create-status': {
    look: async kit => (await create(kit, { status: 'todo' })).status,
    sees: { honoured: 'todo', backlog: 'backlog' },
  },
  'task-number-scope': {
    async look(kit) {
      const first = await create(kit, { board_id: kit.roles.boards['board-ops'] })
      const second = await create(kit, { board_id: kit.roles.boards['board-fin'] })
      return second.number - first.number === 1
    },
    sees: { 'default-board': false, tenant: true },
  },
  'bare-number-scope': {
    async look(kit) {
      const boards = kit.workspace.tables.boards.all()
      for (const board of boards) kit.workspace.tables.boards.replace(board.id, { lastNumber: 4000 })
      const made: Body[] = []
      for (const board of boards) made.push(await create(kit, { board_id: board.id }))
      const read = async (ref: string) => (await kit.ask(`GET /tasks/by-number/${ref}`)).body.error?.code
      const refused = [await read('4001'), await read(made[0].reference)]
      for (const { id } of made.slice(1)) await kit.ask(`DELETE /tasks/${id}`)
      return [...refused, await read('4001')]
    },
    sees: {
      'first-board': [undefined, undefined, undefined],
      refuse: ['reference_ambiguous', undefined, undefined],
    },
  },
  'assignee-fields-left-out': {
    async look(kit) {
      const { id } = await create(kit)
      return (await kit.ask(`PATCH /tasks/${id}/assignee`, {})).status
    },
    sees: { refuse: 422, null: 200 },
  },
  'assignee-unknown': {
    async look(kit) {
      const { id } = await create(kit)
      const assigned = await kit.ask(`PATCH /tasks/${id}/assignee`, { type: 'agent', id: 'nobody' })
      const created = await create(kit, { assignee_type: 'user', assignee_id: 'nobody' })
      const runs = await kit.ask(`GET /tasks/${id}/runs`)
      const seen = [assigned.body, created].map(body => body.error?.param ?? body.assignee_id)
      return [assigned.status, ...seen, runs.body.data.length]
    },
    sees: {
      refuse: [404, 'body.id', 'body.assignee_id', 0],
      invalid: [422, 'body.id', 'body.assignee_id', 0],
      accept: [200, 'nobody', 'nobody', 0],
    },
  },
  'task-reference-unknown': {
    look: async kit => (await kit.ask('POST /tasks', { title: 'A task', board_id: 'nowhere' })).status,
    sees: { refuse: 404, invalid: 422, accept: 201 },
  },
  'task-run-spawn': {
    async look(kit) {
      const { id } = await create(kit)
      const runs = async () => (await kit.ask(`GET /tasks/${id}/runs`)).body.data.length
      const agent = { type: 'agent', id: kit.agent('agent-that-finishes') }
      await kit.ask(`PATCH /tasks/${id}/assignee`, agent)
      const assigned = await runs()
      await kit.ask(`PATCH /tasks/${id}/status`, { status: 'in_progress' })
      return [assigned, await runs()]
    },
    sees: { assign: [1, 1], 'in-progress': [0, 1], person: [0, 0] },
  },
  'due-date-echo': {
    look: async kit => (await create(kit, { due_date: '2026-12-01T09:00:00+01:00' })).due_date,
    sees: { normalized: '2026-12-01T08:00:00.000Z', 'as-sent': '2026-12-01T09:00:00+01:00' },
  },
  'task-workflow': {
    async look(kit) {
      const before = kit.workspace.tables.workflowRuns.size
      await create(kit, { workflow_id: kit.roles.workflows['workflow-straight'] })
      return kit.workspace.tables.workflowRuns.size - before
    },
    sees: { kept: 0, starts: 1 },
  },
  'subtask-board': {
    async look(kit) {
      const { id } = await create(kit, { board_id: kit.roles.boards['board-fin'] })
      const { board_id } = await create(kit, { parent_task_id: id })
      return board_id === kit.roles.boards['board-fin']
    },
    sees: { parent: true, default: false },
  },
  'task-limits': {
    async look(kit) {
      const { id } = await create(kit)
      await kit.ask(`PATCH /tasks/${id}`, { max_runs_per_hour: 0 })
      const agent = { type: 'agent', id: kit.agent('agent-that-finishes') }
      return (await kit.ask(`PATCH /tasks/${id}/assignee`, agent)).status
    },
    sees: { hold: 200, refuse: 409 },
  },
  'task-limit-bounds': {
    async look(kit) {
      const { id } = await create(kit)
      return (await kit.ask(`PATCH /tasks/${id}`, { budget_euros: -1 })).status
    },
    sees: { 'from-zero': 422, any: 200 },
  },
  'task-approval-flow': {
    async look(kit) {
      const { id } = await create(kit, { requires_approval: true })
      const done = await create(kit, { requires_approval: true, status: 'done' })
      return [(await kit.ask(`PATCH /tasks/${id}/status`, { status: 'done' })).status, done.status]
    },
    sees: { 'gate-done': [409, undefined], 'no-effect': [200, 'done'] },
  },
  'task-run-moves': {
    async look(kit) {
      const agent = { assignee_type: 'agent', assignee_id: kit.agent('agent-that-finishes') }
      const { id } = await create(kit, agent)
      kit.untilIdle()
      return (await kit.ask(`GET /tasks/${id}`)).body.status
    },
    sees: { moves: 'in_review', stays: 'backlog' },
  },
  'task-delete-aftermath': {
    async look(kit) {
      const parent = await create(kit)
      const child = await create(kit, { parent_task_id: parent.id })
      const grandchild = await create(kit, { parent_task_id: child.id })
      await kit.ask(`DELETE /tasks/${parent.id}`)
      const left = [child, grandchild].map(({ id }) => kit.ask(`GET /tasks/${id}`))
      return (await Promise.all(left)).map(answer => answer.status)
    },
    sees: { 'runs-stay': [200, 200], cascade: [404, 404] },
  },
  'null-title-update': {
    async look(kit) {
      const { id } = await create(kit)
      const statuses: number[] = []
      for (const field of ['tags', 'title', 'priority', 'requires_approval', 'position', 'board_id'])
        statuses.push((await kit.ask(`PATCH /tasks/${id}`, { description: field, [field]: null })).status)
      const { title, description } = (await kit.ask(`GET /tasks/${id}`)).body
      return [...statuses, title, description]
    },
    sees: {
      unchanged: [200, 200, 200, 200, 200, 200, 'A task', 'board_id'],
      refuse: [200, 409, 409, 409, 409, 409, 'A task', 'tags'],
    },
  },
  'archive-rule': {
    async look(kit) {
      const { id } = await create(kit, { status: 'done' })
      kit.advance(31 * DAY)
      return (await kit.ask(`GET /tasks/${id}`)).body.archived
    },
    sees: { person: false, age: true },
  },
}
