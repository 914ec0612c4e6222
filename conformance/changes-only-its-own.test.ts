import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Deployment } from '../evaluation/proof/deployment.ts'
import { startDeployments } from '../evaluation/proof/deployments.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs } from '../mock/testing/send-as.ts'
import { serving } from '../mock/testing/serving.ts'
import { CleanupJournal } from './engine/cleanup-journal.ts'
import { cleanJournal, type Report, run } from './index.ts'

type Json = Record<string, unknown>

interface Asked {
  method: string
  path: string
  body: Json
  /** Sends a request of the proxy's own. */
  forward: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>
}

/** What a trick makes of a reply: another text, a redirect, or no reply at all. */
type Answer = string | { location: string } | { cut: true }
type Trick = (asked: Asked, text: string) => Answer | Promise<Answer>

const swap = (text: string, member: string, id: string) =>
  text.replace(new RegExp(`("${member}":)"[^"]*"`), (_, name: string) => `${name}${JSON.stringify(id)}`)
const isCreate = ({ method, path }: Asked) => method === 'POST' && path === '/tasks'
const isStart = ({ method, path }: Asked) => method === 'POST' && /^\/agents\/[^/]+\/run$/.test(path)
const isRetry = ({ path }: Asked) => path.endsWith('/retry')

/** Somebody's task, and somebody's run that works. */
interface Victims {
  task: string
  run: string
  agent: string
}

const tasks = ['tasks/delete', 'tasks/refused-changes-nothing', 'tasks/assign', 'access/createTask']
const runs = ['runs/pause', 'runs/cancel', 'runs/fail', 'tasks/runs']

/** Answers some requests otherwise. */
const where =
  (isOne: (asked: Asked) => boolean, answer: (text: string, asked: Asked) => ReturnType<Trick>): Trick =>
  (asked, text) =>
    isOne(asked) ? answer(text, asked) : text

const readsTasks = ({ method, path }: Asked) => method === 'GET' && path === '/tasks'

const tricks: [name: string, only: string[], trick: (victims: Victims) => Trick][] = [
  [
    'names the id of an existing task in the reply to a creation',
    tasks,
    ({ task }) => where(isCreate, text => swap(text, 'id', task)),
  ],
  [
    'answers a creation with an existing task, as if it were a duplicate',
    tasks,
    ({ task }) => where(isCreate, async (_, { forward }) => (await forward('GET', `/tasks/${task}`)).text),
  ],
  [
    'turns a creation into an update of an existing task',
    tasks,
    ({ task }) =>
      where(
        isCreate,
        async (_, { forward, body: { title } }) => (await forward('PATCH', `/tasks/${task}`, { title })).text,
      ),
  ],
  [
    'names an existing task in every list',
    tasks,
    ({ task }) => {
      const inLists = where(readsTasks, text => text.replaceAll(/"id":"task_[^"]*"/g, `"id":"${task}"`))
      return (asked, text) => (isCreate(asked) ? { cut: true } : inLists(asked, text))
    },
  ],
  [
    'shows our task under the id of an existing one',
    tasks,
    ({ task }) => {
      let own = ''
      return async (asked, text) => {
        if (isCreate(asked)) {
          own = (JSON.parse(text) as { id?: string }).id ?? own
          return swap(text, 'id', task)
        }
        return asked.method === 'GET' && asked.path === `/tasks/${task}`
          ? (await asked.forward('GET', `/tasks/${own}`)).text
          : text
      }
    },
  ],
  [
    'redirects what is removed to an existing task',
    tasks,
    ({ task }) =>
      where(
        ({ method, path }) => method === 'DELETE' && path !== `/tasks/${task}`,
        () => ({ location: `/tasks/${task}` }),
      ),
  ],
  [
    'names ids that lead elsewhere in a path',
    tasks,
    ({ task }) => {
      const odd = ['..', '.', `x/../${task}`, `../tasks/${task}`, `%2e%2e/tasks/${task}`, '', '\u{d800}']
      let n = 0
      return where(isCreate, text => swap(text, 'id', odd[n++ % odd.length] ?? ''))
    },
  ],
  [
    'names an existing run in the reply to a start',
    runs,
    ({ run }) => where(isStart, text => swap(text, 'run_id', run)),
  ],
  [
    'names an existing run in the reply to a retry',
    runs,
    ({ run }) => where(isRetry, text => swap(swap(text, 'run_id', run), 'id', run)),
  ],
  [
    'hides the input of runs, and names an existing one',
    runs,
    ({ run }) =>
      (asked, text) =>
        isStart(asked) ? swap(text, 'run_id', run) : text.replaceAll(/"input":\{[^}]*\}/g, '"input":null'),
  ],
  [
    'names an existing run as one of our task',
    runs,
    ({ run }) =>
      where(
        ({ method, path }) => method === 'GET' && /^\/tasks\/[^/]+\/runs$/.test(path),
        text => text.replaceAll(/"id":"run_[^"]*"/g, `"id":"${run}"`),
      ),
  ],
]

const deployments = await startDeployments(300)
afterAll(() => deployments[Symbol.asyncDispose]())

test.each(tricks)('changes nothing of others where a server %s', async (_, only, trickOf) => {
  using deployment = deployments.open()
  const victims = victimsIn(deployment)
  const before = stateOf(deployment, victims)
  const { report, foreign } = await runBehind(deployment, only, trickOf(victims))
  expect(foreign).toEqual([])
  expect(stateOf(deployment, victims)).toEqual(before)
  expect(report.scenarios.flatMap(one => one.fault ?? [])).toEqual([])
})

