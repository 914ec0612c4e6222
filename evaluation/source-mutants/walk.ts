/**
 * A fixed walk over the whole interface with every key of a target: what a server answers to it, line by line. Two
 * servers that answer it alike cannot be told apart by these requests.
 */
import { Agent, request } from 'node:http'
import * as timers from 'node:timers'
import { operations } from '#openapi'
import { asId, isObject } from '../../conformance/extract/find-value.ts'
import { listIn } from '../../conformance/extract/list-rows.ts'
import { idOf, recordIn } from '../../conformance/extract/record.ts'
import type { RunningServer } from './load-server.ts'
import * as clock from './still-clock.ts'

interface Answer {
  status: number
  body: unknown
}

interface Key {
  name: string
  value: string
}

/** Time of the server passes so many times faster than the clock of the process. */
export const WALK_SCALE = 100

const pass = (ms: number) => clock.pass(ms / WALK_SCALE)

const LISTS = ['listAgents', 'listRuns', 'listTasks', 'listWorkflows', 'listPendingApprovals'] as const

/** Values that are tried for every query parameter of that name; ids of the walk are added. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '2', '0', 'many', '1000'],
  offset: ['1', '2', '-1', 'x'],
  page: ['1', '2', '0'],
  per_page: ['1', '2', '0'],
  view: ['summary', 'full'],
  days: ['0', '1', '6', '7', '8', '30', '90', '91', '365', '400', 'x'],
  period: ['today', '7d', '30d', '90d', 'month', 'year'],
  group_by: ['member', 'agent', 'team', 'day', 'planet'],
  month: ['2026-06', '2026-05', '2026-13', '2019-01', 'June'],
  tz: ['UTC', 'Asia/Tokyo', 'Mars/Base'],
  status: ['backlog', 'done', 'running', 'paused', 'completed', 'finished', 'succeeded', 'cancelled', 'zzz'],
  include_archived: ['true', 'false', 'perhaps'],
  had_objection: ['true', 'false', 'perhaps'],
  test: ['true', 'perhaps'],
  owner: ['me', 'somebody'],
  assignee_type: ['user', 'agent', 'robot'],
  done_since_days: ['0', '1', '30', '-1', 'x'],
  date_from: ['2026-06-17', '2026-06-16T00:00:00Z', '2026-06-18', '2020-01-01T00:00:00+02:00', 'soon'],
  date_to: ['2026-06-17', '2026-06-16T00:00:00Z', '2026-06-18', '2020-01-01', 'soon'],
  cursor: ['nonsense'],
  group_id: ['g1'],
}

const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  title: ['Other', null, 7],
  description: ['Long', null, 7],
  priority: ['urgent', 'none', 'highest', null],
  status: ['done', 'backlog', 'nowhere', 7],
  executor_kind: ['agent', 7],
  agent_id: [null, 7],
  workflow_id: [null, 7],
  scheduled_id: ['s1', null, 7],
  project_id: ['p1', null, 7],
  parent_task_id: [null, 'nothing', 7],
  board_id: [null, 'nothing', 7],
  acceptance_criteria: [[{ text: 'Right' }], [], null, 'text', [7]],
  tags: [['a', 'b'], [], null, [7], 'a'],
  requires_approval: [true, false, null, 'yes please'],
  approval_approver_ids: [['u1'], [], null, [7]],
  approval_notify_in_app: [true, false, null, 'yes please'],
  approval_notify_email: [true, false, null, 'yes please'],
  assignee_type: [null, 'robot'],
  assignee_id: [null, 7],
  due_date: ['2026-07-01T10:00:00Z', '2026-07-01', null, 'soon', 7],
  position: [1.5, 0, null, 'first'],
  max_runs_per_hour: [3, null, 1.5, 'x'],
  budget_euros: [2.5, null, 'x'],
  surprise: [1],
}

/** The walk ends where it first differs from the lines that are expected; without any it goes to its end. */
export async function walk(server: RunningServer, expected: readonly string[] = []): Promise<string[]> {
  const lines: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  try {
    await everything(server, agent, line => {
      lines.push(line)
      if (expected.length > 0 && line !== expected[lines.length - 1]) throw new Different()
    })
  } catch (error) {
    if (!(error instanceof Different)) throw error
  } finally {
    agent.destroy()
  }
  return lines
}

