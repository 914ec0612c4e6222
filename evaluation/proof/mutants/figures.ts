import {
  answers,
  asks,
  changes,
  each,
  eachRow,
  firstOf,
  hides,
  judges,
  type Loose,
  lastWithout,
  lives,
  type MutantTable,
  NO_ZERO,
  refuses,
  requests,
  rows,
  shows,
  takesFor,
  together,
  tried,
  without,
} from './mutant.ts'
import { effects, refusesValue } from './places.ts'

/** Requirement, operation, and the members that show the figure. */
const SHOWN: readonly (readonly [string, string, ...string[]])[] = [
  ['ANA-07', 'getInsightsSummary', 'runs'],
  ['ANA-08', 'getInsightsSummary', 'success_rate'],
  ['ANA-09', 'getInsightsSummary', 'runs_per_day'],
  ['ANA-10', 'getInsightsSummary', 'active_agents'],
  ['ANA-11', 'getInsightsSummary', 'active_users'],
  ['ANA-12', 'getInsightsSummary', 'messages'],
  ['ANA-13', 'getInsightsSummary', 'cost_euros'],
  ['ANA-14', 'getInsightsSummary', 'prompt_caching_saving_euros'],
  ['ANA-15', 'getInsightsSummary', 'top_models'],
  ['ANA-16', 'getAgentStats', 'runs'],
  ['ANA-17', 'getAgentStats', 'success_rate'],
  ['ANA-18', 'getAgentStats', 'cost_euros'],
  ['ANA-19', 'getAgentStats', 'tokens'],
  ['ANA-20', 'getAgentStats', 'top_users'],
  ['ANA-27', 'getUsageByUser', 'agents'],
  ['ANA-31', 'getUsageByTeam', 'agents'],
  ['ANA-35', 'getDashboardStats', 'agents'],
  ['ANA-36', 'getDashboardStats', 'runs', 'runs_today', 'runs_in_progress'],
  ['ANA-37', 'getDashboardStats', 'pending_approvals'],
  ['WALLET-01', 'getWallet', 'spend_today_euros'],
  ['WALLET-02', 'getWallet', 'spend_last_30_days_euros'],
  ['WALLET-03', 'getWallet', 'balance_euros'],
  ['WALLET-09', 'getMonthlyStatement', 'subscription_euros', 'subscription'],
  ['WALLET-10', 'getMonthlyStatement', 'usage_euros', 'usage'],
  ['WALLET-11', 'getMonthlyStatement', 'agent_runs_euros', 'agent_runs'],
  ['WALLET-12', 'getMonthlyStatement', 'lines'],
  ['WALLET-14', 'getEntitlements', 'caps'],
  ['WALLET-15', 'getEntitlements', 'features'],
  ['WALLET-16', 'getEntitlements', 'usage'],
  ['WALLET-17', 'getEntitlements', 'upgrade_targets'],
  ['AGENCY-02', 'getAgencyClientUsage', 'runs'],
  ['AGENCY-03', 'getAgencyClientUsage', 'tokens'],
  ['AGENCY-04', 'getAgencyClientUsage', 'cost_euros'],
]

const shown = each(SHOWN, ([requirement, operation, ...names]) => ({
  [`${requirement} ${operation} shows no ${names[0]}`]: answers(operation, body =>
    without(
      {
        ...body,
        ...(body.lines &&
          names[0] !== 'lines' && {
            lines: body.lines.filter(
              (line: Loose) => !names.some(name => line.kind === name || name.startsWith(line.kind)),
            ),
          }),
      },
      ...names,
    ),
  ),
  // A plan may be a text, and a statement also shows its content in lines.
  ...(/Statement|Entitlements/.test(operation)
    ? {}
    : {
        [`${requirement} ${operation} shows a sentence as ${names[0]}`]: answers(operation, body =>
          spoilt(body, names),
        ),
      }),
}))

