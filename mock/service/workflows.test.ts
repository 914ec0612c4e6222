import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { DAY, HOUR } from '../simulation/duration.ts'
import { combinations } from '../testing/combinations.ts'
import type { Body } from '../testing/send-as.ts'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import {
  comeToGate,
  decide,
  readRun,
  readSteps,
  start,
  tryStart,
  type WorkflowHandle,
} from '../testing/workflow-driver.ts'

// ── Workflows ──

test('the list holds every workflow of the tenant, newest first', async ({ kit }) => {
  const { workflows } = kit.workspace.tables
  const { status, body } = await kit.ask('GET /workflows/', undefined, 'member')
  expect([status, body.total]).toEqual([200, workflows.size])
  const rows = workflows.range('newest', null, { descending: true })
  expect(body.data.map(({ id }: Body) => id)).toEqual(rows.map(({ id }) => id))
})

test('page and per_page are other words for offset and limit', async ({ kit }) => {
  for (const page of [1, 2, 3, 9])
    expect(await idsOf(kit, `page=${page}&per_page=2`)).toEqual(
      await idsOf(kit, `limit=2&offset=${(page - 1) * 2}`),
    )
  expect(await idsOf(kit, 'page=2&limit=2')).toEqual(await idsOf(kit, 'limit=2&offset=2'))
  expect(await idsOf(kit, 'per_page=2&offset=1')).toEqual(await idsOf(kit, 'limit=2&offset=1'))
})

test('a page far behind the end is empty', async ({ kit }) => {
  expect(await idsOf(kit, 'offset=1000000000000000')).toEqual([])
  expect(await idsOf(kit, 'page=100000000000000&per_page=200')).toEqual([])
})

test('a workflow is read with its steps and the names of their agents', async ({ kit }) => {
  const id = kit.roles.workflows['workflow-with-gate']
  const nameOf = (handle: string) => kit.workspace.tables.agents.get(kit.agent(handle))?.name
  const approver_ids = [kit.roles.people['person-manager']]
  expect((await kit.ask(`GET /workflows/${id}`, undefined, 'member')).body).toMatchObject({
    id,
    status: 'active',
    step_count: 3,
    steps: [
      { position: 1, kind: 'agent', agent_name: nameOf('agent-that-finishes') },
      { position: 2, kind: 'gate', agent_name: null, approver_ids },
      { position: 3, kind: 'agent', agent_name: nameOf('agent-that-uses-tools') },
    ],
  })
})

// ── Unknown ids ──

test('a run is found under its own workflow alone, and among no runs of agents', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight')
  const workflow_id = kit.roles.workflows['workflow-with-gate']
  const refusal = { error: { code: 'workflow_run_not_found', param: 'run_id' } }
  for (const run of [path.run_id, 'wrun_nowhere', `${path.run_id}/steps`, 'wrun_nowhere/steps'])
    expect(await kit.ask(`GET /workflows/${workflow_id}/runs/${run}`)).toMatchObject({
      status: 404,
      body: refusal,
    })
  expect((await kit.ask(`GET /runs/${path.run_id}`)).status).toBe(404)
})

// ── The list of runs and its filters ──

test('a started run is first in the list of its workflow, and in no other', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight', { query: 'group_id=grp_1' })
  const { data } = await listed(kit, {}, 'workflow-straight')
  expect(data[0]).toMatchObject({ id: path.run_id, group_id: 'grp_1', test: false })
  expect(data[0]).toEqual(await readRun(kit, path))
  const others = await listed(kit, {})
  expect(others.data.map(run => run.id)).not.toContain(path.run_id)
})

