import { expect } from 'vitest'
import { controlled } from '../testing/control-client.ts'
import { mock, test } from '../testing/test-kit.ts'
import type { KeyChange, NewDecision } from './generated/control.gen.ts'

type World = Awaited<ReturnType<typeof controlled>>

/** A run that waits for an approval, and the approval. */
async function waiting() {
  const world = await controlled(mock.url)
  const { run_id } = await world.start('agent-that-waits-for-approval')
  await world.advance({ until_idle: true })
  return { world, run_id, approval_id: (await world.run(run_id)).approval_id ?? '' }
}

async function decide(world: World, body: NewDecision, approval_id = 'oldest') {
  return world.control('decideApproval', { path: { approval_id }, body })
}

test('a person approves, and the run goes on at once', async () => {
  const { world, run_id, approval_id } = await waiting()
  const { data } = await decide(world, { outcome: 'approved', by: 'manager', comment: 'Fine.' }, approval_id)
  expect(data?.approval).toMatchObject({
    status: 'approved',
    comment: 'Fine.',
    decided_by: world.roles.people['person-manager'],
  })
  expect(data?.transitions.map(({ kind }) => kind)).toEqual(['approval.approved', 'run.resumed'])
  expect(data?.transitions[0]?.says).toContain('Jonas Berger approved')
  await world.advance({ until_idle: true })
  expect((await world.run(run_id)).status).toBe('completed')
})

test('a person rejects, and the run fails', async () => {
  const { world, run_id } = await waiting()
  const { data } = await decide(world, { outcome: 'rejected' })
  expect(data?.transitions.map(({ kind }) => kind)).toEqual(['approval.rejected', 'run.failed'])
  expect((await world.run(run_id)).status).toBe('failed')
})

test('decides only what waits, and only as somebody who may', async () => {
  const { world, approval_id } = await waiting()
  const refused = async (body: NewDecision, id = approval_id) => {
    const { error, response } = await decide(world, body, id)
    return [response.status, error?.error.code]
  }
  expect(await refused({ outcome: 'approved', by: 'member' })).toEqual([403, 'role_insufficient'])
  expect(await refused({ outcome: 'approved', by: 'ghost' })).toEqual([404, 'person_not_found'])
  expect(await refused({ outcome: 'objected' })).toEqual([422, 'request_invalid'])
  expect(await refused({ outcome: 'approved' }, 'appr_1')).toEqual([404, 'approval_not_found'])
  expect((await decide(world, { outcome: 'approved' })).response.status).toBe(200)
  expect(await refused({ outcome: 'approved' })).toEqual([409, 'transition_refused'])
  expect(await refused({ outcome: 'approved' }, 'oldest')).toEqual([404, 'approval_not_found'])
})

test('decides by the id of the run, workflow run or task that waits, by a reference and by a title', async ({
  world,
}) => {
  const run = await waiting()
  const byRun = await decide(run.world, { outcome: 'approved' }, run.run_id)
  expect(byRun.data?.approval).toMatchObject({ id: run.approval_id, status: 'approved' })

  const other = await waiting()
  const { data: queue } = await other.world.control('listWaiting')
  const title = queue?.approvals[0]?.title.slice(2).toUpperCase()
  const byTitle = await decide(other.world, { outcome: 'rejected' }, title)
  expect(byTitle.data?.approval).toMatchObject({ id: other.approval_id, status: 'rejected' })

  const gate = await world.comeToGate()
  const byWorkflowRun = await decide(world, { outcome: 'approved' }, (await gate())?.id)
  expect(byWorkflowRun.data?.approval).toMatchObject({ kind: 'workflow_gate', status: 'approved' })

  for (const name of ['id', 'reference'] as const) {
    const { data: task } = await world.as('member').POST('/tasks', {
      body: { title: `By its ${name}`, requires_approval: true, status: 'in_review' },
    })
    const byTask = await decide(world, { outcome: 'approved' }, task?.[name])
    expect(byTask.data?.approval, name).toMatchObject({ task_id: task?.id, status: 'approved' })
  }
})

test('says whether the approval came with the history of the demo', async () => {
  const demo = await controlled(mock.url, { from: 'demo' })
  expect((await decide(demo, { outcome: 'approved' })).data?.from_seed).toBe(true)
  const { run_id } = await demo.start('agent-that-waits-for-approval')
  await demo.advance({ by: '10m' })
  expect((await decide(demo, { outcome: 'approved' }, run_id)).data?.from_seed).toBe(false)
})

test('lists what waits for a person', async () => {
  const { world, approval_id } = await waiting()
  const asking = await world.start('agent-that-asks-fields')
  await world.advance({ until_idle: true })
  const { data } = await world.control('listWaiting')
  expect(data?.approvals.map(({ id }) => id)).toEqual([approval_id])
  expect(data?.questions).toMatchObject([{ run_id: asking.run_id, question: { kind: 'fields' } }])
})

