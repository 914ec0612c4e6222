// The demo world as the service shows it and goes on with it. Every reply is judged against the contract.
import { afterAll, beforeAll, expect } from 'vitest'
import { type Schemas, validateEvent } from '#openapi'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import { decideApproval } from '../work/approvals.ts'
import { eventsOf } from '../work/chat-events.ts'

let kit: TestKit
beforeAll(async () => {
  kit = await startTestKit()
})
afterAll(async () => {
  await kit[Symbol.asyncDispose]()
})

test('every row is served, and fits the contract', async () => {
  const api = kit.as('admin')
  const { tables } = kit.workspace
  for (const { id } of tables.agents.all())
    await api.GET('/agents/{agent_id}', { params: { path: { agent_id: id } } })
  let cursor: string | null = null
  let listed = 0
  do {
    const { data }: { data?: Schemas['RunPage'] } = await api.GET('/runs', {
      params: { query: { limit: 100, cursor } },
    })
    listed += data?.data.length ?? 0
    cursor = data?.next_cursor ?? null
  } while (cursor !== null)
  const unseen = tables.agents
    .all()
    .filter(agent => agent.visibility === 'private' && agent.ownerId !== kit.roles.people['person-admin'])
  const hidden = unseen.reduce((sum, agent) => sum + tables.runs.count('byAgent', agent.id), 0)
  expect(listed).toBe(tables.runs.size - hidden)
  for (const { id } of tables.tasks.all()) {
    const read = await api.GET('/tasks/{task_id}', { params: { path: { task_id: id } } })
    const runs = await api.GET('/tasks/{task_id}/runs', { params: { path: { task_id: id } } })
    expect(read.data?.last_run_status).toBe(runs.data?.data[0]?.status ?? null)
  }
  for (const { id, workflowId } of tables.workflowRuns.all()) {
    const path = { workflow_id: workflowId, run_id: id }
    const read = await api.GET('/workflows/{workflow_id}/runs/{run_id}', { params: { path } })
    const steps = await api.GET('/workflows/{workflow_id}/runs/{run_id}/steps', { params: { path } })
    const cost = steps.data?.data.reduce((sum, step) => sum + step.cost_euros, 0) ?? Number.NaN
    expect(read.data?.cost_euros).toBeCloseTo(cost, 9)
  }
  for (const { id } of tables.approvals.all())
    await api.GET('/approvals/{approval_id}', { params: { path: { approval_id: id } } })
  const wallet = await api.GET('/wallet')
  expect(wallet.data?.balance_euros).toBeGreaterThan(200)
})

test('agents and workflows were made in office hours, and the first month was billed from its first day', async () => {
  const { data: agents } = await kit.as('admin').GET('/agents/')
  const { data: workflows } = await kit.as('admin').GET('/workflows/')
  for (const { created_at, updated_at } of [...agents!.data, ...workflows!.data])
    for (const time of [created_at, updated_at]) {
      const instant = new Date(time)
      expect([time, instant.getUTCDay() % 6]).not.toContain(0)
      expect(instant.getUTCHours()).toBeGreaterThan(4)
      expect(instant.getUTCHours()).toBeLessThan(20)
    }
  const [first] = kit.workspace.ledger.rows()
  expect(new Date(first!.at).toISOString()).toBe('2026-08-01T00:00:00.000Z')
  const month = { params: { query: { month: '2026-08' } } }
  const { data } = await kit.as('admin').GET('/wallet/monthly-statement', month)
  expect(data?.headline.subscription_euros).toBe(149)
})

test('every event of every chat fits the contract', () => {
  for (const event of kit.workspace.tables.chats.all().flatMap(chat => eventsOf(kit.workspace, chat)))
    expect(validateEvent('streamChat', event), JSON.stringify(event)).toEqual([])
})

test('each role finds something that waits', async () => {
  for (const key of ['admin', 'manager', 'member', 'outsider-manager'] as const) {
    const { data } = await kit.as(key).GET('/approvals/pending/list')
    expect(data?.data.length, key).toBeGreaterThan(0)
  }
  const gates = await kit.as('manager').GET('/workflows/approvals/pending')
  expect(gates.data?.data.length).toBeGreaterThan(0)
})

test('what was at work when the clock was started comes to its end, and what waits goes on waiting', async () => {
  await using kit = await startTestKit()
  const { runs, workflowRuns } = kit.workspace.tables
  const working = runs.range('byStatus', 'running')
  const paused = runs.count('byStatus', 'paused')
  const [closing] = workflowRuns.range('newest', 'status:running')
  kit.untilIdle()
  for (const { id, micros } of working) {
    const run = runs.get(id)
    expect(run?.status).toBe('completed')
    expect(run?.micros).toBeGreaterThan(micros)
    expect(kit.workspace.ledger.sum({ where: { runId: id } }).micros).toBe(run?.micros)
  }
  expect(runs.count('byStatus', 'paused')).toBe(paused)
  expect(workflowRuns.get(closing?.id ?? '')?.status).toBe('waiting')
})

test('a question of the past is answered and a gate of the past decided as if they were asked today', async () => {
  await using kit = await startTestKit()
  const { runs, workflowRuns, approvals } = kit.workspace.tables
  const asking = runs.range('byStatus', 'paused').find(run => run.progress?.question?.kind === 'fields')
  const { response } = await kit.as('member').POST('/agents/{agent_id}/runs/{run_id}/respond', {
    params: { path: { agent_id: asking?.agentId ?? '', run_id: asking?.id ?? '' } },
    body: { values: { amount: 77, currency: 'CHF' } },
  })
  expect(response.status).toBe(200)
  const [gate] = approvals.range('oldest', 'workflow_gate|status:pending')
  decideApproval(kit.workspace, gate?.id ?? '', { by: kit.roles.people['person-admin'], outcome: 'objected' })
  kit.untilIdle()
  expect(runs.get(asking?.id ?? '')?.summary).toContain('77 CHF')
  expect(workflowRuns.get(gate?.workflowRunId ?? '')).toMatchObject({
    status: 'completed',
    hadObjection: true,
  })
})
