/** Forms of figures, which the specification does not show. */
import { type GapId, gaps, type OperationId, operationIds } from '#openapi'
import {
  also,
  answers,
  changes,
  eachRow,
  handles,
  type Loose,
  reply,
  rows,
  shows,
  together,
} from '../mutants/mutant.ts'
import { refusesValue } from '../mutants/places.ts'
import { eachObject, sentBodies, unnamed } from './differences.ts'
import { type Difference, dimensions } from './dimension.ts'

const USAGE = ['getUsageByUser', 'getUsageByTeam'] as const
export const OPEN = '2.5: response fields are not shown beyond the names stated'

/** The same where replies hold all that the contract describes: another answer to the gap would leave the members out. */
export const whole = (gap: GapId, deviation: Difference): Difference => {
  const answer = gaps.find(({ id }) => id === gap)?.default
  return { ...unnamed(deviation), ...(answer && { profile: { [gap]: answer } }) }
}

/** One row for each person or team and each of its agents. */
const flat = rows(USAGE, data =>
  data.flatMap(({ agents, runs: _, cost_euros: __, ...row }) =>
    agents.map((one: Loose) => ({ ...row, ...one })),
  ),
)

/** A model of two providers is two models of one name. */
const providers = sentBodies(/^getSpendByModel$/, body => {
  const [first, ...rest] = Array.isArray(body?.data) ? body.data : []
  const both = ['north', 'south'].map(provider => ({ ...first, provider }))
  return first ? { ...body, data: [...both, ...rest] } : body
})

/** Nothing but the rows, under the ids of agents, people and teams, which they do not repeat. */
const keyed = unnamed(
  sentBodies(/^(getAgentStats|getUsageBy(User|Team))$/, body => {
    if (!Array.isArray(body?.data)) return body
    const entries = body.data.map((row: Loose) => {
      // In whatever spelling, and null in a row of what is nobody's.
      const label = Object.keys(row).find(name => /^(agent|user|team)[-_]?id$/i.test(name))
      const { [label ?? '']: id, ...rest } = row
      return [id ?? 'none', rest]
    })
    return Object.fromEntries(entries)
  }),
)

/** Amounts in the form of a text. */
const spends = (form: (euros: number) => string) =>
  unnamed(
    eachRow(
      operationIds.filter(id => id.startsWith('getSpend')),
      ({ spend_euros }) => ({ spend_euros: form(spend_euros) }),
    ),
  )

/** A workspace that was opened today, where figures that are made each night do not know of it yet. */
const young = (operation: OperationId, night: Loose): Difference => ({
  ...shows(operation, night),
  workspace: { from: 'quiet' },
})

/** Members that are called by their number. */
const numbered = (one: object) =>
  Object.fromEntries(Object.values(one).map((value, n) => [`f${n}`, value as unknown]))

