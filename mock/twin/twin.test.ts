import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judgeBy, type OperationId } from '#openapi'
import type { Dialect } from '../dialect/dialect.ts'
import { type Mock, startMock } from '../index.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import { processorTimeOf } from '../testing/processor-time.ts'
import { sendAs } from '../testing/send-as.ts'
import { readTwinFile, twinInYaml } from './twin-file.ts'

const TWIN = `
twin: 1
answers: { status-unknown-id: 403, unknown-status-filter: empty }
dialect:
  ids: { run: digits4, agt: 'agt-{digits6}', task: uuid, chat: letters12, usr: hex24 }
  words: { RunStatus: { completed: succeeded, stopped: halted } }
  records:
    Run:
      run_id: id number
      agent: { agent_id: agent_id, label: agent_name }
      status: status
      cost_euros: cost_euros as decimal5
      cents: cost_euros * 100 whole
      started: created_at as epoch-ms
      why: { is: error.message, when: status = failed }
      over: { is: finished_at as epoch-s, when: finished_at, else: null }
      shard: ~hex8
      kind: =agent run
      sent: attachment_ids count
  replies:
    getRun: { data: Run }
    listRuns: { content: { is: Run, each: data }, next_cursor: next_cursor, more: more, one: { is: { a: ~uuid }, times: 1 } }
    getInsightsSummary: { days: { is: runs, each: runs_per_day, by: date } }
    startRun: { run_id: run_id number, chat_id: chat_id, status: =queued }
  events:
    streamChat:
      run.status: { name: run-status, id: sequence, data: { run: run_id number, status: status, at: at as epoch-ms } }
      message.completed: { name: message, data: { type: =message, text: message.text } }
      end: { name: complete, data: {} }
    createAgentCompletion: { text-delta: { data: { text: delta } } }
  refusals:
    '*': { type: application/problem+json, body: { title: title, status: status, detail: message, at: path } }
    key_missing: { status: 403 }
    request_invalid: { body: { issues: { is: { place: field, why: message }, each: issues } } }
    404: { body: { gone: { case: code, are: { agent_not_found: =agent, '*': =thing } }, list: { is: { why: =gone }, each: issues, times: 1 } } }
  headers: { '*': { x-served-by: staging } }
`

const FROZEN = { frozen: '2026-11-20T09:00:00Z' }
const mockOf = async (twin: string) =>
  startMock({ clock: FROZEN, twin: await twinInYaml(twin, 'staging.twin.yaml') })
const mock = await mockOf(TWIN)
afterAll(() => mock.stop())

type Json = Record<string, unknown>
async function call(path: string, init: { key?: string | null; body?: unknown; of?: Mock } = {}) {
  const { of = mock, key = of.demo.keys.admin, body } = init
  const response = await sendAs(key ?? undefined, of.url + path, body)
  const { status, headers } = response
  return { status, headers, type: headers.get('content-type'), json: (await response.json()) as Json }
}

test('replies have the names, forms and words of the twin', async () => {
  const { json, headers } = await call('/runs?limit=100')
  const rows = json.content as Json[]
  expect(headers.get('x-served-by')).toBe('staging')
  expect(Object.keys(json)).toEqual(['content', 'next_cursor', 'more', 'one'])
  for (const row of rows) {
    expect(row).toMatchObject({
      run_id: expect.any(Number) as unknown,
      agent: {
        agent_id: expect.stringMatching(/^agt-\d{6}$/) as unknown,
        label: expect.any(String) as unknown,
      },
      cost_euros: expect.stringMatching(/^\d+\.\d{5}$/) as unknown,
      started: expect.any(Number) as unknown,
      shard: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      kind: 'agent run',
      sent: 0,
    })
    // Both are rounded from the same cost.
    expect(Number.isInteger(row.cents)).toBe(true)
    expect(Math.abs(Number(row.cents) - Number(row.cost_euros) * 100)).toBeLessThan(0.502)
    expect('why' in row).toBe(row.status === 'failed')
    expect(row.over === null).toBe(row.status === 'running' || row.status === 'paused')
  }
  expect(new Set(rows.map(row => row.status))).toContain('succeeded')
  expect((json.one as Json[])[0]?.a).toMatch(/^[0-9a-f-]{36}$/)
  const [first] = rows
  expect((await call(`/runs/${String(first?.run_id)}`)).json).toMatchObject({
    data: { run_id: first?.run_id },
  })
  const summary = await call('/insights/summary?period=7d')
  expect(Object.keys(summary.json.days as Json)).toHaveLength(7)
  expect(Object.keys(summary.json.days as Json)[6]).toBe('2026-11-20')
})

