import { afterAll, expect, test } from 'vitest'
import { type OperationRow, operationIds, operations } from '#openapi'
import { type Mock, startMock } from '../index.ts'
import { Random } from '../simulation/random.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }
const mock = await startMock({ clock })
afterAll(() => mock.stop())

const ask = (on: Mock, path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(on.url + path, { ...init, headers: { ...headers, 'content-type': 'application/json' } })
const as = (who: string, more: Record<string, string> = {}) => ({ 'x-mock-as': who, ...more })

/** Everything that a workspace is, as text. */
function bytesOf({ demo }: Mock): string {
  const { tables, ledger, ids, random, simulation } = demo.workspace
  const rows = Object.entries(tables).map(([name, table]) => [name, table.all()])
  return JSON.stringify([rows, ledger.size, ids.save(), random.save(), simulation.schedule.save()])
}

/** What a client does, in the same way each time. */
async function work(on: Mock, between: () => Promise<void>): Promise<void> {
  const { keys, agents } = on.demo.roles
  const key = { authorization: `Bearer ${keys.admin}` }
  const run = (agent: string | undefined) =>
    ask(on, `/agents/${agent}/run`, key, { method: 'POST', body: '{}' })
  await between()
  await run(agents['agent-that-asks-text'])
  await between()
  on.clock.advance('10s')
  await ask(on, '/runs?limit=3', key)
  await between()
  await run(agents['agent-that-is-slow'])
  await ask(on, '/runs/none', key)
  on.clock.advance('90s')
  await between()
  on.people.approve()
}

test('looking changes nothing: the world, the journal, coverage and lint are those of a walk without looks', async () => {
  await using plain = await startMock({ clock })
  await using watched = await startMock({ clock })
  const random = new Random('looks')
  const reads = operationIds
    .map(id => operations[id] as OperationRow)
    .filter(({ method }) => method === 'GET')
  const { tables } = watched.demo.workspace
  const some = <Row extends { id: string }>(rows: readonly Row[]) => random.pick(rows).id
  const id: Record<string, () => string> = {
    run_id: () => (random.chance(0.8) ? some(tables.runs.all()) : some(tables.workflowRuns.all())),
    agent_id: () => some(tables.agents.all()),
    task_id: () => some(tables.tasks.all()),
    workflow_id: () => some(tables.workflows.all()),
    approval_id: () => some(tables.approvals.all()),
    client_id: () => some(tables.clients.all()),
    chat_id: () => some(tables.chats.all()),
    ref: () => 'OPS-12',
    resource_id: () => some(tables.runs.all()),
  }
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => id[name]?.() ?? 'none')
  const names = ['*', ...tables.keys.all().map(({ name }) => name)]
  const controls = [
    'agenda',
    'transitions',
    'waiting',
    'lint',
    'coverage',
    'keys',
    'clock',
    'journal?console=true',
    'audience/{resource_id}',
    'history/{resource_id}',
  ]
  const statuses = new Set<number>()
  const look = async () => {
    for (let n = 0; n < 60; n++) {
      const { path } = random.pick(reads)
      const reply = await ask(watched, filled(path), as(`demo/${random.pick(names)}`))
      statuses.add(reply.status)
      await ask(watched, `/_mock/workspaces/demo/${filled(random.pick(controls))}`, {})
    }
  }
  await work(plain, async () => {})
  await work(watched, look)
  expect([...statuses]).toEqual(expect.arrayContaining([200, 403, 404]))
  expect(bytesOf(watched)).toBe(bytesOf(plain))
  expect(watched.journal.list()).toEqual(plain.journal.list())
  expect(watched.coverage()).toEqual(plain.coverage())
  expect(watched.demo.lint()).toEqual(plain.demo.lint())
})

