// Gaps about what analytics count, and about their limits.
import { contractFor } from '../../profile/profiled-contract.ts'
import type { Answer, Body } from '../send-as.ts'
import type { KeyName, TestKit } from '../test-kit.ts'
import { type Cases, run, status } from './case.ts'

const LEAST = 'GET /admin/wallet/team-stats'
const MAX = 'GET /wallet'

/** How many requests are served before one is refused, and that refusal. */
async function exhaust(kit: TestKit, line: string, key: KeyName = 'admin'): Promise<[number, Answer]> {
  for (let served = 0; ; served++) {
    const answer = await kit.ask(line, undefined, key)
    if (answer.status !== 200) return [served, answer]
  }
}

const HEADERS = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export const limits: Cases = {
  'spend-definition': {
    look: status('GET /admin/wallet/org/spend-by-team?days=30', body =>
      body.data.some(({ team_id, spend_euros }: Body) => team_id === null && spend_euros >= 149),
    ),
    sees: { usage: [200, false], all: [200, true] },
  },
  'run-team': {
    async look(kit) {
      const { 'team-finance': finance, 'team-operations': operations } = kit.roles.teams
      const { people, agents } = kit.workspace.tables
      const agentId = kit.agent('agent-that-finishes')
      const teamOf = async (teamIds: string[], ofAgent: string) => {
        people.replace(kit.roles.people['person-admin'], { teamIds })
        agents.replace(agentId, { teamId: ofAgent })
        const { run_id } = await run(kit, 'agent-that-finishes')
        const { teamId } = kit.workspace.tables.runs.get(run_id)!
        return teamId === operations ? 'operations' : 'finance'
      }
      return [await teamOf([finance, operations], operations), await teamOf([finance], operations)]
    },
    sees: {
      shared: ['operations', 'finance'],
      person: ['finance', 'finance'],
      agent: ['operations', 'operations'],
    },
  },
  'analytics-rate-limits': {
    look: async kit => [(await exhaust(kit, LEAST))[0], (await exhaust(kit, MAX))[0]],
    sees: { own: [10, 30], '10': [10, 10], '30': [30, 30] },
  },
  'other-rate-limits': {
    look: async kit => {
      for (let sent = 0; sent < 120; sent++) await kit.ask('GET /v1/models')
      const { get } = contractFor(kit.workspace.profile).paths['/v1/models']!
      return [(await kit.ask('GET /v1/models')).status, get?.['x-rate-limit']?.requests]
    },
    sees: { none: [200, undefined], '120': [429, 120] },
  },
  'rate-limit-window': {
    async look(kit) {
      await kit.ask(LEAST)
      kit.advance(50_000)
      await exhaust(kit, LEAST)
      kit.advance(11_000)
      return [(await kit.ask(LEAST)).status, (await kit.ask(LEAST)).status]
    },
    sees: { fixed: [200, 200], sliding: [200, 429] },
  },
  'rate-limit-subject': {
    async look(kit) {
      await exhaust(kit, LEAST, 'admin')
      return (await kit.ask(LEAST, undefined, 'manager')).status
    },
    sees: { key: 200, tenant: 429 },
  },
  'status-rate-limited': {
    look: async kit => (await exhaust(kit, LEAST))[1].status,
    sees: { '429': 429, '503': 503 },
  },
  'rate-limit-headers': {
    look: async kit => {
      const [, refused] = await exhaust(kit, LEAST)
      return HEADERS.filter(name => refused.headers.has(name))
    },
    sees: { all: HEADERS, 'retry-after': ['retry-after'], none: [] },
  },
}
