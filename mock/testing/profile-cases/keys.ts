// Gaps about keys and who may see what.
import { SCOPES, type Scope } from '#openapi'
import type { Body } from '../send-as.ts'
import type { KeyName, TestKit } from '../test-kit.ts'
import { type Cases, each, gateRun, run } from './case.ts'

const NOT_A_KEY = { headers: { authorization: 'Bearer awk_nobody_has_this_one' } }

/** Requests for what nobody has, and how they are refused. */
const UNKNOWN = {
  'GET /runs/nobody': 'run_not_found run_id',
  'GET /tasks/nobody': 'task_not_found task_id',
  'GET /tasks/by-number/OPS-99999': 'task_not_found ref',
  'GET /agents/nobody': 'agent_not_found agent_id',
  'GET /approvals/nobody': 'approval_not_found approval_id',
  'GET /agency/clients/nobody/usage': 'client_not_found client_id',
  'GET /workflows/nobody': 'workflow_not_found workflow_id',
  'POST /workflows/nobody/run': 'workflow_not_found workflow_id',
  'GET /workflows/nobody/runs': 'workflow_not_found workflow_id',
  'GET /workflows/nobody/runs/summary': 'workflow_not_found workflow_id',
  'GET /workflows/nobody/runs/none': 'workflow_not_found workflow_id',
  'GET /workflows/nobody/runs/none/steps': 'workflow_not_found workflow_id',
}

/** What each of the keys gets. */
async function readBy(kit: TestKit, keys: readonly KeyName[], line: string) {
  return (await Promise.all(keys.map(key => kit.ask(line, undefined, key)))).map(({ status }) => status)
}

