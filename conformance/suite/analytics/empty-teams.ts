/** Finds team figures that are all zero although figures of people, other teams and days show spend by teams. */
import type { Trial } from '../../engine/trial.ts'
import { isObject, places } from '../../extract/find-value.ts'
import { refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type AnalyticsFigures,
  type Breakdown,
  FIGURE,
  quarterOf,
  round,
  type Sum,
  shows,
  sumOf,
} from './analytics-figures.ts'
import { labelOf, moneyOf, runsOf } from './read-rows.ts'

/** Smaller differences, in euros, may be rounding. */
const LEAST = 0.02

export function emptyTeams(t: Trial, analytics: AnalyticsFigures) {
  const [usage, spend] = [quarterOf(analytics, 'getUsageByTeam'), quarterOf(analytics, 'getSpendByTeam')]
  if (!usage || !spend) return
  if (isNothing(usage)) usageOfTeams(t, analytics, usage, spend)
  const [paying] = teamsOf(analytics, 'getUsageByTeam')
  if (isNothing(spend) && paying && paying.cost >= LEAST)
    t.violated(
      'SPEND-12',
      `the team ${paying.team} paid ${round(paying.cost)} for runs of more than a week ago, and getSpendByTeam shows no team that spent any`,
      spend.exchange,
      usage.exchange,
    )
}

/**
 * The cost of people's runs and the spend of one team are both parts of the total spend. Where their sum exceeds the
 * total, they overlap: some of the runs belong to the team.
 */
function usageOfTeams(t: Trial, analytics: AnalyticsFigures, usage: Breakdown, spend: Breakdown) {
  const [users, days] = [olderOf(analytics, 'getUsageByUser'), olderOf(analytics, 'getSpendOverTime')]
  const [most] = teamsOf(analytics, 'getSpendByTeam')
  if (!users || !days || !most || days.value <= 0) return
  const beyond = users.value + most.cost - 1.05 * days.value - users.slack - days.slack
  if (beyond < LEAST) return
  const sentence = `of ${round(days.value)} that were spent more than a week ago, runs by user cost ${round(users.value)} and the team ${most.team} spent ${round(most.cost)}: some runs are its own, and getUsageByTeam shows none of any team`
  const people = quarterOf(analytics, 'getUsageByUser')
  t.violated(usage.it.rows, sentence, usage.exchange, spend.exchange, ...(people ? [people.exchange] : []))
}

/** No row of any kind, or only zeros. */
function isNothing(one: Breakdown): boolean {
  if (one.rows.length > 0) return shows(one, 'cost') && sumOf(one, 'cost').value === 0
  return one.exchange.json !== undefined && !holdsFigures(one.exchange)
}

const holdsFigures = ({ json }: Exchange): boolean =>
  [...places(json)].some(({ value }) =>
    Array.isArray(value)
      ? value.length > 0
      : isObject(value) && ((runsOf(value) ?? 0) > 0 || (moneyOf(value) ?? 0) > 0),
  )

/** Spend between 7 and 90 days ago: old enough that no delay in booking hides it. */
function olderOf(analytics: AnalyticsFigures, operation: string): Sum | undefined {
  const read = analytics.breakdowns.get(operation)
  const [quarter, week] = [read?.get(90), read?.get(7)]
  if (!quarter || !week || !shows(quarter, 'cost')) return undefined
  const [all, late] = [sumOf(quarter, 'cost'), sumOf(week, 'cost')]
  return { value: all.value - late.value, slack: all.slack + late.slack }
}

/** The same for each team that has an id, highest first. */
function teamsOf(analytics: AnalyticsFigures, operation: string): { team: string; cost: number }[] {
  const read = analytics.breakdowns.get(operation)
  const costs = new Map<string, number>()
  for (const [days, sign] of [
    [90, 1],
    [7, -1],
  ] as const)
    for (const row of read?.get(days)?.rows ?? []) {
      const team = refIn(row, 'team') && labelOf(row, 'team')
      if (team !== undefined) costs.set(team, (costs.get(team) ?? 0) + sign * (FIGURE.cost(row) ?? 0))
    }
  return [...costs].map(([team, cost]) => ({ team, cost })).toSorted((a, b) => b.cost - a.cost)
}
