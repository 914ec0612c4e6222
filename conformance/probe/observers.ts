/** One question for each silence that can be asked cheaply: the answer is one of the register's, or nothing. */

import type { Trial } from '../engine/trial.ts'
import type { Exchange } from '../ledger/exchange.ts'
import { findNamed, isObject, type Json, places } from '../reading/find-value.ts'
import { listIn, rowsOfObjects } from '../reading/list-rows.ts'
import { idOf, recordIn } from '../reading/record.ts'
import { knownAgent } from '../suite/discover.ts'
import { anyRun } from '../suite/runs/any-run.ts'
import { unlike } from '../suite/runs/start.check.ts'
import { createTask, makeTask, readTask, sharedTask, taskIn } from '../suite/tasks/own-task.ts'

export interface Observer {
  gap: string
  /** True when it creates something of our own. */
  writes?: boolean
  ask: (t: Trial) => Promise<string | undefined>
}

const status = (exchange: Exchange) => String(exchange.status)
const refusedOr = (exchange: Exchange, otherwise: string) =>
  exchange.status === 422 || exchange.status === 400
    ? 'refuse'
    : exchange.status < 300
      ? otherwise
      : undefined

/** The envelope of a list, by the name of the member that holds the rows. */
function envelope(body: unknown, own: string): string | undefined {
  if (Array.isArray(body)) return 'array'
  if (!isObject(body)) return undefined
  const [name] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? []
  return name === own ? 'named' : name
}

const rows = (exchange: Exchange) => rowsOfObjects(listIn(exchange.json) ?? [])

/** Which keys are called lean is a matter of how many members a record shows. */
const fullness = (record: Json | undefined, lean: number) =>
  record === undefined ? undefined : Object.keys(record).length > lean ? 'full' : 'lean'

