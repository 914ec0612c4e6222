import { expect } from 'vitest'
import { reachBalance } from '../../seed/index.ts'
import { HOUR, MINUTE } from '../../simulation/duration.ts'
import { tasksOf } from '../../testing/task-client.ts'
import { START, startTestKit, type TestKit, test } from '../../testing/test-kit.ts'
import { startTaskRun } from '../../work/task-runs.ts'
import { archiveTask } from '../../work/tasks.ts'

test('giving a task to an agent starts a run for the person who gave it, told title and description', async () => {
  await using kit = await startTestKit()
  const { id } = await tasksOf(kit).create({ title: 'Check invoice 17', description: 'Against its order.' })
  const agent = kit.agent('agent-that-finishes')
  const assigned = await tasksOf(kit, 'other').assign(id, 'agent', agent)
  expect(assigned).toMatchObject({ last_run_status: 'running', status: 'backlog' })
  expect(await tasksOf(kit).runs(id)).toMatchObject([
    {
      agent_id: agent,
      task_id: id,
      status: 'running',
      started_by: kit.roles.people['person-other'],
      triggered_by: 'task',
      input: { task: 'Check invoice 17\n\nAgainst its order.' },
    },
  ])
  expect(await tasksOf(kit).read(id)).toMatchObject({ last_run_status: 'running', status: 'in_progress' })
  kit.untilIdle()
  expect(await tasksOf(kit).read(id)).toMatchObject({ last_run_status: 'completed', status: 'in_review' })
  const [run] = await tasksOf(kit).runs(id)
  expect(run?.summary).toEqual(expect.stringMatching(/./))
  expect(run?.summary).not.toContain('Check invoice 17')
})

test('a task that is created with an agent, as its assignee or as its executor, has one run at once', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const [executor, assignee] = [kit.agent('agent-that-finishes'), kit.agent('agent-that-is-slow')]
  const agentsOf = async (body: object) => {
    const task = await tasks.create(body)
    return (await tasks.runs(task.id)).map(run => run.agent_id)
  }
  expect(await agentsOf({ agent_id: executor })).toEqual([executor])
  expect(await agentsOf({ assignee_type: 'agent', assignee_id: assignee })).toEqual([assignee])
  const both = { agent_id: executor, assignee_type: 'agent', assignee_id: assignee }
  expect(await agentsOf(both)).toEqual([assignee])
  const person = { assignee_type: 'user', assignee_id: kit.roles.people['person-other'] }
  expect(await agentsOf(person)).toEqual([])
  // A person works on it, whatever agent it names.
  expect(await agentsOf({ ...person, agent_id: executor })).toEqual([])
})

test('only what gives a task to an agent anew starts a run', async ({ kit, tasks }) => {
  const agent = kit.agent('agent-that-finishes')
  const { id } = await tasks.create({ assignee_type: 'agent', assignee_id: agent })
  await tasks.assign(id, 'agent', agent)
  await tasks.move(id, 'in_progress')
  await tasks.update(id, { title: 'Another title' })
  await tasks.assign(id, null, null)
  expect(await tasks.runs(id)).toHaveLength(1)
  await tasks.assign(id, 'agent', agent)
  await tasks.assign(id, 'agent', kit.agent('agent-that-fails'))
  expect(await tasks.runs(id)).toHaveLength(3)
})

test('a task that is finished with or archived spawns no run', async ({ kit, tasks }) => {
  for (const status of ['done', 'cancelled'] as const) {
    const task = await tasks.create({ status, agent_id: kit.agent('agent-that-finishes') })
    expect(task.last_run_status).toBeNull()
  }
  const { id } = await tasks.create()
  archiveTask(kit.workspace, kit.workspace.tables.tasks.get(id)!, true)
  expect(await tasks.assign(id, 'agent', kit.agent('agent-that-finishes'))).toMatchObject({
    last_run_status: null,
  })
})

test('a task’s runs are all it ever had, newest first, the ended and the repeated ones too', async () => {
  await using kit = await startTestKit({ profile: { 'list-order': 'oldest-first' } })
  const tasks = tasksOf(kit)
  const { id } = await tasks.create({ agent_id: kit.agent('agent-that-fails') })
  kit.untilIdle()
  const [failed] = await tasks.runs(id)
  const { body: again } = await kit.ask(`POST /agents/runs/${failed!.id}/retry`, undefined, 'member')
  await kit.ask(`POST /agents/${failed!.agent_id}/runs/${again.run_id}/stop`, undefined, 'member')
  expect(await tasks.read(id)).toMatchObject({ last_run_status: 'stopped' })
  kit.advance(1000)
  const slow = kit.agent('agent-that-is-slow')
  await tasks.assign(id, 'agent', slow)
  kit.advance(5000)
  const runs = await tasks.runs(id)
  expect(runs.map(run => run.status)).toEqual(['running', 'stopped', 'failed'])
  expect(runs.map(run => run.retry_of)).toEqual([null, failed!.id, null])
  expect(runs[0]).toMatchObject({ agent_id: slow, duration_seconds: 5 })
  expect(await tasks.read(id)).toMatchObject({ last_run_status: 'running' })
})

