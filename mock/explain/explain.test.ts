import { expect } from 'vitest'
import { RESOURCES } from '../dialect/resource-kinds.ts'
import { askAs, sendAs, startRun } from '../testing/send-as.ts'
import { callerOf, mock, test } from '../testing/test-kit.ts'

test('a refused move says which rule, how the run came to its state, and what it takes now', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  const { run_id } = await startRun(workspace, 'agent-that-is-slow')
  workspace.clock.advance('5s')
  await call('POST', `/agents/runs/${run_id}/pause`)
  const response = await call('POST', `/agents/runs/${run_id}/cancel`)
  const why = workspace.explain(response)
  expect(why).toMatchObject({
    outcome: 'refused',
    rule: {
      code: 'transition_refused',
      section: '3',
      title: 'States and transitions',
      gap: { id: 'status-refused-transition', answer: '409' },
    },
    reasons: ['cancelRun is refused: the run is paused since 2026-11-20T09:00:05.000Z.'],
    state: 'the run is paused since 2026-11-20T09:00:05.000Z',
    accepted: ['resumeRun', 'stopRun', 'getRun'],
  })
  expect(why.rule?.requirements.map(({ id }) => id)).toContain('STATE-17')
  const [history] = why.resources
  expect(history).toMatchObject({ kind: 'run', id: run_id, status: 'paused' })
  expect(
    history!.history.map(({ at, from, to, by }) => [
      at.slice(11, 19),
      from,
      to,
      by?.call.split(' ')[0],
      by?.key,
    ]),
  ).toEqual([
    ['09:00:00', null, 'running', 'POST', 'admin'],
    ['09:00:05', 'running', 'paused', 'POST', 'admin'],
  ])
  expect(history!.next.map(({ operation }) => operation)).toEqual(['resumeRun', 'stopRun', 'getRun'])
})

test('the calls to try can be tried', async ({ workspace }) => {
  const { run_id } = await startRun(workspace, 'agent-that-asks-text')
  workspace.clock.untilIdle()
  const { next, waits_for, history } = workspace.history(run_id)
  expect(waits_for).toMatch(/^an answer to: /)
  expect(history.at(-1)).toMatchObject({ to: 'paused', by: null, note: expect.stringMatching(/^asks: /) })
  const line = next.find(({ operation }) => operation === 'respondToRun')!.curl
  const [, url = '', body = ''] = /'(http[^']+)'.*-d '([^']+)'/.exec(line) ?? []
  const response = await sendAs(workspace.keys.admin, url, JSON.parse(body))
  expect(response.status).toBe(200)
  expect(line).toMatch(/^curl -X POST 'http.*\/respond' -H "Authorization: Bearer \$AGENT_WORK_KEY"/)
})

test('the history of a run shows its whole life, and what a person did', async ({ workspace }) => {
  const { run_id } = await startRun(workspace, 'agent-that-waits-for-approval')
  workspace.clock.advance('1h')
  const waiting = workspace.history(run_id)
  expect(waiting.waits_for).toMatch(/^approval /)
  expect(waiting.next.at(-1)).toMatchObject({
    operation: 'decideApproval',
    curl: expect.stringContaining(`/_mock/workspaces/${workspace.id}/approvals/`),
  })
  const { id } = workspace.people.waiting().approvals[0]!
  expect(workspace.history(id)).toMatchObject({
    kind: 'approval',
    status: 'pending',
    waits_for: expect.stringContaining('no key can decide'),
  })
  workspace.people.approve(workspace.workspace.tables.runs.get(run_id)!.progress!.approvalId, { by: 'admin' })
  workspace.clock.untilIdle()
  const { history, status } = workspace.history(run_id)
  expect(status).toBe('completed')
  expect(history.map(({ from, to, by }) => [from, to, by?.call.includes('/run') ?? false])).toEqual([
    [null, 'running', true],
    ['running', 'paused', false],
    ['paused', 'running', false],
    ['running', 'completed', false],
  ])
})

test('the history of a task shows who moved it, that of a workflow run what it waits for', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  const { body: task } = await askAs(workspace.keys.admin, `${mock.url}/tasks`, { title: 'Move me' })
  await call('PATCH', `/tasks/${task.id}/status`, { status: 'in_review' })
  const history = workspace.history(task.reference)
  expect(history).toMatchObject({
    kind: 'task',
    id: task.id,
    status: 'in_review',
    note: `${task.reference} Move me`,
  })
  expect(history.history.map(({ from, to, by }) => [from, to, by?.key])).toEqual([
    [null, 'backlog', 'admin'],
    ['backlog', 'in_review', 'admin'],
  ])
  const workflow = workspace.roles.workflows['workflow-with-gate']
  const { body: started } = await askAs(workspace.keys.admin, `${mock.url}/workflows/${workflow}/run`, {})
  workspace.clock.untilIdle()
  expect(workspace.history(started.run_id)).toMatchObject({
    kind: 'workflow-run',
    status: 'waiting',
    waits_for: expect.stringMatching(/^approval /),
    note: expect.stringContaining('waiting'),
  })
})

