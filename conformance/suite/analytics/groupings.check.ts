/**
 * The team statistics under their four groupings, compared with each other and with other figures of the same spend.
 */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  FIGURE,
  quarterOf,
  readAnalytics,
  round,
  shows,
  sumOf,
} from './analytics-figures.ts'
import { type Kind, labelOf, rowsOf } from './read-rows.ts'
import { ROWS } from './row-endpoints.ts'
import { adminKey } from './rows.check.ts'
import { idIn, sameParts, sourceOf, sourcesOf } from './same-parts.ts'

/** Each grouping: the requirement, the query value, and the kind of its rows. */
export const GROUPS: readonly [string, string, Kind][] = [
  ['SPEND-01', 'member', 'user'],
  ['SPEND-02', 'agent', 'agent'],
  ['SPEND-03', 'team', 'team'],
  ['SPEND-04', 'day', 'day'],
]

interface Grouping {
  id: string
  group: string
  kind: Kind
  exchange: Exchange
  rows: Json[]
}

/**
 * Reads the groupings one after the other and the first one again: what is equal in both readings did not move. Asks
 * for 90 days, or for the default window where that is refused, because the bounds are not stated.
 */
export const readGroups = (t: Trial): Promise<Grouping[]> =>
  t.once('groupings', async () => {
    const key = adminKey(t)
    const groups: Grouping[] = []
    for (const [id, group_by, kind] of [...GROUPS, ...GROUPS.slice(0, 1)]) {
      const quarter = await grouped(t, { group_by })
      const exchange =
        quarter.status === 422 ? await t.call('getTeamStats', { key, query: { group_by } }) : quarter
      groups.push({ id, group: group_by, kind, exchange, rows: rowsOf(exchange.json, kind) })
    }
    return groups
  })

const groupings = scenario({
  id: 'analytics/groupings',
  title: 'The team statistics come to the same whichever way they are grouped',
  requirements: [
    ...new Set([
      ...GROUPS.map(([id]) => id),
      ...ROWS.flatMap(it => [it.rows, ...(it.split ? [it.split] : [])]),
      ...['ANA-16', 'ANA-18', 'SPEND-24'],
    ]),
  ],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { getTeamStats: 7 } },
  closing: true,
  async run(t) {
    const read = await readGroups(t)
    const refused = read.find(({ exchange }) => exchange.status !== 200 || !exchange.url.includes('days='))
    if (refused)
      return t.notExercised(t.scenario.requirements, 'team statistics of 90 days', refused.exchange)
    const analytics = await readAnalytics(t)
    oddOneOut(t, read)
    otherThings(t, analytics, read)
    for (const { id, group, kind, exchange, rows } of read.slice(0, 3)) {
      if (kind !== 'user' && kind !== 'agent' && kind !== 'team') continue
      for (const what of ['runs', 'cost'] as const) {
        const mine = sourceOf({ id, name: `getTeamStats by ${group}`, kind, exchange }, rows, what)
        if (mine) sameParts(t, [...sourcesOf(analytics, kind, what), mine], analytics.grown[what], what)
      }
    }
    const [, , teams] = read
    if (teams) {
      spendOfTeams(t, analytics, teams)
      await narrowed(t, read, teams)
    }
    t.notExercised(t.scenario.requirements, 'groupings that contradict each other: none were seen')
  },
})

const grouped = (t: Trial, query: Record<string, string>) =>
  t.call('getTeamStats', { key: adminKey(t), query: { ...query, days: 90 } })

/** Four groupings of the same people: where three agree, the fourth is wrong. */
function oddOneOut(t: Trial, read: readonly Grouping[]) {
  for (const what of ['runs', 'cost'] as const) {
    const sums = read.map(one => ({ ...one, ...sumOf(one, what) }))
    const [first, again] = [sums[0]?.value ?? 0, sums[4]?.value ?? 0]
    const named = sums.every(({ rows }) => rows.length === 0 || shows({ rows }, what))
    if (!named || first === 0) continue
    for (const one of sums.slice(0, 4)) {
      // Spend without an agent, such as chat completions, has no row by agent: compare the other groupings.
      const others = sums.slice(0, 4).filter(it => it !== one && it.group !== 'agent')
      const room = Math.abs(again - first) + sums.reduce((sum, { slack }) => sum + slack, 0)
      const values = others.map(it => it.value)
      const [low, high] = [Math.min(...values), Math.max(...values)]
      const alike = high - low <= 0.01 * high + room
      const off = one.value < 0.95 * low - room || one.value > 1.05 * high + room
      // A person in two teams is counted in both.
      const lawful = one.group === 'agent' ? one.value < low : one.group === 'team' && one.value > high
      if (alike && off && !lawful)
        t.violated(
          one.id,
          `grouped by ${one.group} the ${what} come to ${round(one.value)}, grouped otherwise to ${round(high)}`,
          one.exchange,
          ...others.map(it => it.exchange).slice(0, 1),
        )
    }
  }
}