export const forms = dimensions('form', {
  split: {
    what: 'where the parts of usage by agent are',
    lawful: `4.6: "split by agent"; ${OPEN}`,
    choices: {
      rows: () => whole('envelope-analytics-list', flat),
      keyed: () => keyed,
      // Section 5: an agent list holds only agents that the owner of the key can see.
      visible: () => eachRow(USAGE, ({ agents }) => ({ agents: agents.slice(0, -1) })),
      // What a run is that is counted is not stated: a completion of a chat is none of an agent.
      chats: () => {
        let chats = 0
        return together(
          also('createChatCompletion', () => void chats++),
          eachRow(USAGE, ({ runs }) => ({ runs: runs + chats })),
        )
      },
    },
  },
  sums: {
    what: 'the sum of each team under its id',
    lawful: `4.6: "spend per team"; ${OPEN}`,
    choices: {
      teams: () =>
        unnamed(
          sentBodies(/^getSpendByTeam$/, body =>
            body?.data?.length > 0 && body.data.every((row: Loose) => 'team_id' in row)
              ? {
                  teams: Object.fromEntries(
                    body.data.map(({ team_id, spend_euros }: Loose) => [team_id ?? 'none', spend_euros]),
                  ),
                }
              : body,
          ),
        ),
    },
  },
  models: {
    what: 'models of one name, and rows for each version of an agent',
    lawful: '4.6: "spend per agent, per model"; that a name is of one model is not stated',
    choices: {
      providers: () => providers,
      versions: () =>
        whole(
          'spend-fields',
          rows('getSpendByAgent', data =>
            data.flatMap(row =>
              [1, 2].map(version => ({ ...row, version, spend_euros: row.spend_euros / 2 })),
            ),
          ),
        ),
    },
  },
  namesakes: {
    what: 'two people of one name, in rows without ids',
    lawful: `4.6: "per user"; ${OPEN}`,
    choices: {
      users: () => {
        const named = (data: Loose[]) =>
          data.map(({ user_id: _, key: __, ...row }, n) => (n < 2 ? { ...row, user_name: 'Kim Park' } : row))
        return whole('envelope-analytics-list', rows(['getUsageByUser', 'getSpendByUser'], named))
      },
    },
  },
  buckets: {
    what: 'moments of daily buckets',
    lawful: OPEN,
    choices: {
      refreshed: () =>
        whole(
          'envelope-analytics-list',
          rows('getSpendOverTime', data =>
            data.map(({ date, spend_euros }) => ({
              refreshed_at: '2026-01-01T04:00:00Z',
              from: date,
              spend_euros,
            })),
          ),
        ),
    },
  },
  amounts: {
    what: 'amounts as texts with their unit',
    lawful: OPEN,
    choices: {
      words: () => spends(euros => `${euros.toFixed(2)} euros`),
      blanks: () => spends(euros => `${(euros + 1000).toFixed(2).replace('1', '1 ')} €`),
    },
  },
  'lately-only': {
    what: 'a team whose first spend is of today, and is not in older statistics',
    lawful: '8: results should be cached; that all endpoints are of one age is not stated',
    choices: {
      team: () =>
        changes('getTeamStats', ({ data }, { request, context }) => {
          const own = context.tables.people.all().find(({ role }: Loose) => role === 'manager').managedTeamIds
          if (request.query.group_by === 'team')
            return { data: data.filter(({ key }: Loose) => own.includes(key)) }
          return request.query.team_id && !own.includes(request.query.team_id) ? { data: [] } : undefined
        }),
    },
  },
  counted: {
    what: 'runs that are counted',
    lawful: '4.6: which runs are counted is not stated',
    choices: {
      finished: () => ({
        ...eachRow('getAgentStats', ({ runs, success_rate, top_users }) => {
          const finished = Math.round(runs * (success_rate ?? 0))
          const own = (one: Loose) => ({ ...one, runs: Math.min(one.runs, finished) })
          return { runs: finished, top_users: top_users.map(own) }
        }),
        prepare: ({ workspace }) => {
          const { runs } = workspace.tables
          for (const { id } of runs.all().filter(one => one.createdAt < workspace.now() - 8 * 86_400_000))
            runs.replace(id, { status: 'failed', summary: null })
        },
      }),
    },
  },
  'top-users': {
    what: 'how top users are shown',
    lawful: OPEN,
    choices: {
      map: () =>
        unnamed(
          eachRow('getAgentStats', ({ top_users }) => ({
            top_users: Object.fromEntries(top_users.map((one: Loose) => [one.user_name, one.runs])),
          })),
        ),
      everyone: () =>
        changes('getAgentStats', ({ data }, { context: { tables } }) => ({
          data: data.map((row: Loose) => {
            const isThere = (id: string) => row.top_users.some((one: Loose) => one.user_id === id)
            const others = tables.people.all().filter(({ id }: Loose) => !isThere(id))
            const idle = others.map(({ id, name }: Loose) => ({ user_id: id, user_name: name, runs: 0 }))
            return { ...row, top_users: [...row.top_users, ...idle] }
          }),
        })),
      beside: () =>
        whole(
          'envelope-analytics-list',
          answers('getAgentStats', ({ data, ...body }) => ({
            ...body,
            data: data.map(({ top_users: _, ...row }: Loose) => row),
            top_users: Object.fromEntries(data.map((row: Loose) => [row.agent_id, row.top_users])),
          })),
        ),
    },
  },
  completed: {
    what: 'completed runs, of which some failed',
    lawful: '3: only the finished status is described; which runs a count called so is of is not shown',
    choices: {
      ended: () =>
        unnamed(
          shows('getInsightsSummary', ({ runs }) => {
            // A cached body may have another form already.
            const { total } = runs ?? {}
            if (total === undefined) return undefined
            const [completed, failed] = [Math.floor(total * 0.85), Math.floor(total * 0.12)]
            const success_rate = total === 0 ? null : (completed - failed) / total
            return { runs: { total, completed, failed }, success_rate }
          }),
        ),
    },
  },
  ages: {
    what: 'figures of one reply that are of different ages',
    lawful: '8: results should be cached; that all figures of a reply are of one moment is not stated',
    choices: {
      days: () => young('getInsightsSummary', { runs: { total: 3 }, runs_per_day: [] }),
      totals: () => young('getInsightsSummary', { runs: { total: 0, succeeded: 3, failed: 0 } }),
      workflows: () => young('getWorkflowRunsSummary', { runs: 0, by_status: { completed: 2 } }),
    },
  },
  own: {
    what: 'what else the personal usage says',
    lawful: OPEN,
    choices: {
      owner: () =>
        handles('getMyUsage', (request, context, handler) => {
          const answer = handler(request, context)
          const workspace_owner_id = context.tables.keys.all()[0].personId
          return { ...answer, body: { workspace_owner_id, ...answer.body } }
        }),
      centre: () => changes('getMyUsage', () => ({ cost_center: 4711 })),
      included: () => shows('getMyUsage', { included: { runs: 100, tokens: 500_000 } }),
      average: () => shows('getMyUsage', { average_member: { runs: 12, cost_euros: 2.4 } }),
    },
  },
  summary: {
    what: 'names of the figures of the workspace summary',
    lawful: OPEN,
    choices: {
      numbers: () => unnamed(sentBodies(/^getInsightsSummary$/, body => eachObject(body, numbered))),
    },
  },
  teams: {
    what: 'rows of teams that have nothing',
    lawful: '4.6: which rows there are is stated for members only',
    choices: {
      echo: () =>
        handles('getTeamStats', (request, context, handler) => {
          const { team_id, group_by } = request.query
          const known = context.tables.teams.all().some((one: Loose) => one.id === team_id)
          if (team_id == null || known || group_by !== 'team') return handler(request, context)
          return reply(200, { data: [{ key: team_id, name: 'Unknown', spend_euros: 0, runs: 0 }] })
        }),
      zeros: () =>
        changes('getTeamStats', ({ data }, { request, context }) =>
          request.query.team_id && request.query.group_by === 'team' && data[0]
            ? {
                data: [
                  ...data,
                  ...context.tables.teams
                    .all()
                    .filter(({ id }: Loose) => id !== request.query.team_id)
                    .map(({ id, name }: Loose) => ({ ...data[0], key: id, name, runs: 0, spend_euros: 0 })),
                ],
              }
            : undefined,
        ),
    },
  },
  favourites: {
    what: 'the favourite agent of a person beside the name',
    lawful: OPEN,
    choices: {
      agent: () =>
        whole(
          'envelope-analytics-list',
          changes('getTeamStats', ({ data }, { request, context }) =>
            request.query.group_by === 'member'
              ? {
                  data: data.map(({ key: _, ...row }: Loose, n: number) => {
                    const agents = context.tables.agents.all()
                    return { ...row, agent: agents[n % agents.length].id }
                  }),
                }
              : undefined,
          ),
        ),
    },
  },
  zones: {
    what: 'the form of a time zone',
    lawful: '4.6: tz is a string; its form is not shown',
    choices: {
      offsets: () =>
        refusesValue({ operation: 'getDashboardStats', in: 'query', field: 'tz' }, tz =>
          /^[A-Za-z]/.test(tz ?? ''),
        ),
    },
  },
})
