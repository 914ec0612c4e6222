/**
 * Calls whose answers the specification leaves open: pages out of bounds, unknown words, omitted members. They are sent
 * only while recording and judge nothing: a twin is learned from the replies.
 */

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

type Values<Value = unknown> = Readonly<Record<string, readonly Value[]>>

/** Requests with one value in them: each value of each member by itself. */
const each = <All extends Values>(values: All) =>
  Object.entries(values).flatMap(([member, all]) =>
    all.map((value): Record<string, All[keyof All][number]> => ({ [member]: value })),
  )

const NO_SUCH = { no_such_parameter: [1] }
const OFFSETS = [-1, 100_000]

/** Values of the parameters of each operation, one call each. */
const QUERIES: Readonly<Record<string, Values<string | number>>> = {
  listAgents: { limit: [0, -1, 101, 201, 1000], offset: OFFSETS, view: ['', 'full'], ...NO_SUCH },
  listRuns: {
    limit: [0, -1, 51, 101, 201, 501, 100_000],
    offset: OFFSETS,
    status: ['', 'no-such-status'],
    agent_id: ['no-such-agent', ''],
    cursor: ['made-up', ''],
    ...NO_SUCH,
  },
  listTasks: {
    limit: [0, -1, 101, 201, 1000],
    offset: OFFSETS,
    status: ['', 'no-such-status'],
    project_id: ['no-such-project'],
    board_id: ['no-such-board'],
    owner: ['no-such-person', ''],
    assignee_type: [''],
    assignee_id: ['nobody'],
    done_since_days: [0, -1],
    include_archived: [1, ''],
    ...NO_SUCH,
  },
  listWorkflows: { limit: [0, 101, 1000], offset: [-1], page: [0, -1, 100_000], per_page: [0, 101, 1000] },
  getDashboardStats: { tz: ['Nowhere/Land', ''] },
  getInsightsSummary: { period: [''] },
  getMonthlyStatement: { month: ['2099-01', '2026-10-15', '2026-13', '2026-1', ''] },
  getSpendByAgent: { days: [0, 1, 3, 91, 365, 366] },
  getTeamStats: { days: [1, 366], group_by: ['no-such-group', ''], team_id: ['no-such-team'] },
}
/** Calls without any parameter, or with several that speak of the same. */
const MORE: readonly (readonly [string, Record<string, number>])[] = [
  ['listWorkflows', { page: 2, offset: 1 }],
  ['listWorkflows', { per_page: 1, limit: 2 }],
  ...['getInsightsSummary', 'getAgentStats', 'getSpendByAgent', 'getTeamStats'].map(
    one => [one, {}] as const,
  ),
]

const CHAT = [{ role: 'user', content: 'Reply with the single word: yes' }]
const UI = [{ role: 'user', parts: [{ type: 'text', text: 'Reply with the single word: yes' }] }]

async function askReads(t: Trial) {
  const alone = Object.entries(QUERIES).flatMap(([operation, values]) =>
    each(values).map(query => [operation, query] as const),
  )
  for (const [operation, query] of [...alone, ...MORE]) await ask(() => t.call(operation, { query }))
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
    const queries = each({
      limit: [0, 1000],
      offset: [-1],
      status: ['', 'no-such-status'],
      date_from: ['not a date', '2026-13-45'],
      had_objection: [false, ''],
    })
    for (const query of [...queries, { date_from: '2026-11-02', date_to: '2026-11-01' }])
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
  const changes = each({
    // A deployment that takes no title gets ours back: cleaning up knows the task by it.
    title: [null, '', task.title],
    no_such_field: [1],
    priority: [null, 'no-such-priority'],
    max_runs_per_hour: [-1, 0],
    budget_euros: [-1],
    due_date: ['some day'],
    board_id: ['no-such-board'],
    project_id: ['no-such-project'],
    position: [-1],
  })
  for (const body of [{}, ...changes]) await ask(() => t.call('updateTask', { path, body }))
  for (const body of [
    {},
    { type: 'agent' },
    { type: 'agent', id: 'no-such-agent' },
    { type: 'user', id: 'nobody' },
    { type: null, id: null },
  ])
    await ask(() => t.call('setTaskAssignee', { path, body }))
  for (const body of [
    ...each({ status: ['done', 'backlog', 'cancelled', 'no-such-status'] }),
    { status: 'done', position: -1 },
    { status: 'backlog', no_such_field: 1 },
  ])
    await ask(() => t.call('setTaskStatus', { path, body }))
}

async function askRuns(t: Trial) {
  const agent = await knownAgent(t)
  const right = bodyFor(t, {})
  const strange = {
    triggered_by: ['no-such-trigger'],
    origin_chat_id: ['no-such-chat'],
    attachment_ids: [['no-such-file']],
    no_such_field: [1],
  }
  for (const body of each(strange)) await ask(() => tryStart(t, agent.id, { ...right, ...body }))
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
  const messages = [
    [],
    [{ role: 'robot', content: 'yes' }],
    [{ role: 'user' }],
    [{ role: 'user', content: [{ type: 'text', text: 'yes' }] }],
  ]
  const chat = { model: ['no-such-model'], messages, temperature: [3, -1], no_such_field: [1] }
  for (const body of [{ model }, ...each(chat).map(one => ({ model, messages: CHAT, ...one }))])
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
  const search = {
    query: [''],
    topK: [0, -1, 101, 1000],
    minScore: [2, -1],
    knowledgeBaseIds: [[], ['no-such-base']],
    no_such_field: [1],
  }
  for (const body of each(search))
    await ask(() => t.call('searchKnowledge', { body: { query: 'invoice', ...body } }))
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
export const questions: readonly Scenario[] = (
  [
    ['questions/reads', 'Reads whose answers are open', askReads],
    ['questions/tasks', 'Tasks whose answers are open', askTasks],
    ['questions/runs', 'Runs whose answers are open', askRuns],
    ['questions/completions', 'Completions and searches whose answers are open', askCompletions],
  ] as const
).map(([id, title, run]) => scenario({ id, title, requirements: [], writes: run !== askReads, run }))