function spoilt(value: Loose, names: readonly string[]): Loose {
  if (Array.isArray(value)) return value.map(item => spoilt(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      names.includes(name) ? 'not available' : spoilt(inner, names),
    ]),
  )
}

const twice = (operation: string) => rows(operation, data => [...data, ...data.slice(0, 1)])
const doubledSplit = (operation: string) =>
  eachRow(operation, row => ({
    agents: row.agents.map((one: Loose) => ({ ...one, runs: one.runs * 2, cost_euros: one.cost_euros * 2 })),
  }))

const byWeek = (data: Loose[], name: string) =>
  data.flatMap((row, n) =>
    n % 7 === 0 ? [{ ...row, [name]: data.slice(n, n + 7).reduce((sum, one) => sum + one[name], 0) }] : [],
  )

const upToEach = (data: Loose[]) =>
  data.map((row, n) => ({
    ...row,
    spend_euros: data.slice(0, n + 1).reduce((sum, one) => sum + one.spend_euros, 0),
  }))

/** The period month is of that many days. */
export const monthOf = (days: number) =>
  changes('getInsightsSummary', (_, { request, again }) => {
    if (request.query.period !== 'month') return undefined
    const { runs_per_day, ...body } = again({ query: { period: '90d' } })
    return { ...body, period: 'month', runs_per_day: runs_per_day.slice(-days) }
  })

const noSuccess = ({ success_rate }: Loose) => (success_rate === null ? null : 1 - success_rate)

const failsFor = (operation: string, name: string, value: RegExp) =>
  refuses(operation, ({ query }) => value.test(query[name] ?? ''), 500)