test('the runs of a deleted task stay in the list of runs', async ({ kit, tasks }) => {
  const { id } = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  const [run] = await tasks.runs(id)
  await tasks.remove(id)
  kit.untilIdle()
  const { body } = await kit.ask(`GET /runs/${run!.id}`, undefined, 'member')
  expect(body).toMatchObject({ status: 'completed', task_id: id })
})

test('work begins in the column of work in progress where a profile says so', async () => {
  await using kit = await startTestKit({ profile: { 'task-run-spawn': 'in-progress' } })
  const tasks = tasksOf(kit)
  const agent = kit.agent('agent-that-finishes')
  const { id } = await tasks.create({ assignee_type: 'agent', assignee_id: agent })
  const count = async () => (await tasks.runs(id)).length
  expect(await count()).toBe(0)
  await tasks.move(id, 'todo')
  expect(await count()).toBe(0)
  await tasks.move(id, 'in_progress')
  expect(await count()).toBe(1)
  await tasks.move(id, 'in_progress', 4)
  expect(await count()).toBe(1)
  await tasks.assign(id, 'agent', kit.agent('agent-that-fails'))
  expect(await count()).toBe(2)
  await tasks.move(id, 'todo')
  await tasks.move(id, 'in_progress')
  expect(await count()).toBe(3)
  const there = await tasks.create({ status: 'in_progress', agent_id: agent })
  expect(there.last_run_status).toBe('running')
})

test('nothing that a key does starts a run where a profile says so; a person in the app does', async () => {
  await using kit = await startTestKit({ profile: { 'task-run-spawn': 'person' } })
  const tasks = tasksOf(kit)
  const agent = kit.agent('agent-that-finishes')
  const { id } = await tasks.create({ status: 'in_progress', agent_id: agent })
  await tasks.assign(id, 'agent', agent)
  expect(await tasks.runs(id)).toEqual([])
  const person = kit.roles.people['person-admin']
  startTaskRun(kit.workspace, kit.workspace.tables.tasks.get(id)!, person)
  expect(await tasks.runs(id)).toMatchObject([{ agent_id: agent, started_by: person }])
  const idle = await tasks.create()
  expect(() => startTaskRun(kit.workspace, kit.workspace.tables.tasks.get(idle.id)!, person)).toThrow(
    'no agent',
  )
})

test('runs move their task to work in progress and to review', async ({ kit, tasks }) => {
  const task = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  // A new task is created in the backlog.
  expect(task).toMatchObject({ status: 'backlog', last_run_status: 'running' })
  expect(await tasks.read(task.id)).toMatchObject({ status: 'in_progress', last_run_status: 'running' })
  kit.untilIdle()
  expect(await tasks.read(task.id)).toMatchObject({ status: 'in_review', last_run_status: 'completed' })
  const failing = await tasks.create({ agent_id: kit.agent('agent-that-fails') })
  const done = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  await tasks.move(done.id, 'done')
  kit.untilIdle()
  expect(await tasks.read(failing.id)).toMatchObject({ status: 'in_progress', last_run_status: 'failed' })
  expect(await tasks.read(done.id)).toMatchObject({ status: 'done', last_run_status: 'completed' })
})

test('no more runs start within an hour than a task allows; the next one follows when there is room', async () => {
  await using kit = await startTestKit()
  const tasks = tasksOf(kit)
  const { id } = await tasks.create()
  await tasks.update(id, { max_runs_per_hour: 2 })
  await give(kit, id)
  kit.advance(10 * MINUTE)
  await give(kit, id)
  await give(kit, id)
  await give(kit, id)
  expect(await tasks.runs(id)).toHaveLength(2)
  kit.advance(50 * MINUTE - 1)
  expect(await tasks.runs(id)).toHaveLength(2)
  kit.advance(1)
  const runs = await tasks.runs(id)
  expect(runs).toHaveLength(3)
  expect(runs[0]).toMatchObject({
    created_at: new Date(START + HOUR).toISOString(),
    started_by: kit.roles.people['person-member'],
  })
  kit.untilIdle()
  expect(await tasks.runs(id)).toHaveLength(3)
})

