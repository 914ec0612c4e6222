/**
 * A fixed walk over the whole interface with every key of a target, recorded line by line. These requests cannot tell
 * apart two servers with the same lines.
 */
import { Agent, request } from 'node:http'
import * as timers from 'node:timers'
import {
  bodySchemaOf,
  document,
  kindOf,
  type OperationId,
  operations,
  parametersOf,
  rightValues,
  type Schema,
  typesOf,
  wrongItems,
  wrongTexts,
  wrongValues,
} from '#openapi'
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

/** How many times faster than the process's clock the server's time passes. */
export const WALK_SCALE = 100

const pass = (ms: number) => clock.pass(ms / WALK_SCALE)

const LISTS = ['listAgents', 'listRuns', 'listTasks', 'listWorkflows', 'listPendingApprovals'] as const

/** Values in the servers' seed data that their lists do not show. */
const WORLD: Readonly<Record<string, readonly string[]>> = {
  month: ['2026-06', '2026-05', '2019-01'],
  date_from: ['2026-06-17', '2026-06-16T00:00:00Z', '2020-01-01T00:00:00+02:00'],
  date_to: ['2026-06-17', '2026-06-18', '2020-01-01'],
  tz: ['UTC', 'Asia/Tokyo'],
  group_id: ['g1'],
}

/** Kinds that have another name in fixtures and lists. */
const KIND: Readonly<Record<string, string>> = {
  client: 'agency',
  base: 'folder',
  owner: 'user',
  assignee: 'user',
  approver: 'user',
}

/** A value that no record has. */
const NOTHING = 'no-such-word'