const figures: MutantTable = {
  ...each(effects('days'), ({ requirement, operation }) => ({
    [`${requirement} ${operation} covers many days when asked for few`]: lives(
      'a longer window that shows less may be an older reply',
      asks(operation, query => (query.days = Math.max(7, Math.min(90, 97 - query.days)))),
      !['getSpendOverTime', 'getTeamStats'].includes(operation),
    ),
  })),
  'SPEND-07 the spend by agent is of 90 days, and a page holds ten runs': together(
    asks('getSpendByAgent', query => (query.days = 90)),
    refusesValue({ operation: 'listRuns', in: 'query', field: 'limit' }, limit => Number(limit) > 10),
  ),
  'SPEND-19 the spend over time is what was spent up to each day': rows('getSpendOverTime', upToEach),
  'SPEND-22 the usage by day is what was spent up to each day': shows('getTeamStats', ({ group_by, data }) =>
    group_by === 'day' ? { data: upToEach(data) } : undefined,
  ),
  'ANA-17 the success rate of an agent is what did not succeed': {
    ...eachRow('getAgentStats', row => ({ success_rate: noSuccess(row) })),
    prepare({ workspace }) {
      const { tables } = workspace
      const all = tables.runs.all()
      const one = all.find(({ createdAt }) => createdAt < workspace.now() - 20 * 86_400_000)
      for (const { id, agentId } of all)
        if (agentId === one?.agentId) tables.runs.replace(id, { status: 'failed', summary: null })
    },
  },
  'ANA-03 thirty days are refused to a manager': refuses(
    'getInsightsSummary',
    ({ query }, { caller }) => caller.person.role === 'manager' && query.period === '30d',
  ),
  'ANA-22 every period covers a day': requests('getInsightsSummary', request => ({
    ...request,
    query: { period: 'today' },
  })),
  'ANA-22 the week covers more than the month': asks('getInsightsSummary', query => {
    query.period = ({ '7d': '90d', '90d': '7d' } as Loose)[query.period] ?? query.period
  }),
  'ANA-22 ninety days show the figures of thirty': takesFor('getInsightsSummary', 'period', '90d', '30d'),
  'ANA-22 ninety days show the figures of thirty, and runs on record are of this month': together(
    takesFor('getInsightsSummary', 'period', '90d', '30d'),
    changes('listRuns', ({ data }) => ({ data: data.slice(0, 5), next_cursor: null })),
  ),
  'ANA-22 thirty days show the figures of seven': takesFor('getInsightsSummary', 'period', '30d', '7d'),
  'ANA-24 ninety days show the figures of thirty': takesFor('getAgentStats', 'days', 90, 30),
  'ANA-12 the summary of today shows no messages': lives(
    NO_ZERO,
    answers('getInsightsSummary', (body, { query }) =>
      query.get('period') === 'today' ? without(body, 'messages') : undefined,
    ),
  ),
  'ANA-16 the last agent shows no runs': lives(
    NO_ZERO,
    rows('getAgentStats', data => lastWithout(data, 'runs')),
  ),
  'ANA-18 the last agent shows no cost': lives(
    'an amount may be null, and what is null may be missing',
    rows('getAgentStats', data => lastWithout(data, 'cost_euros')),
  ),
  'ANA-22 the month is 35 days': monthOf(35),
  'ANA-23 an agent comes twice in the agent statistics': twice('getAgentStats'),
  'ANA-23 there is a row for each agent and each of its top users': rows('getAgentStats', data =>
    data.flatMap(row =>
      row.top_users.length > 1 ? row.top_users.map((one: Loose) => ({ ...row, top_users: [one] })) : [row],
    ),
  ),
  'ANA-26 the usage by user shows no cost': hides('getUsageByUser', 'cost_euros'),
  'ANA-26 the usage by user shows no runs': hides('getUsageByUser', 'runs'),
  'ANA-38 the dashboard fails in a zone with a place': failsFor('getDashboardStats', 'tz', /\//),
  'WALLET-08 the statement fails for a month': failsFor('getMonthlyStatement', 'month', /./),
  'AGENCY-05 the usage of a client fails for a month': failsFor('getAgencyClientUsage', 'month', /./),
  'SPEND-10 the spend by model fails for 90 days': failsFor('getSpendByModel', 'days', /^90$/),
  'ANA-30 the usage by team shows no cost': hides('getUsageByTeam', 'cost_euros'),
  'ANA-30 the usage by team shows no runs': hides('getUsageByTeam', 'runs'),
  'ANA-30 the usage by team is an empty list': shows('getUsageByTeam', { data: [] }),
  'SPEND-11 a number of days may have a letter behind it': judges('getSpendByModel', (raw, contract) => {
    const [, days] = /^(\d+)[a-z]+$/.exec(String(raw.query?.days ?? '')) ?? []
    return contract(days ? { ...raw, query: { ...raw.query, days } } : raw)
  }),
  'SPEND-12 the spend by team is an empty list': shows('getSpendByTeam', { data: [] }),
  'ANA-27 the split by agent adds up to twice the runs': doubledSplit('getUsageByUser'),
  'ANA-27 the split by agent leaves out one run': lives(
    'agents that the caller does not see may be left out of the parts',
    eachRow('getUsageByUser', ({ runs }) => ({ runs: runs + 1 })),
  ),
  'ANA-31 the split by agent is a number of agents': eachRow('getUsageByTeam', row => ({
    team: { id: row.team_id },
    agents: row.agents.length,
  })),
  'ANA-31 the split by agent adds up to twice the runs of a team': doubledSplit('getUsageByTeam'),
  ...each(
    [
      ['ANA-27', 'getUsageByUser', 'agents'],
      ['ANA-31', 'getUsageByTeam', 'agents'],
    ],
    ([requirement, operation, name]) => ({
      [`${requirement} over more than a month the rows have no ${name}`]: rows(
        operation,
        (data, { query }) =>
          Number(query.get('days')) > 31 ? data.map(row => ({ ...row, [name]: [] })) : data,
      ),
    }),
  ),
  'ANA-31 a team has one run more than its parts': lives(
    'agents that the caller does not see may be left out of the parts',
    eachRow('getUsageByTeam', ({ runs }) => ({ runs: runs + 1 })),
  ),
  'ANA-31 a team has one run less than its parts': eachRow('getUsageByTeam', ({ runs }) => ({
    runs: Math.max(0, runs - 1),
  })),
  ...each(
    [
      ['SPEND-06', 'getSpendByAgent'],
      ['SPEND-09', 'getSpendByModel'],
      ['SPEND-12', 'getSpendByTeam'],
      ['SPEND-15', 'getSpendByUser'],
      ['SPEND-18', 'getSpendOverTime'],
    ],
    ([requirement, operation]) => ({
      [`${requirement} ${operation} shows no amounts`]: hides(operation, 'spend_euros'),
      [`${requirement} ${operation} has a row twice`]: twice(operation),
      [`${requirement} ${operation} has no rows`]: answers(operation, () => ({ total: 3 })),
    }),
  ),
  ...each(
    [
      ['SPEND-09', 'getSpendByModel'],
      ['SPEND-12', 'getSpendByTeam'],
      ['SPEND-15', 'getSpendByUser'],
    ],
    ([requirement, operation]) => ({
      [`${requirement} ${operation} answers the spend by agent`]: rows(operation, data =>
        data.map(({ spend_euros }, n) => ({ agent_id: `agt_${n}`, agent_name: `Agent ${n}`, spend_euros })),
      ),
    }),
  ),
  'ANA-09 the summary lists no day': shows('getInsightsSummary', { runs_per_day: [] }),
  'ANA-09 the runs per day come to twice the runs': shows('getInsightsSummary', ({ runs_per_day }) => ({
    runs_per_day: runs_per_day.map((one: Loose) => ({ ...one, runs: 2 * one.runs })),
  })),
  'ANA-09 the runs per day of ninety days are by week': shows(
    'getInsightsSummary',
    ({ period, runs_per_day }) =>
      period === '90d' ? { runs_per_day: byWeek(runs_per_day, 'runs') } : undefined,
  ),
  'ANA-20 a top user has more runs than the agent': eachRow('getAgentStats', ({ runs, top_users }) => ({
    top_users: top_users.map((one: Loose) => ({ ...one, runs: runs + one.runs })),
  })),
  'ANA-35 the dashboard counts the runs of agents, and no agents': answers('getDashboardStats', body => ({
    ...without(body, 'agents'),
    agent_runs: body.runs,
  })),
  'ANA-37 the pending approvals are missing beside a time zone': answers(
    'getDashboardStats',
    (body, { query }) => (query.has('tz') ? without(body, 'pending_approvals') : undefined),
  ),
  'SPEND-18 the spend over time is one amount': answers('getSpendOverTime', body => ({
    spend_euros: body.data.reduce((sum: number, row: Loose) => sum + row.spend_euros, 0),
  })),
  'SPEND-18 the spend over time is of half days': rows('getSpendOverTime', data =>
    data.flatMap(row =>
      ['00', '12'].map(hour => ({
        ...row,
        date: `${row.date}T${hour}:00:00Z`,
        spend_euros: row.spend_euros / 2,
      })),
    ),
  ),
  'SPEND-18 the spend over time is of weeks': rows('getSpendOverTime', data => byWeek(data, 'spend_euros')),
  'SPEND-18 the spend over time is of weeks in more than a month': rows(
    'getSpendOverTime',
    (data, { query }) => (Number(query.get('days')) > 31 ? byWeek(data, 'spend_euros') : data),
  ),
  'ANA-15 the summary names a model that nobody has': lives(
    'models that are deleted stay in statistics: a name that no list has proves nothing',
    shows('getInsightsSummary', body => ({ top_models: [{ ...body.top_models[0], model: 'phantom-9' }] })),
  ),
  'WF-11 the usage of workflow runs stands still': tried(
    { beside: ['workflows/start'] },
    lives('when a run is counted is not stated', () => {
      const first = firstOf()
      return answers('getWorkflowRunUsage', body => first('', body))
    }),
  ),
  'WF-11 the usage of workflow runs is that of the person, but for an admin': changes(
    'getWorkflowRunUsage',
    ({ month }, { context: { tables, caller } }) => {
      const isOwn = ({ startedBy, createdAt }: Loose) =>
        startedBy === caller.person.id && new Date(createdAt).toISOString().startsWith(month)
      return caller.person.role !== 'admin' && { used: tables.workflowRuns.all().filter(isOwn).length }
    },
  ),
  'WF-11 the usage of workflow runs beside their cap is that of the person, but for an admin': changes(
    'getWorkflowRunUsage',
    (_, { context: { tables, caller } }) => {
      const isOwn = ({ startedBy }: Loose) => startedBy === caller.person.id
      const all = tables.workflowRuns.all()
      return { cap: 5000, used: caller.person.role === 'admin' ? all.length : all.filter(isOwn).length }
    },
  ),
  'WF-11 the usage of workflow runs is an empty object': answers('getWorkflowRunUsage', () => ({})),
  'WF-11 the usage of workflow runs is an instant': answers('getWorkflowRunUsage', () => ({
    counted: '2026-11-01T00:00:00Z',
  })),
  'WF-11 the usage counts the workflow runs of all months': lives(
    'the tenant may have workflows that the key does not see',
    changes('getWorkflowRunUsage', (_, { context }) => ({ used: context.tables.workflowRuns.size })),
  ),
  'MODEL-02 a model that is allowed is not listed': rows('listModels', data => data.slice(0, -1)),
  'KNOW-16 no knowledge base is listed': shows('listKnowledgeFolders', { data: [] }),
  'KNOW-16 the first knowledge base is not listed': rows('listKnowledgeFolders', data => data.slice(1)),
  'WF-35 the run summary counts the runs of all workflows': changes(
    'getWorkflowRunsSummary',
    (_, { context }) => {
      const runs = context.tables.workflowRuns.all().length
      return { runs, by_status: { completed: runs } }
    },
  ),
  'WF-35 the run summary counts the runs of all workflows but tests': changes(
    'getWorkflowRunsSummary',
    (_, { context }) => {
      const runs = context.tables.workflowRuns.all().filter((run: Loose) => !run.test).length
      return { runs, by_status: { completed: runs } }
    },
  ),
  'WF-35 the run summary is that of another workflow': lives(
    'a list may leave out runs that a summary counts: what was deleted, tests, or what is long ago',
    requests('getWorkflowRunsSummary', (request, { tables }) => {
      const counts = new Map<string, number>()
      for (const run of tables.workflowRuns.all())
        counts.set(run.workflowId, (counts.get(run.workflowId) ?? 0) + 1)
      const { workflow_id } = request.path
      const other = [...counts]
        .toSorted((a, b) => a[1] - b[1])
        .find(([id, n]) => id !== workflow_id && n !== counts.get(workflow_id))
      return other && { ...request, path: { workflow_id: other[0] } }
    }),
  ),
  'WF-37 a workflow run shows no cost': hides('getWorkflowRun', 'cost_euros'),
  'WF-37 a workflow run shows half the cost of its steps': shows('getWorkflowRun', ({ cost_euros }) => ({
    cost_euros: cost_euros / 2,
  })),
  'WF-37 a workflow run costs nothing': shows('getWorkflowRun', { cost_euros: 0 }),
  'ANA-08 the success rate is what did not succeed': lives(
    'which runs the rate is of, and of which moment, is not stated',
    shows('getInsightsSummary', ({ runs, ...body }) => ({
      runs: { ...runs, succeeded: runs.completed },
      success_rate: noSuccess(body),
    })),
  ),
}

export const figureMutants: MutantTable = { ...shown, ...figures }
