/** A manager's totals equal what an admin sees of the manager's own teams, and not of another team. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'
import {
  type AnalyticsFigures,
  FIGURE,
  readAnalytics,
  round,
  shows,
  summaryOf,
  sumOf,
  type What,
} from './analytics-figures.ts'
import { type Kind, labelOf, rowsOf } from './read-rows.ts'
import { ROWS } from './row-endpoints.ts'

/** The totals of one reply. */
interface Whole {
  id: string
  kind: Kind | 'summary'
  exchange: Exchange
  figures: Partial<Record<What, number>>
  slack: number
}

const managers = scenario({
  id: 'analytics/manager-figures',
  title: 'A manager sees as much as an admin sees of the own teams',
  requirements: ['ROLE-11', ...ROWS.map(it => it.manager)],
  needs: { capability: 'analytics', scopes: ['analytics:read'], role: 'manager' },
  cost: { analytics: { ...Object.fromEntries(ROWS.map(it => [it.operation, 1])), getInsightsSummary: 1 } },
  closing: true,
  async run(t) {
    const key = t.keys.role('manager', 'analytics:read')
    const analytics = await readAnalytics(t)
    const teams = teamsOf(analytics)
    if (teams.size < 2) return t.notExercised(t.scenario.requirements, 'two teams with history')
    const wholes = await wholesFor(t, key)
    const mine = wholes.flatMap(({ kind, exchange }) =>
      kind === 'team' ? rowsOf(exchange.json, 'team').flatMap(row => labelOf(row, 'team') ?? []) : [],
    )
    const own = { ...NOTHING }
    for (const [team, figures] of teams)
      if (mine.includes(team))
        for (const what of ['runs', 'cost', 'costOfRuns'] as const) own[what] += figures[what]
    if (own.runs === 0 || own.cost === 0 || [...teams.keys()].every(team => mine.includes(team)))
      return t.notExercised(t.scenario.requirements, 'a manager of a team with history, and another team')
    const others = [...teams].filter(([team]) => !mine.includes(team))
    for (const whole of wholes) judgeWhole(t, whole, own, others, analytics)
    t.notExercised(
      t.scenario.requirements,
      'figures of a manager that contradict those of the teams: none seen',
    )
  },
})

/** The total spend, and the part of it that runs cost: a completion without an agent is not a run. */
type Figures = Record<What | 'costOfRuns', number>
const NOTHING: Figures = { runs: 0, cost: 0, costOfRuns: 0 }

/** The figures of each team as an admin sees them. */
function teamsOf(analytics: AnalyticsFigures): Map<string, Figures> {
  const teams = new Map<string, Figures>()
  for (const [operation, what, name] of [
    ['getUsageByTeam', 'runs', 'runs'],
    ['getUsageByTeam', 'cost', 'costOfRuns'],
    ['getSpendByTeam', 'cost', 'cost'],
  ] as const)
    for (const row of analytics.breakdowns.get(operation)?.get(90)?.rows ?? []) {
      const [team, figure] = [labelOf(row, 'team'), FIGURE[what](row)]
      if (team === undefined || figure === undefined) continue
      teams.set(team, { ...(teams.get(team) ?? NOTHING), [name]: figure })
    }
  return teams
}

function wholesFor(t: Trial, key: Key): Promise<Whole[]> {
  const rows = ROWS.map(async (it): Promise<Whole[]> => {
    const exchange = await t.call(it.operation, { key, query: { days: 90 } })
    if (exchange.status !== 200) return []
    const found = { rows: rowsOf(exchange.json, it.kind) }
    const figures: Whole['figures'] = {}
    for (const what of ['runs', 'cost'] as const)
      if (found.rows.length === 0 ? it.figures.includes(what) : shows(found, what))
        figures[what] = sumOf(found, what).value
    const { slack } = sumOf(found, 'cost')
    return [{ id: it.manager, kind: it.kind, exchange, figures, slack }]
  })
  const summary = async (): Promise<Whole[]> => {
    const exchange = await t.call('getInsightsSummary', { key, query: { period: '90d' } })
    if (exchange.status !== 200) return []
    const { runs, cost } = summaryOf(exchange)
    const figures = { ...(runs !== undefined && { runs }), ...(cost !== undefined && { cost }) }
    return [{ id: 'ROLE-11', kind: 'summary', exchange, figures, slack: 0.01 }]
  }
  return Promise.all([...rows, summary()]).then(all => all.flat())
}

function judgeWhole(
  t: Trial,
  { id, kind, exchange, figures, slack }: Whole,
  own: Figures,
  others: readonly (readonly [team: string, figures: Figures])[],
  analytics: AnalyticsFigures,
) {
  const room = { runs: analytics.grown.runs, cost: analytics.grown.cost + slack }
  const near = (what: What, figure: number, part: number) =>
    Math.abs((figures[what] ?? Number.NaN) - figure) <= part * figure + room[what]
  const isOwn = (what: What) =>
    near(what, own[what], 0.02) || (what === 'cost' && near(what, own.costOfRuns, 0.02))
  for (const what of ['runs', 'cost'] as const) {
    const value = figures[what]
    if (value === undefined || isOwn(what)) continue
    const sentence = `a manager sees ${what} of ${round(value)}, the own teams have ${round(own[what])}`
    const least = what === 'runs' ? 10 : 0.05
    // Figures may be equal by chance: not blamed on another team where other figures match the manager's own teams.
    const theirs = others.find(([, other]) => other[what] >= least && near(what, other[what], 0.002))
    if (theirs && !isOwn('runs') && !isOwn('cost'))
      return t.violated(id, `${sentence}, the team ${theirs[0]} has as much as that`, exchange)
    // Spend without an agent or without a user has no row by agent or model.
    const partial = kind === 'agent' || kind === 'model'
    const less = what === 'cost' ? Math.min(own.cost, own.costOfRuns || own.cost) : own.runs
    if (value === 0 || (!partial && value < 0.85 * less - room[what]))
      return t.violated(id, sentence, exchange)
  }
}

export const managerFigureScenarios: readonly Scenario[] = [managers]
