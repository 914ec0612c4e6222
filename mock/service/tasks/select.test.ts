import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { DAY } from '../../simulation/duration.ts'
import { combinations } from '../../testing/combinations.ts'
import { tasksOf } from '../../testing/task-client.ts'
import { startTestKit, type TestKit, test } from '../../testing/test-kit.ts'
import { archiveTask } from '../../work/tasks.ts'
import type { TaskRow } from '../../world/tasks.ts'

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

test('every combination of filters lists exactly the tasks that fit them all', async ({ kit }) => {
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
    if (i % 11 === 0) archiveTask(kit.workspace, kit.workspace.tables.tasks.get(id)!, true)
    if (i % 16 === 0) kit.advance(DAY)
  }
}

function idsOf(list: Schemas['TaskList']): string[] {
  return list.data.map(task => task.id)
}
