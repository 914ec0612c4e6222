/** Statements, entitlements and the use of clients, in forms that the specification leaves open. */
import { changes, type Loose, shows } from '../mutants/mutant.ts'
import { refusesValue } from '../mutants/places.ts'
import { sentBodies, unnamed } from './differences.ts'
import { dimensions } from './dimension.ts'
import { OPEN, whole } from './forms.ts'

const rotated = <T>(all: readonly T[], by: number): T[] => [...all.slice(by), ...all.slice(0, by)]

/** Entitlements that say one thing and another in turns. */
const inTurns = (members: (body: Loose, turn: number) => Loose) => {
  let n = 0
  return unnamed(shows('getEntitlements', body => members(body, n++ % 2)))
}

/** A statement with other members, under the usual names: without them nothing says what an amount is. */
const states = (members: (body: Loose) => Loose) =>
  whole('statement-fields', shows('getMonthlyStatement', members))

export const billing = dimensions('form', {
  months: {
    what: 'forms of months, and the months that a statement names',
    lawful: '4.6: the form of a month is not shown',
    choices: {
      others: () =>
        unnamed(
          sentBodies(/^getMonthlyStatement$/, statement => ({ latest: { month: '2031-01' }, statement })),
        ),
      american: () =>
        refusesValue({ operation: 'getMonthlyStatement', in: 'query', field: 'month' }, month =>
          /^\d{4}/.test(month),
        ),
    },
  },
  statement: {
    what: 'what a headline has beside its lines, and lines that are a part of others',
    lawful: `4.6: "rolled into a headline with detail lines"; ${OPEN}`,
    choices: {
      prepaid: () =>
        states(({ headline }) => ({
          headline: { ...headline, total_euros: headline.total_euros - 20 },
          prepaid_euros: 20,
        })),
      carried: () =>
        states(({ headline }) => ({
          headline: { ...headline, total_euros: headline.total_euros + 7.5, carried_over_euros: 7.5 },
        })),
      gross: () =>
        states(({ headline }) => ({
          headline: { ...headline, total_euros: Math.round(headline.total_euros * 119) / 100 },
          vat_rate: 0.19,
        })),
      paid: () =>
        states(({ headline, status }) =>
          status === 'closed' ? { headline: { ...headline, total_euros: 0 } } : {},
        ),
      part: () =>
        states(({ lines: [first, ...rest] }) => ({
          lines: first
            ? [first, { ...first, description: 'of which for seats', amount_euros: 40 }, ...rest]
            : [],
        })),
    },
  },
  entitlements: {
    what: 'lists in any order, and use beside caps',
    lawful: '4.6: an order of features is not stated; what is in use comes and goes',
    choices: {
      order: () => inTurns(({ features }, turn) => ({ features: rotated(Object.keys(features), turn) })),
      use: () => inTurns(({ caps }, open) => ({ caps: { ...caps, concurrent_runs: { limit: 9, open } } })),
    },
  },
  'young-month': {
    what: 'two clients for which the same was done in a month that has just begun',
    lawful: '4.7: usage is of a month; that it differs in each is not stated',
    choices: {
      twins: () =>
        changes('getAgencyClientUsage', ({ agents: [first] }, { request, context }) => {
          const { month } = request.query
          const isNow = month == null || month === new Date(context.now).toISOString().slice(0, 7)
          const row = {
            agent_id: 'agt_report',
            agent_name: 'Report',
            runs: 1,
            tokens: { total: 2000 },
            cost_euros: 0.02,
          }
          return isNow && first ? { runs: 1, cost_euros: 0.02, agents: [row] } : undefined
        }),
    },
  },
  clients: {
    what: 'agents of clients that have done nothing, and what is of all clients',
    lawful: '4.7: an agent may have used nothing this month; what stands beside the entries is not shown',
    choices: {
      together: () =>
        changes('getAgencyClientUsage', (_, { request, context, again }) => {
          const ids = context.tables.clients.all().map(({ id }: Loose) => id)
          const all = ids.map((client_id: string) => again({ ...request, path: { client_id } }))
          const sum = (name: string) => all.reduce((total: number, one: Loose) => total + one[name], 0)
          return { runs: sum('runs'), cost_euros: sum('cost_euros') }
        }),
      nulls: () =>
        shows('getAgencyClientUsage', ({ agents }) => ({
          agents: agents.length > 1 ? agents.with(0, { ...agents[0], tokens: null }) : agents,
        })),
      zeros: () =>
        shows('getAgencyClientUsage', {
          runs: 0,
          cost_euros: 0,
          tokens: { total: 0 },
          agents: [{ agent_id: 'agent-shared', runs: 0, tokens: 0, cost_euros: 0 }],
        }),
    },
  },
})
