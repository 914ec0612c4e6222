// Gaps about what requests may hold.
import { decideApproval } from '../../work/approvals.ts'
import type { Body } from '../send-as.ts'
import type { TestKit } from '../test-kit.ts'
import { type Cases, each, lengthOf, run, runAndRead, status } from './case.ts'

const AGENT = 'POST /v1/agent/chat/completions'

/** The status of a task whose body is sent as it is. */
async function postedTask(kit: TestKit, body: string, type: string): Promise<number> {
  const init = { method: 'POST', body, headers: { 'content-type': type } }
  return (await kit.fetch('admin', '/tasks', init)).status
}

export const requests: Cases = {
  'id-format': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-finishes')
      const { status, body } = await kit.ask(`GET /runs/${run_id}`)
      return [status, body.agent_id.length, run_id.length, /^\d+$/.test(run_id + body.agent_id)]
    },
    sees: {
      prefixed: [200, 'agt_'.length + 24, 'run_'.length + 24, false],
      uuid: [200, 36, 36, false],
      digits: [200, 19, 19, true],
    },
  },
  'trailing-slash': {
    look: status('GET /agents?limit=1'),
    sees: { redirect: 307, accept: 200, refuse: 404 },
  },
  'repeated-parameters': {
    look: status('GET /agents/?limit=1&limit=2', body => body.data.length),
    sees: { refuse: 422, first: [200, 1], last: [200, 2] },
  },
  'malformed-json': {
    look: kit => postedTask(kit, '{', 'application/json'),
    sees: { '422': 422, '400': 400 },
  },
  'wrong-content-type': {
    look: kit => postedTask(kit, '{"title":"A task"}', 'text/plain'),
    sees: { '422': 422, '415': 415, accept: 201 },
  },
  'missing-body': {
    look: each(kit => [`POST /agents/${kit.agent('agent-that-finishes')}/run`, 'POST /tasks']),
    sees: { refuse: [422, 422], 'empty-object': [200, 422] },
  },
  'optional-null': {
    look: each(kit => [
      ['POST /tasks', { title: 'A task', priority: null, tags: null, assignee_id: null }],
      [`POST /agents/${kit.agent('agent-that-finishes')}/run`, { triggered_by: null }],
    ]),
    sees: { refuse: [422, 422], 'left-out': [201, 200] },
  },
  'unknown-body-fields': {
    look: status(['POST /tasks', { title: 'A task', colour: 'red' }]),
    sees: { ignore: 201, refuse: 422 },
  },
  'unknown-query-parameters': {
    look: status('GET /tasks?colour=red'),
    sees: { ignore: 200, refuse: 422 },
  },
  'query-null': {
    look: status('GET /tasks?status='),
    sees: { empty: 200, refuse: 422 },
  },
  'empty-title': {
    async look(kit) {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' })
      const updated = await kit.ask(`PATCH /tasks/${body.id}`, { title: '' })
      return [(await kit.ask('POST /tasks', { title: '' })).status, updated.status]
    },
    sees: { accept: [201, 200], refuse: [422, 422] },
  },
  'days-default': {
    look: each(['GET /admin/agents/stats', 'GET /admin/wallet/org/spend-by-agent'], ({ body }) => body.days),
    sees: { '30': [30, 30], '7': [7, 7], '90': [90, 90] },
  },
  'days-bounds-spend': {
    async look(kit) {
      const days = ['week', -1, 0, 1, 1.5, 6, 7, 90, 91, 365, 366]
      const asked = days.map(count => kit.ask(`GET /admin/wallet/org/spend-by-model?days=${count}`))
      const answers = await Promise.all(asked)
      return days.filter((_, i) => answers[i]!.status === 200)
    },
    sees: { '1-365': [1, 6, 7, 90, 91, 365], '7-90': [7, 90] },
  },
  'days-window': {
    look: status('GET /admin/wallet/org/spend-over-time?days=7', ({ from, to, data }) => [
      from,
      to,
      data.length,
    ]),
    sees: {
      calendar: [200, ['2026-11-14T00:00:00.000Z', '2026-11-20T09:00:00.000Z', 7]],
      rolling: [200, ['2026-11-13T09:00:00.000Z', '2026-11-20T09:00:00.000Z', 8]],
      yesterday: [200, ['2026-11-13T00:00:00.000Z', '2026-11-20T00:00:00.000Z', 7]],
    },
  },
  'period-default': {
    look: status('GET /insights/summary', body => body.period),
    sees: { '30d': [200, '30d'], '7d': [200, '7d'], today: [200, 'today'] },
  },
  'group-by-default': {
    look: status('GET /admin/wallet/team-stats', body => body.group_by),
    sees: { member: [200, 'member'], team: [200, 'team'] },
  },
  'month-format': {
    look: each(
      ['', '2026-10-05', '2026-13', 'November'].map(month => `GET /wallet/monthly-statement?month=${month}`),
      ({ status, body }) => body.month ?? status,
    ),
    sees: { 'yyyy-mm': ['2026-11', 422, 422, 422], lenient: ['2026-11', '2026-10', 422, 422] },
  },
  'month-in-future': {
    look: each(kit => [
      'GET /wallet/monthly-statement?month=2026-12',
      `GET /agency/clients/${kit.roles.clients['client-contoso']}/usage?month=2026-12`,
      'GET /wallet/monthly-statement?month=2026-11',
    ]),
    sees: { zeros: [200, 200, 200], refuse: [422, 422, 200] },
  },
  'tz-default': {
    look: status('GET /dashboard/stats', body => body.tz),
    sees: { utc: [200, 'UTC'], workspace: [200, 'Europe/Berlin'] },
  },
  'tz-unknown': {
    look: each(
      ['Mars/Olympus', '%2B02:00', 'Europe'].map(tz => `GET /dashboard/stats?tz=${tz}`),
      ({ status, body }) => body.tz ?? status,
    ),
    sees: { refuse: [422, 422, 422], utc: ['UTC', 'UTC', 'UTC'] },
  },
  'due-date-format': {
    look: status(['POST /tasks', { title: 'A task', due_date: 'soon' }], body => body.due_date),
    sees: { refuse: 422, accept: [201, 'soon'] },
  },
  'update-priority-words': {
    async look(kit) {
      const created = await kit.ask('POST /tasks', { title: 'A task', priority: 'high' })
      const { status, body } = await kit.ask(`PATCH /tasks/${created.body.id}`, { priority: 'whenever' })
      return status === 200 ? body.priority : status
    },
    sees: { refuse: 422, none: 'none' },
  },
  'done-since-days-bounds': {
    async look(kit) {
      await kit.ask('POST /tasks', { title: 'A task', status: 'done' })
      const { status, body } = await kit.ask('GET /tasks?limit=200&done_since_days=-1')
      return body.data?.filter((task: { status: string }) => task.status === 'done').length ?? status
    },
    sees: { 'from-zero': 422, any: 0 },
  },
  'done-since-days-others': {
    async look(kit) {
      await kit.ask('POST /tasks', { title: 'An open task' })
      const { body } = await kit.ask('GET /tasks?limit=200&done_since_days=30')
      return body.data?.some((task: { status: string }) => task.status !== 'done')
    },
    sees: { keep: true, drop: false },
  },
  'workflow-run-dates': {
    look: each(
      kit =>
        ['2026-02-30', '2026-11-20T25:00:00Z', 'yesterday', '2026-11-20Tnoon'].map(
          date => `GET /workflows/${kit.roles.workflows['workflow-straight']}/runs?date_from=${date}`,
        ),
      ({ status, body }) => body.error?.issues[0].field ?? status,
    ),
    sees: { iso: Array(4).fill('date_from'), lenient: Array(4).fill(200) },
  },
  'had-objection-false': {
    async look(kit) {
      const workflow = kit.roles.workflows['workflow-with-gate']
      const { body } = await kit.ask(`POST /workflows/${workflow}/run`)
      kit.untilIdle()
      const approvals = kit.workspace.tables.approvals.all()
      const gate = approvals.find(approval => approval.workflowRunId === body.run_id)!
      decideApproval(kit.workspace, gate.id, { by: kit.roles.people['person-admin'], outcome: 'objected' })
      kit.untilIdle()
      const total = async (query: string) =>
        (await kit.ask(`GET /workflows/${workflow}/runs${query}`)).body.total
      return (await total('?had_objection=false')) === (await total(''))
    },
    sees: { without: false, all: true },
  },
  'top-k-bounds': {
    look: each(
      [{ topK: 0 }, {}].map(more => ['POST /v1/knowledge/search', { query: 'days', minScore: 0, ...more }]),
      lengthOf,
    ),
    sees: { 'from-one': [422, 5], clamp: [1, 10] },
  },
  'hybrid-default': {
    look: status(['POST /v1/knowledge/search', { query: 'notise perod' }], ({ hybrid, data }) => [
      hybrid,
      data.length > 0,
    ]),
    sees: { on: [200, [true, true]], off: [200, [false, false]] },
  },
  'stream-default': {
    look: each(
      ['Hello', 'mock: error 2'].map(content => {
        const messages = [{ role: 'user', content }]
        return ['POST /v1/chat/completions', { model: 'aw-large', messages }]
      }),
      ({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]],
    ),
    sees: {
      whole: [
        [200, 'application/json'],
        [422, 'application/json'],
      ],
      streamed: Array(2).fill([200, 'text/event-stream']),
    },
  },
  'temperature-bounds': {
    look: status(['POST /v1/chat/completions', { model: 'aw-large', temperature: 2.5 }]),
    sees: { '0-2': 422, any: 200 },
  },
  'max-steps-bounds': {
    look: status(
      kit => [AGENT, { agentId: kit.agent('agent-that-uses-tools'), maxSteps: 0 }],
      body => body.steps,
    ),
    sees: { 'from-one': 422, clamp: [200, 1] },
  },
  'image-response-format': {
    look: each(kit =>
      ['b64_json', 'oil-on-canvas'].map(imageResponseFormat => {
        const agentId = kit.agent('agent-that-finishes')
        return [AGENT, { agentId, imageResponseFormat }]
      }),
    ),
    sees: { ignore: [200, 200], refuse: [200, 422] },
  },
  'triggered-by-values': {
    async look(kit) {
      const start = `POST /agents/${kit.agent('agent-that-finishes')}/run`
      const { status, body } = await kit.ask(start, { triggered_by: 'the moon' })
      return status === 200 ? (await kit.ask(`GET /runs/${body.run_id}`)).body.triggered_by : status
    },
    sees: { any: 'the moon', listed: 422, own: 'api' },
  },
  'executor-kind-values': {
    look: each(
      ['human', 'robot'].map(executor_kind => ['POST /tasks', { title: 'A task', executor_kind }]),
      ({ status, body }) => body.executor_kind ?? status,
    ),
    sees: { any: ['human', 'robot'], listed: ['human', 422] },
  },
  'acceptance-criterion-fields': {
    look: status(
      ['POST /tasks', { title: 'A task', acceptance_criteria: [{ sentence: 'It is green.' }] }],
      body => body.acceptance_criteria,
    ),
    sees: { 'text-done': 422, open: [201, [{ sentence: 'It is green.' }]] },
  },
  'ui-message-fields': {
    look: status(
      kit => {
        const messages = [{ role: 'user', content: 'mock: say I have read it.' }]
        return [AGENT, { agentId: kit.agent('agent-that-finishes'), messages }]
      },
      body => body.message.parts[0].text,
    ),
    sees: { 'ui-sdk': 422, open: [200, 'I have read it.'] },
  },
  'chat-message-fields': {
    look: status(['POST /v1/chat/completions', { model: 'aw-large', messages: [{ speaker: 'me' }] }]),
    sees: { 'chat-api': 422, open: 200 },
  },
  'output-spec-fields': {
    look: status(
      kit => {
        const schema = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } }
        const messages = [{ role: 'user', parts: [{ type: 'text', text: 'What is the total?' }] }]
        return [AGENT, { agentId: kit.agent('agent-that-finishes'), messages, output: { schema } }]
      },
      body => typeof body.output.total,
    ),
    sees: { typed: 422, open: [200, 'number'] },
  },
  'cancel-request-fields': {
    look: async kit => {
      const agentId = kit.agent('agent-that-is-slow')
      const { body } = await kit.ask(`POST /agents/${agentId}/run`, {})
      return (await kit.ask(`POST /agents/runs/${body.run_id}/cancel`, { reason: 'late' })).status
    },
    sees: { ignore: 200, refuse: 422 },
  },
  'workflow-start-fields': {
    look: async kit => {
      const at = `/workflows/${kit.roles.workflows['workflow-straight']}/run`
      const { body } = await kit.ask(`POST ${at}`, { customer: 'Contoso' })
      return (await kit.ask(`GET ${at}s/${body.run_id}`)).body.input
    },
    sees: { input: { customer: 'Contoso' }, ignore: {} },
  },
  'respond-decisions': {
    async look(kit) {
      const { id, agent_id, question } = await runAndRead(kit, 'agent-that-asks-decisions')
      const choices = question.fields.map((field: Body) => [field.name, field.options?.[0]])
      const values = Object.fromEntries(choices)
      const { status } = await kit.ask(`POST /agents/${agent_id}/runs/${id}/respond`, { values })
      return [question.kind, status]
    },
    sees: { actions: ['decisions', 422], 'never-asked': ['fields', 200] },
  },
  'respond-mismatch': {
    look: async kit => {
      const { run_id } = await run(kit, 'agent-that-asks-text')
      const path = `/agents/${kit.agent('agent-that-asks-text')}/runs/${run_id}/respond`
      return (await kit.ask(`POST ${path}`, { values: { price: 1 } })).status
    },
    sees: { '422': 422, '409': 409 },
  },
}