class Different extends Error {}

async function everything(server: RunningServer, agent: Agent, say: (line: string) => void): Promise<void> {
  const target = server.target as {
    keys: Record<string, { value: string }>
    fixtures?: Record<string, Record<string, unknown>>
  }
  const keys: Key[] = Object.entries(target.keys).map(([name, { value }]) => ({ name, value }))
  const [main = { name: 'none', value: '' }] = keys
  const ids = new Map<string, Set<string>>()
  const know = (kind: string, id: string | undefined) => {
    if (id !== undefined) ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
  }
  const known = (kind: string) => [...(ids.get(kind) ?? [])]

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    key: Key | { header: string | undefined } = main,
  ): Promise<Answer> => {
    const header = 'header' in key ? key.header : `Bearer ${key.value}`
    const reply = await send(agent, server.url, method, path, header, body)
    const said = 'name' in key ? key.name : String(key.header)
    say(`${said} ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} -> ${reply.line}`)
    return { status: reply.status, body: reply.body }
  }

  for (const [name, fixture] of Object.entries(target.fixtures ?? {})) {
    const kind = name.replace(/-.*/, '')
    know(kind === 'second' ? 'team' : kind, asId(fixture.id))
  }
  const harvest = async (key: Key) => {
    for (const operation of LISTS) {
      const { body } = await ask('GET', operations[operation].path, undefined, key)
      const kind = { listAgents: 'agent', listRuns: 'run', listTasks: 'task', listWorkflows: 'workflow' }[
        operation as string
      ]
      for (const row of (listIn(body) ?? []).slice(0, 3)) know(kind ?? 'approval', idOf(row, kind))
    }
    const folders = await ask('GET', '/v1/knowledge/folders', undefined, key)
    for (const row of listIn(folders.body) ?? []) know('folder', idOf(row))
  }
  for (const key of keys) await harvest(key)
  for (const workflow of known('workflow')) {
    const { body } = await ask('GET', `/workflows/${workflow}/runs`)
    for (const row of (listIn(body) ?? []).slice(0, 2)) know(`run of ${workflow}`, idOf(row, 'run'))
  }

  const reads = async (key: Key, thorough: boolean) => {
    for (const { id, method, path, queryParams } of Object.values(operations)) {
      if (method !== 'GET' || id === 'streamChat') continue
      for (const full of placesFor(path).slice(0, thorough ? undefined : 2)) {
        await ask('GET', full, undefined, key)
        if (!thorough) continue
        const names: readonly string[] = queryParams.map(({ name }) => name)
        for (const name of names)
          for (const value of valuesOf(name)) await ask('GET', `${full}?${name}=${encodeURIComponent(value)}`)
        if (names.includes('limit')) await ask('GET', `${full}?limit=1&offset=1`)
        if (path.endsWith('/runs')) await pass(100)
      }
      await pass(90_000)
    }
  }
  const valuesOf = (name: string): readonly string[] => [
    ...(VALUES[name] ?? []),
    ...(/_id$|^owner$/.test(name)
      ? known(name === 'owner' ? 'user' : name.replace('_id', '')).slice(0, 2)
      : []),
    ...(name === 'board_id' || name === 'team_id' || name === 'project_id' ? ['nothing'] : []),
  ]
  const placesFor = (path: string): string[] => {
    if (!path.includes('{')) return [path]
    if (path.includes('{workflow_id}/runs/{run_id}')) {
      return known('workflow').flatMap(workflow => [
        ...known(`run of ${workflow}`).map(run =>
          path.replace('{workflow_id}', workflow).replace('{run_id}', run),
        ),
        path.replace('{workflow_id}', workflow).replace('{run_id}', 'nothing'),
      ])
    }
    const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
    const kind = { ref: 'ref', client_id: 'agency' }[name] ?? name.replace('_id', '')
    return [...known(kind).slice(0, 4), 'nothing'].map(id =>
      path.replace(`{${name}}`, encodeURIComponent(id)),
    )
  }

  // Tasks: every field at creation and in an update, assignees, moves.
  const board = known('board')[0]
  const create = async (more: object, key = main) => {
    const reply = await ask('POST', '/tasks', { title: 'Task', ...more }, key)
    const task = recordIn(reply.body, ['task'])
    know('task', idOf(task, 'task'))
    const number = asId(isObject(task) ? (task.number ?? task.boardNumber ?? task.task_number) : undefined)
    if (number !== undefined) for (const ref of [number, `T-${number}`, `X-${number}`]) know('ref', ref)
    const prefix = asId(target.fixtures?.board?.prefix)
    if (number !== undefined && prefix !== undefined) know('ref', `${prefix}-${number}`)
    return idOf(task, 'task') ?? 'none'
  }
  await ask('POST', '/tasks', {})
  await ask('POST', '/tasks', [])
  const parent = await create({ board_id: board })
  for (const [name, values] of Object.entries(FIELDS))
    for (const value of values) await create({ [name]: value })
  await create({ parent_task_id: parent, agent_id: known('agent')[0], workflow_id: known('workflow')[0] })
  await create({ assignee_type: 'agent', assignee_id: known('agent')[0] })
  await pass(1000)
  for (const [name, values] of Object.entries(FIELDS))
    for (const value of values) await ask('PATCH', `/tasks/${parent}`, { [name]: value })
  await ask('PATCH', `/tasks/${parent}`, {})
  for (const body of [
    { type: 'agent', id: known('agent')[0] },
    { type: 'user', id: 'u1' },
    { type: null, id: null },
    { type: 'agent', id: null },
    { type: null, id: 'u1' },
    { type: 'robot', id: 'u1' },
    { type: 'agent' },
    { type: 'agent', id: known('agent')[0], more: 1 },
    {},
  ]) {
    await ask('PATCH', `/tasks/${parent}/assignee`, body)
    await ask('GET', `/tasks?assignee_type=agent&limit=3`)
  }
  for (const status of [
    'active',
    'in_progress',
    'todo',
    'review',
    'done',
    'done',
    'backlog',
    'nowhere',
    null,
  ]) {
    await ask('PATCH', `/tasks/${parent}/status`, { status, position: 2 })
    await pass(500)
    for (const query of ['done_since_days=0', 'done_since_days=1', 'status=done', 'status=backlog&limit=2'])
      await ask('GET', `/tasks?${query}`)
  }
  for (const key of keys) {
    await create({}, key)
    await ask('GET', '/tasks', undefined, key)
    await ask('PATCH', `/tasks/${parent}`, { title: `By ${key.name}` }, key)
    await ask('PATCH', `/tasks/${parent}/status`, { status: 'backlog' }, key)
    await ask('DELETE', '/tasks/nothing', undefined, key)
  }

  // Runs: every agent through its life, with every move in every state.
  const start = async (agent: string, body: object | undefined, key = main) => {
    const reply = await ask('POST', `/agents/${agent}/run`, body, key)
    const record = recordIn(reply.body, ['run'])
    const run = idOf(record, 'run')
    know('run', run)
    know('chat', asId(record?.chat_id))
    return run ?? 'none'
  }
  const moves = async (agent: string, run: string) => {
    for (const move of ['retry', 'resume', 'pause', 'pause', 'resume', 'resume'])
      await ask('POST', `/agents/runs/${run}/${move}`)
    for (const answer of [
      {},
      { decisions: [{}] },
      { answer: 7 },
      { values: { city: 'Rome' } },
      { answer: 'Yes' },
    ])
      await ask('POST', `/agents/${agent}/runs/${run}/respond`, answer)
    await ask('GET', `/runs/${run}`)
  }
  const fixture = Object.values(target.fixtures ?? {}).find(one => isObject(one.values))
  for (const agent of known('agent')) {
    const run = await start(agent, { input: { task: 'Do it' }, triggered_by: 'api', attachment_ids: ['x'] })
    await ask('GET', `/runs/${run}`)
    await pass(1500)
    await moves(agent, run)
    await pass(10_000)
    await moves(agent, run)
    await ask('POST', `/agents/${agent}/runs/${run}/respond`, { values: fixture?.values ?? {} })
    await pass(20_000)
    await moves(agent, run)
    for (const end of ['cancel', 'cancel', 'retry']) await ask('POST', `/agents/runs/${run}/${end}`)
    await ask('POST', `/agents/${agent}/runs/${run}/stop`)
    const other = await start(agent, undefined)
    await pass(900)
    await ask('POST', `/agents/runs/${other}/cancel`, {})
    await ask('POST', `/agents/runs/${other}/retry`)
    const third = await start(agent, { input: { task: 'Stop' } })
    await pass(900)
    await ask('POST', `/agents/${agent}/runs/${third}/stop`)
    for (const move of ['cancel', 'retry', 'pause', 'resume'])
      await ask('POST', `/agents/runs/${third}/${move}`)
    await ask('GET', '/runs?limit=5')
    await ask('GET', `/runs?agent_id=${agent}&limit=2`)
  }
  for (const body of [
    { input: 'text' },
    { input: { task: 7 } },
    { input: null },
    { triggered_by: 7 },
    { origin_chat_id: 'c' },
    { attachment_ids: 'x' },
    [],
  ])
    await ask('POST', `/agents/${known('agent')[0]}/run`, body)
  for (const key of keys) {
    await start(known('agent')[0] ?? 'none', { input: { task: key.name } }, key)
    for (const move of ['pause', 'resume', 'cancel', 'retry'])
      await ask('POST', `/agents/runs/${known('run').at(-1)}/${move}`, undefined, key)
  }
  let page = await ask('GET', '/runs?limit=3')
  for (let n = 0; n < 3; n++) {
    const cursor = /"next_cursor":"([^"]+)"/.exec(JSON.stringify(page.body))?.[1]
    if (cursor === undefined) break
    page = await ask('GET', `/runs?limit=3&cursor=${encodeURIComponent(cursor)}`)
  }
  await ask('GET', '/runs?offset=1&limit=2')
  await pass(400_000)

  // Workflows.
  for (const workflow of known('workflow')) {
    for (const body of [undefined, {}, { input: {} }, []]) {
      const reply = await ask('POST', `/workflows/${workflow}/run?group_id=g1`, body)
      know('chat', asId(recordIn(reply.body)?.shared_chat_id))
      await pass(1000)
    }
    await ask('POST', `/workflows/${workflow}/run?test=true`)
    await ask('GET', `/workflows/${workflow}/runs?limit=2`)
    await pass(60_000)
    const { body } = await ask('GET', `/workflows/${workflow}/runs`)
    for (const row of (listIn(body) ?? []).slice(0, 3)) know(`run of ${workflow}`, idOf(row, 'run'))
    await ask(
      'GET',
      `/workflows/${workflow}/runs?status=running&date_from=2026-06-17T00:00:00Z&had_objection=false`,
    )
  }

  // Completions and search.
  const messages = [{ role: 'user', content: 'Say hello to the world' }]
  for (const model of ['small', 'opal-8b', 'aurora-mini', 'jasper-xl', 'granite-2', 'nothing'])
    for (const more of [{}, { stream: true }, { temperature: 0.5 }, { temperature: 9 }, { messages: 'x' }])
      await ask('POST', '/v1/chat/completions', { model, messages, ...more })
  for (const agent of known('agent').slice(0, 2)) {
    const asked = ask('POST', '/v1/agent/chat/completions', { agentId: agent, messages })
    for (let n = 0; n < 12; n++) {
      await new Promise(resolve => setImmediate(resolve))
      await realWait()
      await pass(30_000)
    }
    await asked
  }
  for (const body of [{}, { agentId: 7 }, { agentId: 'nothing', messages }, { agentId: 'x', maxSteps: 'x' }])
    await ask('POST', '/v1/agent/chat/completions', body)
  const queries = [target.fixtures?.['knowledge-hit']?.query ?? 'refund', 'the', 'zzzz']
  for (const key of keys)
    for (const query of queries) await ask('POST', '/v1/knowledge/search', { query }, key)
  for (const more of [
    { topK: 1 },
    { topK: 0 },
    { minScore: 0.9 },
    { hybrid: false },
    { knowledgeBaseIds: known('folder').slice(0, 1) },
    { knowledgeBaseIds: ['nothing'] },
    { knowledgeBaseIds: [] },
    { knowledgeBaseIds: null },
    { topK: 'x' },
    { query: 7 },
    { more: 1 },
  ])
    await ask('POST', '/v1/knowledge/search', { query: queries[0], ...more })

  for (const key of keys) await reads(key, key === main)
  for (const chat of known('chat')) await ask('GET', `/chats/${chat}/stream`)
  await ask('GET', '/chats/nothing/stream')

  // The wire: authorization, methods, paths, bodies that are no JSON, limits.
  for (const header of [
    undefined,
    '',
    main.value,
    `bearer ${main.value}`,
    `Bearer  ${main.value}`,
    `Basic ${main.value}`,
    `Bearer ${main.value}x`,
    `Bearer ${main.value.slice(0, -1)}`,
    `Bearer ${main.value.toUpperCase()}`,
    `Bearer ${main.value} ${main.value}`,
    `Bearer x ${main.value}`,
    'Bearer ',
  ]) {
    await ask('GET', '/tasks?limit=1', undefined, { header })
    await ask('GET', '/nothing/here', undefined, { header })
  }
  for (const [method, path] of [
    ['POST', '/runs'],
    ['DELETE', '/agents/'],
    ['GET', '/tasks/'],
    ['GET', '/agents'],
    ['GET', '/workflows'],
    ['GET', '/nothing'],
    ['PUT', '/tasks'],
  ] as const)
    await ask(method, path)
  await ask('POST', '/tasks', '{"title":', main)
  for (let n = 0; n < 35; n++) await ask('GET', '/dashboard/stats')
  for (let n = 0; n < 35; n++) await ask('GET', '/wallet/monthly-statement')
  await pass(61_000)
  await ask('GET', '/wallet/monthly-statement')
  for (const task of known('task').slice(-6)) {
    await ask('DELETE', `/tasks/${task}`)
    await ask('GET', `/tasks/${task}`)
  }
  await ask('GET', '/tasks?limit=100')
}

