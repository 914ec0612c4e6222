// Numbers: usage, spend, balance, plan. All of them are read off the same ledger and the same runs.
import { type App, type Call, HTTPException, refuse } from './app.ts'
import { type Booking, DAY, type Database, dayOf, euros, type Person, type Run } from './db.ts'
import { Query } from './schema.ts'

const SUBSCRIPTION_UNITS = 490_000
const TOP_UP_UNITS = 20_000_000

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
const monthSpan = (year: number, month: number): Span => ({
  from: Date.UTC(year, month - 1, 1),
  to: Date.UTC(year, month, 1),
})
const thisMonth = (): Span => monthSpan(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1)
const total = (bookings: Booking[]): number => bookings.reduce((sum, b) => sum + b.units, 0)

function successRate(runs: Run[]): number | null {
  const fine = runs.filter(r => r.status === 'finished').length
  const ended = fine + runs.filter(r => r.status === 'error').length
  return ended === 0 ? null : Number((fine / ended).toFixed(4))
}

function group<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const list = groups.get(key(item))
    if (list) list.push(item)
    else groups.set(key(item), [item])
  }
  return groups
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
    const runs = group(s.runs, r => r.agent.id)
    const bookings = group(s.bookings, b => b.agent.id)
    return [...db.agents.values()]
      .filter(a => runs.has(a.id) || bookings.has(a.id))
      .map(agent => ({ agent, runs: runs.get(agent.id) ?? [], bookings: bookings.get(agent.id) ?? [] }))
  }

  const split = (s: Sheet) =>
    agentsIn(s).map(row => ({
      agent_id: row.agent.id,
      agent_name: row.agent.name,
      runs: row.runs.length,
      cost_euros: euros(total(row.bookings)),
    }))

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
    const spent = group(s.bookings, b => dayOf(b.at))
    const ran = group(s.runs, r => dayOf(r.created_at))
    const days: { date: string; runs: number; cost_euros: number }[] = []
    for (let at = span.from; at < Math.min(span.to, midnight() + DAY); at += DAY) {
      const date = dayOf(at)
      days.push({ date, runs: ran.get(date)?.length ?? 0, cost_euros: euros(total(spent.get(date) ?? [])) })
    }
    return days
  }

  const readDays = (call: Call, ge: number, le: number): Span => {
    const q = new Query(call.query)
    const days = q.int('days', { ge, le }) ?? 30
    if (q.issues.length > 0) refuse(q.issues)
    return lastDays(days)
  }

  const figure = (path: string, perMinute: number, handler: (call: Call) => { json: unknown }) =>
    app.add('GET', path, 'analytics:read', handler, perMinute)

  const report = (
    path: string,
    perMinute: number,
    bounds: [number, number],
    rows: (s: Sheet, people: Person[], span: Span, call: Call) => unknown,
  ) => {
    figure(path, perMinute, call => {
      const people = overseen(call)
      const span = readDays(call, ...bounds)
      return { json: rows(sheet(people, span), people, span, call) }
    })
  }

  figure('/insights/summary', 30, call => {
    const people = overseen(call)
    const q = new Query(call.query)
    const period = q.choice('period', ['today', '7d', '30d', '90d', 'month']) ?? '30d'
    if (q.issues.length > 0) refuse(q.issues)
    const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[period]
    const span = days === undefined ? thisMonth() : lastDays(days)
    const s = sheet(people, span)
    const models = [...group(s.runs, r => r.agent.model)].map(([model, runs]) => ({
      model,
      runs: runs.length,
    }))
    return {
      json: {
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
      },
    }
  })

  report('/admin/agents/stats', 20, [7, 90], s =>
    agentsIn(s).map(row => ({
      agent_id: row.agent.id,
      agent_name: row.agent.name,
      runs: row.runs.length,
      success_rate: successRate(row.runs),
      cost_euros: euros(total(row.bookings)),
      tokens: row.bookings.reduce((sum, b) => sum + b.tokens, 0),
      top_users: [...group(row.runs, r => r.person.id)]
        .map(([user_id, runs]) => ({ user_id, name: runs[0]?.person.name ?? '', runs: runs.length }))
        .sort((a, b) => b.runs - a.runs)
        .slice(0, 3),
    })),
  )
  report('/admin/agents/usage-by-user', 18, [7, 90], (s, people) =>
    people.map(p => {
      const own = of(s, [p])
      const cost_euros = euros(total(own.bookings))
      return { user_id: p.id, name: p.name, runs: own.runs.length, cost_euros, agents: split(own) }
    }),
  )
  report('/admin/agents/usage-by-team', 16, [7, 90], (s, people, _span, call) =>
    db.teamsOf(call.me).map(t => {
      const own = inTeam(s, people, t)
      const cost_euros = euros(total(own.bookings))
      return { team_id: t.id, name: t.name, runs: own.runs.length, cost_euros, agents: split(own) }
    }),
  )
  report('/admin/wallet/org/spend-by-agent', 15, [1, 365], s => split(s))
  report('/admin/wallet/org/spend-by-model', 15, [1, 365], s =>
    [...group(s.bookings, b => b.agent.model)].map(([model, bookings]) => ({
      model,
      cost_euros: euros(total(bookings)),
      tokens: bookings.reduce((sum, b) => sum + b.tokens, 0),
    })),
  )
  report('/admin/wallet/org/spend-by-team', 15, [1, 365], (s, people, _span, call) =>
    db.teamsOf(call.me).map(t => ({
      team_id: t.id,
      name: t.name,
      cost_euros: euros(total(inTeam(s, people, t).bookings)),
    })),
  )
  report('/admin/wallet/org/spend-by-user', 15, [1, 365], (s, people) =>
    people.map(p => ({ user_id: p.id, name: p.name, cost_euros: euros(total(of(s, [p]).bookings)) })),
  )
  report('/admin/wallet/org/spend-over-time', 12, [1, 365], (s, _people, span) => daily(s, span))

  figure('/admin/wallet/team-stats', 14, call => {
    const everybody = overseen(call)
    const q = new Query(call.query)
    const days = q.int('days', { ge: 1, le: 365 }) ?? 30
    const groupBy = q.choice('group_by', ['member', 'agent', 'team', 'day']) ?? 'member'
    const teamId = q.text('team_id')
    if (q.issues.length > 0) refuse(q.issues)
    const teams = db.teamsOf(call.me).filter(t => teamId === null || t.id === teamId)
    if (teamId !== null && teams.length === 0) throw new HTTPException(404, 'Team not found')
    const people = everybody.filter(p => teams.some(t => t.id === p.team_id))
    const span = lastDays(days)
    const s = sheet(people, span)
    if (groupBy === 'agent') return { json: split(s) }
    if (groupBy === 'day') return { json: daily(s, span) }
    const line = (own: Sheet) => ({ runs: own.runs.length, cost_euros: euros(total(own.bookings)) })
    if (groupBy === 'team') {
      return {
        json: teams.map(t => ({
          team_id: t.id,
          name: t.name,
          ...line(inTeam(s, people, t)),
        })),
      }
    }
    return {
      json: people.map(p => ({ user_id: p.id, name: p.name, team_id: p.team_id, ...line(of(s, [p])) })),
    }
  })

  figure('/wallet', 25, call => {
    const people = overseen(call)
    const spent = total(db.ledger.filter(b => b.tenant === call.me.tenant))
    return {
      json: {
        currency: 'EUR',
        balance_euros: euros(TOP_UP_UNITS - spent),
        spend_today_euros: euros(total(sheet(people, lastDays(1)).bookings)),
        spend_last_30_days_euros: euros(total(sheet(people, lastDays(30)).bookings)),
        auto_top_up: false,
      },
    }
  })

  figure('/wallet/my-usage', 22, call => {
    const s = sheet([call.me], lastDays(30))
    return {
      json: {
        user_id: call.me.id,
        days: 30,
        runs: s.runs.length,
        cost_euros: euros(total(s.bookings)),
        spend_today_euros: euros(total(sheet([call.me], lastDays(1)).bookings)),
        agents: split(s),
      },
    }
  })

  figure('/wallet/monthly-statement', 10, call => {
    const people = overseen(call)
    const q = new Query(call.query)
    const now = new Date()
    const month = q.month('month') ?? { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
    if (q.issues.length > 0) refuse(q.issues)
    const span = monthSpan(month.year, month.month)
    const s = sheet(people, span)
    const subscription = call.me.role === 'admin' && span.from <= Date.now() ? SUBSCRIPTION_UNITS : 0
    const runs = total(s.bookings)
    return {
      json: {
        month: dayOf(span.from).slice(0, 7),
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
      },
    }
  })

  figure('/settings/entitlements', 28, call => {
    overseen(call)
    const inTenant = <T extends { tenant: string }>(items: Iterable<T>) =>
      [...items].filter(i => i.tenant === call.me.tenant).length
    return {
      json: {
        plan: 'team',
        caps: { agents: 50, users: 25, workflow_runs_per_month: 500, knowledge_bases: 20 },
        features: { workflows: true, approvals: true, agency: true, single_sign_on: false },
        usage: {
          agents: inTenant(db.agents.values()),
          users: inTenant(db.people),
          knowledge_bases: inTenant(db.knowledge),
        },
        upgrade_targets: ['business', 'enterprise'],
      },
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
      json: {
        tz: zone,
        agents: [...db.agents.values()].filter(a => db.seesAgent(call.me, a)).length,
        runs: runs.length,
        runs_today: runs.filter(r => clock.format(r.created_at) === today).length,
        pending_approvals: [...db.approvals.values()].filter(
          a => a.tenant === call.me.tenant && a.status === 'pending',
        ).length,
      },
    }
  })
}
