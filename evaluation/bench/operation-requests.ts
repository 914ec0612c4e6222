// A request of each operation that succeeds, and goes on doing so.
import { parse } from 'yaml'
import { type Ask, read, wire } from './requests.ts'

/** How many requests of a minute every limit allows a key. */
const OF_A_KEY = 10

/** The requests by the name of their operation, with ids that a running mock has. */
export async function operationRequests(port: number): Promise<Ask[]> {
  const fixtures = await fixturesOf(port)
  const id = (fixture: string) => fixtures[fixture]!.id
  const first = async (path: string) => {
    const { data } = await read(port, path)
    return (data as { id: string; chat_id: string }[])[0]!
  }
  const [agent, asking, workflow, task] = [
    id('agent-finishes'),
    id('agent-asks-text'),
    id('workflow-history'),
    id('task-with-runs'),
  ]
  const { id: run, chat_id: chat } = await first('/runs?limit=1&status=completed')
  const workflowRun = (await first(`/workflows/${workflow}/runs?limit=1`)).id
  const { reference } = await read(port, `/tasks/${task}`)
  const question = 'Which invoices are due this week?'
  const messages = [{ role: 'user', content: question }]
  const parts = [{ role: 'user', parts: [{ type: 'text', text: question }] }]

  const newRun = async (at: number, script = 'work 3600s; finish Done') =>
    (await read(at, `/agents/${agent}/run`, { input: { task: 'Go', mock_script: script } })).run_id as string
  const waitingRun = (at: number) => newRun(at, 'ask Which price list?; finish Done')
  const pausedRun = async (at: number) => {
    const made = await newRun(at)
    await read(at, `/agents/runs/${made}/pause`, {})
    return made
  }
  const cancelledRun = async (at: number) => {
    const made = await newRun(at)
    await read(at, `/agents/runs/${made}/cancel`, {})
    return made
  }
  const newTask = async (at: number) => (await read(at, '/tasks', { title: 'Check' })).id as string

  return [
    post('createAgentCompletion', '/v1/agent/chat/completions', { agentId: agent, messages: parts }),
    post('createChatCompletion', '/v1/chat/completions', { model: id('model'), messages }),
    get('listKnowledgeFolders', '/v1/knowledge/folders'),
    { ...post('searchKnowledge', '/v1/knowledge/search', { query: 'invoice' }), writes: false },
    get('listModels', '/v1/models'),
    get('listAgents', '/agents/'),
    get('getAgent', `/agents/${agent}`),
    post('startRun', `/agents/${agent}/run`, { input: { task: 'Check invoice 17 of Nordlicht' } }),
    once(post('respondToRun', `/agents/${agent}/runs/{id}/respond`, { answer: 'Last year' }), waitingRun),
    once(post('stopRun', `/agents/${agent}/runs/{id}/stop`), newRun),
    once(post('cancelRun', '/agents/runs/{id}/cancel'), newRun),
    once(post('pauseRun', '/agents/runs/{id}/pause'), newRun),
    once(post('resumeRun', '/agents/runs/{id}/resume'), pausedRun),
    once(post('retryRun', '/agents/runs/{id}/retry'), cancelledRun),
    get('listRuns', '/runs?limit=20'),
    get('getRun', `/runs/${run}`),
    get('streamChat', `/chats/${chat}/stream`),
    get('listTasks', '/tasks?limit=20'),
    post('createTask', '/tasks', { title: 'Check the invoices of October', tags: ['finance'] }),
    get('getTaskByNumber', `/tasks/by-number/${reference}`),
    get('getTask', `/tasks/${task}`),
    once({ ...post('updateTask', '/tasks/{id}', { title: 'Check again' }), method: 'PATCH' }, newTask),
    once({ ...post('deleteTask', '/tasks/{id}'), method: 'DELETE' }, newTask),
    once(
      { ...post('setTaskAssignee', '/tasks/{id}/assignee', { type: 'agent', id: asking }), method: 'PATCH' },
      newTask,
    ),
    get('listTaskRuns', `/tasks/${task}/runs`),
    once({ ...post('setTaskStatus', '/tasks/{id}/status', { status: 'done' }), method: 'PATCH' }, newTask),
    get('listWorkflows', '/workflows/'),
    get('getWorkflowRunUsage', '/workflows/run-usage'),
    get('listPendingWorkflowApprovals', '/workflows/approvals/pending'),
    get('getWorkflow', `/workflows/${workflow}`),
    post('startWorkflowRun', `/workflows/${id('workflow')}/run`, {}),
    get('listWorkflowRuns', `/workflows/${workflow}/runs`),
    get('getWorkflowRunsSummary', `/workflows/${workflow}/runs/summary`),
    get('getWorkflowRun', `/workflows/${workflow}/runs/${workflowRun}`),
    get('listWorkflowRunSteps', `/workflows/${workflow}/runs/${workflowRun}/steps`),
    get('listPendingApprovals', '/approvals/pending/list'),
    get('getApproval', `/approvals/${id('pending-approval')}`),
    limited('getInsightsSummary', '/insights/summary?period=30d'),
    limited('getAgentStats', '/admin/agents/stats?days=30'),
    limited('getUsageByUser', '/admin/agents/usage-by-user?days=30'),
    limited('getUsageByTeam', '/admin/agents/usage-by-team?days=30'),
    limited('getDashboardStats', '/dashboard/stats'),
    limited('getSpendByAgent', '/admin/wallet/org/spend-by-agent?days=30'),
    limited('getSpendByModel', '/admin/wallet/org/spend-by-model?days=30'),
    limited('getSpendByTeam', '/admin/wallet/org/spend-by-team?days=30'),
    limited('getSpendByUser', '/admin/wallet/org/spend-by-user?days=30'),
    limited('getSpendOverTime', '/admin/wallet/org/spend-over-time?days=30'),
    limited('getTeamStats', '/admin/wallet/team-stats?days=30'),
    limited('getWallet', '/wallet'),
    limited('getMyUsage', '/wallet/my-usage?days=30'),
    limited('getMonthlyStatement', '/wallet/monthly-statement'),
    limited('getEntitlements', '/settings/entitlements'),
    get('getAgencyClientUsage', `/agency/clients/${id('agency-client')}/usage`),
  ]
}

