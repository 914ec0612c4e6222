import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { tasksOf } from '../../testing/task-client.ts'
import { startTestKit, type TestKit } from '../../testing/test-kit.ts'
import { archiveTask } from '../../work/tasks.ts'
import type { TaskRow } from '../../world/tasks.ts'

const DAY = 24 * 60 * 60 * 1000

test('a list is that of the caller’s own tasks, newest first', async () => {
  await using kit = await startTestKit()
  const member = tasksOf(kit)
  const [first, second] = [await member.create(), await member.create()]
  const foreign = await tasksOf(kit, 'other').create()
  const ids = idsOf(await member.list())
  expect(ids.slice(0, 2)).toEqual([second.id, first.id])
  expect(ids).not.toContain(foreign.id)
})

test('a list is oldest first where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'list-order': 'oldest-first' } })
  const member = tasksOf(kit)
  const [first, second] = [await member.create(), await member.create()]
  expect(idsOf(await member.list({ limit: 200 })).slice(-2)).toEqual([first.id, second.id])
})

test('owner is me, a person’s id, or nothing, which means me', async () => {
  await using kit = await startTestKit()
  const { people } = kit.roles
  await tasksOf(kit).create()
  const foreign = await tasksOf(kit, 'other').create()
  const member = tasksOf(kit)
  const mine = await member.list({ limit: 200 })
  expect(await member.list({ limit: 200, owner: 'me' })).toEqual(mine)
  expect(await member.list({ limit: 200, owner: people['person-member'] })).toEqual(mine)
  const empty = await kit.fetch('member', '/tasks?owner=&limit=200')
  expect(await empty.json()).toEqual(mine)
  expect(idsOf(await member.list({ owner: people['person-other'] }))[0]).toBe(foreign.id)
})

test('archived tasks are left out unless they are asked for', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const { id } = await tasks.create()
  archiveTask(kit.workspace, row(kit, id), true)
  expect(idsOf(await tasks.list())).not.toContain(id)
  expect((await tasks.list({ include_archived: true })).data[0]).toMatchObject({ id, archived: true })
  expect(await tasks.read(id)).toMatchObject({ archived: true })
  archiveTask(kit.workspace, row(kit, id), false)
  expect(idsOf(await tasks.list())).toContain(id)
})

test('done tasks are archived after thirty days where a profile says so, and never otherwise', async () => {
  for (const rule of ['person', 'age'] as const) {
    await using kit = await startTestKit({ profile: { 'archive-rule': rule } })
    const tasks = tasksOf(kit)
    const { id } = await tasks.create({ status: 'done' })
    kit.advance(30 * DAY - 1)
    expect(await tasks.read(id)).toMatchObject({ archived: false })
    expect(idsOf(await tasks.list({ status: 'done' }))).toContain(id)
    kit.advance(1)
    const isGone = rule === 'age'
    expect(await tasks.read(id)).toMatchObject({ archived: isGone })
    expect(idsOf(await tasks.list({ status: 'done' })).includes(id)).toBe(!isGone)
    expect(idsOf(await tasks.list({ status: 'done', include_archived: true }))).toContain(id)
    await tasks.move(id, 'todo')
    expect(idsOf(await tasks.list())).toContain(id)
  }
})

test('done_since_days leaves out what was done longer ago, to the millisecond, and nothing else', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const open = await tasks.create()
  const old = await tasks.create({ status: 'done' })
  kit.advance(DAY)
  const young = await tasks.create({ status: 'done' })
  const shown = async (days: number) => {
    const ids = idsOf(await tasks.list({ done_since_days: days }))
    return [open, old, young].filter(task => ids.includes(task.id))
  }
  expect(await shown(1)).toEqual([open, old, young])
  kit.advance(1)
  expect(await shown(1)).toEqual([open, young])
  expect(await shown(7)).toEqual([open, old, young])
  expect(await shown(0)).toEqual([open])
  const today = await tasks.create({ status: 'done' })
  expect(idsOf(await tasks.list({ done_since_days: 0 }))).toContain(today.id)
})

test('done_since_days has no effect beside an explicit status', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  await tasks.create({ status: 'done' })
  await tasks.create({ status: 'todo' })
  kit.advance(40 * DAY)
  for (const status of ['done', 'todo'] as const)
    expect(await tasks.list({ status, done_since_days: 1 })).toEqual(await tasks.list({ status }))
})

test('pages of any size, put together, are the whole list, and each knows how long that is', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  for (let i = 0; i < 7; i++) await tasks.create({ project_id: kit.roles.projects['project-suppliers'] })
  for (const query of [{}, { project_id: kit.roles.projects['project-suppliers'] }]) {
    const whole = await tasks.list({ ...query, limit: 200 })
    expect(whole).toMatchObject({ limit: 200, offset: 0, total: whole.data.length })
    const ids: string[] = []
    for (let offset = 0; offset < whole.total; offset += 3) {
      const page = await tasks.list({ ...query, limit: 3, offset })
      expect(page).toMatchObject({ limit: 3, offset, total: whole.total })
      ids.push(...idsOf(page))
    }
    expect(ids).toEqual(idsOf(whole))
    expect(await tasks.list({ ...query, offset: whole.total })).toMatchObject({
      data: [],
      total: whole.total,
    })
  }
})

