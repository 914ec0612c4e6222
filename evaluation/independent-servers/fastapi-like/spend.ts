// Numbers: usage, spend, balance, plan. All of them are read off the same ledger and the same runs.
import { type App, asked, type Call, HTTPException, refuse } from './app.ts'
import { type Booking, DAY, type Database, dayOf, euros, type Person, type Run } from './db.ts'

const SUBSCRIPTION_UNITS = 490_000
const TOP_UP_UNITS = 20_000_000

/** The days that reports may cover. */
const WEEKS = { ge: 7, le: 90 }
const YEAR = { ge: 1, le: 365 }

interface Span {
  from: number
  to: number
}

interface Sheet {
  runs: Run[]
  bookings: Booking[]
}

const midnight = (): number => Math.floor(Date.now() / DAY) * DAY
const lastDays = (days: number): Span => ({ from: midnight() - (days - 1) * DAY, to: midnight() + DAY })
/** A month such as `2026-07`. */
const monthSpan = (text: string): Span => {
  const [year = 0, month = 0] = text.split('-').map(Number)
  return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 1) }
}
const thisMonth = (): string => dayOf(Date.now()).slice(0, 7)
const total = (bookings: Booking[]): number => bookings.reduce((sum, b) => sum + b.units, 0)

function successRate(runs: Run[]): number | null {
  const fine = runs.filter(r => r.status === 'finished').length
  const ended = fine + runs.filter(r => r.status === 'error').length
  return ended === 0 ? null : Number((fine / ended).toFixed(4))
}

