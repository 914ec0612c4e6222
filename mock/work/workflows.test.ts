import { expect } from 'vitest'
import { startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import {
  comeToGate,
  decide,
  eventsOf,
  readRun,
  readSteps,
  start,
  tryStart,
} from '../testing/workflow-driver.ts'
import { decideApproval } from './approvals.ts'
import { charge } from './funds.ts'
import { openWork } from './open-work.ts'

test('a run does its steps one after the other and completes', async ({ kit }) => {
  const { path, reply } = await start(kit, 'workflow-straight')
  expect(reply).toMatchObject({ status: 'running', run_id: path.run_id })
  const atStart = await readSteps(kit, path)
  expect(atStart.map(step => step.status)).toEqual(['running', 'pending'])
  expect((await readRun(kit, path)).current_step_id).toBe(atStart[0]?.step_id)
  kit.untilIdle()
  const done = await readRun(kit, path)
  expect(done).toMatchObject({ status: 'completed', current_step_id: null, had_objection: false })
  expect(done.finished_at).not.toBeNull()
  const steps = await readSteps(kit, path)
  expect(steps.map(step => step.status)).toEqual(['completed', 'completed'])
  expect(steps[1]?.started_at).toBe(steps[0]?.finished_at)
  expect(done.finished_at).toBe(steps[1]?.finished_at)
})

test('each agent step is a real run of its agent that can be read as one', async ({ kit }) => {
  const { path, chatId } = await start(kit, 'workflow-straight')
  kit.untilIdle()
  for (const step of await readSteps(kit, path)) {
    const { body: run } = await kit.ask(`GET /runs/${step.run_id}`, undefined, 'member')
    expect(run).toMatchObject({
      workflow_run_id: path.run_id,
      agent_id: step.agent_id,
      agent_name: step.agent_name,
      chat_id: chatId,
      triggered_by: 'workflow',
      started_by: kit.roles.people['person-member'],
      cost_euros: step.cost_euros,
      tokens: step.tokens,
      summary: step.output,
    })
  }
})

test('a step is told its instruction, the values of the start and the output of the step before', async () => {
  await using kit = await startTestKit()
  const { path } = await start(kit, 'workflow-straight', {
    body: {
      task: 'Order SO-20418',
      customer: 'Nordlicht',
      urgent: true,
      amount: 12.5,
      lines: [1, 2],
      nothing: null,
      input: { note: 'by phone' },
    },
  })
  const texts = { customer: 'Nordlicht', urgent: 'true', amount: '12.5', lines: '[1,2]', note: 'by phone' }
  kit.untilIdle()
  const [first, second] = await inputsOf(kit, path.run_id)
  expect(first).toEqual({
    ...texts,
    task: 'Check that the invoice of the order is right.\n\nOrder SO-20418',
  })
  const [{ output } = { output: null }] = await readSteps(kit, path)
  expect(output).not.toBeNull()
  expect(second).toMatchObject({ customer: 'Nordlicht', previous_output: output })
  expect((await readRun(kit, path)).input).toEqual({ task: 'Order SO-20418', ...texts })
})

test('the cost of a run is the sum of its steps and of its ledger rows, at any moment', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight')
  const seen: number[] = []
  for (let second = 0; second < 20; second++) {
    kit.advance(700)
    const run = await readRun(kit, path)
    const steps = await readSteps(kit, path)
    const micros = steps.reduce((sum, step) => sum + Math.round(step.cost_euros * 1e6), 0)
    const tokens = steps.reduce((sum, step) => sum + step.tokens.total, 0)
    const ledger = kit.workspace.ledger.sum(
      { where: { workflowRunId: path.run_id } },
      openWork(kit.workspace),
    )
    expect(Math.round(run.cost_euros * 1e6)).toBe(micros)
    expect(run.tokens.total).toBe(tokens)
    expect([ledger.micros, ledger.tokensIn, ledger.tokensOut]).toEqual([
      micros,
      run.tokens.input,
      run.tokens.output,
    ])
    seen.push(micros)
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBeGreaterThan(10)
})

test('all steps share one chat, which tells every change and ends with the run', async ({ kit }) => {
  const { path, chatId } = await start(kit, 'workflow-straight')
  kit.untilIdle()
  const events = await eventsOf(kit, chatId)
  expect(events.map(event => event.sequence)).toEqual(events.map((_, index) => index + 1))
  expect(events[0]).toMatchObject({
    type: 'workflow_run.status',
    status: 'running',
    workflow_run_id: path.run_id,
  })
  expect(events.at(-1)).toMatchObject({ type: 'workflow_run.status', status: 'completed' })
  const changes = events.flatMap(event =>
    event.type === 'step.status' ? [`${event.name}: ${event.status}`] : [],
  )
  expect(changes).toEqual([
    'Check the invoice: running',
    'Check the invoice: completed',
    'Find the parcel: running',
    'Find the parcel: completed',
  ])
  const [first, second] = await readSteps(kit, path)
  const runIds = new Set(events.flatMap(event => (event.type === 'run.status' ? [event.run_id] : [])))
  expect([...runIds]).toEqual([first?.run_id, second?.run_id])
})

test('the stream of the shared chat goes on past the end of a step', async ({ kit }) => {
  const { chatId } = await start(kit, 'workflow-straight')
  const ended: string[] = []
  for await (const event of kit.stream('member', chatId)) {
    if (event.type === 'step.status' && event.status === 'running') kit.untilIdle()
    if (event.type === 'run.status' && event.status === 'completed') ended.push(event.run_id)
  }
  expect(ended).toHaveLength(2)
})

test('a gate waits for a person, however long that takes', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-with-gate')
  const approvalId = await comeToGate(kit, path)
  kit.advance(30 * 24 * 3600 * 1000)
  const run = await readRun(kit, path)
  const steps = await readSteps(kit, path)
  expect(run).toMatchObject({ status: 'waiting', finished_at: null, current_step_id: steps[1]?.step_id })
  expect(steps.map(step => step.status)).toEqual(['completed', 'waiting', 'pending'])
  expect(steps[1]).toMatchObject({
    kind: 'gate',
    agent_name: null,
    run_id: null,
    decision: null,
    approval_id: approvalId,
  })
  expect(steps[1]).toMatchObject({ cost_euros: 0 })
})

