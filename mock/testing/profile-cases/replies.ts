// Gaps about the form of replies: bodies of refusals, envelopes, numbers and words.
import { decideApproval } from '../../work/approvals.ts'
import type { Answer, Body } from '../send-as.ts'
import { type Cases, each, gateRun, run, runAndRead, stream } from './case.ts'

const keysOf = (body: object) => Object.keys(body)
/** The members of a list; `data by id` for an object of rows. */
const listOf = ({ body }: Answer) =>
  Array.isArray(body)
    ? 'array'
    : keysOf(body)
        .map(key => (key === 'data' && isById(body.data) ? 'data by id' : key))
        .toSorted()
        .join()
const isById = (rows: Body) =>
  !Array.isArray(rows) && Object.entries(rows).every(([id, row]) => id === Object.values(row as Body)[0])

/** What is seen of runs that are paused, with the word for each. */
const paused = (...words: string[]) =>
  words.flatMap(word => [
    ['running', word, 'stopped'],
    [word, true, 0],
  ])

export const replies: Cases = {
  'error-body': {
    async look(kit) {
      const unknown = await kit.ask('GET /runs/nobody')
      const invalid = await kit.ask('POST /tasks', { title: 7 })
      const { detail } = invalid.body
      return [unknown.headers.get('content-type'), keysOf(unknown.body), detail?.[0]?.loc ?? typeof detail]
    },
    sees: {
      envelope: ['application/json', ['error'], 'undefined'],
      problem: [
        'application/problem+json',
        ['type', 'title', 'status', 'detail', 'code', 'errors'],
        'string',
      ],
      detail: ['application/json', ['detail'], ['body', 'title']],
    },
  },
  'envelope-cursor-list': {
    look: async kit => listOf(await kit.ask('GET /runs?limit=1')),
    sees: {
      data: 'data,next_cursor',
      items: 'items,next_cursor',
      named: 'next_cursor,runs',
      'by-id': 'data by id,next_cursor',
    },
  },
  'envelope-offset-list': {
    look: each(kit => {
      const runs = `/workflows/${kit.roles.workflows['workflow-straight']}/runs`
      return ['/agents/', '/tasks', '/workflows/', runs].map(path => `GET ${path}?limit=1`)
    }, listOf),
    sees: {
      data: Array(4).fill('data,limit,offset,total'),
      items: Array(4).fill('items,limit,offset,total'),
      named: ['agents,total', 'tasks,total', 'total,workflows', 'runs,total'],
      array: Array(4).fill('array'),
      'by-id': Array(4).fill('data by id,limit,offset,total'),
    },
  },
  'envelope-plain-list': {
    look: each(
      ['GET /approvals/pending/list', 'GET /workflows/approvals/pending', 'GET /v1/knowledge/folders'],
      listOf,
    ),
    sees: {
      data: ['data', 'data', 'data'],
      items: ['items', 'items', 'items'],
      array: ['array', 'array', 'array'],
      'by-id': ['data by id', 'data by id', 'data by id'],
    },
  },
  'envelope-analytics-list': {
    look: each(
      ['GET /admin/agents/stats', 'GET /admin/wallet/org/spend-over-time'],
      answer => /array|data( by id)?|items/.exec(listOf(answer))?.[0],
    ),
    sees: {
      data: ['data', 'data'],
      items: ['items', 'items'],
      array: ['array', 'array'],
      'by-id': ['data by id', 'data by id'],
    },
  },
  'list-order': {
    async look(kit) {
      await kit.ask('POST /tasks', { title: 'An earlier task' })
      kit.advance(1000)
      await kit.ask('POST /tasks', { title: 'A later task' })
      const started = `/workflows/${kit.roles.workflows['workflow-with-gate']}/runs`
      const lists = ['/runs?limit=50', '/tasks?limit=200', '/agents/', '/workflows/', started]
      const answers = await Promise.all(lists.map(path => kit.ask(`GET ${path}`)))
      return answers.map(({ body }) => {
        const times = body.data.map((row: { created_at: string }) => row.created_at)
        return times.at(0) > times.at(-1)
      })
    },
    sees: { 'newest-first': Array(5).fill(true), 'oldest-first': Array(5).fill(false) },
  },
  'read-after-write': {
    async look(kit) {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' })
      const statuses = async () => {
        const reads = Array.from({ length: 12 }, () => kit.ask(`GET /tasks/${body.id}`))
        return [...new Set((await Promise.all(reads)).map(({ status }) => status))].toSorted((a, b) => a - b)
      }
      kit.advance(3000)
      const before = await statuses()
      kit.advance(1000)
      return [before, await statuses()]
    },
    sees: { 'at-once': [[200], [200]], 'seconds-later': [[404], [200]], unsteady: [[200, 404], [200]] },
  },
  'transition-reply-body': {
    async look(kit) {
      const agent = kit.agent('agent-that-is-slow')
      const { run_id } = (await kit.ask(`POST /agents/${agent}/run`, {})).body
      const paused = await kit.ask(`POST /agents/runs/${run_id}/pause`)
      const stopped = await kit.ask(`POST /agents/${agent}/runs/${run_id}/stop`)
      const read = await kit.ask(`GET /runs/${run_id}`)
      return [paused, stopped, read].map(({ body }) => body.ok ?? keysOf(body).length)
    },
    sees: { run: [23, 23, 23], status: [2, 2, 23], ok: [true, true, 23] },
  },
  'task-reply-body': {
    async look(kit) {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' })
      const at = `/tasks/${body.id}`
      const changed = await kit.ask(`PATCH ${at}`, { priority: 'high' })
      const moved = await kit.ask(`PATCH ${at}/status`, { status: 'todo' })
      const given = await kit.ask(`PATCH ${at}/assignee`, { type: null, id: null })
      const read = await kit.ask(`GET ${at}`)
      return [changed, moved, given, read].map(answer => answer.body.ok ?? answer.body.status)
    },
    sees: { task: ['backlog', 'todo', 'todo', 'todo'], ok: [true, true, true, 'todo'] },
  },
  'timestamp-format': {
    async look(kit) {
      kit.advance(1500)
      const run = await runAndRead(kit, 'agent-that-finishes')
      return [run.created_at, /\dZ$/.test((await kit.ask('GET /wallet')).body.as_of)]
    },
    sees: {
      'milliseconds-z': ['2026-11-20T09:00:01.500Z', true],
      offset: ['2026-11-20T09:00:01.500+00:00', false],
    },
  },
  'money-format': {
    async look(kit) {
      const { cost_euros } = await runAndRead(kit, 'agent-that-finishes')
      const { body } = await kit.ask('GET /wallet')
      const { id } = (await kit.ask('POST /tasks', { title: 'A task' })).body
      const task = await kit.ask(`PATCH /tasks/${id}`, { budget_euros: 2.5 })
      return [typeof cost_euros, typeof body.balance_euros, task.body.budget_euros]
    },
    sees: { number: ['number', 'number', 2.5], string: ['string', 'string', 2.5] },
  },
  'token-fields': {
    async look(kit) {
      const run = await runAndRead(kit, 'agent-that-finishes')
      return keysOf(run)
        .filter(name => /tokens/.test(name))
        .concat(typeof run.tokens)
    },
    sees: {
      object: ['tokens', 'object'],
      number: ['tokens', 'number'],
      flat: ['input_tokens', 'output_tokens', 'total_tokens', 'undefined'],
    },
  },
  'time-field': {
    async look(kit) {
      const run = await runAndRead(kit, 'agent-that-finishes')
      return keysOf(run)
        .filter(name => /duration/.test(name))
        .map(name => [name, run[name] > 1000])
    },
    sees: { duration_seconds: [['duration_seconds', false]], duration_ms: [['duration_ms', true]] },
  },
  'success-rate': {
    async look(kit) {
      const { success_rate } = (await kit.ask('GET /insights/summary')).body
      const { body } = await kit.ask('GET /admin/agents/stats?days=7')
      const none = body.data.find((row: { runs: number }) => row.runs === 0)
      return [success_rate > 1, none?.success_rate]
    },
    sees: { fraction: [false, null], percent: [true, 0] },
  },
  'extra-fields': {
    async look(kit) {
      const run = await runAndRead(kit, 'agent-that-finishes')
      const refused = await kit.ask('GET /runs/nobody')
      return [run, run.tokens, refused.body].map(object => '_links' in object)
    },
    sees: { none: [false, false, false], some: [true, true, true] },
  },

  'run-status-names': {
    async look(kit) {
      const ended = []
      for (const handle of ['agent-that-finishes', 'agent-that-fails'])
        ended.push((await runAndRead(kit, handle)).status)
      const agent = kit.agent('agent-that-is-slow')
      const { run_id } = (await kit.ask(`POST /agents/${agent}/run`, {})).body
      const { body } = await kit.ask(`POST /agents/${agent}/runs/${run_id}/stop`)
      const [finished] = ended
      const found = await kit.ask(`GET /runs?limit=1&status=${finished}`)
      const counts = await kit.ask('GET /insights/summary')
      return [...ended, body.status, found.body.data[0].status, keysOf(counts.body.runs)[3]]
    },
    sees: {
      'completed-failed-stopped': ['completed', 'failed', 'stopped', 'completed', 'completed'],
      'finished-error-terminated': ['finished', 'error', 'terminated', 'finished', 'finished'],
      'succeeded-failed-stopped': ['succeeded', 'failed', 'stopped', 'succeeded', 'succeeded'],
    },
  },
  'run-start-status': {
    async look(kit) {
      const { body } = await kit.ask(`POST /agents/${kit.agent('agent-that-is-slow')}/run`, {})
      return [body.status, (await kit.ask(`GET /runs/${body.run_id}`)).body.status]
    },
    sees: {
      running: ['running', 'running'],
      queued: ['queued', 'running'],
      pending: ['pending', 'running'],
    },
  },
  'paused-waiting-status': {
    async look(kit) {
      const seen = []
      for (const mock_script of ['ask Which?', 'approval Release it', 'work 60s']) {
        const { run_id, chat_id } = await kit.startRun('agent-that-finishes', { input: { mock_script } })
        kit.advance(0)
        if (mock_script === 'work 60s') await kit.ask(`POST /agents/runs/${run_id}/pause`)
        const { status } = (await kit.ask(`GET /runs/${run_id}`)).body
        const listed: Body[] = (await kit.ask(`GET /runs?status=${status}&limit=200`)).body.data
        const others = listed.filter(row => row.status !== status)
        await kit.ask(`POST /agents/${kit.agent('agent-that-finishes')}/runs/${run_id}/stop`)
        const { messages } = await stream(kit, `GET /chats/${chat_id}/stream`)
        const told = messages.filter(({ event }) => event === 'run.status')
        seen.push(told.map(({ data }) => JSON.parse(data).status))
        seen.push([status, listed.some(({ id }) => id === run_id), others.length])
      }
      return seen
    },
    sees: {
      paused: paused('paused', 'paused', 'paused'),
      waiting: paused('waiting_for_input', 'waiting_for_approval', 'paused'),
    },
  },
  'task-status-names': {
    async look(kit) {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' })
      const move = (status: string) => kit.ask(`PATCH /tasks/${body.id}/status`, { status })
      const six = await move('in_progress')
      const kanban = await move('doing')
      const listed = await kit.ask('GET /tasks?limit=1&status=doing')
      return [six.status, kanban.status, listed.body.data?.[0].status]
    },
    sees: { six: [200, 422, undefined], kanban: [422, 200, 'doing'] },
  },
  'workflow-run-status-names': {
    async look(kit) {
      const { status } = (await kit.ask(`GET ${await gateRun(kit)}`)).body
      const runs = `/workflows/${kit.roles.workflows['workflow-with-gate']}/runs`
      const listed = await kit.ask(`GET ${runs}?status=${status}`)
      const summary = await kit.ask(`GET ${runs}/summary`)
      return [status, listed.body.data[0].status, keysOf(summary.body.by_status)]
    },
    sees: {
      'running-waiting-completed': [
        'waiting',
        'waiting',
        ['running', 'waiting', 'completed', 'failed', 'cancelled'],
      ],
      'as-runs': ['paused', 'paused', ['running', 'paused', 'finished', 'error', 'cancelled']],
    },
  },
  'workflow-step-status-names': {
    async look(kit) {
      const steps = await kit.ask(`GET ${await gateRun(kit)}/steps`)
      return steps.body.data.map((step: { status: string }) => step.status)
    },
    sees: { eight: ['completed', 'waiting', 'pending'], 'as-runs': ['finished', 'paused', 'queued'] },
  },
  'approval-status-names': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-waits-for-approval')
      const asked = kit.workspace.tables.approvals.all().find(approval => approval.runId === run_id)!
      const read = async () => (await kit.ask(`GET /approvals/${asked.id}`)).body.status
      const before = await read()
      decideApproval(kit.workspace, asked.id, { by: kit.roles.people['person-admin'], outcome: 'approved' })
      return [before, await read()]
    },
    sees: {
      'pending-approved-rejected': ['pending', 'approved'],
      'open-granted-denied': ['open', 'granted'],
    },
  },
}