test('rows differ by what was asked for, and what is null above a member is null', async () => {
  await using other = await mockOf(`
twin: 1
dialect:
  requests: { getTeamStats group_by: { without: team } }
  replies:
    getTeamStats:
      rows:
        is:
          case: reply.group_by
          are: { member: { person: key }, team: { team: key, n: { is: runs, when: reply.group_by = team } }, '*': { what: name } }
        each: data
    listRuns: { rows: { is: { why: error.message }, each: data }, next_cursor: next_cursor }
`)
  const names = async (path: string) => {
    const { json } = await call(path, { of: other })
    return [...new Set((json.rows as Json[]).map(row => Object.keys(row).join()))]
  }
  expect(await names('/admin/wallet/team-stats?group_by=member')).toEqual(['person'])
  expect(await names('/admin/wallet/team-stats')).toEqual(['team,n'])
  expect(await names('/admin/wallet/team-stats?group_by=day')).toEqual(['what'])
  expect(await names('/runs?limit=50')).toEqual(['why'])
})

test('a row that falls back to the time shows that of its reply', async () => {
  await using other = await mockOf(
    'twin: 1\ndialect: { replies: { listTasks: { rows: { is: { due: due_date or now }, each: data } } } }',
  )
  const dates = async () => ((await call('/tasks', { of: other })).json.rows as Json[]).map(row => row.due)
  expect(await dates()).toContain('2026-11-20T09:00:00.000Z')
  other.clock.advance('1h')
  expect(await dates()).not.toContain('2026-11-20T09:00:00.000Z')
})

test('requests are taken and refused by the rules of the twin', async () => {
  await using other = await mockOf(`
twin: 1
dialect:
  ids: { run: 'run-{digits4}' }
  requests:
    limit: { most: 20, without: 3 }
    run_id: { form: 'run-{digits4}' }
    createTask title: { least: 2, most: 10 }
    getTeamStats days: { most: 400 }
`)
  const statuses = async (...paths: string[]) =>
    (await Promise.all(paths.map(path => call(path, { of: other })))).map(({ status }) => status)
  expect(await statuses('/runs?limit=20', '/runs?limit=21', '/runs/run-99999', '/runs/99999')).toEqual([
    200, 422, 404, 422,
  ])
  expect((await call('/tasks', { of: other })).json.data).toHaveLength(3)
  expect(await statuses('/admin/wallet/team-stats?days=400', '/admin/wallet/team-stats?days=401')).toEqual([
    200, 422,
  ])
  const titles = ['a', 'ab', 'a'.repeat(11)]
  const made = await Promise.all(titles.map(title => call('/tasks', { body: { title }, of: other })))
  expect(made.map(({ status }) => status)).toEqual([422, 201, 422])
})

test('requests in the words of the twin are understood', async () => {
  const { json } = await call('/runs?status=succeeded')
  expect(new Set((json.content as Json[]).map(row => row.status))).toEqual(new Set(['succeeded']))
  expect((await call('/runs?status=completed')).json.content).toEqual([])
})

test('refusals have the status, media type and body of their situation', async () => {
  const missing = await call('/runs/1', { key: null })
  expect(missing).toMatchObject({ status: 403, type: 'application/problem+json' })
  expect(missing.json).toMatchObject({ title: 'Forbidden', status: 403, at: '/runs/1' })
  expect((await call('/runs/1')).status).toBe(403)
  // What is described by its status is so for each situation with that status.
  expect(await call('/no-such-path')).toMatchObject({
    status: 404,
    json: { gone: 'thing', list: [{ why: 'gone' }] },
  })
  const invalid = await call('/runs?limit=many')
  expect(invalid.status).toBe(422)
  expect(invalid.json.issues).toMatchObject([{ place: 'limit' }])
})

test('the contract of the twin describes its replies, so that clients can be generated from it', async () => {
  const { paths, components } = (await (await fetch(`${mock.url}/_mock/openapi.json`)).json()) as {
    components: { schemas: Json }
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>
    >
  }
  const { responses } = paths['/runs']!.get!
  expect(responses['200']?.content['application/json']?.schema).toMatchObject({
    required: ['content', 'next_cursor', 'more', 'one'],
    properties: {
      content: {
        items: {
          properties: { status: { enum: expect.arrayContaining(['succeeded', 'halted']) as unknown } },
        },
      },
    },
  })
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '422']))
  // What is described in place is no component any more: tools refuse parts that nothing refers to.
  expect(Object.keys(components.schemas)).not.toContain('RunPage')
  const reference = await (await fetch(`${mock.url}/_mock/reference`)).text()
  for (const name of ['next_cursor', 'cents', 'succeeded', 'shard']) expect(reference).toContain(name)
})

