// A day of a busy back office as a load test for k6 (https://k6.io): people who read lists and change tasks, programs that
// start runs and poll them, chats, and a dashboard. Against a mock whose clock runs sixty times as fast, a day takes 24
// minutes; by default an hour of it, in one minute:
//
//   npm start -- --clock x60 --gap empty-wallet=allow --log off
//   k6 run examples/load-test/back-office.k6.js
//   k6 run -e BASE_URL=http://127.0.0.1:4010 -e KEY=awk_demo_admin -e PEOPLE=50 -e MINUTES=24 examples/load-test/back-office.k6.js
//
// Streams need an extension of k6, so a client that would follow a run polls it here.
import { check, sleep } from 'k6'
import http from 'k6/http'

const BASE_URL = __ENV.BASE_URL || 'http://127.0.0.1:4010'
const KEY = __ENV.KEY || 'awk_demo_admin'
const PEOPLE = Number(__ENV.PEOPLE || 20)
const MINUTES = Number(__ENV.MINUTES || 1)

/** One scenario for each kind of user, as a share of the people. */
export const options = {
  scenarios: {
    clerks: scenario('clerk', 0.6),
    programs: scenario('program', 0.2),
    askers: scenario('asker', 0.15),
    dashboards: scenario('dashboard', 0.05),
  },
  thresholds: { checks: ['rate>0.99'], http_req_duration: ['p(99)<250'] },
}

function scenario(exec, share) {
  const vus = Math.max(1, Math.round(PEOPLE * share))
  return { executor: 'constant-vus', exec, vus, duration: `${MINUTES}m` }
}

/** Reads their own work, and moves a task to the next column. */
export async function clerk() {
  await get('/tasks?owner=me&limit=20', 'listTasks')
  await get('/approvals/pending/list', 'listPendingApprovals')
  const task = await post(
    '/tasks',
    { title: 'Check the invoices of today', priority: 'high' },
    'createTask',
    201,
  )
  if (task) await patch(`/tasks/${task.id}/status`, { status: 'in_review' }, 'setTaskStatus')
  sleep(1)
}

/** Starts a run and polls it until it has ended, in steps of a minute of the mock's clock. */
export async function program() {
  const agents = await get('/agents/?limit=5', 'listAgents')
  const agent = agents?.data.find(({ tags }) => tags.includes('agent-that-finishes')) ?? agents?.data[0]
  if (!agent) return
  const started = await post(
    `/agents/${agent.id}/run`,
    { input: { task: 'Check invoice 17' } },
    'startRun',
    200,
  )
  for (let polls = 0; started && polls < 10; polls++) {
    sleep(1)
    const run = await get(`/runs/${started.run_id}`, 'getRun')
    if (run?.status !== 'running') return
  }
}

/** Asks a model, and searches the knowledge bases. */
export async function asker() {
  const models = await get('/v1/models', 'listModels')
  const model = models?.data[0]?.id
  const messages = [{ role: 'user', content: 'Which invoices are due this week?' }]
  if (model) await post('/v1/chat/completions', { model, messages }, 'createChatCompletion', 200)
  await post('/v1/knowledge/search', { query: 'notice period' }, 'searchKnowledge', 200)
  sleep(2)
}

/** Reads the figures as often as the rate limit allows. */
export async function dashboard() {
  await get('/runs?limit=50', 'listRuns')
  await get('/wallet', 'getWallet')
  await get('/dashboard/stats', 'getDashboardStats')
  sleep(4)
}

function get(path, name) {
  return call('GET', path, null, name, 200)
}

function post(path, body, name, status) {
  return call('POST', path, body, name, status)
}

function patch(path, body, name) {
  return call('PATCH', path, body, name, 200)
}

/** The body of a reply with the expected status; undefined for any other. */
async function call(method, path, body, name, status) {
  const reply = await http.asyncRequest(method, BASE_URL + path, body && JSON.stringify(body), {
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    // One metric for each operation, independent of ids.
    tags: { name },
  })
  const isExpected = check(reply, { [`${name} answers ${status}`]: ({ status: got }) => got === status })
  return isExpected ? reply.json() : undefined
}