test('an approved gate lets the run go on, and the next step hears of it', async ({ kit }) => {
  const { path, chatId } = await start(kit, 'workflow-with-gate')
  decide(kit, await comeToGate(kit, path), 'approved', { comment: 'Fine with me.' })
  expect(await readRun(kit, path)).toMatchObject({ status: 'completed', had_objection: false })
  const steps = await readSteps(kit, path)
  expect(steps.map(step => step.status)).toEqual(['completed', 'completed', 'completed'])
  expect(steps[1]?.decision).toMatchObject({
    outcome: 'approved',
    decided_by: kit.roles.people['person-manager'],
    comment: 'Fine with me.',
  })
  expect((await inputsOf(kit, path.run_id))[1]).toMatchObject({
    previous_output: steps[0]?.output,
    gate_outcome: 'approved',
    gate_comment: 'Fine with me.',
  })
  const types = (await eventsOf(kit, chatId)).map(event => event.type)
  expect(types).toContain('approval.requested')
  expect(types).toContain('approval.decided')
})

test('a rejected gate ends the run as cancelled and skips what was to come', async ({ kit }) => {
  const { path, chatId } = await start(kit, 'workflow-with-gate')
  decide(kit, await comeToGate(kit, path), 'rejected', { comment: 'Not this supplier.' })
  expect(await readRun(kit, path)).toMatchObject({
    status: 'cancelled',
    had_objection: false,
    current_step_id: null,
  })
  const steps = await readSteps(kit, path)
  expect(steps.map(step => step.status)).toEqual(['completed', 'rejected', 'skipped'])
  expect(steps[1]?.decision).toMatchObject({ outcome: 'rejected', comment: 'Not this supplier.' })
  expect((await eventsOf(kit, chatId)).at(-1)).toMatchObject({
    type: 'workflow_run.status',
    status: 'cancelled',
  })
})