export const keys: Cases = {
  'status-missing-key': {
    alone: true,
    look: async kit => (await kit.as().GET('/agents/')).response.status,
    sees: { '401': 401, '403': 403 },
  },
  'status-unknown-key': {
    alone: true,
    look: async kit => (await kit.as().GET('/agents/', NOT_A_KEY)).response.status,
    sees: { '401': 401, '403': 403 },
  },
  'authorization-form': {
    alone: true,
    async look(kit) {
      const headers = { authorization: `Basic ${btoa('nobody:here')}` }
      const { error } = await kit.as().GET('/agents/', { headers })
      return error?.error.code
    },
    sees: { 'no-key': 'key_missing', 'unknown-key': 'key_unknown' },
  },
  'status-revoked-key': {
    look: async kit => (await kit.ask('GET /agents/', undefined, 'revoked')).status,
    sees: { '401': 401, '403': 403 },
  },
  'status-missing-scope': {
    async look(kit) {
      const { status, body } = await kit.ask('GET /agents/', undefined, 'no-scope')
      return [status, body.error.type, body.error.code]
    },
    sees: {
      '403': [403, 'permission_denied', 'scope_missing'],
      '401': [401, 'authentication_failed', 'scope_missing'],
      '404': [404, 'not_found', 'route_not_found'],
    },
  },
  'refusal-order': {
    look: async kit => (await kit.ask('POST /tasks', { title: 7 }, 'no-scope')).status,
    sees: { 'key-first': 403, 'request-first': 422 },
  },
  'chat-stream-scope': {
    async look(kit) {
      const { chat_id } = await run(kit, 'agent-that-finishes')
      const { keys } = kit.workspace.tables
      const key = keys.range('listed', null).find(each => each.name === 'no-scope')!
      const taken: Scope[] = []
      for (const scope of SCOPES) {
        keys.replace(key.id, { scopes: [scope] })
        const { status } = await kit.ask(`GET /chats/${chat_id}/stream`, undefined, 'no-scope')
        if (status === 200) taken.push(scope)
      }
      // Whatever a stream takes, nothing else takes another scope for it.
      keys.replace(key.id, { scopes: ['tasks:read'] })
      return [...taken.toSorted(), ...(await readBy(kit, ['no-scope'], 'GET /agents/'))]
    },
    sees: {
      'any-of-four': ['agents:run', 'runs:read', 'workflows:read', 'workflows:run', 403],
      'runs-read': ['runs:read', 403],
      'agents-run': ['agents:run', 403],
    },
  },
  'status-unknown-id': {
    async look(kit) {
      const lines = Object.keys(UNKNOWN).map(line => kit.ask(line))
      return (await Promise.all(lines)).map(
        ({ status, body }) => `${status} ${body.error.code} ${body.error.param}`,
      )
    },
    sees: {
      '404': Object.values(UNKNOWN).map(refusal => `404 ${refusal}`),
      '403': Object.values(UNKNOWN).map(refusal => `403 ${refusal}`),
    },
  },
  'status-invisible-id': {
    async look(kit) {
      const agent = kit.agent('agent-private-to-other')
      const { body } = await kit.ask(`POST /agents/${agent}/run`, {}, 'other')
      const team = kit.roles.teams['team-operations']
      const paths = [
        `/agents/${agent}`,
        `/runs/${body.run_id}`,
        `/admin/wallet/team-stats?team_id=${team}`,
        '/agents/nothing',
      ]
      const answers = await Promise.all(paths.map(path => kit.ask(`GET ${path}`, undefined, 'manager')))
      return answers.map(answer => answer.status)
    },
    sees: { '404': [404, 404, 404, 404], '403': [403, 403, 403, 404] },
  },
  'workspace-wide-endpoints': {
    look: each(
      ['GET /insights/summary', 'GET /wallet', 'GET /settings/entitlements', 'GET /wallet/my-usage'],
      undefined,
      'member',
    ),
    sees: { 'admin-and-insights': [403, 200, 200, 200], 'all-but-own': [403, 403, 403, 200] },
  },
  'run-visibility': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-finishes', {}, 'other')
      return readBy(kit, ['other', 'member', 'admin', 'outsider-manager'], `GET /runs/${run_id}`)
    },
    sees: { agent: [200, 200, 200, 200], starter: [200, 404, 200, 404] },
  },
  'task-visibility': {
    async look(kit) {
      const { body } = await kit.ask('POST /tasks', { title: 'A task' }, 'other')
      return readBy(kit, ['other', 'member', 'admin'], `GET /tasks/${body.id}`)
    },
    sees: { tenant: [200, 200, 200], own: [200, 404, 200] },
  },
  'workflow-visibility': {
    async look(kit) {
      const workflow = kit.roles.workflows['workflow-with-gate']
      const readers = ['manager', 'member', 'admin'] as const
      const answers = readers.map(key => kit.ask(`GET /workflows/${workflow}`, undefined, key))
      const { body } = await kit.ask(`POST /workflows/${kit.roles.workflows['workflow-straight']}/run`)
      kit.untilIdle()
      const stream = await kit.ask(`GET /chats/${body.shared_chat_id}/stream`, undefined, 'member')
      const start = await kit.ask(`POST /workflows/${workflow}/run`, undefined, 'member')
      return [...(await Promise.all(answers)), stream, start].map(answer => answer.status)
    },
    sees: { tenant: [200, 200, 200, 200, 202], own: [200, 404, 200, 404, 404] },
  },
  'approval-visibility': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-waits-for-approval', {}, 'member')
      const mine = kit.workspace.tables.approvals.all().find(approval => approval.runId === run_id)!
      return readBy(kit, ['member', 'admin'], `GET /approvals/${mine.id}`)
    },
    sees: { concerned: [200, 200], deciders: [404, 200] },
  },
  'workflow-approvals': {
    async look(kit) {
      await gateRun(kit)
      const gate = kit.workspace.tables.approvals.all().findLast(({ kind }) => kind === 'workflow_gate')
      const lists = ['/approvals/pending/list', '/workflows/approvals/pending']
      const replies = await Promise.all(lists.map(path => kit.ask(`GET ${path}`, undefined, 'admin')))
      const read = await kit.ask(`GET /approvals/${gate?.id}`)
      return [...replies.map(({ body }) => body.data.some((row: Body) => row.id === gate?.id)), read.status]
    },
    sees: { both: [true, true, 200], apart: [false, true, 200] },
  },
  'agency-access': {
    async look(kit) {
      const client = kit.roles.clients['client-contoso']
      const readers = ['member', 'manager', 'admin'] as const
      const answers = readers.map(key => kit.ask(`GET /agency/clients/${client}/usage`, undefined, key))
      return (await Promise.all(answers)).map(({ status, body }) => body.error?.code ?? status)
    },
    sees: { scope: [200, 200, 200], admin: ['role_insufficient', 'role_insufficient', 200] },
  },
}
