import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TargetInput } from '#conformance'
import { type Mock, startMock, twinInYaml, withViolations } from '#mock'
import { start } from '../evaluation/independent-servers/fastapi-like/index.ts'
import { sendAs } from '../mock/testing/send-as.ts'
import { serving } from '../mock/testing/serving.ts'
import { learn } from './learn.ts'
import { recordCalls } from './recording/record-calls.ts'
import { twinText } from './twin-text.ts'

type Json = Record<string, unknown>

/** What the proxy makes of the lawful replies behind it. */
function violating(method: string, path: string, status: number, json: unknown): [number, unknown] {
  if (status === 422) return [400, json]
  if (typeof json !== 'object' || json === null) return [status, json]
  const words = JSON.parse(JSON.stringify(json).replaceAll('"cancelled"', '"canceled"')) as Json
  if (method === 'POST' && path === '/tasks') return [200, words]
  if (method === 'POST' && /^\/agents\/[^/]+\/run$/.test(path)) return [status, { ...words, status: 1 }]
  if (method === 'GET' && /^\/runs\/[^/]+$/.test(path)) {
    const { cost_euros: _, ...others } = words
    return [status, others]
  }
  return [status, words]
}

const text: Record<'lawful' | 'violating', string> = { lawful: '', violating: '' }
let violated: string[] = []

beforeAll(async () => {
  const server = await start({ timeScale: 100 })
  await using proxy = await serving(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET', url = '/', headers } = request
    const { authorization = '', 'content-type': type = '' } = headers
    const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {}
    const reply = await fetch(server.url + url, {
      method,
      headers: { authorization, 'content-type': type },
      ...body,
    })
    const answer = await reply.text()
    const isJson = /json/.test(reply.headers.get('content-type') ?? '')
    const [status, json] = isJson
      ? violating(method, url.split('?')[0]!, reply.status, JSON.parse(answer))
      : [reply.status, undefined]
    response.writeHead(status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
    response.end(isJson ? JSON.stringify(json) : answer)
  })
  const target = { ...(server.target as Json), name: 'staging' } as unknown as TargetInput
  const { calls } = await recordCalls(
    { ...target, base_url: proxy.url },
    { journal: false, only: ['CREATE-02', 'CREATE-03', 'TASK-32', 'RUN-03', 'RUN-09', 'STATE-15'] },
  )
  await server.stop()
  const { twin, contradictions } = await learn(calls)
  violated = contradictions.map(({ requirement }) => requirement)
  text.lawful = twinText(twin)
  text.violating = twinText((await learn(calls, { withViolations: true })).twin)
})

const open: Mock[] = []
afterAll(() => Promise.all(open.map(mock => mock.stop())))

/** What a client meets at a mock with that twin. */
async function met(twin: Awaited<ReturnType<typeof twinInYaml>>) {
  const mock = await startMock({ twin, clock: { frozen: '2026-11-20T09:00:00Z' } })
  open.push(mock)
  const call = async (path: string, body?: Json) => {
    const response = await sendAs(mock.demo.keys.admin, mock.url + path, body)
    return { status: response.status, json: (await response.json()) as Json }
  }
  const { agents } = mock.demo.roles
  const started = await call(`/agents/${agents['agent-that-is-slow']}/run`, {})
  const run = String(started.json.run_id)
  const created = await call('/tasks', { title: 'A title' })
  const invalid = await call('/tasks', {})
  await call(`/agents/runs/${run}/cancel`, {})
  const read = await call(`/runs/${run}`)
  return {
    created: created.status,
    invalid: invalid.status,
    startedStatus: typeof started.json.status,
    hasCost: 'cost_euros' in read.json,
    word: read.json.status,
  }
}

const LAWFUL = { created: 201, invalid: 422, startedStatus: 'string', hasCost: true, word: 'cancelled' }

test('violations are told by requirement, and are in no twin', async () => {
  expect(violated).toEqual(expect.arrayContaining(['TASK-32', 'START-15', 'RUN-03', 'STATE-15', 'CREATE-02']))
  const twin = await twinInYaml(text.lawful, 'staging.twin.yaml')
  expect(twin.violations).toBeUndefined()
  expect(await met(twin)).toEqual(LAWFUL)
})

test('with violations, they are in a part of their own, and served only when asked for', async () => {
  const twin = await twinInYaml(text.violating, 'staging.twin.yaml')
  expect(twin.violations).toMatchObject({
    'TASK-32': { statuses: { createTask: 200 } },
    'START-15': { members: { startRun: { status: 'number' } } },
    'RUN-03': { members: { getRun: { cost_euros: 'missing' } } },
    'STATE-15': { words: { RunStatus: { cancelled: 'canceled' } } },
  })
  expect(await met(twin)).toEqual(LAWFUL)
  expect(await met(withViolations(twin))).toEqual({
    created: 200,
    invalid: 400,
    startedStatus: 'number',
    hasCost: false,
    word: 'canceled',
  })
})
