import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { startTestKit, type TestKit } from '../testing/test-kit.ts'
import { decideApproval } from '../work/approvals.ts'

test('a run works, costs, and finishes with a summary', async () => {
  await using kit = await startTestKit()
  const { run_id } = await start(kit, 'agent-that-finishes', { task: 'Check invoice 17.' })
  kit.advance(2000)
  const working = await read(kit, run_id)
  expect(working).toMatchObject({ status: 'running', summary: null, duration_seconds: 2, finished_at: null })
  expect(working.cost_euros).toBeGreaterThan(0)
  kit.untilIdle()
  const done = await read(kit, run_id)
  expect(done).toMatchObject({ status: 'completed', error: null })
  expect(done.summary).toContain('invoice 17')
  expect(done.cost_euros).toBeGreaterThan(working.cost_euros)
})

test('cost, tokens and time stand still while a run is paused, and go on where they were', async () => {
  await using kit = await startTestKit()
  const { run_id } = await start(kit, 'agent-that-is-slow')
  kit.advance(1234)
  await kit.as('member').POST('/agents/runs/{run_id}/pause', { params: { path: { run_id } } })
  const paused = await read(kit, run_id)
  expect(paused.duration_seconds).toBe(1.234)
  kit.advance(3_600_000)
  expect(await read(kit, run_id)).toEqual(paused)
  await kit.as('member').POST('/agents/runs/{run_id}/resume', { params: { path: { run_id } } })
  kit.advance(1000)
  const resumed = await read(kit, run_id)
  // Work is charged second by second of its step, and to the instant when it is interrupted.
  expect(resumed.duration_seconds).toBe(2)
  expect(resumed.tokens.total).toBeGreaterThan(paused.tokens.total)
})

test('what a stopped run has cost is final', async () => {
  await using kit = await startTestKit()
  const { run_id, agent_id } = await start(kit, 'agent-that-is-slow')
  kit.advance(5000)
  await kit
    .as('member')
    .POST('/agents/{agent_id}/runs/{run_id}/stop', { params: { path: { agent_id, run_id } } })
  const stopped = await read(kit, run_id)
  expect(stopped).toMatchObject({ status: 'stopped', duration_seconds: 5 })
  kit.advance(3_600_000)
  expect(await read(kit, run_id)).toEqual(stopped)
})

test('a failed run says why', async () => {
  await using kit = await startTestKit()
  const { run_id } = await start(kit, 'agent-that-fails')
  kit.untilIdle()
  const run = await read(kit, run_id)
  expect(run).toMatchObject({ status: 'failed', summary: null })
  expect(run.error?.message).toBeTruthy()
})

test('a retry is a new run in a new chat with the same input and agent, and leaves the old one alone', async () => {
  await using kit = await startTestKit()
  const { run_id, chat_id } = await start(kit, 'agent-that-fails', {
    task: 'Import the bank file.',
    bank: 'north',
  })
  kit.untilIdle()
  const before = await read(kit, run_id)
  const { data: again } = await kit
    .as('member')
    .POST('/agents/runs/{run_id}/retry', { params: { path: { run_id } } })
  expect(again?.run_id).not.toBe(run_id)
  expect(again?.chat_id).not.toBe(chat_id)
  const retried = await read(kit, again?.run_id ?? '')
  expect(retried).toMatchObject({ input: before.input, agent_id: before.agent_id, retry_of: run_id })
  expect(await read(kit, run_id)).toEqual(before)
})

test('an answer shows up in the rest of the run', async () => {
  await using kit = await startTestKit()
  const { run_id, agent_id } = await start(kit, 'agent-that-asks-text')
  kit.advance(10_000)
  const asking = await read(kit, run_id)
  expect(asking.question).toMatchObject({ kind: 'text', fields: [] })
  const { data } = await respond(kit, agent_id, run_id, { answer: 'the lists of March' })
  expect(data).toMatchObject({ status: 'running', question: null })
  kit.untilIdle()
  expect((await read(kit, run_id)).summary).toContain('the lists of March')
})

test('the fields of a question are checked one by one', async () => {
  await using kit = await startTestKit()
  const script =
    'ask-fields Which payment?: amount number, booked date, urgent boolean; finish Paid {{values.amount}}.'
  const { run_id, agent_id } = await start(kit, 'agent-that-finishes', { mock_script: script })
  kit.advance(0)
  const refused = await respond(kit, agent_id, run_id, {
    values: { amount: 'ten', booked: '2026-11-20', colour: 'red' },
  })
  expect(refused.response.status).toBe(422)
  expect(refused.error?.error.issues.map(issue => issue.field)).toEqual([
    'values.colour',
    'values.amount',
    'values.urgent',
  ])
  expect((await read(kit, run_id)).status).toBe('paused')
  await respond(kit, agent_id, run_id, { values: { amount: 10, booked: '2026-11-20', urgent: false } })
  kit.untilIdle()
  expect((await read(kit, run_id)).summary).toBe('Paid 10.')
})

