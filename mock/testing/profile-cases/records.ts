// Gaps about the fields of records, and about starts of workflows.
import { document, type GapId, gaps } from '#openapi'
import type { Body } from '../send-as.ts'
import type { TestKit } from '../test-kit.ts'
import { type Cases, gateRun, type Look, run, runAndRead, status } from './case.ts'

/** The fields that the contract requires of a record. */
function full(component: string): string[] {
  return [...(document.components.schemas[component]?.required ?? [])]
}

/** Those of some fields that `lean` leaves. */
function kept(gap: GapId, names: readonly string[]): string[] {
  const { keeps = [] } = gaps.find(({ id }) => id === gap)!
  return names.filter(name => keeps.includes(name))
}

type Read = (kit: TestKit) => Promise<Body>
type Part = string | readonly [record: string | readonly string[], pick: (body: Body) => object]

/** The body at a path. */
const at =
  (path: string | ((kit: TestKit) => string | Promise<string>)): Read =>
  async kit =>
    (await kit.ask(`GET ${typeof path === 'string' ? path : await path(kit)}`)).body

const first = (body: Body) => body.data[0]

/** Gaps of which `lean` leaves less of some records in a body: of components, or of lists of fields. */
const leanRecords: Partial<Record<GapId, readonly [Read, ...Part[]]>> = {
  'run-fields': [kit => runAndRead(kit, 'agent-that-finishes'), 'Run'],
  'agent-fields': [
    at(kit => `/agents/${kit.agent('agent-that-finishes')}`),
    'Agent',
    ['AgentConfig', body => body.config],
  ],
  'workflow-fields': [
    at(kit => `/workflows/${kit.roles.workflows['workflow-with-gate']}`),
    [[...full('Workflow'), 'steps'], body => body],
    ['WorkflowStep', body => body.steps[0]],
  ],
  'workflow-run-fields': [at(gateRun), 'WorkflowRun'],
  'workflow-run-step-fields': [at(async kit => `${await gateRun(kit)}/steps`), ['WorkflowRunStep', first]],
  'workflow-run-usage-fields': [at('/workflows/run-usage'), 'WorkflowRunUsage'],
  'workflow-runs-summary-fields': [
    at(kit => `/workflows/${kit.roles.workflows['workflow-straight']}/runs/summary`),
    'WorkflowRunsSummary',
  ],
  'approval-fields': [
    async kit => {
      await run(kit, 'agent-that-waits-for-approval')
      return (await kit.ask('GET /approvals/pending/list')).body
    },
    ['Approval', first],
  ],
  'agent-stats-fields': [at('/admin/agents/stats'), ['AgentStats', first]],
  'usage-fields': [
    at('/admin/agents/usage-by-user'),
    'UsageByUserList',
    [['user_id', 'user_name', 'runs', 'cost_euros', 'agents'], first],
    ['AgentShare', body => first(body).agents[0]],
  ],
  'spend-fields': [
    at('/admin/wallet/org/spend-by-model'),
    'SpendByModelList',
    [['model', 'model_name', 'spend_euros'], first],
  ],
  'team-stats-fields': [at('/admin/wallet/team-stats'), 'TeamStats', ['TeamStatsRow', first]],
  'dashboard-fields': [at('/dashboard/stats'), 'DashboardStats'],
  'wallet-fields': [at('/wallet'), 'Wallet'],
  'my-usage-fields': [at('/wallet/my-usage'), 'MyUsage'],
  'statement-fields': [at('/wallet/monthly-statement'), 'MonthlyStatement'],
  'entitlements-fields': [at('/settings/entitlements'), 'Entitlements'],
  'agency-usage-fields': [
    at(kit => `/agency/clients/${kit.roles.clients['client-contoso']}/usage`),
    'AgencyClientUsage',
  ],
  'knowledge-fields': [
    async kit => ({
      folders: (await kit.ask('GET /v1/knowledge/folders')).body,
      found: (await kit.ask('POST /v1/knowledge/search', { query: 'invoice' })).body,
    }),
    ['KnowledgeFolder', body => first(body.folders)],
    ['KnowledgeSearchResult', body => body.found],
    ['KnowledgePassage', body => first(body.found)],
  ],
}

const leanCases = Object.entries(leanRecords).map(([gap, [read, ...parts]]) => {
  const records = parts.map(part =>
    typeof part === 'string' ? ([part, (body: Body) => body] as const) : part,
  )
  const look: Look = async kit => {
    const body = await read(kit)
    return records.map(([, pick]) => Object.keys(pick(body)).toSorted())
  }
  const all = records.map(([one]) => (typeof one === 'string' ? full(one) : one).toSorted())
  return [gap, { look, sees: { full: all, lean: all.map(names => kept(gap as GapId, names)) } }]
})

export const records: Cases = {
  ...(Object.fromEntries(leanCases) as Cases),
  'task-fields': {
    look: status(['POST /tasks', { title: 'A task' }], body => full('Task').filter(name => name in body)),
    sees: { full: [201, full('Task')], lean: [201, kept('task-fields', full('Task'))] },
  },
  'workflow-start-reply': {
    look: status(kit => `POST /workflows/${kit.roles.workflows['workflow-straight']}/run`, Object.keys),
    sees: {
      'with-run': [202, ['shared_chat_id', 'run_id', 'status']],
      'chat-only': [202, ['shared_chat_id']],
    },
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
  'insights-fields': {
    look: status('GET /insights/summary', body =>
      ['period', 'from', 'to'].filter(name => name in body).concat(Object.keys(body.runs)),
    ),
    sees: { full: [200, ['period', 'from', 'to', ...full('RunTotals')]], lean: [200, ['total']] },
  },
}