export function spendRoutes(app: App, db: Database): void {
  const sheet = (people: Person[], span: Span): Sheet => ({
    runs: [...db.runs.values()].filter(
      r => people.includes(r.person) && r.created_at >= span.from && r.created_at < span.to,
    ),
    bookings: db.ledger.filter(b => people.includes(b.person) && b.at >= span.from && b.at < span.to),
  })

  /** Admins see everybody, managers their teams, members are refused. */
  const overseen = (call: Call): Person[] => {
    if (call.me.role === 'member') throw new HTTPException(403, 'Workspace analytics are not open to members')
    return db.overseen(call.me)
  }

  const agentsIn = (s: Sheet) => {
    const runs = Map.groupBy(s.runs, r => r.agent.id)
    const bookings = Map.groupBy(s.bookings, b => b.agent.id)
    return [...db.agents.values()]
      .filter(a => runs.has(a.id) || bookings.has(a.id))
      .map(agent => ({ agent, runs: runs.get(agent.id) ?? [], bookings: bookings.get(agent.id) ?? [] }))
  }

  const line = (s: Sheet) => ({ runs: s.runs.length, cost_euros: euros(total(s.bookings)) })

  const split = (s: Sheet) =>
    agentsIn(s).map(row => ({ agent_id: row.agent.id, agent_name: row.agent.name, ...line(row) }))

  const of = (s: Sheet, people: Person[]): Sheet => ({
    runs: s.runs.filter(r => people.includes(r.person)),
    bookings: s.bookings.filter(b => people.includes(b.person)),
  })

  const inTeam = (s: Sheet, people: Person[], { id }: { id: string }): Sheet =>
    of(
      s,
      people.filter(p => p.team_id === id),
    )

  const daily = (s: Sheet, span: Span) => {
    const spent = Map.groupBy(s.bookings, b => dayOf(b.at))
    const ran = Map.groupBy(s.runs, r => dayOf(r.created_at))
    const days = []
    for (let at = span.from; at < Math.min(span.to, midnight() + DAY); at += DAY) {
      const date = dayOf(at)
      days.push({ date, ...line({ runs: ran.get(date) ?? [], bookings: spent.get(date) ?? [] }) })
    }
    return days
  }

  const figure = (path: string, perMinute: number, handler: (call: Call) => unknown) =>
    app.add('GET', path, 'analytics:read', handler, perMinute)

  const report = (
    path: string,
    perMinute: number,
    bounds: { ge: number; le: number },
    rows: (s: Sheet, people: Person[], span: Span, call: Call) => unknown,
  ) => {
    figure(path, perMinute, call => {
      const people = overseen(call)
      const span = lastDays(asked(call, q => q.int('days', bounds)) ?? 30)
      return rows(sheet(people, span), people, span, call)
    })
  }

  figure('/insights/summary', 30, call => {
    const people = overseen(call)
    const period = asked(call, q => q.choice('period', ['today', '7d', '30d', '90d', 'month'])) ?? '30d'
    const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[period]
    const span = days === undefined ? monthSpan(thisMonth()) : lastDays(days)
    const s = sheet(people, span)
    const models = [...Map.groupBy(s.runs, r => r.agent.model)].map(([model, runs]) => ({
      model,
      runs: runs.length,
    }))
    return {
      period,
      total_runs: s.runs.length,
      finished_runs: s.runs.filter(r => r.status === 'finished').length,
      failed_runs: s.runs.filter(r => r.status === 'error').length,
      success_rate: successRate(s.runs),
      runs_per_day: daily(s, span).map(({ date, runs }) => ({ date, runs })),
      active_agents: new Set(s.runs.map(r => r.agent)).size,
      active_users: new Set(s.runs.map(r => r.person)).size,
      messages: s.runs.reduce((sum, r) => sum + r.messages, 0),
      cost_euros: euros(total(s.bookings)),
      prompt_cache_saving_euros: euros(s.bookings.reduce((sum, b) => sum + b.saved, 0)),
      top_models: models.sort((a, b) => b.runs - a.runs),
      generated_at: new Date().toISOString(),
    }
  })

  report('/admin/agents/stats', 20, WEEKS, s =>
    agentsIn(s).map(row => ({
      agent_id: row.agent.id,
      agent_name: row.agent.name,
      runs: row.runs.length,
      success_rate: successRate(row.runs),
      cost_euros: euros(total(row.bookings)),
      tokens: row.bookings.reduce((sum, b) => sum + b.tokens, 0),
      top_users: [...Map.groupBy(row.runs, r => r.person.id)]
        .map(([user_id, runs]) => ({ user_id, name: runs[0]?.person.name ?? '', runs: runs.length }))
        .sort((a, b) => b.runs - a.runs)
        .slice(0, 3),
    })),
  )
  report('/admin/agents/usage-by-user', 18, WEEKS, (s, people) =>
    people.map(p => {
      const own = of(s, [p])
      return { user_id: p.id, name: p.name, ...line(own), agents: split(own) }
    }),
  )
  report('/admin/agents/usage-by-team', 16, WEEKS, (s, people, _span, call) =>
    db.teamsOf(call.me).map(t => {
      const own = inTeam(s, people, t)
      return { team_id: t.id, name: t.name, ...line(own), agents: split(own) }
    }),
  )
  report('/admin/wallet/org/spend-by-agent', 15, YEAR, s => split(s))
  report('/admin/wallet/org/spend-by-model', 15, YEAR, s =>
    [...Map.groupBy(s.bookings, b => b.agent.model)].map(([model, bookings]) => ({
      model,
      cost_euros: euros(total(bookings)),
      tokens: bookings.reduce((sum, b) => sum + b.tokens, 0),
    })),
  )
  report('/admin/wallet/org/spend-by-team', 15, YEAR, (s, people, _span, call) =>
    db.teamsOf(call.me).map(t => ({
      team_id: t.id,
      name: t.name,
      cost_euros: euros(total(inTeam(s, people, t).bookings)),
    })),
  )
  report('/admin/wallet/org/spend-by-user', 15, YEAR, (s, people) =>
    people.map(p => ({ user_id: p.id, name: p.name, cost_euros: euros(total(of(s, [p]).bookings)) })),
  )
  report('/admin/wallet/org/spend-over-time', 12, YEAR, (s, _people, span) => daily(s, span))

  figure('/admin/wallet/team-stats', 14, call => {
    const everybody = overseen(call)
    const { days, groupBy, teamId } = asked(call, q => ({
      days: q.int('days', YEAR) ?? 30,
      groupBy: q.choice('group_by', ['member', 'agent', 'team', 'day']) ?? 'member',
      teamId: q.text('team_id'),
    }))
    const teams = db.teamsOf(call.me).filter(t => teamId === null || t.id === teamId)
    if (teamId !== null && teams.length === 0) throw new HTTPException(404, 'Team not found')
    const people = everybody.filter(p => teams.some(t => t.id === p.team_id))
    const span = lastDays(days)
    const s = sheet(people, span)
    if (groupBy === 'agent') return split(s)
    if (groupBy === 'day') return daily(s, span)
    if (groupBy === 'team') {
      return teams.map(t => ({
        team_id: t.id,
        name: t.name,
        ...line(inTeam(s, people, t)),
      }))
    }
    return people.map(p => ({ user_id: p.id, name: p.name, team_id: p.team_id, ...line(of(s, [p])) }))
  })

  figure('/wallet', 25, call => {
    const people = overseen(call)
    const spent = total(db.ledger.filter(b => b.tenant === call.me.tenant))
    return {
      currency: 'EUR',
      balance_euros: euros(TOP_UP_UNITS - spent),
      spend_today_euros: euros(total(sheet(people, lastDays(1)).bookings)),
      spend_last_30_days_euros: euros(total(sheet(people, lastDays(30)).bookings)),
      auto_top_up: false,
    }
  })

  figure('/wallet/my-usage', 22, call => {
    const s = sheet([call.me], lastDays(30))
    return {
      user_id: call.me.id,
      days: 30,
      runs: s.runs.length,
      cost_euros: euros(total(s.bookings)),
      spend_today_euros: euros(total(sheet([call.me], lastDays(1)).bookings)),
      agents: split(s),
    }
  })

  figure('/wallet/monthly-statement', 10, call => {
    const people = overseen(call)
    const month = asked(call, q => q.month('month')) ?? thisMonth()
    const span = monthSpan(month)
    const s = sheet(people, span)
    const subscription = call.me.role === 'admin' && span.from <= Date.now() ? SUBSCRIPTION_UNITS : 0
    const runs = total(s.bookings)
    return {
      month,
      total_euros: euros(subscription + runs),
      subscription_euros: euros(subscription),
      usage_euros: 0,
      agent_runs_euros: euros(runs),
      agent_runs: s.runs.length,
      lines: [
        { kind: 'subscription', label: 'Plan Team', amount_euros: euros(subscription) },
        { kind: 'usage', label: 'Chat (included in the plan)', amount_euros: 0 },
        ...split(s).map(a => ({
          kind: 'agent_runs',
          label: `${a.runs} × ${a.agent_name}`,
          amount_euros: a.cost_euros,
        })),
      ],
      is_final: span.to <= Date.now(),
    }
  })

  figure('/settings/entitlements', 28, call => {
    overseen(call)
    const inTenant = <T extends { tenant: string }>(items: Iterable<T>) =>
      [...items].filter(i => i.tenant === call.me.tenant).length
    return {
      plan: 'team',
      caps: { agents: 50, users: 25, workflow_runs_per_month: 500, knowledge_bases: 20 },
      features: { workflows: true, approvals: true, agency: true, single_sign_on: false },
      usage: {
        agents: inTenant(db.agents.values()),
        users: inTenant(db.people),
        knowledge_bases: inTenant(db.knowledge),
      },
      upgrade_targets: ['business', 'enterprise'],
    }
  })

  figure('/dashboard/stats', 30, call => {
    const people = overseen(call)
    const zone = call.query.getAll('tz').at(-1) ?? 'UTC'
    let clock: Intl.DateTimeFormat
    try {
      clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    } catch {
      return refuse([{ type: 'value_error', loc: ['query', 'tz'], msg: 'Unknown time zone', input: zone }])
    }
    const runs = [...db.runs.values()].filter(r => people.includes(r.person))
    const today = clock.format(Date.now())
    return {
      tz: zone,
      agents: [...db.agents.values()].filter(a => db.seesAgent(call.me, a)).length,
      runs: runs.length,
      runs_today: runs.filter(r => clock.format(r.created_at) === today).length,
      pending_approvals: [...db.approvals.values()].filter(
        a => a.tenant === call.me.tenant && a.status === 'pending',
      ).length,
    }
  })
}
