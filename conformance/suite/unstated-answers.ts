/**
 * Calls whose answers the specification leaves open: pages out of bounds, unknown words, omitted members. They are sent
 * only while recording and judge nothing: a twin is learned from the replies.
 */

import type { CallOptions } from '../engine/client.ts'
import { type Scenario, scenario } from '../engine/scenario.ts'
import { NoAnswer } from '../engine/transport.ts'
import type { Trial } from '../engine/trial.ts'
import { unknownLike } from '../extract/unknown-id.ts'
import { Missing } from '../requirements/missing.ts'
import { HOME } from '../target/target.ts'
import { knownAgent, knownWorkflow } from './discover.ts'
import { anyRun } from './runs/any-run.ts'
import { bodyFor, tryStart } from './runs/own-run.ts'
import { createTask, makeTask } from './tasks/own-task.ts'

type Query = NonNullable<CallOptions['query']>

/** Queries by operation, one call each. */
const QUERIES: Readonly<Record<string, readonly Query[]>> = {
  listAgents: [
    { limit: 0 },
    { limit: -1 },
    { limit: 101 },
    { limit: 201 },
    { limit: 1000 },
    { offset: -1 },
    { offset: 100_000 },
    { view: '' },
    { view: 'full' },
    { no_such_parameter: 1 },
  ],
  listRuns: [
    { limit: 0 },
    { limit: -1 },
    { limit: 51 },
    { limit: 101 },
    { limit: 201 },
    { limit: 501 },
    { limit: 100_000 },
    { offset: -1 },
    { offset: 100_000 },
    { status: '' },
    { status: 'no-such-status' },
    { agent_id: 'no-such-agent' },
    { agent_id: '' },
    { cursor: 'made-up' },
    { cursor: '' },
    { no_such_parameter: 1 },
  ],
  listTasks: [
    { limit: 0 },
    { limit: -1 },
    { limit: 101 },
    { limit: 201 },
    { limit: 1000 },
    { offset: -1 },
    { offset: 100_000 },
    { status: '' },
    { status: 'no-such-status' },
    { project_id: 'no-such-project' },
    { board_id: 'no-such-board' },
    { owner: 'no-such-person' },
    { owner: '' },
    { assignee_type: '' },
    { assignee_id: 'nobody' },
    { done_since_days: 0 },
    { done_since_days: -1 },
    { include_archived: 1 },
    { include_archived: '' },
    { no_such_parameter: 1 },
  ],
  listWorkflows: [
    { limit: 0 },
    { limit: 101 },
    { limit: 1000 },
    { offset: -1 },
    { page: 0 },
    { page: -1 },
    { page: 100_000 },
    { per_page: 0 },
    { per_page: 101 },
    { per_page: 1000 },
    { page: 2, offset: 1 },
    { per_page: 1, limit: 2 },
  ],
  getDashboardStats: [{ tz: 'Nowhere/Land' }, { tz: '' }],
  getInsightsSummary: [{}, { period: '' }],
  getMonthlyStatement: [
    { month: '2099-01' },
    { month: '2026-10-15' },
    { month: '2026-13' },
    { month: '2026-1' },
    { month: '' },
  ],
  getAgentStats: [{}],
  getSpendByAgent: [{ days: 0 }, { days: 1 }, { days: 3 }, { days: 91 }, { days: 365 }, { days: 366 }, {}],
  getTeamStats: [
    {},
    { days: 1 },
    { days: 366 },
    { group_by: 'no-such-group' },
    { group_by: '' },
    { team_id: 'no-such-team' },
  ],
}

const CHAT = [{ role: 'user', content: 'Reply with the single word: yes' }]
const UI = [{ role: 'user', parts: [{ type: 'text', text: 'Reply with the single word: yes' }] }]