test('streams have the events of the twin, and no others', async () => {
  const { agents } = mock.demo.roles
  const started = await call(`/agents/${agents['agent-that-finishes']}/run`, { body: {} })
  mock.clock.advance('10m')
  const stream = async (path: string, body?: unknown) => {
    const response = await sendAs(mock.demo.keys.admin, mock.url + path, body)
    const events = (await response.text())
      .split('\n\n')
      .filter(text => text.startsWith('id') || /^(event|data)/.test(text))
    return { response, events }
  }
  const { response, events } = await stream(`/chats/${String(started.json.chat_id)}/stream`)
  expect(response.headers.get('x-served-by')).toBe('staging')
  const names = events.map(text => /^event: (.*)$/m.exec(text)?.[1])
  expect(new Set(names)).toEqual(new Set(['run-status', 'message', 'complete']))
  expect(names.at(-1)).toBe('complete')
  const statuses = events.filter(text => text.includes('event: run-status'))
  expect(statuses.at(-1)).toMatch(/^id: \d+$/m)
  const data = JSON.parse(/^data: (.*)$/m.exec(statuses.at(-1)!)![1]!) as Json
  expect(data).toEqual({ run: started.json.run_id, status: 'succeeded', at: expect.any(Number) as unknown })
  expect(events.find(text => text.includes('event: message'))).not.toMatch(/^id:/m)

  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]
  const agentId = agents['agent-that-finishes']
  const completed = await stream('/v1/agent/chat/completions', { agentId, messages, stream: true })
  expect(completed.response.headers.get('x-vercel-ai-ui-message-stream')).toBeNull()
  expect(completed.events.length).toBeGreaterThan(0)
  expect(completed.events.every(text => /^data: \{"text":".*"\}$/.test(text))).toBe(true)

  const contract = contractFor(mock.demo.workspace.profile)
  const schema = contract.paths['/chats/{chat_id}/stream']?.get?.responses['200'] as {
    content: Record<string, { 'x-event-schema': unknown }>
  }
  expect(JSON.stringify(schema.content['text/event-stream']?.['x-event-schema'])).toContain('succeeded')
})

test('what the twin sends fits what its contract says', async () => {
  const judge = judgeBy(contractFor(mock.demo.workspace.profile))
  const paths: [OperationId, string, string | null | undefined][] = [
    ['listRuns', '/runs?limit=100', undefined],
    ['getInsightsSummary', '/insights/summary', undefined],
    ['listRuns', '/runs?limit=many', undefined],
    ['listRuns', '/runs', null],
  ]
  for (const [id, path, key] of paths) {
    const { status, type, json } = await call(path, key === undefined ? {} : { key })
    expect(judge.validateReply(id, status, type ?? '', json)).toEqual([])
  }
})

test('ids of two tenants differ, and those of one keep their length and rise', async () => {
  const own = mock.demo.workspace.tables.runs.all().map(({ id }) => id)
  const others = mock.registry
    .get('second-tenant')!
    .workspace.tables.runs.all()
    .map(({ id }) => id)
  expect(own.filter(id => others.includes(id))).toEqual([])
  expect(new Set(own.map(id => id.length)).size).toBe(1)
  expect(own.toSorted()).toEqual([...own].sort((a, b) => Number(a) - Number(b)))
})

test('the twin that the bench serves is one that can be read', async () => {
  const { dialect } = await readTwinFile(
    join(import.meta.dirname, '../../evaluation/bench/enterprise.twin.yaml'),
  )
  expect(Object.keys(dialect?.replies ?? {}).length).toBeGreaterThan(40)
})

test('a workspace may answer as another deployment does', async () => {
  const dialect: Dialect = { replies: { listModels: { models: { is: { name: 'id' }, each: 'data' } } } }
  await using workspace = mock.workspace({ twin: { twin: 1, dialect } })
  const { json } = await call('/v1/models', { key: workspace.keys.admin })
  expect(Object.keys(json)).toEqual(['models'])
})

/** A file with one entry in a part of its dialect, in line 4. */
const inDialect = (part: string, entry: string) => `twin: 1\ndialect:\n  ${part}:\n    ${entry}`