/** By the clock of the machine: that of the process stands still. */
const realWait = () => new Promise<void>(resolve => void timers.setTimeout(resolve, 4))

/** A server that never answers, or never ends its answer, differs from one that does: the walk goes on after this. */
const PATIENCE_MS = 2000

const HEADERS = ['content-type', 'deprecation', 'allow', 'retry-after', 'www-authenticate', 'location']

function send(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  authorization: string | undefined,
  body: unknown,
): Promise<{ status: number; body: unknown; line: string }> {
  return new Promise(resolve => {
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = request(url + path, { method, headers, agent }, reply => {
      const said = HEADERS.flatMap(name => reply.headers[name] ?? []).join(' ')
      let got = ''
      const done = () => {
        const line = `${reply.statusCode} ${said.replaceAll(/127\.0\.0\.1:\d+/g, 'host')} ${got}`
        resolve({ status: reply.statusCode ?? 0, body: parsed(got), line })
      }
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        got += piece
        // A stream that goes on is left once it has said what it has.
        if (/event-stream/.test(said) && path.startsWith('/chats/'))
          timers.setTimeout(() => reply.destroy(), 10)
      })
      reply.on('close', done)
    })
    const timer = timers.setTimeout(
      () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      PATIENCE_MS,
    )
    sent.on('close', () => timers.clearTimeout(timer))
    sent.on('error', error =>
      resolve({ status: 0, body: undefined, line: `failed ${(error as NodeJS.ErrnoException).code}` }),
    )
    sent.end(text)
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
