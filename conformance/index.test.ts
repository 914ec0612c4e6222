import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { brokenServers } from '../evaluation/proof/broken-servers.ts'
import { serving } from '../mock/testing/serving.ts'
import { type Scenario, scenario } from './engine/scenario.ts'
import { type RunOptions, run, type TargetInput } from './index.ts'
import { requirements } from './requirements/contract.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
async function serve(answer: Answer): Promise<string> {
  const server = await serving(answer)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server.url
}

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
const lists: Answer = (request, response) =>
  json(response, request.url?.startsWith('/no-such') ? 404 : 200, { data: [] })

const SECRET = 'sk-canary-4711'
const [first, second] = requirements.map(one => one.id) as [string, string]
const asks = (run: Scenario['run'], more: Partial<Scenario> = {}) =>
  scenario({ id: 'trial/story', title: 'a story', requirements: [first, second], run, ...more })

function against(base_url: string, options: RunOptions, target: Partial<TargetInput> = {}) {
  return run(
    { base_url, keys: { key: { value: SECRET, scopes: 'all' } }, pace: { timeout_seconds: 30 }, ...target },
    { journal: false, only: (options.scenarios ?? []).map(({ id }) => id), ...options },
  )
}

test('a key without named scopes that may read nothing is left out, whatever the status', async () => {
  const url = await serve((request, response) =>
    request.headers.authorization?.endsWith('second') ? json(response, 401, {}) : lists(request, response),
  )
  const story = asks(async t => {
    const keys = t.keys.home().filter(key => key.scopes.has('agents:run'))
    t.expect(
      'stated-status',
      first,
      keys.length === 1,
      keys.map(({ name }) => name).join(),
      await t.call('listTasks'),
    )
  })
  const keys = { first: { value: SECRET }, second: { value: 'second' } }
  const report = await against(url, { scenarios: [story] }, { keys })
  expect(report.counts).toMatchObject({ met: 1 })
  expect(report.notes).toEqual([expect.stringContaining('may read nothing (401) and is left out')])
})

test('the key appears nowhere in the report, not even where the server echoes it', async () => {
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/no-such')) return json(response, 404, {})
    json(response, 200, { data: [], echo: request.headers.authorization, b64: btoa(SECRET) })
  })
  const story = asks(async t => {
    await t.call('listTasks', { query: { owner: SECRET } })
    t.violated('stated-status', [first, second], `saw ${SECRET}`)
  })
  const text = JSON.stringify(await against(url, { scenarios: [story] }))
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(btoa(SECRET))
  expect(text).toContain('Bearer $KEY_KEY')
})

test.each([
  [429, { 'retry-after': '1' }],
  [403, { 'retry-after': '1' }],
  [403, { ratelimit: '"default";r=0;t=1' }],
] as const)('waits out a rate limit without a verdict: %j %j', async (status, headers) => {
  let refused = 0
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/tasks?page') && refused++ < 2) {
      response.writeHead(status, headers)
      return response.end()
    }
    lists(request, response)
  })
  const story = asks(async t => {
    const reply = await t.call('listTasks', { query: { page: 1 } })
    t.expect('stated-status', [first, second], reply.status === 200, `answered ${reply.status}`)
  })
  const report = await against(url, { scenarios: [story] }, { pace: { clock_scale: 100 } })
  expect(report.exit).toBe(0)
  expect(report.notes.filter(note => note.startsWith(String(status)))).toHaveLength(2)
})

test('sends again what failed for a moment, and judges what fails each time', async () => {
  const calls: string[] = []
  const url = await serve((request, response) => {
    const { method, url: path } = request
    const call = `${method} ${path}`
    const isFirst = !calls.includes(call)
    calls.push(call)
    if (call === 'GET /tasks?page=1' && isFirst) return json(response, 500, {})
    if (call === 'GET /tasks?page=2') return json(response, 502, {})
    if (call === 'POST /tasks') return json(response, isFirst ? 503 : 500, {})
    lists(request, response)
  })
  const story = asks(async t => {
    const replies = [
      await t.call('listTasks', { query: { page: 1 } }),
      await t.call('listTasks', { query: { page: 2 } }),
      await t.call('createTask', { body: { title: 'a task' } }),
    ]
    t.met('stated-status', first, replies.map(({ status }) => status).join())
  })
  const report = await against(url, { scenarios: [story] }, { pace: { clock_scale: 100 } })
  expect(report.requirements.find(({ id }) => id === first)?.findings[0]?.sentence).toBe('200,502,500')
  // A write is sent again, too, and once only.
  expect(calls.filter(call => call === 'POST /tasks')).toHaveLength(2)
  expect(calls.filter(call => call === 'GET /tasks?page=2')).toHaveLength(3)
  expect(report.notes.filter(note => /^50\d from/.test(note))).toHaveLength(4)
})

test('a waiver of nothing that exists is a mistake in the target', async () => {
  const waiver = { requirement: 'TASK-999', reason: 'typing error', owner: 'team', until: '2999-01-01' }
  await expect(against('http://127.0.0.1:9', {}, { waivers: [waiver] })).rejects.toThrow(
    'no requirement TASK-999',
  )
})

const NOTHING_JUDGED = brokenServers.filter(
  ({ id, exits }) => id !== 'tls' && exits.every(exit => exit === 4),
)

test.each(NOTHING_JUDGED)('a server that $what exits with 4 and says why', async ({ answer }) => {
  const story = asks(async t => t.met('stated-status', [first, second], 'never reached'))
  const pace = { timeout_seconds: 0.2, clock_scale: 100 }
  const report = await against(await serve(answer), { scenarios: [story] }, { pace })
  expect(report.exit).toBe(4)
  for (const told of [report.outcome, report.problems[0]]) expect(told).toMatch(/\w{3}/)
  expect(report.counts.met).toBe(0)
})

test('who waits for a slow service in vain reads how long, and how to wait longer', async () => {
  const url = await serve(() => {})
  const report = await against(url, { scenarios: [] }, { pace: { timeout_seconds: 0.2 } })
  expect(report.problems[0]).toContain('no answer within 0.2 s')
  expect(report.problems[0]).toContain('timeout_seconds: 0.4')
})

test('a dead address exits with 4', async () => {
  const report = await against('http://127.0.0.1:9', { scenarios: [] })
  expect(report.exit).toBe(4)
  expect(report.problems[0]).toContain('nothing listens there')
})

test('judges a deployment that refuses the only read of a key with one scope', async () => {
  const url = await serve((request, response) => {
    const isNarrow = request.headers.authorization === 'Bearer sk-narrow'
    json(response, isNarrow ? 403 : request.url?.startsWith('/no-such') ? 404 : 200, { data: [] })
  })
  const story = asks(async t => {
    await t.call('listTasks')
    t.met('stated-status', [first, second], 'seen')
  })
  const keys = {
    key: { value: SECRET, scopes: 'all' as const },
    narrow: { value: 'sk-narrow', scopes: ['tasks:read' as const] },
  }
  const report = await against(url, { scenarios: [story] }, { keys })
  expect(report.exit).toBe(0)
  expect(report.notes.join()).toContain('key narrow is refused (403) by GET /tasks')
})