test('a run that waits for room starts as soon as the limit is raised', async ({ kit, tasks }) => {
  const { id } = await tasks.create()
  await tasks.update(id, { max_runs_per_hour: 0 })
  await give(kit, id)
  kit.advance(5 * HOUR)
  expect(await tasks.read(id)).toMatchObject({ last_run_status: null })
  expect(await tasks.update(id, { max_runs_per_hour: null })).toMatchObject({ last_run_status: 'running' })
})

test('no run starts while the budget is used up; it follows when the budget is raised', async ({ kit }) => {
  const tasks = tasksOf(kit)
  const { id } = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  kit.untilIdle()
  const [{ cost_euros: cost } = { cost_euros: 0 }] = await tasks.runs(id)
  expect(cost).toBeGreaterThan(0)
  await tasks.update(id, { budget_euros: cost })
  await give(kit, id)
  kit.untilIdle()
  kit.advance(3 * HOUR)
  expect(await tasks.runs(id)).toHaveLength(1)
  await tasks.update(id, { budget_euros: cost + 0.000001 })
  expect(await tasks.runs(id)).toHaveLength(2)
})

test('a run that waits for room is forgotten when the task is taken from its agent, finished or deleted', async () => {
  for (const end of ['unassigned', 'cancelled', 'archived', 'deleted'] as const) {
    await using kit = await startTestKit()
    const tasks = tasksOf(kit)
    const { id } = await tasks.create()
    await tasks.update(id, { max_runs_per_hour: 1 })
    await give(kit, id)
    await give(kit, id)
    if (end === 'unassigned') await tasks.assign(id, null, null)
    if (end === 'cancelled') await tasks.move(id, 'cancelled')
    if (end === 'archived') archiveTask(kit.workspace, kit.workspace.tables.tasks.get(id)!, true)
    if (end === 'deleted') await tasks.remove(id)
    kit.advance(3 * HOUR)
    expect([end, kit.workspace.tables.runs.count('byTask', id)]).toEqual([end, 1])
  }
})

test('what would spawn a run beyond the limits is refused where a profile says so, and changes nothing', async () => {
  await using kit = await startTestKit({ profile: { 'task-limits': 'refuse' } })
  const tasks = tasksOf(kit)
  const agent = kit.agent('agent-that-finishes')
  const { id } = await tasks.create()
  await tasks.update(id, { max_runs_per_hour: 1 })
  await give(kit, id)
  await tasks.assign(id, null, null)
  await expect(tasks.assign(id, 'agent', agent)).rejects.toMatchObject({
    message: '409 task_limit_reached',
    body: { message: expect.stringContaining(new Date(START + HOUR).toISOString()) },
  })
  expect(await tasks.read(id)).toMatchObject({ assignee_id: null })
  await tasks.update(id, { max_runs_per_hour: null, budget_euros: 0 })
  await expect(tasks.assign(id, 'agent', agent)).rejects.toThrow('409 task_limit_reached')
  await tasks.update(id, { budget_euros: 5 })
  expect(await tasks.assign(id, 'agent', agent)).toMatchObject({ last_run_status: 'running' })
})

test('a move beyond the limits is refused where a profile says so, and changes nothing', async () => {
  await using kit = await startTestKit({
    profile: { 'task-limits': 'refuse', 'task-run-spawn': 'in-progress' },
  })
  const tasks = tasksOf(kit)
  const { id } = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  await tasks.update(id, { max_runs_per_hour: 0 })
  await expect(tasks.move(id, 'in_progress')).rejects.toThrow('409 task_limit_reached')
  expect(await tasks.read(id)).toMatchObject({ status: 'backlog' })
})

test('a task can be given to an agent that is at work, or with an empty wallet; its run waits', async () => {
  await using kit = await startTestKit({ profile: { 'start-run-on-busy-agent': 'refuse' } })
  const tasks = tasksOf(kit)
  const first = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  const second = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  expect([first.last_run_status, second.last_run_status]).toEqual(['running', null])
  kit.untilIdle()
  expect(await tasks.read(second.id)).toMatchObject({ last_run_status: 'completed' })

  reachBalance(kit.workspace, 0)
  const third = await tasks.create({ agent_id: kit.agent('agent-that-finishes') })
  kit.advance(2 * HOUR)
  expect(await tasks.read(third.id)).toMatchObject({ last_run_status: null })
  reachBalance(kit.workspace, 50)
  kit.advance(HOUR)
  expect(await tasks.read(third.id)).toMatchObject({ last_run_status: 'running' })
})

/** Takes the task from whoever has it and gives it to the agent that finishes. */
async function give(kit: TestKit, id: string): Promise<void> {
  await tasksOf(kit).assign(id, null, null)
  await tasksOf(kit).assign(id, 'agent', kit.agent('agent-that-finishes'))
}
