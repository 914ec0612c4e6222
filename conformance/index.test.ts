import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { serving } from '../mock/testing/serving.ts'
import { type Scenario, scenario } from './engine/scenario.ts'
import { type RunOptions, run, type TargetInput } from './index.ts'
import { requirements } from './requirements/contract.ts'
import { Missing } from './requirements/missing.ts'

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
    { journal: false, ...options },
  )
}

test('gives one verdict for each requirement, and lists what was declared and not reached', async () => {
  const url = await serve(lists)
  const story = asks(async t => {
    await t.call('listTasks')
    t.met('stated-status', first, 'seen')
  })
  const report = await against(url, { scenarios: [story], only: [story.id] })
  expect(report.counts).toMatchObject({ met: 1, not_exercised: 1, violated: 0 })
  expect(report.exit).toBe(3)
})

test('a violation outweighs what is met, and exits with 1', async () => {
  const url = await serve(lists)
  const story = asks(async t => {
    await t.call('listTasks')
    t.met('stated-status', [first, second], 'seen')
    t.expect('stated-status', first, false, 'then broken')
  })
  const report = await against(url, { scenarios: [story], only: [story.id] })
  expect(report.requirements.find(row => row.id === first)?.verdict).toBe('violated')
  expect(report.exit).toBe(1)
})

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
  const report = await against(url, { scenarios: [story], only: [story.id] }, { keys })
  expect(report.counts).toMatchObject({ met: 1 })
  expect(report.notes).toEqual([expect.stringContaining('may read nothing (401) and is left out')])
})

test('a fault of the suite exits with 5 and is never a verdict', async () => {
  const url = await serve(lists)
  const story = asks(() => Promise.reject(new Error('oops')))
  const report = await against(url, { scenarios: [story], only: [story.id] })
  expect(report.exit).toBe(5)
  expect(report.counts.met + report.counts.violated).toBe(0)
})

test('what is missing is named, and nothing is green', async () => {
  const url = await serve(lists)
  const story = asks(() => Promise.reject(new Missing('fixture agent-slow')))
  const report = await against(url, { scenarios: [story], only: [story.id] })
  expect(report.exit).toBe(3)
  expect(report.requirements[0]?.findings[0]?.sentence).toBe('fixture agent-slow')
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
  const text = JSON.stringify(await against(url, { scenarios: [story], only: [story.id] }))
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(btoa(SECRET))
  expect(text).toContain('Bearer $KEY_KEY')
})

test('read-only leaves out what writes', async () => {
  const url = await serve(lists)
  const story = asks(async t => t.met('stated-status', [first, second], 'never reached'), { writes: true })
  const report = await against(url, { scenarios: [story], only: [story.id], readOnly: true })
  expect(report.counts.met).toBe(0)
})

test('waits out a 429 without a verdict', async () => {
  let refused = 0
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/tasks?page') && refused++ < 2) {
      response.writeHead(429, { 'retry-after': '1' })
      return response.end()
    }
    lists(request, response)
  })
  const story = asks(async t => {
    const reply = await t.call('listTasks', { query: { page: 1 } })
    t.expect('stated-status', [first, second], reply.status === 200, `answered ${reply.status}`)
  })
  const report = await against(url, { scenarios: [story], only: [story.id] }, { pace: { clock_scale: 100 } })
  expect(report.exit).toBe(0)
  expect(report.notes.filter(note => note.startsWith('429'))).toHaveLength(2)
})

test('sends again what failed for a moment, and judges what fails twice', async () => {
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
  const report = await against(url, { scenarios: [story], only: [story.id] }, { pace: { clock_scale: 100 } })
  expect(report.requirements.find(({ id }) => id === first)?.findings[0]?.sentence).toBe('200,502,500')
  // A write is sent again, too, and once only.
  expect(calls.filter(call => call === 'POST /tasks')).toHaveLength(2)
  expect(report.notes.filter(note => /^50\d from/.test(note))).toHaveLength(3)
})

test('a waiver turns a violation into waived until its day, and fails after it or when it is not needed', async () => {
  const url = await serve(lists)
  const waiver = { requirement: first, reason: 'known', owner: 'team', until: '2999-01-01' }
  const broken = asks(async t => {
    await t.call('listTasks')
    t.violated('stated-status', first, 'broken')
    t.met('stated-status', second, 'fine')
  })
  const only = [broken.id]
  const waived = await against(url, { scenarios: [broken], only }, { waivers: [waiver] })
  expect([waived.exit, waived.counts.waived]).toEqual([0, 1])
  const late = await against(
    url,
    { scenarios: [broken], only },
    { waivers: [{ ...waiver, until: '2020-01-01' }] },
  )
  expect([late.exit, late.waivers[0]?.state]).toEqual([1, 'expired'])
  const needless = await against(
    url,
    { scenarios: [broken], only },
    { waivers: [{ ...waiver, requirement: second }] },
  )
  expect(needless.waivers[0]?.state).toBe('no longer needed')
})

test('a waiver of nothing that exists is a mistake in the target', async () => {
  const waiver = { requirement: 'TASK-999', reason: 'typing error', owner: 'team', until: '2999-01-01' }
  await expect(against('http://127.0.0.1:9', {}, { waivers: [waiver] })).rejects.toThrow(
    'no requirement TASK-999',
  )
})

const broken: Record<string, Answer> = {
  'answers 404 to everything': (_, response) => json(response, 404, {}),
  'answers 500 to everything': (_, response) => json(response, 500, {}),
  'answers 200 with {} to everything': (_, response) => json(response, 200, {}),
  'answers 200 with an empty list to everything': (_, response) => json(response, 200, []),
  'answers with empty bodies': (_, response) => response.end(),
  'answers with a login page': (_, response) => response.end('<!doctype html><html>log in</html>'),
  'redirects to a login page': (request, response) => {
    if (request.url === '/login') return response.end('<html>log in</html>')
    response.writeHead(302, { location: '/login' }).end()
  },
  'refuses the key': (_, response) => json(response, 401, {}),
  'never answers': () => {},
  'sends without end': (_, response) => {
    response.write('[')
    setInterval(() => response.write(' '.repeat(100_000)), 1).unref()
  },
  'cuts the connection': request => request.socket.destroy(),
}
for (const [what, answer] of Object.entries(broken)) {
  test(`a server that ${what} exits with 4 and says why`, async () => {
    const url = await serve(answer)
    const story = asks(async t => t.met('stated-status', [first, second], 'never reached'))
    const report = await against(
      url,
      { scenarios: [story], only: [story.id] },
      { pace: { timeout_seconds: 0.2 } },
    )
    expect(report.exit).toBe(4)
    for (const told of [report.outcome, report.problems[0]]) expect(told).toMatch(/\w{3}/)
    expect(report.counts.met).toBe(0)
  })
}

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

test('a run that was stopped is incomplete, whatever may stay unexercised', async () => {
  const stop = new AbortController()
  const scenarios = [
    asks(async t => {
      t.met('stated-status', first, 'it was')
      stop.abort()
    }),
    asks(async () => {}, { id: 'trial/second', alone: true }),
  ]
  const report = await against(await serve(lists), {
    scenarios,
    signal: stop.signal,
    allowNotExercised: ['all'],
  })
  expect(report.exit).toBe(3)
  expect(report.outcome).toMatch(
    /but the run was stopped before its end; \d+ requirements? (was|were) not exercised/,
  )
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
  const report = await against(url, { scenarios: [story], only: [story.id] }, { keys })
  expect(report.exit).toBe(0)
  expect(report.notes.join()).toContain('key narrow is refused (403) by GET /tasks')
})