test('an objection rejects the gate, lets the run go on, and marks it', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-with-gate')
  const approvalId = await comeToGate(kit, path)
  decide(kit, approvalId, 'objected', { comment: 'Only with payment in advance.' })
  expect(await readRun(kit, path)).toMatchObject({ status: 'completed', had_objection: true })
  const [, gate] = await readSteps(kit, path)
  expect(gate).toMatchObject({ status: 'completed', decision: { outcome: 'objected' } })
  expect(kit.workspace.tables.approvals.get(approvalId)?.status).toBe('rejected')
})

test('a step that asks makes the run wait until its run is answered', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-that-asks')
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'waiting' })
  const [asking] = await readSteps(kit, path)
  expect(asking).toMatchObject({ status: 'waiting' })
  const at = `/agents/${asking?.agent_id}/runs/${asking?.run_id}/respond`
  expect((await kit.ask(`POST ${at}`, { answer: 'Stress the margins.' })).status).toBe(200)
  expect(await readRun(kit, path)).toMatchObject({ status: 'running' })
  expect((await readSteps(kit, path))[0]).toMatchObject({ status: 'running' })
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'completed' })
})

test('a step whose agent waits for an approval makes the run wait, and its approval ends the waiting', async () => {
  await using kit = await startTestKit()
  const { path } = await start(kit, 'workflow-straight', {
    body: { mock_script: 'agent-that-waits-for-approval' },
  })
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'waiting' })
  for (const approval of kit.workspace.tables.approvals.range('oldest', 'run|status:pending')) {
    const run = kit.workspace.tables.runs.get(approval.runId ?? '')
    if (run?.workflowRunId !== path.run_id) continue
    decideApproval(kit.workspace, approval.id, { by: kit.roles.people['person-admin'], outcome: 'approved' })
  }
  expect(await readRun(kit, path)).toMatchObject({ status: 'running' })
})

test('a step that fails makes the run fail', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-that-fails')
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'failed', current_step_id: null })
  expect((await readSteps(kit, path)).map(step => step.status)).toEqual(['completed', 'failed', 'skipped'])
})

test.each(['cancel', 'stop'] as const)(
  'to %s the run of a step ends the workflow run as cancelled',
  async move => {
    await using kit = await startTestKit()
    const { path } = await start(kit, 'workflow-straight')
    const [step] = await readSteps(kit, path)
    const of = move === 'cancel' ? '' : `/${step?.agent_id}`
    expect((await kit.ask(`POST /agents${of}/runs/${step?.run_id}/${move}`)).status).toBe(200)
    expect(await readRun(kit, path)).toMatchObject({ status: 'cancelled' })
    expect((await readSteps(kit, path)).map(step => step.status)).toEqual(['cancelled', 'skipped'])
    const before = await readRun(kit, path)
    kit.advance(60_000)
    expect(await readRun(kit, path)).toEqual(before)
  },
)

test('a step whose run is paused by hand stands still, and the run counts as running', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight')
  const [step] = await readSteps(kit, path)
  kit.advance(1000)
  await kit.ask(`POST /agents/runs/${step?.run_id}/pause`)
  kit.untilIdle()
  kit.advance(3_600_000)
  expect(await readRun(kit, path)).toMatchObject({ status: 'running' })
  expect((await readSteps(kit, path)).map(step => step.status)).toEqual(['running', 'pending'])
  await kit.ask(`POST /agents/runs/${step?.run_id}/resume`)
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'completed' })
})

test('retrying the failed run of a step leaves the workflow run as it ended', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-that-fails')
  kit.untilIdle()
  const failed = (await readSteps(kit, path))[1]
  const before = await readRun(kit, path)
  await kit.ask(`POST /agents/runs/${failed?.run_id}/retry`)
  kit.untilIdle()
  expect(await readRun(kit, path)).toEqual(before)
})