async function askReads(t: Trial) {
  for (const [operation, queries] of Object.entries(QUERIES))
    for (const query of queries) await ask(() => t.call(operation, { query }))
  const key = t.keys.with('agents:read')
  const { client } = t.context
  for (const [method, path] of [
    ['GET', '/agents'],
    ['GET', '/runs/'],
    ['GET', '/tasks/'],
    ['GET', '/workflows'],
    ['GET', '/no-such-path'],
    ['PUT', '/tasks'],
    ['DELETE', '/runs'],
  ] as const)
    await ask(() => client.request(method, path, { key }))
  for (const authorization of [
    'Bearer no-such-key-of-this-service',
    'Bearer',
    'Basic bm86b25l',
    'no-such-key',
  ])
    await ask(() => t.call('listAgents', { key: { authorization } }))
  for (const task_id of ['no-such-task', '0', '00000000-0000-4000-8000-000000000000'])
    await ask(() => t.call('getTask', { path: { task_id } }))
  for (const run_id of ['no-such-run', '0', '987654321', '00000000-0000-4000-8000-000000000000'])
    await ask(() => t.call('getRun', { path: { run_id } }))
  for (const ref of ['0', '-1', '987654321', 'NOPE-1', 'nope', 'ops-1'])
    await ask(() => t.call('getTaskByNumber', { path: { ref } }))
  for (const [operation, path] of [
    ['getAgent', { agent_id: 'no-such-agent' }],
    ['getWorkflow', { workflow_id: 'no-such-workflow' }],
    ['getApproval', { approval_id: 'no-such-approval' }],
    ['streamChat', { chat_id: 'no-such-chat' }],
    ['getAgencyClientUsage', { client_id: 'no-such-client' }],
  ] as const)
    await ask(() => t.call(operation, { path }))
  const workflow = await ask(() => knownWorkflow(t))
  if (workflow) {
    const path = { workflow_id: workflow.id }
    for (const query of [
      { limit: 0 },
      { limit: 1000 },
      { offset: -1 },
      { status: '' },
      { status: 'no-such-status' },
      { date_from: 'not a date' },
      { date_from: '2026-13-45' },
      { date_from: '2026-11-02', date_to: '2026-11-01' },
      { had_objection: false },
      { had_objection: '' },
    ] as Query[])
      await ask(() => t.call('listWorkflowRuns', { path, query }))
    await ask(() => t.call('getWorkflowRun', { path: { ...path, run_id: 'no-such-run' } }))
  }
  const foreign = t.target.keys.find(one => one.tenant !== HOME && one.scopes.has('agents:read'))
  const agent = await ask(() => knownAgent(t))
  if (foreign && agent) await ask(() => t.call('getAgent', { key: foreign, path: { agent_id: agent.id } }))
  const run = await ask(() => anyRun(t))
  if (run) await ask(() => t.call('getRun', { path: { run_id: unknownLike(run.id) } }))
}

