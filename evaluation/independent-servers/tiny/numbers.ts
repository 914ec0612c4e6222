// Usage and spend of a workspace with one person in one team.
import { integer, shaped, word } from './rules.ts'
import type { Route } from './server.ts'
import {
  agents,
  DAY,
  euros,
  ME,
  MODEL,
  Refusal,
  type Run,
  type Spend,
  TEAM,
  type Workspace,
} from './state.ts'

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const startOfToday = (): number => Date.parse(dayOf(Date.now()))
const total = (spends: Spend[]): number => euros(spends.reduce((sum, s) => sum + s.cents, 0))
const rate = (runs: Run[]): number | null => (runs.some(r => r.status === 'completed') ? 1 : null)

export const isMonth = (given: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(given)

export function numberRoutes(space: Workspace): Route[] {
  const cut = (from: number, to = Number.POSITIVE_INFINITY) => ({
    from,
    runs: space.runs.filter(r => r.begun >= from && r.begun < to),
    spends: space.spends.filter(s => s.at >= from && s.at < to),
  })
  type Cut = ReturnType<typeof cut>
  const back = (days: number) => cut(startOfToday() - (days - 1) * DAY)

  const all = (c: Cut) => ({ runs: c.runs.length, cost_euros: total(c.spends) })
  const byAgent = (c: Cut) =>
    agents.map(agent => ({
      agent_id: agent.id,
      ...all({
        ...c,
        runs: c.runs.filter(r => r.agent === agent),
        spends: c.spends.filter(s => s.agent === agent),
      }),
    }))
  const byDay = (c: Cut) => {
    const days = []
    for (let at = c.from; at <= Date.now(); at += DAY) {
      days.push({
        day: dayOf(at),
        ...all({
          ...c,
          runs: c.runs.filter(r => dayOf(r.begun) === dayOf(at)),
          spends: c.spends.filter(s => dayOf(s.at) === dayOf(at)),
        }),
      })
    }
    return days
  }
  const members = (c: Cut) => [{ user_id: ME, ...all(c) }]
  const teams = (c: Cut) => [{ team_id: TEAM, ...all(c) }]

  const routes: Route[] = []
  const add = (path: string, act: Route['act']) => {
    // Every endpoint has a limit of its own, from eleven a minute upwards.
    routes.push({ method: 'GET', path, scope: 'analytics:read', perMinute: 11 + routes.length, act })
  }

  add('/insights/summary', ({ query }) => {
    const period = word(query, 'period', 'today', '7d', '30d', '90d', 'month') ?? 'month'
    const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[period] ?? new Date().getUTCDate()
    const c = back(days)
    return {
      ...all(c),
      success_rate: rate(c.runs),
      runs_per_day: byDay(c).map(d => ({ day: d.day, runs: d.runs })),
      active_agents: new Set(c.runs.map(r => r.agent)).size,
      active_users: c.runs.length > 0 ? 1 : 0,
      messages: c.runs.length,
      caching_saved_euros: 0,
      models: c.runs.length > 0 ? [MODEL] : [],
    }
  })

  const agentDays = (query: URLSearchParams) => back(integer(query, 'days', 7, 90) ?? 7)
  add('/admin/agents/stats', ({ query }) => {
    const c = agentDays(query)
    return {
      agents: byAgent(c).map(line => ({
        ...line,
        success_rate: rate(c.runs.filter(r => r.agent.id === line.agent_id)),
        tokens: c.spends.filter(s => s.agent.id === line.agent_id).reduce((sum, s) => sum + s.tokens, 0),
        top_users: line.runs > 0 ? [ME] : [],
      })),
    }
  })
  add('/admin/agents/usage-by-user', ({ query }) => {
    const c = agentDays(query)
    return { users: members(c).map(m => ({ ...m, agents: byAgent(c) })) }
  })
  add('/admin/agents/usage-by-team', ({ query }) => {
    const c = agentDays(query)
    return { teams: teams(c).map(t => ({ ...t, agents: byAgent(c) })) }
  })

  const spendDays = (query: URLSearchParams) => back(integer(query, 'days', 1, 366) ?? 7)
  const spend = (path: string, draw: (c: Cut) => unknown) => {
    add(`/admin/wallet/org/${path}`, ({ query }) => draw(spendDays(query)))
  }
  spend('spend-by-agent', c => ({ agents: byAgent(c) }))
  spend('spend-by-model', c => ({ models: [{ model: MODEL, cost_euros: total(c.spends) }] }))
  spend('spend-by-team', c => ({ teams: teams(c) }))
  spend('spend-by-user', c => ({ users: members(c) }))
  spend('spend-over-time', c => ({ days: byDay(c) }))

  add('/admin/wallet/team-stats', ({ query }) => {
    const c = spendDays(query)
    const by = word(query, 'group_by', 'member', 'agent', 'team', 'day') ?? 'day'
    if ((query.get('team_id') ?? TEAM) !== TEAM) throw new Refusal(404, 'no such team')
    const draw = { member: members, agent: byAgent, team: teams, day: byDay }[by] ?? byDay
    return { stats: draw(c) }
  })
  add('/wallet', () => ({
    balance_euros: euros(1_000_000 - space.spends.reduce((sum, s) => sum + s.cents, 0)),
    today_euros: total(back(1).spends),
    last_30_days_euros: total(back(30).spends),
  }))
  add('/wallet/my-usage', () => all(back(30)))
  add('/wallet/monthly-statement', ({ query }) => {
    const month = shaped(query, 'month', isMonth) ?? dayOf(Date.now()).slice(0, 7)
    const [year = 0, number = 1] = month.split('-').map(Number)
    const euros_ = total(cut(Date.UTC(year, number - 1), Date.UTC(year, number)).spends)
    return {
      month,
      total_euros: euros_,
      lines: [
        { name: 'subscription', euros: 0 },
        { name: 'usage', euros: 0 },
        { name: 'agent runs', euros: euros_ },
      ],
    }
  })
  add('/settings/entitlements', () => ({
    plan: 'free',
    caps: { agents: 2 },
    features: [],
    usage: { agents: agents.length },
    upgrade_targets: ['small'],
  }))
  add('/dashboard/stats', () => ({ agents: agents.length, runs: space.runs.length, pending_approvals: 0 }))
  return routes
}