test('a step that cannot start because the wallet is empty makes the run fail, and the chat says why', async () => {
  await using kit = await startTestKit()
  const { path, chatId } = await start(kit, 'workflow-straight')
  kit.advance(5999)
  const flatMicros = 0 - kit.workspace.ledger.sum().micros
  charge(kit.workspace, { kind: 'adjustment', model: null, flatMicros })
  kit.untilIdle()
  expect(await readRun(kit, path)).toMatchObject({ status: 'failed' })
  expect((await readSteps(kit, path)).map(step => step.status)).toEqual(['completed', 'failed'])
  const said = (await eventsOf(kit, chatId)).flatMap(event =>
    event.type === 'message.completed' ? [event.message] : [],
  )
  expect(said.at(-1)).toMatchObject({ role: 'system', text: expect.stringContaining('balance') })
})

test('a step fails when its agent is busy where one agent does one run at a time', async () => {
  await using kit = await startTestKit({ profile: { 'start-run-on-busy-agent': 'refuse' } })
  const first = await start(kit, 'workflow-straight')
  const second = await start(kit, 'workflow-straight')
  expect(second.reply.status).toBe('failed')
  kit.untilIdle()
  expect(await readRun(kit, first.path)).toMatchObject({ status: 'completed' })
})

test('a script that cannot be read is refused before anything has begun', async ({ kit }) => {
  const before = kit.workspace.tables.workflowRuns.size
  expect(await tryStart(kit, 'workflow-straight', { body: { mock_script: 'dance' } })).toMatchObject({
    status: 422,
    body: { error: { code: 'script_invalid' } },
  })
  expect(kit.workspace.tables.workflowRuns.size).toBe(before)
})

test('a draft cannot be started', async ({ kit }) => {
  expect(await tryStart(kit, 'workflow-in-draft')).toMatchObject({
    status: 409,
    body: { error: { code: 'workflow_not_active', param: 'workflow_id' } },
  })
})

test('two runs of one workflow do not disturb each other', async ({ kit }) => {
  const one = await start(kit, 'workflow-with-gate')
  kit.advance(1500)
  const two = await start(kit, 'workflow-with-gate')
  const gateOne = await comeToGate(kit, one.path)
  const gateTwo = await comeToGate(kit, two.path)
  expect(gateOne).not.toBe(gateTwo)
  decide(kit, gateTwo, 'rejected')
  decide(kit, gateOne, 'approved')
  expect(await readRun(kit, one.path)).toMatchObject({ status: 'completed' })
  expect(await readRun(kit, two.path)).toMatchObject({ status: 'cancelled' })
})

test('to hear of the end of a step twice changes nothing', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-straight')
  kit.untilIdle()
  const [step] = await readSteps(kit, path)
  const before = await readRun(kit, path)
  const { simulation } = kit.workspace
  simulation.plan(simulation.now(), 'workflow.run-ended', path.run_id, { runId: step?.run_id })
  expect(await readRun(kit, path)).toEqual(before)
})

test('the same start in the same world gives the same events', async () => {
  const streams: string[] = []
  for (let round = 0; round < 2; round++) {
    await using kit = await startTestKit()
    const { path, chatId } = await start(kit, 'workflow-with-gate', { body: { task: 'Nordlicht GmbH' } })
    decide(kit, await comeToGate(kit, path), 'objected')
    // What is made in a workspace has ids of its own there; all else is the same.
    streams.push(JSON.stringify(await eventsOf(kit, chatId), null, 1).replace(/_01h[0-9a-z]+/g, ''))
  }
  expect(streams[0]).toBe(streams[1])
})

async function inputsOf(kit: TestKit, workflowRunId: string) {
  const runs = kit.workspace.tables.runs.range('byWorkflowRun', workflowRunId)
  return runs.map(run => run.input)
}
