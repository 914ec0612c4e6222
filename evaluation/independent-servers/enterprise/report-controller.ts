// Reports: one book of charges and one set of runs, cut in many ways.
import { Parameters } from './constraints.ts'
import { type Answer, type Endpoint, type Exchange, listing, on, Problem, record } from './kernel.ts'
import {
  type Charge,
  DAY_MS,
  euro,
  isoDay,
  type Member,
  type RunEntity,
  type Store,
  type TeamRecord,
} from './model.ts'

const PLAN_FEE = 9_900_000
const PREPAID = 250_000_000

interface Range {
  from: number
  until: number
}

class Sheet {
  readonly members: Member[]
  readonly runs: RunEntity[]
  readonly charges: Charge[]
  constructor(members: Member[], runs: RunEntity[], charges: Charge[]) {
    this.members = members
    this.runs = runs
    this.charges = charges
  }

  static drawn(store: Store, members: Member[], range: Range): Sheet {
    return new Sheet(members, [...store.runs.values()], store.charges).of(members).within(range)
  }

  of(members: Member[]): Sheet {
    const ids = new Set(members.map(m => m.id))
    return new Sheet(
      members,
      this.runs.filter(r => ids.has(r.owner.id)),
      this.charges.filter(c => ids.has(c.member.id)),
    )
  }

  within({ from, until }: Range): Sheet {
    return new Sheet(
      this.members,
      this.runs.filter(r => r.createdAt >= from && r.createdAt < until),
      this.charges.filter(c => c.at >= from && c.at < until),
    )
  }

  get mills(): number {
    return this.charges.reduce((sum, c) => sum + c.mills, 0)
  }

  get tokens(): number {
    return this.charges.reduce((sum, c) => sum + c.tokens, 0)
  }

  /** Percentage of the ended runs that succeeded, with one decimal; null when none has ended. */
  get successRate(): string | null {
    const good = this.runs.filter(r => r.state === 'succeeded').length
    const all = good + this.runs.filter(r => r.state === 'faulted').length
    return all === 0 ? null : ((good / all) * 100).toFixed(1)
  }

  perAgent(): { agent_id: string; agentName: string; sheet: Sheet }[] {
    const names = new Map<string, string>()
    for (const r of this.runs) names.set(r.agent.id, r.agent.name)
    for (const c of this.charges) names.set(c.agent.id, c.agent.name)
    return [...names].map(([agent_id, agentName]) => ({
      agent_id,
      agentName,
      sheet: new Sheet(
        this.members,
        this.runs.filter(r => r.agent.id === agent_id),
        this.charges.filter(c => c.agent.id === agent_id),
      ),
    }))
  }

  figures() {
    return { runs: this.runs.length, cost: euro(this.mills) }
  }

  agentLines() {
    return this.perAgent().map(({ sheet, ...agent }) => ({ ...agent, ...sheet.figures() }))
  }

  dayLines({ from, until }: Range) {
    const lines = []
    for (let day = from; day < until; day += DAY_MS) {
      lines.push({ day: isoDay(day), ...this.within({ from: day, until: day + DAY_MS }).figures() })
    }
    return lines
  }
}

const tomorrow = (): number => (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
const recent = (days: number): Range => ({ from: tomorrow() - days * DAY_MS, until: tomorrow() })
const wholeMonth = (month: string): Range => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: Date.UTC(year, number - 1), until: Date.UTC(year, number) }
}