test('changes the balance, and what costs money is refused or served by it', async ({ world }) => {
  const { control } = world
  const balance = async () => (await world.as('admin').GET('/wallet')).data?.balance_euros
  await control('setBalance', { body: { balance_euros: 0 } })
  expect(await balance()).toBe(0)
  await expect(world.start('agent-that-finishes')).rejects.toThrow('402')
  const { data } = await control('topUp', { body: { euros: 12.5 } })
  expect(data).toEqual({ balance_euros: 12.5 })
  expect(await balance()).toBe(12.5)
  await world.start('agent-that-finishes')
  await control('setBalance', { body: { balance_euros: 100 } })
  expect(await balance()).toBe(100)
  const { data: wallet } = await control('readBalance')
  expect(wallet?.balance_euros).toBe(100)
  expect(wallet?.top_ups.map(({ euros }) => euros).slice(0, 2)).toEqual([87.5, 12.5])
  await world.advance({ to: '2026-12-02T00:00:00Z' })
  const { data: later } = await control('readBalance')
  expect(later?.top_ups[0]).toEqual({ at: '2026-12-01T00:00:00.000Z', euros: 200 })
})

test('changes the plan', async ({ world }) => {
  const plan = async () => (await world.as('admin').GET('/settings/entitlements')).data?.plan
  const before = await plan()
  const { data } = await world.control('setPlan', { body: { plan: 'starter' } })
  expect(data).toEqual({ plan: 'starter', plan_id: 'plan_starter', name: 'Starter' })
  expect(await plan()).not.toEqual(before)
})

test('archives a task and takes it back', async ({ world }) => {
  const { data: task } = await world.as('member').POST('/tasks', { body: { title: 'Old news' } })
  const listed = async () => (await world.as('member').GET('/tasks')).data?.data.length
  const path = { task: task?.reference ?? '' }
  const archived = await world.control('archiveTask', { path })
  expect(archived.data).toMatchObject({ id: task?.id, archived: true })
  expect(await listed()).toBe(0)
  await world.control('unarchiveTask', { path })
  expect(await listed()).toBe(1)
})

test('starts the run of a task where only people do', async () => {
  const world = await controlled(mock.url, { profile: { 'task-run-spawn': 'person' } })
  const { data: task } = await world.as('member').POST('/tasks', {
    body: {
      title: 'Work',
      assignee_type: 'agent',
      assignee_id: world.roles.agents['agent-that-finishes'] ?? null,
    },
  })
  expect(task?.last_run_status).toBeNull()
  const path = { task: task?.id ?? '' }
  const { data } = await world.control('runTask', { path })
  expect(data).toMatchObject({
    task: { last_run_status: 'running' },
    transitions: [{ kind: 'run.started' }, { kind: 'task.moved' }],
  })
  expect((await world.run(data?.run_id ?? '')).task_id).toBe(task?.id)
  const missing = await world.control('runTask', { path: { task: 'OPS-999' } })
  expect(missing.response.status).toBe(404)
})

test('creates, limits and revokes keys, at once and in time to come', async ({ world }) => {
  const { control } = world
  const status = async (secret = '') => (await world.as(secret).GET('/runs')).response.status
  const { data: key } = await control('createKey', {
    body: { name: 'ci', person: 'manager', scopes: ['runs:read'] },
  })
  expect(key).toMatchObject({ name: 'ci', person_name: 'Jonas Berger', role: 'manager', revoked_at: null })
  expect(await status(key?.secret)).toBe(200)

  const change = async (body: Partial<KeyChange>) =>
    (await control('changeKey', { path: { key_id: 'ci' }, body })).data
  await change({ scopes: ['tasks:read'] })
  expect(await status(key?.secret)).toBe(403)
  await change({ scopes: ['runs:read'], revoked_at: '2026-11-20T10:00:00Z' })
  expect(await status(key?.secret)).toBe(200)
  await world.advance({ by: '1h' })
  expect(await status(key?.secret)).toBe(401)
  await change({ revoked_at: null })
  expect(await status(key?.secret)).toBe(200)
  expect(await change({ revoked_at: 'now' })).toMatchObject({ revoked_at: '2026-11-20T10:00:00.000Z' })
  expect(await status(key?.secret)).toBe(401)

  const { data: all } = await control('listKeys')
  expect(all?.data.map(({ name }) => name)).toContain('ci')
  const unknown = await control('changeKey', { path: { key_id: 'nope' }, body: {} })
  expect(unknown.error?.error).toMatchObject({
    code: 'key_not_found',
    message: expect.stringContaining('admin, manager'),
  })
  const strange = await control('createKey', { body: { scopes: ['runs:write' as 'runs:read'] } })
  expect(strange.error?.error.message).toContain('agents:read')
})

test('lists the people', async ({ world }) => {
  const { data } = await world.control('listPeople')
  expect(data?.data.find(({ role }) => role === 'manager')?.managed_team_ids).toHaveLength(1)
})