test('every filter narrows the list, and together they hold all at once', async ({ kit }) => {
  await makeHistory(kit)
  const { data: all } = await listed(kit, {})
  expect(all.filter(run => run.had_objection).length).toBeGreaterThan(0)
  expect(new Set(all.map(run => run.status)).size).toBe(4)
  const filters = {
    status: ['completed', 'cancelled', 'failed', 'running', 'waiting', undefined],
    had_objection: [true, false, undefined],
    date_from: ['2026-11-21', '2026-11-21T09:00:00Z', undefined],
    date_to: ['2026-11-21', '2026-11-21T09:00:00Z', undefined],
  } as const
  for (const query of combinations(filters)) {
    const { status, had_objection, date_from, date_to } = query
    const wanted = all.filter(
      run =>
        (status === undefined || run.status === status) &&
        (had_objection === undefined || run.had_objection === had_objection) &&
        (date_from === undefined || Date.parse(run.created_at) >= Date.parse(date_from)) &&
        (date_to === undefined || Date.parse(run.created_at) < endOf(date_to)),
    )
    const { data, total } = await listed(kit, query)
    expect([query, data, total]).toEqual([query, wanted, wanted.length])
  }
})

test.each([
  ['2026-11-20T09:00:00.123Z', '2026-11-20T09:00:00.123Z', true],
  ['2026-11-20T09:00:00.124Z', undefined, false],
  [undefined, '2026-11-20T09:00:00.122Z', false],
  ['2026-11-20', '2026-11-20', true],
  [undefined, '2026-11-19', false],
  ['2026-11-21', undefined, false],
  ['2026-11-20T10:00:00+01:00', '2026-11-20T10:00:01+01:00', true],
  ['2026-11-20T09:00', '2026-11-20T09:01', true],
  // Dates in the wrong order select nothing.
  ['2026-11-21', '2026-11-19', false],
])('both ends of the dates count, to the day and to the millisecond: %s to %s', async (from, to, isFound) => {
  await using kit = await startTestKit()
  kit.advance(123)
  const { path } = await start(kit, 'workflow-with-gate')
  const { data, total } = await listed(kit, { date_from: from, date_to: to })
  expect(data.some(run => run.id === path.run_id)).toBe(isFound)
  expect(total).toBe(data.length)
})

test('empty filters are none', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight')
  const url = `/workflows/${path.workflow_id}/runs?status=&date_from=&date_to=&had_objection=`
  const { total } = (await (await kit.fetch('member', url)).json()) as { total: number }
  expect(total).toBe((await listed(kit, {}, 'workflow-straight')).total)
})

// ── The summary ──

test('the summary agrees with the list of runs', async ({ kit }) => {
  await makeHistory(kit)
  await start(kit, 'workflow-with-gate', { query: 'test=true' })
  kit.advance(1300)
  const workflow_id = kit.roles.workflows['workflow-with-gate']
  const { body: summary } = await kit.ask(`GET /workflows/${workflow_id}/runs/summary`, undefined, 'member')
  const { data: runs } = await listed(kit, {})
  const ended = runs.filter(run => run.finished_at !== null)
  const count = (status: string) => runs.filter(run => run.status === status).length
  expect(summary).toMatchObject({
    workflow_id,
    runs: runs.length,
    test_runs: runs.filter(run => run.test).length,
    objections: runs.filter(run => run.had_objection).length,
    success_rate: Math.round((count('completed') / ended.length) * 10_000) / 10_000,
    last_run_at: runs[0]?.created_at,
    by_status: {
      running: count('running'),
      waiting: count('waiting'),
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    },
  })
  expect(count('running')).toBe(1)
  const cost = (some: typeof runs) => some.reduce((sum, run) => sum + run.cost_euros, 0)
  expect(summary.cost_euros).toBeCloseTo(cost(runs), 6)
  expect(summary.average_cost_euros).toBeCloseTo(cost(ended) / ended.length, 6)
  const seconds = ended.reduce((sum, run) => sum + run.duration_seconds, 0)
  expect(summary.average_duration_seconds).toBeCloseTo(seconds / ended.length, 3)
})

test('the summary of a workflow that never ran has no rates and no averages', async ({ kit }) => {
  const workflow_id = kit.roles.workflows['workflow-in-draft']
  const { body } = await kit.ask(`GET /workflows/${workflow_id}/runs/summary`, undefined, 'member')
  expect(body).toMatchObject({
    runs: 0,
    success_rate: null,
    cost_euros: 0,
    average_cost_euros: null,
    average_duration_seconds: null,
    last_run_at: null,
  })
})

// ── The month's runs ──