/** Rows that belong to another grouping, or a single row for all days. */
function otherThings(t: Trial, analytics: AnalyticsFigures, read: readonly Grouping[]) {
  const [members, ...others] = read.slice(0, 4)
  const people = members?.rows ?? []
  for (const one of others) {
    if (
      !members ||
      one.rows.length < 3 ||
      !one.rows.every(row => people.some(it => isNamedAs(row, one.kind, it)))
    )
      continue
    const sentence = `grouped by ${one.group} the rows are about members, such as ${t.quote(one.rows[0])}`
    t.violated(one.id, sentence, one.exchange, members.exchange)
  }
  const over = quarterOf(analytics, 'getSpendOverTime')
  const days = read.find(({ group }) => group === 'day')
  const spent = over?.rows.filter(row => (FIGURE.cost(row) ?? 0) > 0).length ?? 0
  if (
    over &&
    days?.rows.length === 1 &&
    spent >= 5 &&
    sumOf(days, 'cost').value >= 0.9 * sumOf(over, 'cost').value
  )
    t.violated(
      'SPEND-04',
      `grouped by day there is one row, and something was spent on ${spent} days`,
      days.exchange,
      over.exchange,
    )
}

/** Numeric ids may repeat across kinds: only the same id with the same name is the same thing. */
function isNamedAs(row: Json, kind: Kind, member: Json): boolean {
  const [id, theirs] = [
    idIn(row, kind) ?? labelOf(row, kind),
    idIn(member, 'user') ?? labelOf(member, 'user'),
  ]
  const names = Object.values(member).filter(one => typeof one === 'string' && one !== id)
  return (
    id !== undefined &&
    id === theirs &&
    Object.values(row).some(one => names.includes(one) && /\p{L}{3}/u.test(String(one)))
  )
}

/** Where the team statistics add up to the total spend, each team's spend must be its own. */
function spendOfTeams(t: Trial, analytics: AnalyticsFigures, { rows, exchange }: Grouping) {
  const [teams, over] = [quarterOf(analytics, 'getSpendByTeam'), quarterOf(analytics, 'getSpendOverTime')]
  if (!teams || !over || !shows({ rows }, 'cost') || !shows(teams, 'cost')) return
  const [stats, days, spend] = [sumOf({ rows }, 'cost'), sumOf(over, 'cost'), sumOf(teams, 'cost')]
  const apart = Math.abs(stats.value - days.value)
  const rounding = stats.slack + spend.slack + days.slack + analytics.grown.cost
  if (days.value === 0 || apart > 0.01 * days.value + rounding) return
  // Growth between the two replies may belong to a single team.
  const room = rounding + apart
  for (const row of rows) {
    const label = labelOf(row, 'team')
    const shown = teams.rows.find(one => labelOf(one, 'team') === label)
    const [mine, theirs] = [FIGURE.cost(row) ?? 0, (shown && FIGURE.cost(shown)) ?? 0]
    if (shown === undefined || Math.abs(mine - theirs) <= 0.02 * mine + room) continue
    const sentence = `the team ${label} spent ${round(theirs)} in 90 days, and ${round(mine)} by the team statistics`
    return t.violated('SPEND-12', sentence, teams.exchange, exchange)
  }
}

/** With team_id, under every grouping, the spend of other teams is left out. */
async function narrowed(t: Trial, read: readonly Grouping[], { rows, exchange }: Grouping) {
  const [team] = rows
    .filter(row => (FIGURE.cost(row) ?? 0) > 0.02 && labelOf(row, 'team') !== undefined)
    .toSorted((a, b) => (FIGURE.cost(a) ?? 0) - (FIGURE.cost(b) ?? 0))
  const spent = (team && FIGURE.cost(team)) ?? 0
  const team_id = (team && (idIn(team, 'team') ?? labelOf(team, 'team'))) ?? ''
  for (const { group, kind, rows: all } of read.slice(0, 4)) {
    const whole = sumOf({ rows: all }, 'cost')
    if (group === 'team' || group === 'member' || !team || spent > 0.8 * whole.value) continue
    if (!t.isFree('getTeamStats')) return
    const one = await grouped(t, { group_by: group, team_id })
    const sum = sumOf({ rows: rowsOf(one.json, kind) }, 'cost')
    // Spend between the two reads is small compared with that of the other teams.
    if (one.status !== 200 || sum.value < 0.98 * whole.value - whole.slack) continue
    const sentence = `the team ${team_id} spent ${round(spent)} in 90 days; grouped by ${group} with team_id=${team_id} it is ${round(sum.value)}, as without`
    return t.violated('SPEND-24', sentence, one, exchange)
  }
}

export const groupingScenarios: readonly Scenario[] = [groupings]
