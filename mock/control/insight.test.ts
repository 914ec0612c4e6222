import { expect } from 'vitest'
import { controlClient, controlled } from '../testing/control-client.ts'
import { sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

/** A workspace as a test in any language sees it: made, used and asked about over HTTP alone. */
async function aWorkspace() {
  const made = await controlled(mock.url, { from: 'demo' })
  return { ...made, control: controlClient(mock.url, made.keys.admin), api: made.as('admin') }
}

test('journal: list, read, find, verify, wait, export, clear', async () => {
  const { id, control, api } = await aWorkspace()
  await api.POST('/tasks', { body: { title: 'Invoices', priority: 'urgent' } })
  await api.GET('/runs', { params: { query: { limit: 1 } } })
  const list = await control('listExchanges', { query: { status: '2xx', limit: 1 } })
  expect(list.data).toMatchObject({ count: 2, kept: 2, data: [{ call: 'GET /runs?limit=1 -> 200' }] })
  const one = await control('readExchange', { path: { exchange_id: `${id}.1` } })
  expect(one.data).toMatchObject({
    request: { body: { title: 'Invoices' } },
    reply: { body: { priority: 'urgent' } },
  })
  const found = await control('findExchanges', { body: { body: { priority: 'urgent' } } })
  expect(found.data?.count).toBe(1)
  const verified = await control('verifyExchanges', {
    body: {
      operation: 'createTask',
      body: { priority: 'urgent' },
      times: 1,
      before: { operation: 'startRun' },
    },
  })
  expect(verified.data).toEqual({
    verified: true,
    message: 'createTask with body {"priority":"urgent"} was called once, as expected.',
    count: 1,
    exchanges: [`${id}.1`],
    near_misses: [],
  })
  const waiting = control('waitForExchange', { body: { operation: 'listModels', within: '5s' } })
  await api.GET('/v1/models')
  expect((await waiting).data).toMatchObject({ met: true, exchanges: [{ operation: 'listModels' }] })
  const inVain = await control('waitForExchange', {
    body: { operation: 'createTask', body: { priority: 'low' }, within: 1 },
  })
  expect(inVain.data).toMatchObject({
    met: false,
    near_misses: [{ differences: ['body.priority is "urgent", expected "low"'] }],
  })
  const har = await control('exportHar')
  expect(har.data?.log).toMatchObject({ version: '1.2', entries: { length: 3 } })
  await control('clearJournal')
  expect((await control('listExchanges')).data).toMatchObject({
    count: 3,
    kept: 0,
    data: [],
  })
})

test('journal: what does not fit is refused, what is not there is named', async () => {
  const { control } = await aWorkspace()
  const nameless = await control('readUsage', { query: { client: '' } })
  expect(nameless.error?.error).toMatchObject({ code: 'request_invalid', param: 'query.client' })
  const none = await control('readExchange', { path: { exchange_id: 'demo.99999' } })
  expect(none.error?.error).toMatchObject({ code: 'exchange_not_found' })
})

test('faults: add, list, remove', async () => {
  const { control } = await aWorkspace()
  const set = await control('addFault', { body: { effects: [{ do: 'reply', status: 503 }] } })
  expect(set.response.status).toBe(201)
  const list = await control('listFaults')
  expect(list.data?.data).toEqual([set.data])
  const path = { fault_id: 'fault_1' }
  await control('removeFault', { path })
  const again = await control('removeFault', { path })
  expect(again.error?.error.message).toBe('There is no fault fault_1; there are none.')
  expect((await control('clearFaults')).response.status).toBe(204)
})

test('faults: every mistake in one is named with its field', async () => {
  const { control } = await aWorkspace()
  const refused = async (body: unknown) => {
    const { error } = await control('addFault', { body: body as never })
    return error?.error.message
  }
  expect(await refused({ effects: [] })).toContain('body.effects')
  expect(await refused({ effects: [{ do: 'explode' }] })).toContain('body.effects')
  expect(await refused({ effects: [{ do: 'delay', takes: 'long' }] })).toContain(
    "'long' is not a length of time",
  )
  expect(await refused({ on: { operation: 'x' }, effects: [{ do: 'cut' }] })).toContain('on.operation')
  expect(await refused({ probability: 2, effects: [{ do: 'cut' }] })).toContain('body.probability')
})

test('insight: explain an exchange and a resource, lint, coverage, unmatched requests, replay', async () => {
  const workspace = await aWorkspace()
  const { id, control, api } = workspace
  const { run_id, chat_id } = await workspace.start('agent-that-is-slow')
  const { response } = await api.POST('/agents/runs/{run_id}/resume', { params: { path: { run_id } } })
  const explained = await control('explainExchange', {
    path: { exchange_id: response.headers.get('x-mock-exchange')! },
  })
  expect(explained.data).toMatchObject({
    outcome: 'refused',
    rule: { section: '3' },
    resources: [{ id: run_id }],
  })
  expect(explained.data!.resources[0]!.next[0]!.curl).toContain(mock.url)
  const history = await control('readHistory', { path: { resource_id: chat_id } })
  expect(history.data).toMatchObject({ kind: 'run', status: 'running', history: [{ to: 'running' }] })
  const nothing = await control('readHistory', { path: { workspace_id: 'demo', resource_id: run_id } })
  expect(nothing.error?.error.message).toContain(`It belongs to the workspace ${id}.`)
  await api.GET('/runs', { params: { query: { offset: 1 } } })
  const lint = await control('lintClient', { query: { fail_on: 'uses-deprecated' } })
  expect(lint.data).toMatchObject({ passed: false, checked: 3 })
  const coverage = await control('readCoverage', { query: { operations: 90 } })
  expect(coverage.data).toMatchObject({ met: false, exchanges: 3 })
  expect((await control('readTotalCoverage')).data!.exchanges).toBeGreaterThanOrEqual(3)
  await sendAs('nonsense', `${mock.url}/runs`)
  const unmatched = await control('listUnmatchedRequests')
  expect(unmatched.data!.data.at(-1)!.why).toContain('It is no key of a mock')
  const replayed = await control('replayExchanges', { body: { as: ['itself', 'no-scope'] } })
  expect(replayed.data!.data).toMatchObject([
    { as: 'itself', same: 3, different: 0 },
    { as: 'no-scope', same: 0, different: 3 },
  ])
  const unknown = await control('replayExchanges', { body: { as: ['nobody'] } })
  expect(unknown.error?.error.message).toContain("body.as names 'nobody'; there are itself, everybody, admin")
})

test('search: every word, in names and texts, by kind, page by page, and nothing of what is not there', async () => {
  const { control, api } = await aWorkspace()
  const search = async (query: { text: string; kind?: 'task' | 'run'; offset?: number; limit?: number }) =>
    (await control('searchWorkspace', { query })).data!
  await api.POST('/tasks', {
    body: { title: 'Count the pallets', description: 'Those of Brenner at dock 7.' },
  })
  await api.POST('/tasks', { body: { title: 'Count the crates' } })
  expect(await search({ text: 'brenner PALLETS', kind: 'task' })).toMatchObject({
    total: 1,
    data: [
      {
        kind: 'task',
        name: expect.stringMatching(/Count the pallets$/),
        excerpt: 'Those of Brenner at dock 7.',
      },
    ],
  })
  const both = await search({ text: 'count the', kind: 'task' })
  const second = await search({ text: 'count the', kind: 'task', offset: 1, limit: 1 })
  expect(second).toEqual({ total: both.total, data: [both.data[1]] })
  expect((await search({ text: 'Briefing writer' })).data.map(({ kind }) => kind)).toContain('agent')
  expect((await search({ text: 'alster', kind: 'run' })).total).toBeGreaterThan(0)
  expect((await search({ text: 'Clara Hoffmann' })).data).toContainEqual(
    expect.objectContaining({ kind: 'person', name: 'Clara Hoffmann' }),
  )
  expect(await search({ text: 'no such words anywhere' })).toEqual({ total: 0, data: [] })
})