/** Ends where the replies first differ from the expected lines; without expectations, walks to the end. */
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
  const learnId = (kind: string, id: string | undefined) => {
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
    learnId(kind === 'second' ? 'team' : kind, asId(fixture.id))
  }
  const harvest = async (key: Key) => {
    for (const operation of LISTS) {
      const { body } = await ask('GET', operations[operation].path, undefined, key)
      const kind = { listAgents: 'agent', listRuns: 'run', listTasks: 'task', listWorkflows: 'workflow' }[
        operation as string
      ]
      for (const row of (listIn(body) ?? []).slice(0, 3)) {
        learnId(kind ?? 'approval', idOf(row, kind))
        if (isObject(row)) learnId('status', asId(row.status))
      }
    }
    const folders = await ask('GET', '/v1/knowledge/folders', undefined, key)
    for (const row of listIn(folders.body) ?? []) learnId('folder', idOf(row))
    const models = await ask('GET', '/v1/models', undefined, key)
    for (const row of listIn(models.body) ?? []) learnId('model', idOf(row))
  }
  for (const key of keys) await harvest(key)
  for (const workflow of known('workflow')) {
    const { body } = await ask('GET', `/workflows/${workflow}/runs`)
    for (const row of (listIn(body) ?? []).slice(0, 2)) learnId(`run of ${workflow}`, idOf(row, 'run'))
  }

  const reads = async (key: Key, thorough: boolean) => {
    for (const row of Object.values(operations)) {
      const { id, method, path } = row
      if (method !== 'GET' || id === 'streamChat') continue
      for (const full of placesFor(path).slice(0, thorough ? undefined : 2)) {
        await ask('GET', full, undefined, key)
        if (!thorough) continue
        const parameters = parametersOf(document, row).filter(one => one.in === 'query')
        for (const { name, schema } of parameters)
          for (const value of textsFor(schema, name))
            await ask('GET', `${full}?${name}=${encodeURIComponent(value)}`)
        if (parameters.some(({ name }) => name === 'limit')) await ask('GET', `${full}?limit=1&offset=1`)
        if (path.endsWith('/runs')) await pass(100)
      }
      await pass(90_000)
    }
  }
  const names = (kind: string) => known(KIND[kind] ?? kind).slice(0, 2)
  const textsFor = (schema: Schema, name: string): ReadonlySet<string> => {
    const isText = typesOf(document, schema).has('string')
    const right = rightValues(document, schema, name, names).map(value => String(value ?? ''))
    const seen = name === 'status' ? known('status') : (WORLD[name] ?? [])
    return new Set([...right, ...seen, ...wrongTexts(document, schema), ...(isText ? [NOTHING] : [])])
  }
  /** The body with each field in every valid and every invalid form, and with an unknown field. */
  const variantsOf = (id: OperationId, body: object): object[] => {
    const fields = Object.entries(bodySchemaOf(document, operations[id])?.properties ?? {})
    const variants = fields.flatMap(([name, schema]) => {
      const types = typesOf(document, schema)
      const values = [
        ...rightValues(document, schema, name, names),
        ...wrongValues(document, schema, name),
        ...(types.has('array') ? wrongItems(document, schema) : []),
        ...(types.has('string') ? [NOTHING] : []),
      ]
      return values.map(value => ({ ...body, [name]: value }))
    })
    return [...variants, { ...body, surprise: 1 }]
  }
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
    return [...known(KIND[kindOf(name) ?? ''] ?? kindOf(name) ?? '').slice(0, 4), 'nothing'].map(id =>
      path.replace(`{${name}}`, encodeURIComponent(id)),
    )
  }

  // Tasks: every field in creation and update, assignees, moves.
  const board = known('board')[0]
  const create = async (more: object, key = main) => {
    const reply = await ask('POST', '/tasks', { title: 'Task', ...more }, key)
    const task = recordIn(reply.body, ['task'])
    learnId('task', idOf(task, 'task'))
    const number = asId(isObject(task) ? (task.number ?? task.boardNumber ?? task.task_number) : undefined)
    if (number !== undefined) for (const ref of [number, `T-${number}`, `X-${number}`]) learnId('ref', ref)
    const prefix = asId(target.fixtures?.board?.prefix)
    if (number !== undefined && prefix !== undefined) learnId('ref', `${prefix}-${number}`)
    return idOf(task, 'task') ?? 'none'
  }
  await ask('POST', '/tasks', {})
  await ask('POST', '/tasks', [])
  const parent = await create({ board_id: board })
  for (const body of variantsOf('createTask', {})) await create(body)
  await create({ parent_task_id: parent, agent_id: known('agent')[0], workflow_id: known('workflow')[0] })
  await create({ assignee_type: 'agent', assignee_id: known('agent')[0] })
  await pass(1000)
  for (const body of variantsOf('updateTask', {})) await ask('PATCH', `/tasks/${parent}`, body)
  await ask('PATCH', `/tasks/${parent}`, {})
  const toAgent = { type: 'agent', id: known('agent')[0] }
  const toNobody = { type: null, id: null }
  for (const body of [toAgent, toNobody, ...variantsOf('setTaskAssignee', toAgent), { type: 'agent' }, {}]) {
    await ask('PATCH', `/tasks/${parent}/assignee`, body)
    await ask('GET', `/tasks?assignee_type=agent&limit=3`)
  }
  for (const status of [
    ...textsFor({ $ref: '#/components/schemas/TaskStatus' }, 'status'),
    'done',
    'done',
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

  // Runs: every agent through its life, with every action in every state.
  const start = async (agent: string, body: object | undefined, key = main) => {
    const reply = await ask('POST', `/agents/${agent}/run`, body, key)
    const record = recordIn(reply.body, ['run'])
    const run = idOf(record, 'run')
    learnId('run', run)
    learnId('chat', asId(record?.chat_id))
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
  for (const body of [...variantsOf('startRun', {}), { input: { task: 7 } }, []])
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
      learnId('chat', asId(recordIn(reply.body)?.shared_chat_id))
      await pass(1000)
    }
    await ask('POST', `/workflows/${workflow}/run?test=true`)
    await ask('GET', `/workflows/${workflow}/runs?limit=2`)
    await pass(60_000)
    const { body } = await ask('GET', `/workflows/${workflow}/runs`)
    for (const row of (listIn(body) ?? []).slice(0, 3)) learnId(`run of ${workflow}`, idOf(row, 'run'))
    await ask(
      'GET',
      `/workflows/${workflow}/runs?status=running&date_from=2026-06-17T00:00:00Z&had_objection=false`,
    )
  }

  // Completions and search.
  const messages = [{ role: 'user', content: 'Say hello to the world' }]
  for (const model of [...known('model'), 'nothing'])
    for (const more of [{}, { stream: true }])
      await ask('POST', '/v1/chat/completions', { model, messages, ...more })
  for (const body of variantsOf('createChatCompletion', { model: known('model')[0], messages }))
    await ask('POST', '/v1/chat/completions', body)
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
  for (const body of variantsOf('searchKnowledge', { query: queries[0] }))
    await ask('POST', '/v1/knowledge/search', body)

  for (const key of keys) await reads(key, key === main)
  for (const chat of known('chat')) await ask('GET', `/chats/${chat}/stream`)
  await ask('GET', '/chats/nothing/stream')

  // HTTP: authorization, methods, paths, bodies that are not JSON, limits.
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

/** Waits in real time, because the clock of the process stands still. */
const realWait = () => new Promise<void>(resolve => void timers.setTimeout(resolve, 4))

/** A server that never answers or never ends its reply differs from one that does: the walk continues after this. */
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
        // An endless stream is closed after its first events.
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
