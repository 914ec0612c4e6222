/** The team statistics under their four groupings, and beside the spend by team. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import type { Json } from '../../reading/find-value.ts'
import { FIGURE, quarterOf, readLedger, round, shows, sumOf } from './ledger-readings.ts'
import { type Kind, labelOf, rowsOf } from './read-rows.ts'
import { adminKey } from './rows.check.ts'

/** What each is stated for, how it is asked for, and what its rows are about. */
export const GROUPS: readonly [string, string, Kind][] = [
  ['SPEND-01', 'member', 'user'],
  ['SPEND-02', 'agent', 'agent'],
  ['SPEND-03', 'team', 'team'],
  ['SPEND-04', 'day', 'day'],
]

interface Group {
  id: string
  group: string
  exchange: Exchange
  rows: Json[]
}

/**
 * One after the other, and the first once more: what it shows alike did not move. Of a quarter; its bounds are not
 * stated, so of no stated time where that is refused.
 */
export const readGroups = (t: Trial): Promise<Group[]> =>
  t.once('groupings', async () => {
    const key = adminKey(t)
    const groups: Group[] = []
    for (const [id, group_by, kind] of [...GROUPS, ...GROUPS.slice(0, 1)]) {
      const quarter = await t.call('getTeamStats', { key, query: { group_by, days: 90 } })
      const exchange =
        quarter.status === 422 ? await t.call('getTeamStats', { key, query: { group_by } }) : quarter
      groups.push({ id, group: group_by, exchange, rows: rowsOf(exchange.json, kind) })
    }
    return groups
  })

/** The same people under four groupings: three that agree are right. */
const groupings = scenario({
  id: 'analytics/groupings',
  title: 'The team statistics come to the same whichever way they are grouped',
  requirements: ['SPEND-01', 'SPEND-02', 'SPEND-03', 'SPEND-04', 'SPEND-12'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { getTeamStats: 5 } },
  closing: true,
  async run(t) {
    const read = await readGroups(t)
    const refused = read.find(({ exchange }) => exchange.status !== 200 || !exchange.url.includes('days='))
    if (refused)
      return t.notExercised(t.scenario.requirements, 'team statistics of 90 days', refused.exchange)
    for (const what of ['runs', 'cost'] as const) {
      const sums = read.map(one => ({ ...one, ...sumOf(one, what) }))
      const [first, again] = [sums[0]?.value ?? 0, sums[4]?.value ?? 0]
      const named = sums.every(({ rows }) => rows.length === 0 || shows({ rows }, what))
      if (!named || first === 0) continue
      for (const one of sums.slice(0, 4)) {
        const others = sums.slice(0, 4).filter(it => it !== one)
        const room = Math.abs(again - first) + sums.reduce((sum, { slack }) => sum + slack, 0)
        const values = others.map(it => it.value)
        const [low, high] = [Math.min(...values), Math.max(...values)]
        const alike = high - low <= 0.01 * high + room
        const off = one.value < 0.95 * low - room || one.value > 1.05 * high + room
        // What no agent did (a chat completion) has no row by agent; who is in two teams stands in both.
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
    await spendOfTeams(t, read[2]?.rows ?? [], read[2]?.exchange)
    t.notExercised(t.scenario.requirements, 'groupings that contradict each other: none were seen')
  },
})

/** Where the statistics by team come to all that was spent, the spend of each team is theirs. */
async function spendOfTeams(t: Trial, rows: readonly Json[], exchange: Exchange | undefined) {
  const ledger = await readLedger(t)
  const [teams, over] = [quarterOf(ledger, 'getSpendByTeam'), quarterOf(ledger, 'getSpendOverTime')]
  if (!teams || !over || !exchange || !shows({ rows: [...rows] }, 'cost') || !shows(teams, 'cost')) return
  const [stats, days, spend] = [sumOf({ rows: [...rows] }, 'cost'), sumOf(over, 'cost'), sumOf(teams, 'cost')]
  const apart = Math.abs(stats.value - days.value)
  const rounding = stats.slack + spend.slack + days.slack + ledger.grown.cost
  if (days.value === 0 || apart > 0.01 * days.value + rounding) return
  // What came in between the two replies may all be one team's.
  const room = rounding + apart
  for (const row of rows) {
    const label = labelOf(row, 'team')
    const shown = teams.rows.find(one => labelOf(one, 'team') === label)
    const [mine, theirs] = [FIGURE.cost(row) ?? 0, (shown && FIGURE.cost(shown)) ?? 0]
    if (shown === undefined || Math.abs(mine - theirs) <= 0.02 * mine + room) continue
    const said = `the team ${label} spent ${round(theirs)} in 90 days, and ${round(mine)} by the team statistics`
    return t.violated('SPEND-12', said, teams.exchange, exchange)
  }
}

export const groupingScenarios: readonly Scenario[] = [groupings]
