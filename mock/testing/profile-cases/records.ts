// Gaps about the fields of records, and about starts of workflows.
import { document, type GapId, gaps } from '#openapi'
import type { Body } from '../send-as.ts'
import type { TestKit } from '../test-kit.ts'
import { type Cases, gateRun, type Look, run, runAndRead } from './case.ts'

/** The fields that the contract requires of a record. */
function full(component: string): string[] {
  return [...(document.components.schemas[component]?.required ?? [])]
}

/** Those of some fields that `lean` leaves. */
function kept(gap: GapId, names: readonly string[]): string[] {
  const { keeps = [] } = gaps.find(({ id }) => id === gap)!
  return names.filter(name => keeps.includes(name))
}

/** A gap of which `lean` leaves less of some records: components, or lists of their fields. */
function fields(
  gap: GapId,
  records: readonly (string | string[])[],
  read: (kit: TestKit) => Promise<readonly object[]>,
) {
  const all = records.map(one => (typeof one === 'string' ? full(one) : one).toSorted())
  const look: Look = async kit => (await read(kit)).map(record => Object.keys(record).toSorted())
  return { look, sees: { full: all, lean: all.map(names => kept(gap, names)) } }
}

/** A gap about one record that a path has. */
const record = (
  gap: GapId,
  component: string,
  path: string | ((kit: TestKit) => string | Promise<string>),
  pick: (body: Body) => object = body => body,
) =>
  fields(gap, [component], async kit => {
    const line = typeof path === 'string' ? path : await path(kit)
    return [pick((await kit.ask(`GET ${line}`)).body)]
  })

const first = (body: Body) => body.data[0]

export const records: Cases = {
  'run-fields': fields('run-fields', ['Run'], async kit => [await runAndRead(kit, 'agent-that-finishes')]),
  'task-fields': {
    look: async kit => {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' })
      return full('Task').filter(name => name in body)
    },
    sees: { full: full('Task'), lean: kept('task-fields', full('Task')) },
  },
  'agent-fields': fields('agent-fields', ['Agent', 'AgentConfig'], async kit => {
    const { body } = await kit.ask(`GET /agents/${kit.agent('agent-that-finishes')}`)
    return [body, body.config]
  }),
  'workflow-fields': fields(
    'workflow-fields',
    [[...full('Workflow'), 'steps'], 'WorkflowStep'],
    async kit => {
      const { body } = await kit.ask(`GET /workflows/${kit.roles.workflows['workflow-with-gate']}`)
      return [body, body.steps[0]]
    },
  ),
  'workflow-start-reply': {
    look: async kit => {
      const { body } = await kit.ask(`POST /workflows/${kit.roles.workflows['workflow-straight']}/run`)
      return Object.keys(body)
    },
    sees: { 'with-run': ['shared_chat_id', 'run_id', 'status'], 'chat-only': ['shared_chat_id'] },
  },
  'workflow-group': {
    look: async kit => {
      const at = `/workflows/${kit.roles.workflows['workflow-straight']}/run`
      const { body } = await kit.ask(`POST ${at}?group_id=november`)
      return (await kit.ask(`GET ${at}s/${body.run_id}`)).body.group_id
    },
    sees: { label: 'november', hidden: undefined },
  },
  'workflow-test-run': {
    look: async kit => {
      const used = async () => (await kit.ask('GET /workflows/run-usage')).body.used
      const before = await used()
      await kit.ask(`POST /workflows/${kit.roles.workflows['workflow-straight']}/run?test=true`)
      return (await used()) - before
    },
    sees: { uncounted: 0, counted: 1 },
  },
  'plan-caps': {
    look: async kit => {
      const [tenant] = kit.workspace.tables.tenant.all()
      kit.workspace.tables.tenant.replace(tenant!.id, { planId: 'plan_starter' })
      const start = () => kit.ask(`POST /workflows/${kit.roles.workflows['workflow-straight']}/run`)
      let last = await start()
      for (let started = 1; started <= 50 && last.status === 202; started++) last = await start()
      return last.status
    },
    sees: { 'workflow-runs': 409, shown: 202 },
  },
  'workflow-run-fields': record('workflow-run-fields', 'WorkflowRun', gateRun),
  'workflow-run-step-fields': record(
    'workflow-run-step-fields',
    'WorkflowRunStep',
    async kit => `${await gateRun(kit)}/steps`,
    first,
  ),
  'workflow-run-usage-fields': record(
    'workflow-run-usage-fields',
    'WorkflowRunUsage',
    '/workflows/run-usage',
  ),
  'workflow-runs-summary-fields': record(
    'workflow-runs-summary-fields',
    'WorkflowRunsSummary',
    kit => `/workflows/${kit.roles.workflows['workflow-straight']}/runs/summary`,
  ),
  'approval-fields': fields('approval-fields', ['Approval'], async kit => {
    await run(kit, 'agent-that-waits-for-approval')
    return [first((await kit.ask('GET /approvals/pending/list')).body)]
  }),
  'insights-fields': {
    look: async kit => {
      const { body } = await kit.ask('GET /insights/summary')
      return ['period', 'from', 'to'].filter(name => name in body).concat(Object.keys(body.runs))
    },
    sees: { full: ['period', 'from', 'to', ...full('RunTotals')], lean: ['total'] },
  },
  'agent-stats-fields': record('agent-stats-fields', 'AgentStats', '/admin/agents/stats', first),
  'usage-fields': fields(
    'usage-fields',
    ['UsageByUserList', ['user_id', 'user_name', 'runs', 'cost_euros', 'agents'], 'AgentShare'],
    async kit => {
      const { body } = await kit.ask('GET /admin/agents/usage-by-user')
      return [body, first(body), first(body).agents[0]]
    },
  ),
  'spend-fields': fields(
    'spend-fields',
    ['SpendByModelList', ['model', 'model_name', 'spend_euros']],
    async kit => {
      const { body } = await kit.ask('GET /admin/wallet/org/spend-by-model')
      return [body, first(body)]
    },
  ),
  'team-stats-fields': fields('team-stats-fields', ['TeamStats', 'TeamStatsRow'], async kit => {
    const { body } = await kit.ask('GET /admin/wallet/team-stats')
    return [body, first(body)]
  }),
  'dashboard-fields': record('dashboard-fields', 'DashboardStats', '/dashboard/stats'),
  'wallet-fields': record('wallet-fields', 'Wallet', '/wallet'),
  'my-usage-fields': record('my-usage-fields', 'MyUsage', '/wallet/my-usage'),
  'statement-fields': record('statement-fields', 'MonthlyStatement', '/wallet/monthly-statement'),
  'entitlements-fields': record('entitlements-fields', 'Entitlements', '/settings/entitlements'),
  'agency-usage-fields': record(
    'agency-usage-fields',
    'AgencyClientUsage',
    kit => `/agency/clients/${kit.roles.clients['client-contoso']}/usage`,
  ),
  'knowledge-fields': fields(
    'knowledge-fields',
    ['KnowledgeFolder', 'KnowledgeSearchResult', 'KnowledgePassage'],
    async kit => {
      const folders = await kit.ask('GET /v1/knowledge/folders')
      const { body } = await kit.ask('POST /v1/knowledge/search', { query: 'invoice' })
      return [first(folders.body), body, first(body)]
    },
  ),
}