test('anything with an id has a history, with a name and a call that reads it', async ({ workspace }) => {
  const { tables } = workspace.workspace
  for (const [kind, { table }] of Object.entries(RESOURCES)) {
    const rows: readonly { readonly id: string; readonly name?: string; readonly kind?: string }[] =
      tables[table].all()
    // The chat of a run has the history of the run.
    const row = rows.find(one => kind !== 'chat' || one.kind === 'conversation')!
    const found = workspace.history(row.id)
    expect(found, kind).toMatchObject({ kind, id: row.id })
    if (row.name !== undefined) expect(found.note, kind).toBe(row.name)
    for (const { curl } of found.next) {
      expect(curl, kind).toContain(mock.url)
      // That is how an id that is not known is shown.
      expect(curl, kind).not.toMatch(/<\w+>/)
    }
  }
  expect(() => workspace.history('agent_0')).toThrow('agent_0')
})

test('a key that may not do it learns which key may', async ({ workspace }) => {
  const role = await callerOf(workspace, 'member')('GET', '/admin/agents/stats?days=7')
  expect(workspace.explain(role)).toMatchObject({
    rule: { code: 'role_insufficient', section: '5', gap: null },
    state: 'Maya Lindqvist is a member',
    try: [{ what: 'the same call with the key admin' }, { what: 'the same call with the key manager' }, {}],
  })
  const scope = await callerOf(workspace, 'read-only')('POST', '/tasks', { title: 'x' })
  const why = workspace.explain(scope)
  expect(why.rule?.code).toBe('scope_missing')
  expect(why.try[0]!.curl).toContain(`-d '{"title":"x"}'`)
  expect(why.try[0]!.curl).toContain('$AGENT_WORK_KEY_ADMIN')
})

test('explains why something is not found: it belongs to somebody else, to another workspace, or does not exist', async () => {
  await using workspace = mock.workspace()
  await using other = mock.workspace()
  const call = callerOf(workspace)
  const { run_id } = await startRun(workspace, 'agent-private-to-other', { key: 'other' })
  const unseen = await callerOf(workspace, 'member')('GET', `/runs/${run_id}`)
  expect(workspace.explain(unseen).resources[0]).toMatchObject({
    id: run_id,
    note: 'It is there, but Maya Lindqvist does not see it.',
  })
  const foreign = await startRun(other, 'agent-that-is-slow')
  const elsewhere = await call('GET', `/runs/${foreign.run_id}`)
  const why = workspace.explain(elsewhere)
  expect(elsewhere.status).toBe(404)
  if (foreign.run_id !== run_id)
    expect(why.state).toBe(`${foreign.run_id} belongs to the workspace ${other.id}, not to ${workspace.id}`)
  const nowhere = await call('GET', '/runs/run_nowhere')
  expect(workspace.explain(nowhere)).toMatchObject({ state: null, resources: [] })
})

test('a body that was not taken comes with one that is, and with what was wrong', async ({ workspace }) => {
  const response = await callerOf(workspace)('POST', '/tasks', { priority: 'now' })
  const why = workspace.explain(response)
  expect(why.issues.map(({ field }) => field)).toEqual(expect.arrayContaining(['title', 'priority']))
  expect(why.rule).toMatchObject({ code: 'request_invalid' })
})

test('a key that nobody knows is explained, too, and so is what a fault did', async ({ workspace }) => {
  const unknown = await sendAs(`'${workspace.keys.admin}'`, `${mock.url}/runs`)
  const [{ exchange, why }] = mock.unmatchedRequests().slice(-1) as [
    ReturnType<typeof mock.unmatchedRequests>[number],
  ]
  expect(why).toContain('came with quotes')
  expect(workspace.explain(unknown)).toMatchObject({ exchange: { id: exchange.id }, story: why })
  using fault = workspace.faults.add({ effects: [{ do: 'reply', status: 503 }] })
  const response = await callerOf(workspace)('GET', '/runs')
  expect(workspace.explain(response)).toMatchObject({
    outcome: 'refused',
    rule: null,
    story: expect.stringContaining(`Faults were applied: ${fault.id} (reply 503 before).`),
  })
  expect(() => workspace.explain('ws_none.1')).toThrow('There is no exchange ws_none.1')
  expect(() => workspace.history('run_none')).toThrow(`The workspace ${workspace.id} has no run, task`)
})

test('an answered request that meant something else is explained: another path, a field that does not exist', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const moved = await sendAs(workspace.keys.admin, `${mock.url}/agents?limit=1`, undefined, {
    redirect: 'manual',
  })
  expect(workspace.explain(moved).story).toContain('It leads to /agents/?limit=1; write that path')
  const response = await callerOf(workspace)('POST', '/tasks', { title: 'Order paper', prority: 'high' })
  expect(workspace.explain(response).story).toContain(
    'body.prority was ignored, because there is no such field; did you mean priority?',
  )
})