async function fixturesOf(port: number): Promise<Record<string, { id: string }>> {
  const response = await fetch(`http://127.0.0.1:${port}/_mock/target.yaml`)
  return (parse(await response.text()) as { fixtures: Record<string, { id: string }> }).fixtures
}

function get(name: string, path: string): Ask {
  return { name, method: 'GET', path, writes: false }
}

function post(name: string, path: string, body?: unknown): Ask {
  return { name, method: 'POST', path, body, writes: true }
}

/** A request that a thing takes only once. */
function once(ask: Ask, make: (port: number) => Promise<string>): Ask {
  const turn = async (port: number, count = 1) => {
    const ids = await many(count, () => make(port))
    return ids.map(id => wire({ ...ask, path: ask.path.replace('{id}', id) }))
  }
  return { ...ask, turn }
}

/** A request of which each key may send a few in a minute. */
function limited(name: string, path: string): Ask {
  const ask = get(name, path)
  const turn = async (port: number, count = 1) => {
    const keys = await many(Math.ceil(count / OF_A_KEY), () =>
      read(port, '/_mock/workspaces/demo/keys', { scopes: ['agents:read', 'analytics:read'] }),
    )
    return keys.flatMap(({ secret }) => Array<string>(OF_A_KEY).fill(wire(ask, String(secret))))
  }
  return { ...ask, turn }
}

/** Makes so many, twenty at a time. */
async function many<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  const worker = async () => {
    while (made.length < count) made.push(await make())
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return made.slice(0, count)
}