export function reportController(store: Store): Endpoint[] {
  /** The people in view: all for an admin, the own teams for a manager; members are turned away. */
  const audience = (caller: Member): Member[] => {
    if (caller.role === 'member')
      throw Problem.forbidden('Workspace reports are reserved for admins and managers')
    return store.subordinates(caller)
  }

  const staff = (sheet: Sheet, team: TeamRecord): Member[] => sheet.members.filter(m => m.teamId === team.id)

  const report = (
    path: string,
    quota: number,
    draw: (sheet: Sheet, range: Range, x: Exchange) => unknown[],
  ): Endpoint =>
    single(path, quota, x => {
      const members = audience(x.caller)
      const range = recent(new Parameters(x.search).whole('days', 7, 90) ?? 14)
      return listing(draw(Sheet.drawn(store, members, range), range, x))
    })

  const single = (path: string, quota: number, serve: (x: Exchange) => Answer): Endpoint =>
    on(`GET ${path}`, 'analytics:read', serve, quota)

  const perMember = (sheet: Sheet) =>
    sheet.members.map(m => ({ userId: m.id, userName: m.name, teamId: m.teamId, ...sheet.of([m]).figures() }))

  const perTeam = (sheet: Sheet, teams: TeamRecord[]) =>
    teams.map(t => ({ teamId: t.id, teamName: t.name, ...sheet.of(staff(sheet, t)).figures() }))

  const topUsers = (sheet: Sheet) =>
    sheet.members
      .map(m => ({ userId: m.id, runs: sheet.of([m]).runs.length }))
      .filter(line => line.runs > 0)
      .sort((a, b) => b.runs - a.runs)
      .slice(0, 5)

  const insights = (x: Exchange): Answer => {
    const members = audience(x.caller)
    const period = new Parameters(x.search).one('period', ['today', '7d', '30d', '90d', 'month']) ?? '7d'
    const month = isoDay(Date.now()).slice(0, 7)
    const fixed = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[period]
    const range = fixed === undefined ? { from: wholeMonth(month).from, until: tomorrow() } : recent(fixed)
    const sheet = Sheet.drawn(store, members, range)
    const models = new Map<string, number>()
    for (const r of sheet.runs) models.set(r.agent.model, (models.get(r.agent.model) ?? 0) + 1)
    return record({
      period,
      runs: { total: sheet.runs.length, successRatePercent: sheet.successRate },
      runsPerDay: Object.fromEntries(sheet.dayLines(range).map(d => [d.day, d.runs])),
      activeAgents: new Set(sheet.runs.map(r => r.agent.id)).size,
      activeUsers: new Set(sheet.runs.map(r => r.owner.id)).size,
      messages: sheet.runs.reduce((sum, r) => sum + r.messages, 0),
      cost: euro(sheet.mills),
      promptCachingSaving: euro(sheet.charges.reduce((sum, c) => sum + c.savedMills, 0)),
      mostUsedModels: [...models].sort((a, b) => b[1] - a[1]).map(([model, runs]) => ({ model, runs })),
    })
  }

  const teamStats = (x: Exchange): Answer => {
    const members = audience(x.caller)
    const p = new Parameters(x.search)
    const range = recent(p.whole('days', 7, 90) ?? 14)
    const groupBy = p.one('group_by', ['member', 'agent', 'team', 'day']) ?? 'team'
    const teamId = p.text('team_id')
    let teams = store.ledTeams(x.caller)
    if (teamId !== undefined) {
      if (!store.teams.some(t => t.id === teamId && t.tenant === x.caller.tenant))
        throw Problem.notFound('The team')
      teams = teams.filter(t => t.id === teamId)
      if (teams.length === 0) throw Problem.forbidden('This team is led by somebody else')
    }
    const inTeams = members.filter(m => teams.some(t => t.id === m.teamId))
    const sheet = Sheet.drawn(store, inTeams, range)
    if (groupBy === 'agent') return listing(sheet.agentLines())
    if (groupBy === 'day') return listing(sheet.dayLines(range))
    return listing(groupBy === 'team' ? perTeam(sheet, teams) : perMember(sheet))
  }

  const wallet = (x: Exchange): Answer => {
    const members = audience(x.caller)
    const spent = store.charges.filter(c => c.tenant === x.caller.tenant).reduce((sum, c) => sum + c.mills, 0)
    const since = (days: number) => Sheet.drawn(store, members, recent(days)).mills
    return record({
      balance: euro(PREPAID - spent),
      spend: { today: euro(since(1)), last30Days: euro(since(30)) },
    })
  }

  const myUsage = (x: Exchange): Answer => {
    const sheet = Sheet.drawn(store, [x.caller], recent(30))
    return record({
      userId: x.caller.id,
      ...sheet.figures(),
      tokens: sheet.tokens,
      agents: sheet.agentLines(),
    })
  }

  const statement = (x: Exchange): Answer => {
    const members = audience(x.caller)
    const now = isoDay(Date.now()).slice(0, 7)
    const month = new Parameters(x.search).month('month') ?? now
    if (month > now) throw Problem.notFound('A statement of a month to come')
    const range = wholeMonth(month)
    const sheet = Sheet.drawn(store, members, range)
    const fee = x.caller.role === 'admin' ? PLAN_FEE : 0
    const booked = (source: Charge['source']) =>
      sheet.charges.filter(c => c.source === source).reduce((sum, c) => sum + c.mills, 0)
    return record({
      month,
      headline: euro(fee + sheet.mills),
      details: [
        { item: 'Subscription', ...euro(fee) },
        { item: 'Usage (workflows)', ...euro(booked('WORKFLOW')) },
        { item: 'Agent runs', count: sheet.runs.length, ...euro(booked('RUN')) },
      ],
    })
  }

  const entitlements = (x: Exchange): Answer => {
    const count = (things: Iterable<{ tenant: string }>) =>
      [...things].filter(t => t.tenant === x.caller.tenant).length
    return record({
      plan: { code: 'CORPORATE', renews: 'MONTHLY' },
      caps: { agents: 200, seats: 100, knowledgeBases: 50 },
      features: ['WORKFLOWS', 'APPROVALS', 'AGENCY'],
      currentUsage: {
        agents: count(store.agents.values()),
        seats: count(store.members),
        knowledgeBases: count(store.folders),
      },
      upgradeTargets: [{ code: 'GLOBAL' }],
    })
  }

  const dashboard = (x: Exchange): Answer => {
    const tz = new Parameters(x.search).text('tz') ?? 'Etc/UTC'
    try {
      new Intl.DateTimeFormat('en', { timeZone: tz })
    } catch {
      throw Problem.invalid({ field: 'tz', code: 'Parameter', message: 'is not a time zone' })
    }
    const people = [x.caller, ...store.subordinates(x.caller)].map(m => m.id)
    const visible = [...store.runs.values()].filter(r => people.includes(r.owner.id))
    return record({
      tz,
      agents: [...store.agents.values()].filter(a => store.canUse(x.caller, a)).length,
      runs: visible.length,
      pendingApprovals: [...store.approvals.values()].filter(
        a => a.state === 'PENDING' && store.canSeeApproval(x.caller, a),
      ).length,
    })
  }

  const withAgents = (sheet: Sheet) => ({ ...sheet.figures(), agents: sheet.agentLines() })

  return [
    single('/insights/summary', 24, insights),
    report('/admin/agents/stats', 17, sheet =>
      sheet.perAgent().map(({ sheet: own, ...agent }) => ({
        ...agent,
        ...own.figures(),
        successRatePercent: own.successRate,
        tokens: own.tokens,
        topUsers: topUsers(own),
      })),
    ),
    report('/admin/agents/usage-by-user', 13, sheet =>
      sheet.members.map(m => ({ userId: m.id, userName: m.name, ...withAgents(sheet.of([m])) })),
    ),
    report('/admin/agents/usage-by-team', 13, (sheet, _range, x) =>
      store
        .ledTeams(x.caller)
        .map(t => ({ teamId: t.id, teamName: t.name, ...withAgents(sheet.of(staff(sheet, t))) })),
    ),
    report('/admin/wallet/org/spend-by-agent', 11, sheet => sheet.agentLines()),
    report('/admin/wallet/org/spend-by-model', 11, sheet => {
      const mills = new Map<string, number>()
      for (const c of sheet.charges) mills.set(c.agent.model, (mills.get(c.agent.model) ?? 0) + c.mills)
      return [...mills].map(([model, m]) => ({ model, cost: euro(m) }))
    }),
    report('/admin/wallet/org/spend-by-team', 11, (sheet, _range, x) =>
      perTeam(sheet, store.ledTeams(x.caller)),
    ),
    report('/admin/wallet/org/spend-by-user', 11, perMember),
    report('/admin/wallet/org/spend-over-time', 19, (sheet, range) => sheet.dayLines(range)),
    single('/admin/wallet/team-stats', 21, teamStats),
    single('/wallet', 29, wallet),
    single('/wallet/my-usage', 27, myUsage),
    single('/wallet/monthly-statement', 10, statement),
    single('/settings/entitlements', 23, entitlements),
    single('/dashboard/stats', 26, dashboard),
  ]
}