test('every combination of filters lists exactly the tasks that fit them all', async () => {
  await using kit = await startTestKit()
  await fill(kit)
  const { people, boards, projects } = kit.roles
  const values = {
    owner: [undefined, people['person-other']],
    status: [undefined, 'todo', 'done'],
    board_id: [undefined, boards['board-fin']],
    project_id: [undefined, projects['project-year-end']],
    assignee_type: [undefined, 'user', 'agent'],
    assignee_id: [undefined, people['person-member']],
    include_archived: [undefined, true],
    done_since_days: [undefined, 3],
  } as const
  const rows = kit.workspace.tables.tasks
    .all()
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  let filled = 0
  for (const query of combinations(values)) {
    const wanted = rows
      .filter(task => fits(task, query, people['person-member'], kit.workspace.now()))
      .map(task => task.id)
    const { data, total } = await tasksOf(kit).list({ ...query, limit: 200 })
    expect([query, total, data.map(task => task.id)]).toEqual([query, wanted.length, wanted.slice(0, 200)])
    if (wanted.length > 0) filled++
  }
  expect(filled).toBeGreaterThan(200)
})

test('filters with ids that nobody has give an empty list', async () => {
  await using kit = await startTestKit()
  await tasksOf(kit).create()
  for (const field of ['owner', 'board_id', 'project_id', 'assignee_id'])
    expect(await tasksOf(kit).list({ [field]: 'nobody_has_it' })).toMatchObject({ data: [], total: 0 })
})

test('filters with ids that nobody has are refused where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'unknown-id-filter': 'not-found' } })
  const { people, boards, projects } = kit.roles
  const tasks = tasksOf(kit)
  for (const [field, kind] of [
    ['owner', 'person'],
    ['board_id', 'board'],
    ['project_id', 'project'],
    ['assignee_id', 'person'],
  ] as const)
    await expect(tasks.list({ [field]: 'nobody_has_it' })).rejects.toThrow(`404 ${kind}_not_found`)
  const known = { board_id: boards['board-ops'], project_id: projects['project-suppliers'] }
  for (const assignee_id of [people['person-other'], kit.agent('agent-that-finishes')])
    expect(await tasks.list({ owner: 'me', ...known, assignee_id })).toMatchObject({ total: 0 })
})

test('filters and pages outside of what the contract lists are refused', async () => {
  await using kit = await startTestKit()
  const wrong = [
    'status=finished',
    'assignee_type=robot',
    'include_archived=perhaps',
    'done_since_days=1.5',
    'done_since_days=soon',
    'done_since_days=-1',
    'limit=0',
    'limit=many',
    'limit=1.5',
    'offset=-1',
    'offset=x',
  ]
  for (const query of wrong) {
    const reply = await kit.fetch('member', `/tasks?${query}`)
    expect([query, reply.status]).toEqual([query, 422])
  }
})

type Query = { [field: string]: string | number | boolean | undefined }

/** What section 4.3 says, one filter after the other, without any index. */
function fits(task: TaskRow, query: Query, me: string, now: number): boolean {
  if (task.ownerId !== (query.owner ?? me)) return false
  if (query.status !== undefined && task.status !== query.status) return false
  if (query.board_id !== undefined && task.boardId !== query.board_id) return false
  if (query.project_id !== undefined && task.projectId !== query.project_id) return false
  if (query.assignee_type !== undefined && task.assigneeType !== query.assignee_type) return false
  if (query.assignee_id !== undefined && task.assigneeId !== query.assignee_id) return false
  if (query.include_archived !== true && task.archived) return false
  if (query.done_since_days === undefined || query.status !== undefined || task.doneAt === null) return true
  return task.doneAt >= now - Number(query.done_since_days) * DAY
}

/** Tasks of two people that differ in everything that a filter asks for, made over nine days. */
async function fill(kit: TestKit): Promise<void> {
  const { people, boards, projects } = kit.roles
  const boardIds = [boards['board-ops'], boards['board-fin']]
  const projectIds = [null, projects['project-year-end'], projects['project-suppliers']]
  const assignees = [
    { assignee_type: null, assignee_id: null },
    { assignee_type: 'user', assignee_id: people['person-member'] },
    { assignee_type: 'user', assignee_id: people['person-other'] },
    { assignee_type: 'agent', assignee_id: kit.agent('agent-that-finishes') },
  ] as const
  const statuses = ['done', 'todo', 'done', 'in_review'] as const
  for (let i = 0; i < 144; i++) {
    const { id } = await tasksOf(kit, i % 5 < 3 ? 'member' : 'other').create({
      board_id: boardIds[i % 2] ?? null,
      project_id: projectIds[i % 3] ?? null,
      status: statuses[Math.floor(i / 7) % 4] ?? 'todo',
      ...assignees[Math.floor(i / 2) % 4],
    })
    if (i % 11 === 0) archiveTask(kit.workspace, row(kit, id), true)
    if (i % 16 === 0) kit.advance(DAY)
  }
}

function combinations(values: { readonly [field: string]: readonly Query[string][] }): Query[] {
  return Object.entries(values).reduce<Query[]>(
    (queries, [field, options]) =>
      queries.flatMap(query =>
        options.map(value => (value === undefined ? query : { ...query, [field]: value })),
      ),
    [{}],
  )
}

function row(kit: TestKit, id: string): TaskRow {
  return kit.workspace.tables.tasks.get(id)!
}

function idsOf(list: Schemas['TaskList']): string[] {
  return list.data.map(task => task.id)
}