test('removes all that it made, where nobody plays tricks', async () => {
  using deployment = deployments.open()
  const { tables } = deployment.tenants.home
  const before = tables.tasks.size
  const { report, foreign } = await runBehind(
    deployment,
    [...tasks, 'tasks/create-fields', 'runs/pause'],
    (_, text) => text,
  )
  expect(foreign).toEqual([])
  expect(report.leftovers).toEqual([])
  expect(report.cost.requests.other).toBeGreaterThan(60)
  expect(tables.tasks.size).toBe(before)
})

const wrongIds: [name: string, idOf: (victims: Victims) => string][] = [
  ['an existing task', ({ task }) => task],
  ['a task that is not there', () => 'task_nobodys'],
]

test.each(wrongIds)('removes by their mark the tasks whose creation names %s', async (_, idOf) => {
  using deployment = deployments.open()
  const { tables } = deployment.tenants.home
  const before = tables.tasks.size
  const id = idOf(victimsIn(deployment))
  const trick: Trick = (asked, text) => (isCreate(asked) ? swap(text, 'id', id) : text)
  const { report } = await runBehind(deployment, tasks, trick)
  expect(report.cost.requests.other).toBeGreaterThan(20)
  expect(report.leftovers).toEqual([])
  expect(tables.tasks.size).toBe(before)
})

test.each(wrongIds)('cleanup finds tasks of an interrupted run whose creation named %s', async (_, idOf) => {
  using deployment = deployments.open()
  const { tables } = deployment.tenants.home
  const before = tables.tasks.size
  const id = idOf(victimsIn(deployment))
  const path = join(newFolder(), 'journal.jsonl')
  const journal = new CleanupJournal('c0ffee', path)
  const [key = ''] = Object.keys(deployment.target.keys)
  const title = 'Conformance c0ffee: a task'
  journal.made(journal.intend({ kind: 'task', mark: title, key }), id)
  const made = await sendAs(deployment.target.keys[key]?.value, `${deployment.target.base_url}/tasks`, {
    title,
  })
  expect(made.status).toBe(201)
  expect(await cleanJournal(deployment.target, path)).toEqual([])
  expect(tables.tasks.size).toBe(before)
})

test('names no task of others as left behind', async () => {
  using deployment = deployments.open()
  const { task } = victimsIn(deployment)
  const { report } = await runBehind(deployment, tasks, async (asked, text) =>
    isCreate(asked) ? (await asked.forward('GET', `/tasks/${task}`)).text : text,
  )
  expect(JSON.stringify(report.leftovers)).not.toContain(task)
})

test('names no run as left behind whose start was never sent', async () => {
  using deployment = deployments.open({
    arrive({ method, url, socket }) {
      if (method !== 'GET' || !url?.startsWith('/runs?')) return undefined
      socket.destroy()
      return true
    },
  })
  const report = await run(deployment.target, { journal: false, only: ['START-01'] })
  expect(report.leftovers).toEqual([])
})

function victimsIn({ tenants: { home } }: Deployment): Victims {
  const task = home.tables.tasks.all().find(one => !one.archived)
  const run = home.tables.runs.all().find(one => one.status === 'running')
  if (!task || !run) throw new Error('the seed has no task and no running run')
  return { task: task.id, run: run.id, agent: run.agentId }
}

/** Titles may be written by the proxy itself. */
function stateOf({ tenants: { home } }: Deployment, { task, run }: Victims) {
  const { title: _, updatedAt: __, ...kept } = home.tables.tasks.get(task) as unknown as Json
  const { status } = home.tables.runs.get(run) as unknown as Json
  return { kept, paused: status === 'paused', stopped: status === 'stopped' || status === 'cancelled' }
}

/** Runs the suite behind the proxy; `foreign` are the writes that named a thing which the suite had not made. */
async function runBehind(
  deployment: Deployment,
  only: string[],
  trick: Trick,
): Promise<{ report: Report; foreign: string[] }> {
  const { target } = deployment
  const base = new URL(target.base_url)
  const made = new Set<string>()
  const foreign: string[] = []
  const forward: (authorization: string | undefined) => Asked['forward'] =
    authorization => (method, path, body) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
      const headers = {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const passed = send(
        { host: base.hostname, port: base.port, method, path: base.pathname + path, headers },
        reply => {
          const status = reply.statusCode ?? 502
          reply.toArray().then(parts => resolve({ status, text: parts.join('') }), reject)
        },
      )
      passed
        .on('error', reject)
        .end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
      return promise
    }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = (await request.toArray()).join('')
    const { method = 'GET', url = '/' } = request
    const [path = ''] = url.split('?')
    const pass = forward(request.headers.authorization)
    const named = /^\/tasks\/([^/]+)/.exec(path)?.[1] ?? /\/runs\/([^/]+)\/\w+$/.exec(path)?.[1]
    if (method !== 'GET' && named !== undefined && !made.has(decodeURIComponent(named)))
      foreign.push(`${method} ${path}`)
    const reply = await pass(method, url, text === '' ? undefined : text)
    const asked: Asked = { method, path, body: jsonOf(text), forward: pass }
    if (reply.status < 300 && (isCreate(asked) || isStart(asked) || isRetry(asked)))
      for (const [, id = ''] of reply.text.matchAll(/"(?:id|run_id)":"([^"]+)"/g)) made.add(id)
    if (/^\/tasks\/[^/]+\/runs$/.test(path))
      for (const [, id = ''] of reply.text.matchAll(/"id":"([^"]+)"/g)) made.add(id)
    const shown = await trick(asked, reply.text)
    if (typeof shown === 'object' && 'cut' in shown) return void request.socket.destroy()
    if (typeof shown === 'object') return void response.writeHead(307, shown).end()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(shown)
  }
  await using proxy = await serving(answer)
  const report = await run({ ...target, base_url: proxy.url }, { journal: false, only })
  return { report, foreign }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}
