/** How fresh and how exact figures are. */
import { type OperationId, operations } from '#openapi'
import { together } from '../together.ts'
import { type Difference, dimensions, eachObject, type Loose } from './dimension.ts'
import { replicated } from './replica.ts'

const FIGURES_ELSEWHERE = new Set<OperationId>([
  'getAgencyClientUsage',
  'getWorkflowRunUsage',
  'getWorkflowRunsSummary',
])

/** What is read from statistics. */
const STATISTICS = (Object.keys(operations) as OperationId[]).filter(
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

/** Replies that are kept for equal requests of one key. */
const cached = (seconds: (operation: string) => number): Difference => {
  const kept = new Map<string, { readonly at: number; readonly reply: Loose }>()
  return {
    intercept: {
      handler: (handler, row) =>
        STATISTICS.includes(row.id as OperationId)
          ? (((request: Loose, context: Loose) => {
              const key = JSON.stringify([row.id, context.caller.key.id, request.path, request.query])
              const found = kept.get(key)
              if (found && context.now - found.at < 1000 * seconds(row.id)) return found.reply
              const reply = handler(request as never, context)
              kept.set(key, { at: context.now, reply })
              return reply
            }) as never)
          : handler,
    },
  }
}

type Round = (value: number) => number
const to =
  (digits: number, how: Round): Round =>
  value =>
    how(value * 10 ** digits) / 10 ** digits

/** Rounds amounts of money, each for itself; only of statistics, or of runs too. */
const rounded = (
  isRounded: (operation: string) => boolean,
  of: (name: string) => Round | undefined,
): Difference => ({
  intercept: {
    reply(answer, { operation }) {
      if (!operation || !isRounded(operation.id) || !('body' in answer) || answer.body === undefined)
        return answer
      const round = (one: Record<string, Loose>) =>
        Object.fromEntries(
          Object.entries(one).map(([name, inner]) => [
            name,
            typeof inner === 'number' ? (of(name)?.(inner) ?? inner) : inner,
          ]),
        )
      return { ...answer, body: eachObject(answer.body, round) }
    },
  },
})
const isStatistic = (operation: string) => STATISTICS.includes(operation as OperationId)
const money = (round: Round) => (name: string) => (name.endsWith('_euros') ? round : undefined)
const rate = (round: Round) => (name: string) => (name === 'success_rate' ? round : undefined)
const tokens = (round: Round) => (name: string) => (/tokens$|^(in|out)put$/.test(name) ? round : undefined)

/** Another row with zeros, whose ids and names are of nothing that is known. */
const withRow = (id: string | null): Difference => ({
  intercept: {
    reply(answer, { operation }) {
      if (!operation || !/^getSpendBy|^getUsageBy|^getAgentStats$/.test(operation.id) || !('body' in answer))
        return answer
      const list: Loose = answer.body
      const [first] = list?.data ?? []
      if (!first) return answer
      const zero = Object.entries(first).map(([name, value]) => [name, nothing(name, value, id)])
      return { ...answer, body: { ...list, data: [...list.data, Object.fromEntries(zero)] } }
    },
  },
})

function nothing(name: string, value: unknown, id: string | null): unknown {
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return []
  if (typeof value === 'string') return name === 'model' || name.endsWith('_id') ? id : 'Other'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, nothing(inner, one, id)]))
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
      minute: () => cached(() => 60),
      hour: () => cached(() => 3600),
      each: random => {
        const ages = new Map(STATISTICS.map(id => [id as string, random.pick([0, 10, 60, 600, 86_400])]))
        return cached(id => ages.get(id) ?? 0)
      },
    },
  },
  money: {
    opens: ['money-format'],
    what: 'rounding of amounts',
    lawful: '2.5: the precision of euros is not shown',
    choices: {
      cents: () => rounded(isStatistic, money(to(2, Math.round))),
      down: () => rounded(isStatistic, money(to(2, Math.floor))),
      up: () => rounded(isStatistic, money(to(2, Math.ceil))),
      tenths: () => rounded(isStatistic, money(to(1, Math.round))),
      everywhere: () => rounded(() => true, money(to(2, Math.round))),
      each: random => {
        const digits = new Map(STATISTICS.map(id => [id as string, random.pick([1, 2, 3, 4])]))
        return together(
          ...STATISTICS.map(id => rounded(one => one === id, money(to(digits.get(id) ?? 2, Math.round)))),
        )
      },
    },
  },
  rate: {
    opens: ['success-rate'],
    what: 'rounding of success rates',
    lawful: '2.4: how a success rate is written is not shown',
    choices: {
      hundredths: () => rounded(() => true, rate(to(2, Math.round))),
      tenths: () => rounded(() => true, rate(to(1, Math.floor))),
    },
  },
  rows: {
    what: 'rows of statistics for what spent nothing, or belongs to nobody',
    lawful: '2.5: which rows there are is stated for members only',
    choices: { nobody: () => withRow(null), other: () => withRow('other') },
  },
  tokens: {
    what: 'rounding of tokens in statistics',
    lawful: '2.4: how exact a number of tokens is, is not stated',
    weight: 0.5,
    choices: { hundreds: () => rounded(isStatistic, tokens(to(-2, Math.round))) },
  },
})
