/** The same agent, person, team or day has the same figures on every endpoint (section 4.6). */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json } from '../../extract/find-value.ts'
import { agents } from '../discover.ts'
import {
  type AnalyticsFigures,
  FIGURE,
  quarterOf,
  readAnalytics,
  round,
  shows,
  sumOf,
} from './analytics-figures.ts'
import { emptyTeams } from './empty-teams.ts'
import { mostUsedModels } from './most-used-models.ts'
import { movingFigures } from './moving-figures.ts'
import { ROWS } from './row-endpoints.ts'
import { idIn, sameParts, sourcesOf } from './same-parts.ts'
import { splitsByAgent } from './splits-by-agent.ts'
import { activeAgents, summaryContradictions } from './summary-contradictions.ts'
import { topUsers } from './top-users.ts'

const HEADS = ['getSpendByAgent', 'getSpendByModel', 'getSpendByUser'] as const

const contradictions = scenario({
  id: 'analytics/contradictions',
  title: 'Figures of the same agent, person, team or day are the same wherever they are shown',
  requirements: [
    ...ROWS.map(it => it.rows),
    ...[
      'ANA-07',
      'ANA-08',
      'ANA-09',
      'ANA-10',
      'ANA-11',
      'ANA-12',
      'ANA-13',
      'ANA-15',
      'ANA-16',
      'ANA-18',
      'ANA-20',
      'ANA-27',
      'ANA-31',
    ],
    ...['SPEND-01', 'SPEND-02', 'SPEND-03', 'SPEND-04'],
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: {
    analytics: {
      ...Object.fromEntries(ROWS.map(it => [it.operation, 4])),
      getInsightsSummary: 6,
      getTeamStats: 1,
    },
  },
  closing: true,
  async run(t) {
    const analytics = await readAnalytics(t)
    names(t, analytics)
    wholes(t, analytics)
    emptyTeams(t, analytics)
    for (const kind of ['agent', 'user', 'team'] as const)
      for (const what of ['runs', 'cost'] as const)
        sameParts(t, sourcesOf(analytics, kind, what), analytics.grown[what], what)
    summaryContradictions(t, analytics)
    movingFigures(t, analytics)
    await topUsers(t, analytics)
    await mostUsedModels(t, analytics)
    const known = await agents(t).catch(() => [])
    splitsByAgent(
      t,
      analytics,
      known.map(({ record }) => record),
    )
    await activeAgents(t, analytics, known.length)
    t.notExercised(t.scenario.requirements, 'figures that contradict each other: none were seen')
  },
})

/** An agent, a person and a team have the same id in every breakdown (section 4.6). */
function names(t: Trial, analytics: AnalyticsFigures) {
  for (const kind of ['agent', 'user', 'team'] as const) {
    const found = ROWS.filter(it => it.kind === kind).flatMap(it => {
      const one = quarterOf(analytics, it.operation)
      const spending = one?.rows.filter(row => it.figures.some(what => (FIGURE[what](row) ?? 0) > 0)) ?? []
      const ids = spending.flatMap(row => idIn(row, kind) ?? [])
      return one && ids.length > 0 ? [{ it, one, ids, all: one.rows.flatMap(textsIn) }] : []
    })
    for (const mine of found) {
      const others = found.filter(one => one !== mine)
      const strange = others.filter(one => !one.ids.some(id => mine.ids.includes(id)))
      // The id appears elsewhere as a name: the rows are about the same things, under the wrong member.
      const other = strange.find(one => one.ids.some(id => mine.all.includes(id)))
      if (!other || strange.length < Math.max(1, others.length - 1)) continue
      const sentence = `the ${kind}s have the ids ${mine.ids.slice(0, 3).join(', ')}, which ${other.it.operation} calls ${other.ids.slice(0, 3).join(', ')}`
      if (others.length > 1 || kind !== 'team') {
        t.violated(mine.it.rows, sentence, mine.one.exchange, other.one.exchange)
        return
      }
    }
  }
}

const textsIn = (row: Json): string[] => Object.values(row).flatMap(value => asId(value) ?? [])

/** The daily series cover everything: no total exceeds their sum where other figures agree with the sum. */
function wholes(t: Trial, analytics: AnalyticsFigures) {
  const over = quarterOf(analytics, 'getSpendOverTime')
  if (!over || !shows(over, 'cost') || analytics.stale.has('getSpendOverTime')) return
  const days = sumOf(over, 'cost')
  const heads = HEADS.flatMap(operation => {
    const one = quarterOf(analytics, operation)
    return one && shows(one, 'cost') && !analytics.stale.has(operation)
      ? [{ one, sum: sumOf(one, 'cost'), room: days.slack + sumOf(one, 'cost').slack + analytics.grown.cost }]
      : []
  })
  const agrees = (a: number, b: number, room: number) => Math.abs(a - b) <= 0.01 * Math.max(a, b) + room
  for (const { one, sum, room } of heads) {
    const alike = heads.filter(
      head => head.one !== one && agrees(head.sum.value, sum.value, room + head.room),
    )
    const withDays = heads.filter(
      head => head.one !== one && agrees(head.sum.value, days.value, room + head.room),
    )
    const sentence = `in 90 days the spend over time comes to ${round(days.value)}, ${one.it.operation} to ${round(sum.value)}`
    const more = sum.value > 1.02 * days.value + room
    if (more && alike.length > 0)
      return t.violated(
        'SPEND-18',
        `${sentence}, ${alike[0]?.one.it.operation} to ${round(alike[0]?.sum.value ?? 0)}`,
        over.exchange,
        one.exchange,
      )
    if (more && withDays.length > 0) t.violated(one.it.rows, sentence, one.exchange, over.exchange)
  }
}

export const contradictionScenarios: readonly Scenario[] = [contradictions]
