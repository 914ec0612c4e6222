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
  const { tables } = kit.workspace
  const read = async (path: string) => (await kit.ask(`GET ${path}`)).body
  for (const { id } of tables.agents.all()) await read(`/agents/${id}`)
  let listed = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Schemas['RunPage'] = await read(`/runs?limit=100${cursor && `&cursor=${cursor}`}`)
    listed += page.data.length
    cursor = page.next_cursor
  }
  const unseen = tables.agents
    .all()
    .filter(agent => agent.visibility === 'private' && agent.ownerId !== kit.roles.people['person-admin'])
  const hidden = unseen.reduce((sum, agent) => sum + tables.runs.count('byAgent', agent.id), 0)
  expect(listed).toBe(tables.runs.size - hidden)
  for (const { id } of tables.tasks.all()) {
    const { last_run_status } = await read(`/tasks/${id}`)
    const [run] = (await read(`/tasks/${id}/runs`)).data
    expect(last_run_status).toBe(run?.status ?? null)
  }
  for (const { id, workflowId } of tables.workflowRuns.all()) {
    const path = `/workflows/${workflowId}/runs/${id}`
    const steps: Schemas['WorkflowRunStepList'] = await read(`${path}/steps`)
    const cost = steps.data.reduce((sum, step) => sum + step.cost_euros, 0)
    expect((await read(path)).cost_euros).toBeCloseTo(cost, 9)
  }
  for (const { id } of tables.approvals.all()) await read(`/approvals/${id}`)
  expect((await read('/wallet')).balance_euros).toBeGreaterThan(200)
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
  const { body } = await kit.ask('GET /wallet/monthly-statement?month=2026-08')
  expect(body.headline.subscription_euros).toBe(149)
})

test('every event of every chat fits the contract', () => {
  for (const event of kit.workspace.tables.chats.all().flatMap(chat => eventsOf(kit.workspace, chat)))
    expect(validateEvent('streamChat', event), JSON.stringify(event)).toEqual([])
})

test('each role finds something that waits', async () => {
  for (const key of ['admin', 'manager', 'member', 'outsider-manager'] as const) {
    const { body } = await kit.ask('GET /approvals/pending/list', undefined, key)
    expect(body.data.length, key).toBeGreaterThan(0)
  }
  const gates = await kit.ask('GET /workflows/approvals/pending', undefined, 'manager')
  expect(gates.body.data.length).toBeGreaterThan(0)
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
  const path = `/agents/${asking?.agentId}/runs/${asking?.id}/respond`
  const { status } = await kit.ask(`POST ${path}`, { values: { amount: 77, currency: 'CHF' } }, 'member')
  expect(status).toBe(200)
  const [gate] = approvals.range('oldest', 'workflow_gate|status:pending')
  decideApproval(kit.workspace, gate?.id ?? '', { by: kit.roles.people['person-admin'], outcome: 'objected' })
  kit.untilIdle()
  expect(runs.get(asking?.id ?? '')?.summary).toContain('77 CHF')
  expect(workflowRuns.get(gate?.workflowRunId ?? '')).toMatchObject({
    status: 'completed',
    hadObjection: true,
  })
})

test('the second tenant has everything that can be asked for by id, and shares no id with the demo', () => {
  const { workspace: demo, foreign: second } = kit
  expect(second.tables.keys.all().map(({ secret }) => secret)).toEqual(['awk_second-tenant_admin'])
  for (const [name, table] of Object.entries(second.tables)) {
    if (['policies', 'declarations', 'conversations', 'projects'].includes(name)) continue
    expect(table.size, name).toBeGreaterThan(0)
    const others: { readonly get: (id: string) => unknown }[] = Object.values(demo.tables)
    // Both may use the models of the service.
    if (name === 'models') continue
    for (const { id } of table.all()) for (const other of others) expect(other.get(id), name).toBeUndefined()
  }
  expect(second.tables.approvals.count('oldest', 'workflow_gate|status:pending')).toBe(1)
})
