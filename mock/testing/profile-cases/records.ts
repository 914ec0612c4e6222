// Gaps about the fields of records, and about starts of workflows.
import { document } from '#openapi'
import type { TestKit } from '../test-kit.ts'
import { ask, type Body, type Cases, type Look, run, runAndRead } from './case.ts'

/** The fields that the contract requires of a record. */
function full(component: string): string[] {
  return [...(document.components.schemas[component]?.required ?? [])]
}

/** A gap of which `lean` leaves less of a record. */
function fields(component: string, lean: string[], read: (kit: TestKit) => Promise<object>) {
  const look: Look = async kit => Object.keys(await read(kit)).toSorted()
  return { look, sees: { full: full(component).toSorted(), lean: lean.toSorted() } }
}

const read = (path: string, pick: (body: Body) => object = body => body) => {
  return async (kit: TestKit) => pick((await ask(kit, `GET ${path}`)).body)
}

async function gateRun(kit: TestKit): Promise<string> {
  const at = `/workflows/${kit.roles.workflows['workflow-with-gate']}/run`
  const { body } = await ask(kit, `POST ${at}`)
  kit.untilIdle()
  return `${at}s/${body.run_id}`
}

export const records: Cases = {
  'run-fields': fields(
    'Run',
    [
      'id',
      'agent_id',
      'chat_id',
      'status',
      'question',
      'summary',
      'cost_euros',
      'tokens',
      'duration_seconds',
    ],
    kit => runAndRead(kit, 'agent-that-finishes'),
  ),
  'task-fields': {
    look: async kit => {
      const { body } = await ask(kit, 'POST /tasks', { title: 'A task' })
      return full('Task').filter(name => !(name in body))
    },
    sees: {
      full: [],
      lean: ['approval_id', 'owner_id', 'archived', 'created_at', 'updated_at', 'done_at'],
    },
  },
  'agent-fields': {
    look: async kit => {
      const { body } = await ask(kit, `GET /agents/${kit.agent('agent-that-finishes')}`)
      return [Object.keys(body), Object.keys(body.config)]
    },
    sees: {
      full: [full('Agent'), full('AgentConfig')],
      lean: [['id', 'name', 'config'], ['system_prompt']],
    },
  },
  'workflow-fields': {
    look: async kit => {
      const { body } = await ask(kit, `GET /workflows/${kit.roles.workflows['workflow-with-gate']}`)
      return [Object.keys(body), Object.keys(body.steps[0])]
    },
    sees: {
      full: [[...full('Workflow'), 'steps'], full('WorkflowStep')],
      lean: [
        ['id', 'name', 'steps'],
        ['id', 'name', 'agent_id', 'agent_name'],
      ],
    },
  },
  'workflow-start-reply': {
    look: async kit => {
      const { body } = await ask(kit, `POST /workflows/${kit.roles.workflows['workflow-straight']}/run`)
      return Object.keys(body)
    },
    sees: { 'with-run': ['shared_chat_id', 'run_id', 'status'], 'chat-only': ['shared_chat_id'] },
  },
  'workflow-group': {
    look: async kit => {
      const at = `/workflows/${kit.roles.workflows['workflow-straight']}/run`
      const { body } = await ask(kit, `POST ${at}?group_id=november`)
      return (await ask(kit, `GET ${at}s/${body.run_id}`)).body.group_id
    },
    sees: { label: 'november', hidden: undefined },
  },
  'workflow-test-run': {
    look: async kit => {
      const used = async () => (await ask(kit, 'GET /workflows/run-usage')).body.used
      const before = await used()
      await ask(kit, `POST /workflows/${kit.roles.workflows['workflow-straight']}/run?test=true`)
      return (await used()) - before
    },
    sees: { uncounted: 0, counted: 1 },
  },
  'plan-caps': {
    look: async kit => {
      const [tenant] = kit.workspace.tables.tenant.all()
      kit.workspace.tables.tenant.replace(tenant!.id, { planId: 'plan_starter' })
      const start = () => ask(kit, `POST /workflows/${kit.roles.workflows['workflow-straight']}/run`)
      let last = await start()
      for (let started = 1; started <= 50 && last.status === 202; started++) last = await start()
      return last.status
    },
    sees: { 'workflow-runs': 409, shown: 202 },
  },
  'workflow-run-fields': fields('WorkflowRun', ['id', 'status', 'cost_euros'], async kit =>
    read(await gateRun(kit))(kit),
  ),
  'workflow-run-step-fields': fields(
    'WorkflowRunStep',
    ['step_id', 'name', 'status', 'run_id', 'cost_euros'],
    async kit => read(`${await gateRun(kit)}/steps`, body => body.data[0])(kit),
  ),
  'workflow-run-usage-fields': fields('WorkflowRunUsage', ['used', 'limit'], read('/workflows/run-usage')),
  'workflow-runs-summary-fields': fields('WorkflowRunsSummary', ['runs', 'success_rate', 'cost_euros'], kit =>
    read(`/workflows/${kit.roles.workflows['workflow-straight']}/runs/summary`)(kit),
  ),
  'approval-fields': fields('Approval', ['id', 'title', 'status'], async kit => {
    await run(kit, 'agent-that-waits-for-approval')
    return read('/approvals/pending/list', body => body.data[0])(kit)
  }),
  'insights-fields': {
    look: async kit => {
      const { body } = await ask(kit, 'GET /insights/summary')
      return ['period', 'from', 'to'].filter(name => name in body).concat(Object.keys(body.runs))
    },
    sees: { full: ['period', 'from', 'to', ...full('RunTotals')], lean: ['total'] },
  },
  'agent-stats-fields': fields(
    'AgentStats',
    ['agent_id', 'runs', 'success_rate', 'cost_euros', 'tokens', 'top_users'],
    read('/admin/agents/stats', body => body.data[0]),
  ),
  'usage-fields': {
    look: async kit => {
      const { body } = await ask(kit, 'GET /admin/agents/usage-by-user')
      const [row] = body.data
      return [Object.keys(body), Object.keys(row), Object.keys(row.agents[0])]
    },
    sees: {
      full: [
        full('UsageByUserList'),
        ['user_id', 'user_name', 'runs', 'cost_euros', 'agents'],
        full('AgentShare'),
      ],
      lean: [['data'], ['user_id', 'runs', 'cost_euros', 'agents'], ['agent_id', 'runs', 'cost_euros']],
    },
  },
  'spend-fields': {
    look: async kit => {
      const { body } = await ask(kit, 'GET /admin/wallet/org/spend-by-model')
      return [Object.keys(body), Object.keys(body.data[0])]
    },
    sees: {
      full: [full('SpendByModelList'), ['model', 'model_name', 'spend_euros']],
      lean: [['data'], ['model', 'spend_euros']],
    },
  },
  'team-stats-fields': {
    look: async kit => {
      const { body } = await ask(kit, 'GET /admin/wallet/team-stats')
      return [Object.keys(body), Object.keys(body.data[0])]
    },
    sees: {
      full: [full('TeamStats'), full('TeamStatsRow')],
      lean: [['data'], ['key', 'runs', 'spend_euros']],
    },
  },
  'dashboard-fields': fields(
    'DashboardStats',
    ['agents', 'runs', 'pending_approvals'],
    read('/dashboard/stats'),
  ),
  'wallet-fields': fields(
    'Wallet',
    ['balance_euros', 'spend_today_euros', 'spend_last_30_days_euros'],
    read('/wallet'),
  ),
  'my-usage-fields': fields('MyUsage', ['last_30_days'], read('/wallet/my-usage')),
  'statement-fields': fields('MonthlyStatement', ['headline', 'lines'], read('/wallet/monthly-statement')),
  'entitlements-fields': fields(
    'Entitlements',
    ['caps', 'features', 'usage', 'upgrade_targets'],
    read('/settings/entitlements'),
  ),
  'agency-usage-fields': fields('AgencyClientUsage', ['runs', 'tokens', 'cost_euros', 'agents'], kit =>
    read(`/agency/clients/${kit.roles.clients['client-contoso']}/usage`)(kit),
  ),
  'knowledge-fields': {
    look: async kit => {
      const folders = await ask(kit, 'GET /v1/knowledge/folders')
      const { body } = await ask(kit, 'POST /v1/knowledge/search', { query: 'invoice' })
      return [folders.body.data[0], body, body.data[0]].map(object => Object.keys(object))
    },
    sees: {
      full: [full('KnowledgeFolder'), full('KnowledgeSearchResult'), full('KnowledgePassage')],
      lean: [['id', 'name'], ['data'], ['id', 'knowledgeBaseId', 'text', 'score']],
    },
  },
}