async function askTasks(t: Trial) {
  const title = (what: string) => t.name(what)
  for (const fields of [
    {},
    { title: '', description: title('no title') },
    { title: ' ', description: title('a space for a title') },
    { title: title('x'.repeat(1000)) },
    { title: title('with more'), no_such_field: 1 },
    { title: title('due'), due_date: 'some day' },
    { title: title('due on a day'), due_date: '2026-12-01' },
    { title: title('kind'), executor_kind: 'no-such-kind' },
    { title: title('priority'), priority: null },
    { title: title('agent'), agent_id: 'no-such-agent' },
    { title: title('board'), board_id: 'no-such-board' },
    { title: title('project'), project_id: 'no-such-project' },
    { title: title('parent'), parent_task_id: 'no-such-task' },
    { title: title('workflow'), workflow_id: 'no-such-workflow' },
    { title: title('half assigned'), assignee_type: 'agent' },
    { title: title('assigned'), assignee_type: 'agent', assignee_id: 'no-such-agent' },
    { title: title('assigned'), assignee_type: 'user', assignee_id: 'nobody' },
    { title: title('done'), status: 'done' },
    { title: title('status'), status: 'no-such-status' },
    { title: title('criteria'), acceptance_criteria: [{ text: 'It is done.' }] },
    { title: title('criteria'), acceptance_criteria: [{ title: 'It is done.' }] },
    { title: title('criteria'), acceptance_criteria: [{}] },
    { title: title('tags'), tags: ['twice', 'twice'] },
    { title: title('approvers'), requires_approval: true, approval_approver_ids: ['nobody'] },
  ])
    await ask(() => createTask(t, fields))
  for (const [raw, headers] of [
    ['{"title": "half', {}],
    ['', {}],
    ['null', {}],
    [JSON.stringify({ title: title('as text') }), { 'content-type': 'text/plain' }],
    [JSON.stringify({ title: title('as a form') }), { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const)
    await ask(() => createTask(t, undefined, undefined, { raw, headers }))
  const task = await ask(() => makeTask(t, 'to be asked about'))
  if (!task) return
  const path = { task_id: task.id }
  for (const body of [
    {},
    { title: null },
    { title: '' },
    { no_such_field: 1 },
    { priority: null },
    { priority: 'no-such-priority' },
    { max_runs_per_hour: -1 },
    { max_runs_per_hour: 0 },
    { budget_euros: -1 },
    { due_date: 'some day' },
    { board_id: 'no-such-board' },
    { project_id: 'no-such-project' },
    { position: -1 },
  ])
    await ask(() => t.call('updateTask', { path, body }))
  for (const body of [
    {},
    { type: 'agent' },
    { type: 'agent', id: 'no-such-agent' },
    { type: 'user', id: 'nobody' },
    { type: null, id: null },
  ])
    await ask(() => t.call('setTaskAssignee', { path, body }))
  for (const body of [
    { status: 'done' },
    { status: 'backlog' },
    { status: 'cancelled' },
    { status: 'no-such-status' },
    { status: 'done', position: -1 },
    { status: 'backlog', no_such_field: 1 },
  ])
    await ask(() => t.call('setTaskStatus', { path, body }))
}

async function askRuns(t: Trial) {
  const agent = await knownAgent(t)
  const right = bodyFor(t, {})
  for (const body of [
    { ...right, triggered_by: 'no-such-trigger' },
    { ...right, origin_chat_id: 'no-such-chat' },
    { ...right, attachment_ids: ['no-such-file'] },
    { ...right, no_such_field: 1 },
  ])
    await ask(() => tryStart(t, agent.id, body))
  const run = await ask(() => anyRun(t))
  for (const operation of ['cancelRun', 'pauseRun', 'resumeRun', 'retryRun'])
    await ask(() => t.call(operation, { path: { run_id: 'no-such-run' } }))
  if (run)
    await ask(() =>
      t.call('cancelRun', { path: { run_id: unknownLike(run.id) }, body: { no_such_field: 1 } }),
    )
}

async function askCompletions(t: Trial) {
  const agent = await ask(() => knownAgent(t))
  const model = t.target.fixtures.get('model')?.id ?? (await ask(() => firstModel(t)))
  for (const body of [
    { model: 'no-such-model', messages: CHAT },
    { model, messages: [] },
    { model },
    { model, messages: CHAT, temperature: 3 },
    { model, messages: CHAT, temperature: -1 },
    { model, messages: CHAT, no_such_field: 1 },
    { model, messages: [{ role: 'robot', content: 'yes' }] },
    { model, messages: [{ role: 'user' }] },
    { model, messages: [{ role: 'user', content: [{ type: 'text', text: 'yes' }] }] },
  ])
    await ask(() => t.call('createChatCompletion', { body }))
  if (agent)
    for (const fields of [
      { messages: [] },
      {},
      { messages: UI, maxSteps: 0 },
      { messages: UI, imageResponseFormat: 'no-such-format' },
      { messages: UI, conversationId: 'no-such-conversation' },
      { messages: [{ role: 'user', content: 'yes' }] },
      { messages: UI, output: { type: 'no-such-type' } },
      { messages: UI, no_such_field: 1 },
    ])
      await ask(() => t.call('createAgentCompletion', { body: { agentId: agent.id, ...fields } }))
  for (const body of [
    { query: '' },
    { query: 'invoice', topK: 0 },
    { query: 'invoice', topK: -1 },
    { query: 'invoice', topK: 101 },
    { query: 'invoice', topK: 1000 },
    { query: 'invoice', minScore: 2 },
    { query: 'invoice', minScore: -1 },
    { query: 'invoice', knowledgeBaseIds: [] },
    { query: 'invoice', knowledgeBaseIds: ['no-such-base'] },
    { query: 'invoice', no_such_field: 1 },
  ])
    await ask(() => t.call('searchKnowledge', { body }))
}

async function firstModel(t: Trial): Promise<string | undefined> {
  const { json } = await t.call('listModels')
  return /"id":\s*"([^"]+)"/.exec(JSON.stringify(json))?.[1]
}

/** A missing record or a refusal leaves only its own question open. */
async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await question()
  } catch (problem) {
    if (problem instanceof Missing || problem instanceof NoAnswer) return undefined
    throw problem
  }
}

/** One scenario per area, because the client limits the pace per lane. */
export const questions: readonly Scenario[] = [
  scenario({ id: 'questions/reads', title: 'Reads whose answers are open', requirements: [], run: askReads }),
  scenario({
    id: 'questions/tasks',
    title: 'Tasks whose answers are open',
    requirements: [],
    writes: true,
    run: askTasks,
  }),
  scenario({
    id: 'questions/runs',
    title: 'Runs whose answers are open',
    requirements: [],
    writes: true,
    run: askRuns,
  }),
  scenario({
    id: 'questions/completions',
    title: 'Completions and searches whose answers are open',
    requirements: [],
    writes: true,
    run: askCompletions,
  }),
]