test('the wrong kind of answer is refused and the run goes on waiting', async () => {
  await using kit = await startTestKit()
  const { run_id, agent_id } = await start(kit, 'agent-that-asks-text')
  kit.advance(10_000)
  for (const body of [{}, { values: { a: 1 } }, { answer: null }, { answer: 'a', values: { a: 1 } }]) {
    const { response, error } = await respond(kit, agent_id, run_id, body)
    expect([response.status, error?.error.code]).toEqual([422, 'answer_mismatch'])
  }
  expect((await read(kit, run_id)).status).toBe('paused')
})

test('decisions are taken action by action', async () => {
  await using kit = await startTestKit()
  const { run_id, agent_id } = await start(kit, 'agent-that-asks-decisions')
  kit.advance(10_000)
  const { question } = await read(kit, run_id)
  expect(question?.kind).toBe('decisions')
  const decisions = (question?.fields ?? []).map(({ name }) => ({ name, decision: 'accept' }))
  const partial = await respond(kit, agent_id, run_id, { decisions: decisions.slice(1) })
  expect(partial.response.status).toBe(422)
  const { data } = await respond(kit, agent_id, run_id, { decisions })
  expect(data?.status).toBe('running')
})

test('a run that waits for an approval goes on when a person approves, and fails when one rejects', async () => {
  await using kit = await startTestKit()
  for (const [outcome, status] of [
    ['approved', 'completed'],
    ['rejected', 'failed'],
  ] as const) {
    const { run_id } = await start(kit, 'agent-that-waits-for-approval')
    kit.advance(60_000)
    const { approval_id } = await read(kit, run_id)
    decideApproval(kit.workspace, approval_id ?? '', { by: kit.roles.people['person-admin'], outcome })
    kit.untilIdle()
    expect((await read(kit, run_id)).status).toBe(status)
  }
})

test('a script that cannot be read is refused with the step and what was expected', async () => {
  await using kit = await startTestKit()
  const agent_id = kit.agent('agent-that-finishes')
  const { response, error } = await kit.as('member').POST('/agents/{agent_id}/run', {
    params: { path: { agent_id } },
    body: { input: { mock_script: 'work 5s; dance' } },
  })
  expect([response.status, error?.error.code]).toEqual([422, 'script_invalid'])
  expect(error?.error.message).toContain('dance')
})

test('input takes text values only', async () => {
  await using kit = await startTestKit()
  const response = await kit.fetch('member', `/agents/${kit.agent('agent-that-finishes')}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { task: 17 } }),
  })
  const { error } = (await response.json()) as Schemas['Error']
  expect([response.status, error.param]).toEqual([422, 'body.input.task'])
})

test('a run of another agent cannot be stopped or answered through this one', async () => {
  await using kit = await startTestKit()
  const { run_id } = await start(kit, 'agent-that-is-slow')
  const agent_id = kit.agent('agent-that-finishes')
  const { response } = await kit
    .as('member')
    .POST('/agents/{agent_id}/runs/{run_id}/stop', { params: { path: { agent_id, run_id } } })
  expect(response.status).toBe(404)
  expect((await read(kit, run_id)).status).toBe('running')
})

test('nothing starts on an empty wallet', async () => {
  await using kit = await startTestKit()
  const balance = -kit.workspace.ledger.sum().micros
  kit.workspace.ledger.append({
    id: 'led_all',
    at: kit.workspace.now(),
    kind: 'adjustment',
    micros: balance,
    savedMicros: 0,
    tokensIn: 0,
    tokensOut: 0,
    agentId: null,
    userId: null,
    teamId: null,
    modelId: null,
    clientId: null,
    runId: null,
    workflowRunId: null,
  })
  const agent_id = kit.agent('agent-that-finishes')
  const { response, error } = await kit
    .as('member')
    .POST('/agents/{agent_id}/run', { params: { path: { agent_id } }, body: {} })
  expect([response.status, error?.error.code]).toEqual([402, 'balance_exhausted'])
})

async function start(
  kit: TestKit,
  handle: string,
  input: Record<string, string> = { task: 'Count the invoices.' },
) {
  const agent_id = kit.agent(handle)
  const { data, error } = await kit
    .as('member')
    .POST('/agents/{agent_id}/run', { params: { path: { agent_id } }, body: { input } })
  if (!data) throw new Error(error?.error.message)
  return { ...data, agent_id }
}

async function read(kit: TestKit, run_id: string) {
  const { data } = await kit.as('member').GET('/runs/{run_id}', { params: { path: { run_id } } })
  if (!data) throw new Error(`no run ${run_id}`)
  return data
}

function respond(kit: TestKit, agent_id: string, run_id: string, body: object) {
  return kit
    .as('member')
    .POST('/agents/{agent_id}/runs/{run_id}/respond', { params: { path: { agent_id, run_id } }, body })
}