export const OBSERVERS: readonly Observer[] = [
  {
    gap: 'id-format',
    ask: async t =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test((await knownAgent(t)).id)
        ? 'uuid'
        : /^[a-z]+_/.test((await knownAgent(t)).id)
          ? 'prefixed'
          : undefined,
  },
  {
    gap: 'trailing-slash',
    async ask(t) {
      const key = t.keys.with('agents:read')
      const reply = await t.context.client.request('GET', '/agents', { key })
      return reply.redirects.length > 0 ? 'redirect' : reply.status === 200 ? 'accept' : 'refuse'
    },
  },
  {
    gap: 'malformed-json',
    writes: true,
    ask: async t => status(await createTask(t, undefined, undefined, { raw: '{"title": "half' })),
  },
  {
    gap: 'wrong-content-type',
    writes: true,
    async ask(t) {
      const reply = await createTask(t, undefined, undefined, {
        raw: JSON.stringify({ title: t.name('as text') }),
        headers: { 'content-type': 'text/plain' },
      })
      return reply.status < 300 ? 'accept' : status(reply)
    },
  },
  {
    gap: 'unknown-body-fields',
    writes: true,
    ask: async t =>
      refusedOr(await createTask(t, { title: t.name('with more'), no_such_field: 1 }), 'ignore'),
  },
  {
    gap: 'unknown-query-parameters',
    ask: async t => refusedOr(await t.call('listTasks', { query: { no_such_parameter: 1 } }), 'ignore'),
  },
  {
    gap: 'query-null',
    ask: async t => refusedOr(await t.call('listRuns', { query: { status: '' } }), 'empty'),
  },
  {
    gap: 'empty-title',
    writes: true,
    ask: async t => refusedOr(await createTask(t, { title: '' }), 'accept'),
  },
  {
    gap: 'limit-below-one',
    ask: async t => refusedOr(await t.call('listTasks', { query: { limit: 0 } }), 'clamp'),
  },
  {
    gap: 'limit-above-maximum',
    ask: async t => refusedOr(await t.call('listRuns', { query: { limit: 100_000 } }), 'clamp'),
  },
  {
    gap: 'negative-offset',
    ask: async t => refusedOr(await t.call('listTasks', { query: { offset: -1 } }), 'clamp'),
  },
  {
    gap: 'page-size-default',
    async ask(t) {
      const [plain, more] = [
        rows(await t.need('listRuns')),
        rows(await t.need('listRuns', { query: { limit: 100 } })),
      ]
      return more.length > plain.length ? String(plain.length) : undefined
    },
  },
  {
    gap: 'cursor-invalid',
    ask: async t => refusedOr(await t.call('listRuns', { query: { cursor: 'made-up' } }), 'first-page'),
  },
  {
    gap: 'unknown-status-filter',
    ask: async t => refusedOr(await t.call('listRuns', { query: { status: 'no-such-status' } }), 'empty'),
  },
  {
    gap: 'unknown-id-filter',
    async ask(t) {
      const reply = await t.call('listRuns', { query: { agent_id: unlike((await knownAgent(t)).id) } })
      return reply.status === 404 ? 'not-found' : reply.status === 200 ? 'empty' : undefined
    },
  },
  {
    gap: 'tz-unknown',
    ask: async t => refusedOr(await t.call('getDashboardStats', { query: { tz: 'Nowhere/Land' } }), 'utc'),
  },
  {
    gap: 'month-format',
    ask: async t =>
      status(await t.call('getMonthlyStatement', { query: { month: '2026-10-15' } })) === '422'
        ? 'yyyy-mm'
        : 'lenient',
  },
  {
    gap: 'month-in-future',
    ask: async t => refusedOr(await t.call('getMonthlyStatement', { query: { month: '2099-01' } }), 'zeros'),
  },
  {
    gap: 'days-bounds-spend',
    ask: async t =>
      status(await t.call('getSpendByAgent', { query: { days: 3 } })) === '422' ? '7-90' : '1-365',
  },
  {
    gap: 'due-date-format',
    writes: true,
    ask: async t => refusedOr(await createTask(t, { title: t.name('due'), due_date: 'some day' }), 'accept'),
  },
  {
    gap: 'done-since-days-bounds',
    ask: async t =>
      refusedOr(await t.call('listTasks', { query: { done_since_days: -1 } }), 'any') === 'refuse'
        ? 'from-zero'
        : 'any',
  },
  {
    gap: 'top-k-bounds',
    ask: async t =>
      refusedOr(await t.call('searchKnowledge', { body: { query: 'invoice', topK: 0 } }), 'clamp') ===
      'refuse'
        ? 'from-one'
        : 'clamp',
  },
  {
    gap: 'executor-kind-values',
    writes: true,
    ask: async t =>
      refusedOr(await createTask(t, { title: t.name('kind'), executor_kind: 'no-such-kind' }), 'any') ===
      'refuse'
        ? 'listed'
        : 'any',
  },
  { gap: 'status-missing-key', ask: async t => status(await t.call('listAgents', { key: 'none' })) },
  {
    gap: 'status-unknown-key',
    ask: async t =>
      status(await t.call('listAgents', { key: { authorization: 'Bearer no-such-key-of-this-service' } })),
  },
  {
    gap: 'status-revoked-key',
    async ask(t) {
      const key = t.target.keys.find(one => one.revoked)
      return key && status(await t.call('listAgents', { key }))
    },
  },
  {
    gap: 'status-missing-scope',
    async ask(t) {
      const [key] = t.keys.without('agents:read')
      return key && status(await t.call('listAgents', { key }))
    },
  },
  {
    gap: 'status-unknown-id',
    ask: async t => status(await t.call('getRun', { path: { run_id: unlike((await anyRun(t)).id) } })),
  },
  {
    gap: 'status-invisible-id',
    async ask(t) {
      const key = t.target.keys.find(one => one.tenant !== 'home' && one.scopes.has('agents:read'))
      return key && status(await t.call('getAgent', { key, path: { agent_id: (await knownAgent(t)).id } }))
    },
  },
  {
    gap: 'error-body',
    async ask(t) {
      const { json } = await t.call('listAgents', { query: { limit: 'many' } })
      if (!isObject(json)) return undefined
      return isObject(json.error)
        ? 'envelope'
        : 'title' in json && 'status' in json
          ? 'problem'
          : 'detail' in json
            ? 'detail'
            : undefined
    },
  },
  { gap: 'envelope-cursor-list', ask: async t => envelope((await t.need('listRuns')).json, 'runs') },
  { gap: 'envelope-offset-list', ask: async t => envelope((await t.need('listAgents')).json, 'agents') },
  {
    gap: 'envelope-plain-list',
    ask: async t => envelope((await t.need('listPendingApprovals')).json, 'approvals'),
  },
  {
    gap: 'envelope-analytics-list',
    ask: async t => envelope((await t.need('getSpendByAgent', { query: { days: 30 } })).json, 'agents'),
  },
  {
    gap: 'list-order',
    async ask(t) {
      const times = rows(await t.need('listRuns', { query: { limit: 20 } })).flatMap(row =>
        typeof row.created_at === 'string' ? [Date.parse(row.created_at)] : [],
      )
      const [first, last] = [times[0], times.at(-1)]
      return first === undefined || last === undefined || first === last
        ? undefined
        : first > last
          ? 'newest-first'
          : 'oldest-first'
    },
  },
  {
    gap: 'timestamp-format',
    async ask(t) {
      const at = [...places((await t.need('getRun', { path: { run_id: (await anyRun(t)).id } })).json)].find(
        one => /_at$/.test(one.name) && typeof one.value === 'string',
      )
      return at && (/Z$/.test(String(at.value)) ? 'milliseconds-z' : 'offset')
    },
  },
  {
    gap: 'money-format',
    async ask(t) {
      const cost = findNamed(
        (await t.need('getRun', { path: { run_id: (await anyRun(t)).id } })).json,
        'cost_euros',
      )
      return cost && (typeof cost.value === 'string' ? 'string' : 'number')
    },
  },
  {
    gap: 'token-fields',
    async ask(t) {
      const record =
        recordIn((await t.need('getRun', { path: { run_id: (await anyRun(t)).id } })).json, ['run']) ?? {}
      return isObject(record.tokens)
        ? 'object'
        : typeof record.tokens === 'number'
          ? 'number'
          : 'input_tokens' in record || 'tokens_input' in record
            ? 'flat'
            : undefined
    },
  },
  {
    gap: 'time-field',
    async ask(t) {
      const record =
        recordIn((await t.need('getRun', { path: { run_id: (await anyRun(t)).id } })).json, ['run']) ?? {}
      return ['duration_seconds', 'duration_ms'].find(name => name in record)
    },
  },
  {
    gap: 'run-fields',
    ask: async t =>
      fullness(
        recordIn((await t.need('getRun', { path: { run_id: (await anyRun(t)).id } })).json, ['run']),
        14,
      ),
  },
  {
    gap: 'agent-fields',
    ask: async t =>
      fullness(
        recordIn((await t.need('getAgent', { path: { agent_id: (await knownAgent(t)).id } })).json, [
          'agent',
        ]),
        6,
      ),
  },
  { gap: 'task-fields', writes: true, ask: async t => fullness((await sharedTask(t)).record, 22) },
  {
    gap: 'run-status-names',
    async ask(t) {
      const words = new Set(rows(await t.need('listRuns', { query: { limit: 100 } })).map(row => row.status))
      return words.has('completed')
        ? 'completed-failed-stopped'
        : words.has('finished')
          ? 'finished-error-terminated'
          : words.has('succeeded')
            ? 'succeeded-failed-stopped'
            : undefined
    },
  },
  {
    gap: 'task-create-status',
    writes: true,
    async ask(t) {
      const reply = await createTask(t, { title: t.name('made as done'), status: 'done' })
      const made = taskIn(reply.json)
      return made === undefined || reply.status >= 300
        ? undefined
        : made.status === 'done'
          ? 'honoured'
          : 'backlog'
    },
  },
  {
    gap: 'task-reply-body',
    writes: true,
    async ask(t) {
      const task = await makeTask(t, 'for the form of a reply')
      const reply = await t.need('updateTask', {
        path: { task_id: task.id },
        body: { description: 'changed' },
      })
      return idOf(taskIn(reply.json), 'task') === task.id ? 'task' : 'ok'
    },
  },
  {
    gap: 'assignee-fields-left-out',
    writes: true,
    async ask(t) {
      const task = await makeTask(t, 'assigned to an empty body')
      return refusedOr(await t.call('setTaskAssignee', { path: { task_id: task.id }, body: {} }), 'null')
    },
  },
  {
    gap: 'null-title-update',
    writes: true,
    async ask(t) {
      const task = await makeTask(t, 'to lose its title')
      const reply = await t.call('updateTask', { path: { task_id: task.id }, body: { title: null } })
      if (reply.status >= 400) return 'refuse'
      return (await readTask(t, task.id)).title === task.title ? 'unchanged' : undefined
    },
  },
  {
    gap: 'model-unknown',
    ask: async t =>
      status(
        await t.call('createChatCompletion', {
          body: { model: 'no-such-model', messages: [{ role: 'user', content: 'hello' }] },
        }),
      ),
  },
  {
    gap: 'knowledge-base-unknown',
    ask: async t => {
      const reply = await t.call('searchKnowledge', {
        body: { query: 'invoice', knowledgeBaseIds: ['no-such-base'] },
      })
      return reply.status === 200 ? 'skip' : status(reply)
    },
  },
]