test.each([
  ['twin: 2', '1:7: twin: must be 1, but was 2'],
  ['twin: 1\nanswer: {}', '2:9: answer: there is no member answer here; did you mean answers?'],
  [
    'twin: 1\nanswers: { error-body: problm }',
    "2:24: error-body cannot be answered with 'problm' (did you mean problem?)",
  ],
  [
    inDialect('replies', 'getRum: id'),
    '4:13: dialect.replies.getRum: there is no member getRum here; did you mean getRun?',
  ],
  [
    inDialect('replies', 'listAgents: { rows: { is: nam, each: data } }'),
    '4:31: Agent has no member nam; it has id, name',
  ],
  [inDialect('replies', 'listAgents: { a: total as roman }'), '4:22: there is no form roman'],
  [inDialect('replies', 'listAgents: { a: }'), '4:19: a template is an expression or a map, not null'],
  [inDialect('replies', 'listAgents: { a: Agent }'), '4:22: there is no record Agent'],
  [
    'twin: 1\ndialect: { records: { A: { x: total or A } }, replies: { listAgents: A } }',
    '2:31: the record A contains itself',
  ],
  [inDialect('replies', 'getRun: { id: id }'), '4:13: the member status of getRun is stated'],
  [
    inDialect('refusals', 'request_invalid: { status: 400 }'),
    '4:32: the status of request_invalid is stated',
  ],
  [inDialect('refusals', 'key_missin: {}'), '4:17: there is no code key_missin (did you mean key_missing?)'],
  [inDialect('refusals', '"404": { status: 410 }'), '4:22: what is described by its status has no other'],
  [inDialect('words', 'RunStatus: { paused: waiting }'), '4:26: the word paused is stated'],
  [inDialect('words', 'TaskPriority: { urgent: now }'), '4:29: the word urgent is stated'],
  [
    inDialect('replies', 'startRun: { run_id: run_id, chat_id: chat_id, status: status count }'),
    '4:15: the member status of startRun is stated as a text',
  ],
  [
    'twin: 1\ndialect:\n  wrong: { statuses: { createTask: 200 } }',
    '3:10: dialect.wrong: there is no member wrong here',
  ],
  [
    inDialect('events', 'streamChat: { run.state: { data: {} } }'),
    '4:30: streamChat has no event run.state (did you mean run.status?)',
  ],
  [
    inDialect('events', 'getRun: { chunk: { data: {} } }'),
    '4:13: dialect.events.getRun: there is no member getRun here; there are createAgentCompletion',
  ],
  [
    inDialect('events', 'createChatCompletion: { chunk: { data: { id: id } } }'),
    '4:36: choices is stated of the events of createChatCompletion',
  ],
  ['twin: 1\nviolations:\n  TASK-999: {}', '3:13: there is no requirement TASK-999'],
  [
    'twin: 1\nviolations:\n  TASK-32: { statuses: { createTask: 404 } }',
    '3:38: violations.TASK-32.statuses.createTask: must be at most 299, but was 404',
  ],
  [
    'twin: 1\nviolations:\n  RUN-03: { members: { getRun: { cost: missing } } }',
    '3:32: describe getRun below dialect.replies first',
  ],
  [
    'twin: 1\nviolations:\n  AUTH-01: { refusals: { key_missing: 403 } }',
    '3:39: the status of key_missing is not stated: write it below dialect.refusals',
  ],
  ['twin: 1\ndialect:\n  ids: { run: roman }', '3:15: roman is no form of ids'],
  ['twin: 1\npace: { getRun: { median: 9, p95: 5 } }', '2:17: getRun: p95 must be at least the median'],
  ['twin: [', '1:8: '],
  ['{"recording":1}\n{"body":"secret"}', ' is a recording: agent-work learn here.yaml'],
])('refuses %j with the place of the mistake', async (text, message) => {
  await expect(twinInYaml(text, 'here.yaml')).rejects.toThrow(
    message.startsWith(' ') ? message : `here.yaml:${message}`,
  )
})

test.each([
  ['mistakes in one line', (count: number) => `a: 1\n${`}${' '.repeat(40)}`.repeat(count)}`],
  ['keys in one map', (count: number) => `a: {${Array.from({ length: count }, (_, n) => `k${n}: 1`)}}`],
])('the time for a file grows with its size, however many %s there are', async (_, textOf) => {
  const cost = (times: number, text: string) =>
    processorTimeOf(async () => {
      for (let n = 0; n < times; n++) await twinInYaml(text, 'twin.yaml').catch(() => {})
    })
  await cost(1, textOf(1_000))
  // One text may take six times as long as its parts; with the square of its size, it takes 64 times.
  expect(await cost(1, textOf(256_000))).toBeLessThan(6 * (await cost(64, textOf(4_000))))
})
