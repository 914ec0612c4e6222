/** Workspace summary, dashboard, team statistics. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeMembers } from '../named-figures.ts'
import { runsOf } from './read-rows.ts'
import { adminKey, judgeRoles, refusesMember, servedAsAdmin } from './rows.check.ts'
import { DASHBOARD, INSIGHTS } from './stated-members.ts'

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

/** The other figures are read after the suite's runs have ended. */
const PERIODS: readonly [string, string][] = [
  ['ANA-05', 'month'],
  ['ANA-04', '90d'],
]

const insights = scenario({
  id: 'analytics/insights',
  title: 'The workspace summary shows what is stated',
  requirements: [
    ...PERIODS.map(([id]) => id),
    'ANA-06',
    'ANA-21',
    'ROLE-01',
    'ROLE-11',
    'ROLE-21',
    ...INSIGHTS.map(one => one.id),
  ],
  needs,
  cost: { analytics: { getInsightsSummary: 7 } },
  async run(t) {
    const key = adminKey(t)
    if (t.wants('ROLE-01')) await refusesMember(t, 'getInsightsSummary', 'ROLE-01')
    const plain = await t.read('getInsightsSummary', { key })
    if (plain.status === 403 && key.role === 'admin') t.violated('ROLE-21', 'an admin got 403', plain)
    if (!servedAsAdmin(t, 'ANA-21', plain)) return
    t.met('ANA-21', 'answered 200 without a period', plain)
    let quarter: Exchange = plain
    for (const [id, period] of PERIODS) {
      const exchange = await t.read('getInsightsSummary', { key, query: { period } })
      if (!t.served(id, exchange)) continue
      if (period === '90d') quarter = exchange
    }
    judgeMembers(t, INSIGHTS, [recordIn(quarter.json)], quarter)
    nothingOfMany(t, quarter)
    await refuses(t, 'getInsightsSummary', refusalsOf('getInsightsSummary', 'query'), { options: { key } })
    const manager = t.keys.home().find(one => one.role === 'manager' && one.scopes.has('analytics:read'))
    if (!manager) return t.notExercised(['ROLE-11'], lacks.key('analytics:read', 'manager'))
    const theirs = await t.call('getInsightsSummary', { key: manager, query: { period: '90d' } })
    if (!t.answered('ROLE-11', theirs)) return
    const reading = (exchange: Exchange) => ({ rows: [], total: runTotal(exchange) ?? 0, exchange })
    const grown = (runTotal(theirs) ?? 0) > (runTotal(quarter) ?? 0)
    const again = grown ? await t.call('getInsightsSummary', { key, query: { period: '90d' } }) : quarter
    await judgeRoles(
      t,
      { kind: 'agent', manager: 'ROLE-11', figure: runsOf },
      reading(again),
      reading(theirs),
      async () => reading(await t.call('getInsightsSummary', { key: manager, query: { period: '90d' } })),
    )
  },
})

/** Finds an empty list of days or models although there are many runs. */
function nothingOfMany(t: Trial, exchange: Exchange) {
  const runs = runTotal(exchange) ?? 0
  for (const { id, what, name } of INSIGHTS.filter(one => one.id === 'ANA-09' || one.id === 'ANA-15')) {
    const found = findLike(exchange.json, name, value => typeof value === 'object' && value !== null)
    if (runs >= 10 && found && Object.keys(found.value as object).length === 0)
      t.violated(id, `${found.path}, ${what}, is empty, beside ${runs} runs`, exchange)
  }
}

const runTotal = (exchange: Exchange): number | undefined => {
  const found = findLike(exchange.json, /^(total_?runs|runs_?total|run_?count|runs|total)$/i, isNumber)
  return found === undefined ? undefined : Number(found.value)
}

const dashboard = scenario({
  id: 'analytics/dashboard',
  title: 'The dashboard shows its headline numbers, in any time zone',
  requirements: ['ANA-34', 'ANA-38', ...DASHBOARD.map(one => one.id)],
  needs,
  cost: { analytics: { getDashboardStats: 3 } },
  async run(t) {
    const plain = await t.read('getDashboardStats')
    if (t.served('ANA-34', plain)) judgeMembers(t, DASHBOARD, [recordIn(plain.json)], plain)
    for (const tz of ['Europe/Berlin', 'UTC']) {
      const exchange = await t.call('getDashboardStats', { query: { tz } })
      t.expect('ANA-38', exchange.status === 200, `tz=${tz} answered ${exchange.status}`, exchange)
    }
  },
})

export const summaryScenarios: readonly Scenario[] = [insights, dashboard]
