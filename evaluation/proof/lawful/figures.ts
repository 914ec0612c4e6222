/** How fresh and how exact figures are. */
import { type OperationId, operationIds, operations } from '#openapi'
import { monthOf } from '../mutants/figures.ts'
import { answers, rows, shows, together } from '../mutants/mutant.ts'
import { cached, replicated } from './copies.ts'
import { eachMember, eachObject, sentBodies } from './differences.ts'
import { dimensions } from './dimension.ts'
import { whole } from './forms.ts'

const FIGURES_ELSEWHERE = new Set<OperationId>([
  'getAgencyClientUsage',
  'getWorkflowRunUsage',
  'getWorkflowRunsSummary',
])

/** What is read from statistics. */
const STATISTICS = operationIds.filter(
  id => operations[id].scopes.flat().some(scope => scope === 'analytics:read') || FIGURES_ELSEWHERE.has(id),
)
/** Ages of statistics in seconds; without one, they stay as they were in the night. */
const AGES = [10, 60, 300, 3600, undefined]

/** Statistics of the same age are taken from the same copy. */
const aged = (ageOf: (operation: OperationId) => number | undefined | 'fresh') =>
  together(
    ...[...Map.groupBy(STATISTICS, ageOf)].flatMap(([age, ids]) =>
      age === 'fresh' ? [] : replicated(ids, age),
    ),
  )

type Round = (value: number) => number
const to =
  (digits: number, how: Round): Round =>
  value =>
    how(value * 10 ** digits) / 10 ** digits

/** Rounds figures, each for itself. */
const rounded = (ids: readonly OperationId[], of: (name: string) => Round | undefined) =>
  answers(ids, body =>
    eachObject(body, one =>
      eachMember(one, (value, name) => (typeof value === 'number' ? (of(name)?.(value) ?? value) : value)),
    ),
  )
const money = (round: Round) => (name: string) => (name.endsWith('_euros') ? round : undefined)
const rate = (round: Round) => (name: string) => (name === 'success_rate' ? round : undefined)
const tokens = (round: Round) => (name: string) => (/tokens$|^(in|out)put$/.test(name) ? round : undefined)

/** Another row with zeros, whose ids and names are of nothing that is known. */
const withRow = (id: string | null) =>
  shows(
    operationIds.filter(one => /^getSpendBy|^getUsageBy|^getAgentStats$/.test(one)),
    ({ data }) => data?.[0] && { data: [...data, nothing('', data[0], id)] },
  )

function nothing(name: string, value: unknown, id: string | null): unknown {
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return []
  if (typeof value === 'string') return name === 'model' || name.endsWith('_id') ? id : 'Other'
  if (typeof value !== 'object' || value === null) return value
  return eachMember(value, (one, inner) => nothing(inner, one, id))
}

export const figures = dimensions('figures', {
  age: {
    what: 'age of statistics, each with its own',
    lawful: '8: results should be cached; how fresh they are is not stated',
    weight: 2,
    choices: {
      minute: () => aged(() => 60),
      hour: () => aged(() => 3600),
      night: () => aged(() => undefined),
      each: random => aged(() => random.pick(AGES)),
      some: random => aged(() => (random.chance(0.3) ? random.pick(AGES) : 'fresh')),
    },
  },
  cache: {
    what: 'a cache of statistics',
    lawful: '8: results should be cached; how long the service caches them is not stated',
    choices: {
      minute: () => cached(STATISTICS, 60),
      hour: () => cached(STATISTICS, 3600),
      each: random => together(...STATISTICS.map(id => cached([id], random.pick([0, 10, 60, 600, 86_400])))),
    },
  },
  money: {
    opens: ['money-format'],
    what: 'rounding of amounts',
    lawful: '2.5: the precision of euros is not shown',
    choices: {
      cents: () => rounded(STATISTICS, money(to(2, Math.round))),
      down: () => rounded(STATISTICS, money(to(2, Math.floor))),
      up: () => rounded(STATISTICS, money(to(2, Math.ceil))),
      tenths: () => rounded(STATISTICS, money(to(1, Math.round))),
      // The price of a plan may be shown in whole euros, beside exact amounts.
      plan: () =>
        shows('getMonthlyStatement', ({ lines: [fee, ...rest] }) => ({
          lines: fee ? [{ ...fee, amount_euros: Math.round(fee.amount_euros) }, ...rest] : [],
        })),
      everywhere: () => rounded(operationIds, money(to(2, Math.round))),
      each: random => {
        const digits = () => random.pick([1, 2, 3, 4])
        return together(...STATISTICS.map(id => rounded([id], money(to(digits(), Math.round)))))
      },
    },
  },
  rate: {
    opens: ['success-rate'],
    what: 'rounding of success rates',
    lawful: '2.4: how a success rate is written is not shown',
    choices: {
      hundredths: () => rounded(operationIds, rate(to(2, Math.round))),
      tenths: () => rounded(operationIds, rate(to(1, Math.floor))),
    },
  },
  rows: {
    what: 'rows of statistics for what spent nothing or belongs to nobody, and for the sum',
    lawful: '2.5: which rows there are is stated for members only',
    choices: {
      nobody: () => withRow(null),
      other: () => withRow('other'),
      total: () =>
        whole(
          'team-stats-fields',
          rows('getTeamStats', data => {
            const sum = (name: string) => data.reduce((all, row) => all + row[name], 0)
            return [...data, { key: null, name: 'Total', runs: sum('runs'), spend_euros: sum('spend_euros') }]
          }),
        ),
      // A sum over nothing is null in some languages.
      nulls: () => ({
        ...sentBodies(/^(getSpend|getUsageBy|getAgentStats|getTeamStats)/, body =>
          eachObject(body, one => eachMember(one, value => (value === 0 ? null : value))),
        ),
        workspace: { from: 'quiet' },
      }),
    },
  },
  month: {
    what: 'the days of the period month',
    lawful: '2.4: what a month spans is not stated, nor where its first day begins',
    weight: 0.5,
    choices: {
      // The last 31 days, with a part of the day before.
      rolling: () => monthOf(32),
    },
  },
  today: {
    what: 'the last 30 days, without today',
    lawful: '2.5: of which days the last 30 are, is not stated',
    weight: 0.5,
    choices: {
      none: () => ({ ...shows('getWallet', { spend_last_30_days_euros: 0 }), workspace: { from: 'quiet' } }),
    },
  },
  tokens: {
    what: 'rounding of tokens in statistics',
    lawful: '2.4: how exact a number of tokens is, is not stated',
    weight: 0.5,
    choices: { hundreds: () => rounded(STATISTICS, tokens(to(-2, Math.round))) },
  },
})