test('a look sees what the key sees, everyone sees all, and neither is struck by faults or limits', async () => {
  await using workspace = mock.workspace()
  workspace.faults.add({ effects: [{ do: 'reply', status: 503 }] })
  const privateAgent = workspace.roles.agents['agent-private-to-other']
  const status = async (who: string, path: string) =>
    (await ask(mock, path, as(`${workspace.id}/${who}`))).status
  expect(await status('member', `/agents/${privateAgent}`)).toBe(404)
  expect(await status('other', `/agents/${privateAgent}`)).toBe(200)
  expect(await status('*', `/agents/${privateAgent}`)).toBe(200)
  expect(await status('no-scope', '/runs')).toBe(403)
  expect(await status('revoked', '/runs')).toBe(401)
  for (let n = 0; n < 40; n++) expect(await status('admin', '/insights/summary')).toBe(200)
  const listed = async (who: string) =>
    ((await (await ask(mock, '/tasks?limit=1', as(`${workspace.id}/${who}`))).json()) as { total: number })
      .total
  expect(await listed('*')).toBe(
    workspace.workspace.tables.tasks.all().filter(({ archived }) => !archived).length,
  )
  expect(await listed('member')).toBeLessThan(await listed('*'))
})

test('a look is dressed in the defaults, or as the workspace or another answer would have it', async () => {
  await using workspace = mock.workspace({ profile: { 'error-body': 'problem' } })
  const error = async (headers: Record<string, string>) =>
    Object.keys(
      (await (await ask(mock, '/runs/none', as(`${workspace.id}/admin`, headers))).json()) as object,
    )
  expect(await error({})).toEqual(['error'])
  const own = await error({ 'x-mock-profile': 'own' })
  expect(own).toContain('title')
  expect(await error({ 'x-mock-profile': 'error-body=problem' })).toEqual(own)
  const wrong = await ask(
    mock,
    '/runs/none',
    as(`${workspace.id}/admin`, { 'x-mock-profile': 'error-body=none' }),
  )
  expect(wrong.status).toBe(422)
  const act = async (headers: Record<string, string>) => {
    const reply = await ask(mock, '/tasks', as(`${workspace.id}/admin`, headers), {
      method: 'POST',
      body: '{}',
    })
    return Object.keys((await reply.json()) as object)
  }
  expect(await act({})).toEqual(['error'])
  expect(await act({ 'x-mock-profile': 'own' })).toContain('title')
})

test('other methods act for real, stand in the journal as the console’s, and do not count as the client’s', async () => {
  await using workspace = mock.workspace()
  const before = workspace.coverage()
  const body = JSON.stringify({ title: 'Check the gate' })
  const reply = await ask(mock, '/tasks', as(`${workspace.id}/member`), { method: 'POST', body })
  expect(reply.status).toBe(201)
  const task = (await reply.json()) as { id: string; owner_id: string }
  expect(task.owner_id).toBe(workspace.roles.people['person-member'])
  expect(workspace.journal.list()).toEqual([])
  expect(workspace.journal.list({ console: true })).toMatchObject([
    { operation: 'createTask', status: 201, key: 'member', console: true },
  ])
  expect(workspace.journal.check({ operation: 'createTask' }).verified).toBe(false)
  expect(workspace.coverage()).toEqual(before)
  expect(workspace.lint().checked).toBe(0)
})

test.for([
  ['demo/*', {}, 'DELETE', 403, 'key_needed'],
  ['demo/nobody', {}, 'GET', 404, 'key_not_found'],
  ['none/admin', {}, 'GET', 404, 'key_not_found'],
  ['demo/admin', { origin: 'https://evil.example' }, 'GET', 403, 'origin_refused'],
  ['demo/admin', { 'sec-fetch-site': 'cross-site' }, 'GET', 403, 'origin_refused'],
] as const)('refuses %s with %o and %s', async ([who, headers, method, status, code]) => {
  const reply = await ask(mock, '/tasks/none', as(who, headers), { method })
  expect(reply.status).toBe(status)
  expect(await reply.json()).toMatchObject({ error: { code } })
})

test('with a control key, nobody looks or acts without it', async () => {
  await using locked = await startMock({ clock, controlKey: 'sesame' })
  expect((await ask(locked, '/runs', as('demo/*'))).status).toBe(401)
  expect((await ask(locked, '/runs', as('demo/*', { 'x-mock-control-key': 'sesame' }))).status).toBe(200)
  const page = await fetch(`${locked.url}/_mock/console/`)
  expect(page.status).toBe(200)
})