test('every run counts in its month, and none in the next', async ({ kit }) => {
  const before = await usage(kit)
  expect(before).toMatchObject({ month: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' })
  await start(kit, 'workflow-straight')
  await start(kit, 'workflow-with-gate')
  const after = await usage(kit)
  expect(after.used).toBe(before.used + 2)
  expect(after.remaining).toBe(after.limit! - after.used)
  kit.advance(11 * DAY)
  expect(await usage(kit)).toMatchObject({ month: '2026-12', used: 0, resets_at: '2027-01-01T00:00:00.000Z' })
})

test('when the month is used up no run starts until the next, but test runs do', async ({ kit }) => {
  await useUpMonth(kit)
  expect(await tryStart(kit, 'workflow-straight')).toMatchObject({
    status: 409,
    body: { error: { code: 'workflow_run_limit_reached' } },
  })
  expect(await usage(kit)).toMatchObject({ remaining: 0 })
  const tested = await start(kit, 'workflow-straight', { query: 'test=true' })
  kit.untilIdle()
  const run = await readRun(kit, tested.path)
  expect(run).toMatchObject({ test: true, status: 'completed' })
  expect(run.cost_euros).toBeGreaterThan(0)
  kit.advance(11 * DAY)
  await start(kit, 'workflow-straight')
})

test('when the month is used up test runs do not start either where they count', async () => {
  await using kit = await startTestKit({ profile: { 'workflow-test-run': 'counted' } })
  await useUpMonth(kit)
  expect((await tryStart(kit, 'workflow-straight', { query: 'test=true' })).status).toBe(409)
})

test('a plan without a cap has no limit and nothing remaining to count', async ({ kit }) => {
  const [tenant] = kit.workspace.tables.tenant.all()
  kit.workspace.tables.tenant.replace(tenant?.id ?? '', { planId: 'plan_enterprise' })
  expect(await usage(kit)).toMatchObject({ limit: null, remaining: null })
})

/** The runs of a workflow that fit a query. */
async function listed(
  kit: TestKit,
  query: Readonly<Record<string, string | boolean | undefined>>,
  handle: WorkflowHandle = 'workflow-with-gate',
): Promise<Schemas['WorkflowRunList']> {
  const params = new URLSearchParams({ limit: '200' })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, `${value}`)
  const path = `/workflows/${kit.roles.workflows[handle]}/runs?${params}`
  return (await kit.ask(`GET ${path}`, undefined, 'member')).body
}

async function idsOf(kit: TestKit, query: string): Promise<string[]> {
  const { body } = await kit.ask(`GET /workflows/?${query}`, undefined, 'member')
  return body.data.map(({ id }: Body) => id)
}

async function usage(kit: TestKit): Promise<Schemas['WorkflowRunUsage']> {
  return (await kit.ask('GET /workflows/run-usage', undefined, 'member')).body
}

/** Runs with every end over three days, the last of them waiting at its gate. */
async function makeHistory(kit: TestKit) {
  for (const outcome of [
    'approved',
    'objected',
    'rejected',
    'fails',
    'objected',
    'approved',
    null,
  ] as const) {
    const body = outcome === 'fails' ? { body: { mock_script: 'agent-that-fails' } } : {}
    const { path } = await start(kit, 'workflow-with-gate', body)
    if (outcome === 'fails') kit.untilIdle()
    else {
      const gate = await comeToGate(kit, path)
      if (outcome !== null) decide(kit, gate, outcome)
    }
    expect(await readSteps(kit, path)).toHaveLength(3)
    kit.workspace.simulation.moveTo(kit.workspace.now() + 12 * HOUR)
  }
}

/** Leaves no run of the month; history is copied, because that many starts would take long. */
async function useUpMonth(kit: TestKit) {
  const { path } = await start(kit, 'workflow-straight')
  kit.untilIdle()
  const run = kit.workspace.tables.workflowRuns.get(path.run_id)
  const left = (await usage(kit)).remaining ?? 0
  if (!run) throw new Error('the run that was just started is gone')
  for (let i = 0; i < left; i++)
    kit.workspace.tables.workflowRuns.insert({ ...run, id: kit.workspace.ids.next('wrun') })
}

function endOf(date: string): number {
  return date.includes('T') ? Date.parse(date) + 1 : Date.parse(date) + DAY
}
