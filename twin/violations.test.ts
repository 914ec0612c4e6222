import { beforeAll, expect, test } from 'vitest'
import { startMock, twinInYaml, withViolations } from '#mock'
import { askAs } from '../mock/testing/send-as.ts'
import { learn } from './learn.ts'
import { callsOfArchive } from './recording/calls.ts'
import { twinText } from './twin-text.ts'

type Json = Record<string, unknown>
const FROZEN = { frozen: '2026-11-20T09:00:00Z' }

/** What a deployment that violates the specification makes of a lawful reply. */
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

/** An archive of calls to a lawful mock, as if it had violated the specification. */
async function recorded() {
  await using mock = await startMock({ clock: FROZEN })
  const call = async (path: string, body?: Json) =>
    (await askAs(mock.demo.keys.admin, mock.url + path, body)).body
  const { agents } = mock.demo.roles
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await call('/tasks', { title })
    await call('/tasks', {})
    const { run_id: run } = await call(`/agents/${agents['agent-that-is-slow']}/run`, { prompt: title })
    await call(`/runs/${run}`)
    await call(`/agents/runs/${run}/cancel`, {})
    await call(`/runs/${run}`)
  }
  const entries = mock.journal.har().log.entries.map(({ request, response, ...entry }) => {
    const { content } = response
    const json = JSON.parse(content.text ?? 'null') as unknown
    const path = new URL(request.url).pathname
    const [status, shown] = violating(request.method, path, response.status, json)
    const text = JSON.stringify(shown)
    return { ...entry, request, response: { ...response, status, content: { ...content, text } } }
  })
  return callsOfArchive({ log: { entries } })
}

beforeAll(async () => {
  const calls = await recorded()
  const { twin, contradictions } = await learn(calls)
  violated = contradictions.map(({ requirement }) => requirement)
  text.lawful = twinText(twin)
  text.violating = twinText((await learn(calls, { withViolations: true })).twin)
})

/** What a client meets at a mock with that twin. */
async function met(twin: Awaited<ReturnType<typeof twinInYaml>>) {
  await using mock = await startMock({ twin, clock: FROZEN })
  const call = (path: string, body?: Json) => askAs(mock.demo.keys.admin, mock.url + path, body)
  const { agents } = mock.demo.roles
  const started = await call(`/agents/${agents['agent-that-is-slow']}/run`, {})
  const run = started.body.run_id
  const created = await call('/tasks', { title: 'A title' })
  const invalid = await call('/tasks', {})
  await call(`/agents/runs/${run}/cancel`, {})
  const read = await call(`/runs/${run}`)
  return {
    created: created.status,
    invalid: invalid.status,
    startedStatus: typeof started.body.status,
    hasCost: 'cost_euros' in read.body,
    word: read.body.status,
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
