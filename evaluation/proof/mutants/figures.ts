/** Figures: missing members, wrong windows and rosters, and other people's money. */
import { type OperationId, operations } from '#openapi'
import type { Tenants } from '../deployment.ts'
import {
  answers,
  handles,
  type Loose,
  lives,
  type Mutant,
  mutants,
  refusals,
  replies,
  reply,
  without,
} from './mutant.ts'

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

const shown = SHOWN.flatMap(([requirement, operation, ...names]) =>
  mutants(requirement, {
    [`${operation} shows no ${names[0]}`]: answers(operation, body =>
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
          [`${operation} shows a sentence as ${names[0]}`]: answers(operation, body => spoilt(body, names)),
        }),
  }),
)

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

/** The endpoints that must answer with content, and the requirement for each. */
const SERVED: readonly (readonly [string, OperationId])[] = [
  ['ANA-21', 'getInsightsSummary'],
  ['ANA-23', 'getAgentStats'],
  ['ANA-26', 'getUsageByUser'],
  ['ANA-30', 'getUsageByTeam'],
  ['ANA-34', 'getDashboardStats'],
  ['SPEND-06', 'getSpendByAgent'],
  ['SPEND-09', 'getSpendByModel'],
  ['SPEND-12', 'getSpendByTeam'],
  ['SPEND-15', 'getSpendByUser'],
  ['SPEND-18', 'getSpendOverTime'],
  ['SPEND-21', 'getTeamStats'],
  ['WALLET-03', 'getWallet'],
  ['WALLET-04', 'getMyUsage'],
  ['WALLET-07', 'getMonthlyStatement'],
  ['WALLET-13', 'getEntitlements'],
  ['AGENCY-01', 'getAgencyClientUsage'],
  ['WF-11', 'getWorkflowRunUsage'],
  ['WF-12', 'getWorkflow'],
  ['WF-21', 'listWorkflowRuns'],
  ['WF-34', 'getWorkflowRunsSummary'],
  ['WF-36', 'getWorkflowRun'],
  ['WF-38', 'listWorkflowRunSteps'],
  ['WF-01', 'listWorkflows'],
  ['AGENT-03', 'listAgents'],
  ['AGENT-14', 'getAgent'],
  ['APPR-01', 'listPendingApprovals'],
  ['APPR-04', 'getApproval'],
  ['APPR-06', 'listPendingWorkflowApprovals'],
  ['KNOW-16', 'listKnowledgeFolders'],
  ['KNOW-18', 'searchKnowledge'],
  ['MODEL-01', 'listModels'],
  ['TASK-12', 'listTasks'],
  ['TASK-33', 'getTaskByNumber'],
  ['TASK-34', 'getTask'],
  ['TASK-35', 'updateTask'],
  ['TASK-38', 'setTaskAssignee'],
  ['TASK-39', 'setTaskStatus'],
  ['TASK-40', 'listTaskRuns'],
  ['TASK-32', 'createTask'],
  ['TASK-36', 'deleteTask'],
  ['WF-14', 'startWorkflowRun'],
  ['COMP-25', 'createAgentCompletion'],
  ['COMP-26', 'createChatCompletion'],
]

const statuses = SERVED.flatMap(([requirement, operation]) => {
  const stated = operations[operation].successStatus
  const other = stated === 200 ? 202 : 200
  return mutants(requirement, {
    [`${operation} answers ${other} instead of ${stated}`]: replies(operation, answer =>
      answer.status < 300 && !('stream' in answer)
        ? { ...answer, status: other, ...(answer.body === undefined && { body: { ok: true } }) }
        : answer,
    ),
    [`${operation} answers 500`]: handles(operation, () => reply(500, { error: {} })),
    ...(stated === 200
      ? {
          [`${operation} answers 204`]: replies(operation, answer =>
            'stream' in answer ? answer : { status: 204, body: undefined },
          ),
        }
      : {}),
  })
})

const windowed = (operation: string) =>
  handles(operation, (request, context, handler) =>
    handler(
      { ...request, query: { ...request.query, days: Math.max(7, Math.min(90, 97 - request.query.days)) } },
      context,
    ),
  )

/** The member keeps its first value. */
const frozen = (operation: string, name: string) => (_: Tenants) => {
  let first: unknown
  return answers(operation, body => {
    first ??= body[name]
    return { ...body, [name]: first }
  })
}

const figures = [
  ...(
    [
      ['ANA-24', 'getAgentStats'],
      ['ANA-28', 'getUsageByUser'],
      ['ANA-32', 'getUsageByTeam'],
      ['SPEND-07', 'getSpendByAgent'],
      ['SPEND-10', 'getSpendByModel'],
      ['SPEND-13', 'getSpendByTeam'],
      ['SPEND-16', 'getSpendByUser'],
      ['SPEND-19', 'getSpendOverTime'],
      ['SPEND-22', 'getTeamStats'],
    ] as const
  ).flatMap(([requirement, operation]) =>
    mutants(requirement, { [`${operation} covers many days when asked for few`]: windowed(operation) }),
  ),
  ...mutants('ANA-22', {
    'every period covers a day': handles('getInsightsSummary', (request, context, handler) =>
      handler({ ...request, query: { period: 'today' } }, context),
    ),
    'the week covers more than the month': handles('getInsightsSummary', (request, context, handler) =>
      handler(
        {
          ...request,
          query: {
            period: ({ '7d': '90d', '90d': '7d' } as Loose)[request.query.period] ?? request.query.period,
          },
        },
        context,
      ),
    ),
  }),
  ...mutants('ANA-23', {
    'an agent comes twice in the agent statistics': answers('getAgentStats', body => ({
      ...body,
      data: [...body.data, ...body.data.slice(0, 1)],
    })),
  }),
  ...mutants('ANA-26', {
    'the usage by user shows no cost': answers('getUsageByUser', body => without(body, 'cost_euros')),
    'the usage by user shows no runs': answers('getUsageByUser', body => without(body, 'runs')),
  }),
  ...mutants('ANA-30', {
    'the usage by team shows no cost': answers('getUsageByTeam', body => without(body, 'cost_euros')),
    'the usage by team shows no runs': answers('getUsageByTeam', body => without(body, 'runs')),
    'the usage by team is an empty list': answers('getUsageByTeam', body => ({ ...body, data: [] })),
  }),
  ...mutants('SPEND-12', {
    'the spend by team is an empty list': answers('getSpendByTeam', body => ({ ...body, data: [] })),
  }),
  ...mutants('ANA-27', {
    'the split by agent adds up to twice the runs': answers('getUsageByUser', body => ({
      ...body,
      data: body.data.map((row: Loose) => ({
        ...row,
        agents: row.agents.map((one: Loose) => ({
          ...one,
          runs: one.runs * 2,
          cost_euros: one.cost_euros * 2,
        })),
      })),
    })),
  }),
  ...mutants('ANA-31', {
    'the split by agent is a number of agents': answers('getUsageByTeam', body => ({
      ...body,
      data: body.data.map((row: Loose) => ({ ...row, team: { id: row.team_id }, agents: row.agents.length })),
    })),
    'the split by agent adds up to twice the runs of a team': answers('getUsageByTeam', body => ({
      ...body,
      data: body.data.map((row: Loose) => ({
        ...row,
        agents: row.agents.map((one: Loose) => ({
          ...one,
          runs: one.runs * 2,
          cost_euros: one.cost_euros * 2,
        })),
      })),
    })),
  }),
  ...(
    [
      ['SPEND-06', 'getSpendByAgent'],
      ['SPEND-09', 'getSpendByModel'],
      ['SPEND-12', 'getSpendByTeam'],
      ['SPEND-15', 'getSpendByUser'],
      ['SPEND-18', 'getSpendOverTime'],
    ] as const
  ).flatMap(([requirement, operation]) =>
    mutants(requirement, {
      [`${operation} shows no amounts`]: answers(operation, body => without(body, 'spend_euros')),
      [`${operation} has a row twice`]: answers(operation, body => ({
        ...body,
        data: [...body.data, ...body.data.slice(0, 1)],
      })),
      [`${operation} has no rows`]: answers(operation, () => ({ total: 3 })),
    }),
  ),
  ...mutants(
    'WALLET-01',
    {
      'the spend of today stays what it was': lives(
        'what is booked late may be of an earlier day',
        frozen('getWallet', 'spend_today_euros'),
      ),
    },
    { beside: ['runs/finish', 'runs/fail'] },
  ),
  ...mutants(
    'WALLET-02',
    { 'the spend of 30 days stays what it was': frozen('getWallet', 'spend_last_30_days_euros') },
    { beside: ['runs/finish', 'runs/fail'] },
  ),
  ...mutants('WALLET-02', {
    'the spend of 30 days is that of a year': lives(
      'what else the wallet counts as spend, such as a subscription, is not stated',
      answers('getWallet', body => ({
        ...body,
        spend_last_30_days_euros: body.spend_last_30_days_euros * 12.5,
      })),
    ),
  }),
  ...mutants('ANA-09', {
    'the summary lists no day': answers('getInsightsSummary', body => ({ ...body, runs_per_day: [] })),
  }),
  ...mutants('SPEND-18', {
    'the spend over time is of half days': answers('getSpendOverTime', body => ({
      ...body,
      data: body.data.flatMap((row: Loose) =>
        ['00', '12'].map(hour => ({
          ...row,
          date: `${row.date}T${hour}:00:00Z`,
          spend_euros: row.spend_euros / 2,
        })),
      ),
    })),
  }),
  ...mutants('SPEND-24', {
    'a team that is not there answers 500': refusals('getTeamStats', ({ status }) =>
      status === 404 ? { status: 500, body: { error: {} }, headers: {} } : undefined,
    ),
  }),
  ...mutants('ANA-15', {
    'the summary names a model that nobody has': lives(
      'models that are deleted stay in statistics: a name that no list has proves nothing',
      answers('getInsightsSummary', body => ({
        ...body,
        top_models: [{ ...body.top_models[0], model: 'phantom-9' }],
      })),
    ),
  }),
  ...mutants(
    'WF-11',
    {
      'the usage of workflow runs stands still': lives('when a run is counted is not stated', () => {
        let first: Loose
        return answers('getWorkflowRunUsage', body => {
          first ??= body
          return first
        })
      }),
    },
    { beside: ['workflows/start'] },
  ),
  ...mutants('WF-11', {
    'the usage of workflow runs is an empty object': answers('getWorkflowRunUsage', () => ({})),
    'the usage counts the workflow runs of all months': lives(
      'the tenant may have workflows that the key does not see',
      handles('getWorkflowRunUsage', (request, context, handler) => {
        const answer = handler(request, context)
        return { ...answer, body: { ...answer.body, used: context.tables.workflowRuns.size } }
      }),
    ),
  }),
  ...mutants('SPEND-24', {
    'a manager who names the own team is refused': handles('getTeamStats', (request, context, handler) =>
      context.caller.person.role === 'manager' && request.query.team_id
        ? reply(404, { error: {} })
        : handler(request, context),
    ),
    'team_id lists every team but that one': handles('getTeamStats', (request, context, handler) => {
      if (!request.query.team_id) return handler(request, context)
      const other = context.tables.teams.all().find((team: Loose) => team.id !== request.query.team_id)
      return handler({ ...request, query: { ...request.query, team_id: other.id } }, context)
    }),
  }),
  ...mutants('SPEND-25', {
    'without team_id only one team is covered': handles('getTeamStats', (request, context, handler) => {
      const [team] = context.tables.teams.all()
      return handler(
        { ...request, query: { ...request.query, team_id: request.query.team_id ?? team.id } },
        context,
      )
    }),
    'without team_id only the members of one team are listed': handles(
      'getTeamStats',
      (request, context, handler) => {
        if (request.query.group_by !== 'member') return handler(request, context)
        const [team] = context.tables.teams.all()
        return handler(
          { ...request, query: { ...request.query, team_id: request.query.team_id ?? team.id } },
          context,
        )
      },
    ),
    'without team_id the largest team is left out': handles('getTeamStats', (request, context, handler) => {
      const answer = handler(request, context)
      return request.query.team_id == null && request.query.group_by === 'team'
        ? { ...answer, body: { ...answer.body, data: answer.body.data.slice(1) } }
        : answer
    }),
  }),
  ...mutants('SPEND-26', {
    'the roster leaves out members who spent nothing': answers('getTeamStats', body =>
      body.group_by === 'member'
        ? { ...body, data: body.data.filter((row: Loose) => row.spend_euros > 0) }
        : undefined,
    ),
  }),
  ...(['member', 'agent', 'team', 'day'] as const).flatMap((group, n) =>
    mutants(`SPEND-0${n + 1}`, {
      [`grouped by ${group}, a row comes twice`]: answers('getTeamStats', body =>
        body.group_by === group ? { ...body, data: [...body.data, ...body.data.slice(0, 1)] } : undefined,
      ),
    }),
  ),
  ...mutants('WALLET-05', {
    'the personal usage is that of the workspace': (world: Tenants) =>
      handles('getMyUsage', (request, context, handler) =>
        handler(request, {
          ...context,
          caller: {
            ...context.caller,
            person: world.home.tables.people.get(world.roles.people['person-manager']),
          },
        }),
      ),
    'the personal usage adds everybody up': handles('getMyUsage', (request, context, handler) => {
      const answer = handler(request, context)
      const all = context.tables.people
        .all()
        .map((person: Loose) => handler(request, { ...context, caller: { ...context.caller, person } }).body)
      const sum = (part: string) => ({
        ...answer.body[part],
        runs: total(all, part, 'runs'),
        spend_euros: total(all, part, 'spend_euros'),
      })
      return { ...answer, body: { ...answer.body, today: sum('today'), last_30_days: sum('last_30_days') } }
    }),
  }),
  ...mutants('WALLET-05', {
    'the personal usage of an admin adds everybody up': lives(
      'what a person used is known from replies of other moments only; needs an admin who has used nothing',
      handles('getMyUsage', (request, context, handler) => {
        const answer = handler(request, context)
        if (context.caller.person.role !== 'admin') return answer
        const all = context.tables.people
          .all()
          .map(
            (person: Loose) => handler(request, { ...context, caller: { ...context.caller, person } }).body,
          )
        const figures = {
          ...answer.body.last_30_days,
          runs: total(all, 'last_30_days', 'runs'),
          spend_euros: total(all, 'last_30_days', 'spend_euros'),
        }
        return { ...answer, body: { ...answer.body, last_30_days: figures, agents: [] } }
      }),
    ),
    'the personal usage is empty': lives(
      'of which days the personal usage is, is not stated: nobody may have used anything',
      answers('getMyUsage', () => ({})),
    ),
  }),
  ...mutants('WALLET-02', {
    'the spend of 30 days is that of today': answers('getWallet', body => ({
      ...body,
      spend_last_30_days_euros: body.spend_today_euros,
    })),
  }),
  ...mutants('WALLET-16', {
    'the present usage is 0 throughout': lives(
      'what counts against a cap is not stated',
      answers('getEntitlements', ({ usage, ...body }) => ({
        ...body,
        usage: Object.fromEntries(Object.keys(usage).map(name => [name, 0])),
      })),
    ),
  }),
  ...mutants('WALLET-14', {
    'what stands for caps is only called like them': answers('getEntitlements', ({ features, ...body }) => ({
      ...without(body, 'caps'),
      capabilities: features,
    })),
  }),
  ...mutants('AGENCY-03', {
    'the tokens of a client are 0': lives(
      'an agent may cost something without using tokens',
      answers('getAgencyClientUsage', body => ({
        ...body,
        agents: body.agents.map((row: Loose) => ({ ...row, tokens: { input: 0, output: 0, total: 0 } })),
      })),
    ),
  }),
  ...mutants('AGENCY-01', {
    'the entries of a client name no agent': answers('getAgencyClientUsage', body => ({
      ...body,
      agents: body.agents.map(({ runs, tokens, cost_euros }: Loose) => ({ runs, tokens, cost_euros })),
    })),
  }),
  ...mutants('MODEL-02', {
    'a model that is allowed is not listed': answers('listModels', body => ({
      ...body,
      data: body.data.slice(0, -1),
    })),
  }),
  ...mutants('KNOW-16', {
    'no knowledge base is listed': answers('listKnowledgeFolders', body => ({ ...body, data: [] })),
    'the first knowledge base is not listed': answers('listKnowledgeFolders', body => ({
      ...body,
      data: body.data.slice(1),
    })),
  }),
  ...mutants('WALLET-06', {
    'a member is refused the personal usage': handles('getMyUsage', (request, context, handler) =>
      context.caller.person.role === 'member' ? reply(403, { error: {} }) : handler(request, context),
    ),
  }),
  ...mutants('WALLET-07', {
    'the monthly statement wants a month': handles('getMonthlyStatement', (request, context, handler) =>
      request.query.month == null ? reply(422, { error: {} }) : handler(request, context),
    ),
  }),
  ...mutants('WALLET-12', {
    'the statement has no headline': answers('getMonthlyStatement', body => without(body, 'headline')),
    'the lines of the statement are empty': answers('getMonthlyStatement', body => ({ ...body, lines: [] })),
    'the headline leaves out the agent runs': answers('getMonthlyStatement', ({ headline, ...body }) => ({
      ...body,
      headline: { ...headline, total_euros: headline.total_euros - headline.agent_runs_euros },
    })),
  }),
  ...mutants('WALLET-18', {
    'naming another plan changes the entitlements': answers('getEntitlements', (body, { query }) =>
      [...query.values()].length > 0
        ? { ...body, plan: { id: [...query.values()][0], name: 'Enterprise' }, caps: { members: 9999 } }
        : undefined,
    ),
    'naming another plan in a header changes the entitlements': {
      intercept: {
        reply: (answer: Loose, exchange) =>
          exchange.operation?.id === 'getEntitlements' &&
          exchange.requestHeaders.some(one => /^x-plan$/i.test(one))
            ? { ...answer, body: { ...answer.body, caps: { ...answer.body.caps, agents: 9999 } } }
            : answer,
      },
    },
  }),
  ...mutants('AGENCY-01', {
    'the usage of a client has no entries': answers('getAgencyClientUsage', body => without(body, 'agents')),
  }),
  ...mutants('AGENCY-06', {
    'without month the usage of a client is that of the month before': handles(
      'getAgencyClientUsage',
      (request, context, handler) => {
        const last = new Date(context.now)
        last.setUTCDate(0)
        return handler(
          { ...request, query: { month: request.query.month ?? last.toISOString().slice(0, 7) } },
          context,
        )
      },
    ),
    'the usage of a client wants a month': handles('getAgencyClientUsage', (request, context, handler) =>
      request.query.month == null ? reply(422, { error: {} }) : handler(request, context),
    ),
  }),
  ...mutants('AGENCY-07', {
    'the usage of every client is that of the first': (world: Tenants) =>
      handles('getAgencyClientUsage', (request, context, handler) => {
        const answer = handler(request, context)
        const first = handler(
          { ...request, path: { client_id: world.roles.clients['client-contoso'] } },
          context,
        )
        return {
          ...answer,
          body: { ...first.body, client_id: answer.body.client_id, client_name: answer.body.client_name },
        }
      }),
    'the usage of a client holds the agents of the others': (world: Tenants) =>
      handles('getAgencyClientUsage', (request, context, handler) => {
        const answer = handler(request, context)
        const both = Object.values(world.roles.clients).map(
          client_id => handler({ ...request, path: { client_id } }, context).body.agents,
        )
        return { ...answer, body: { ...answer.body, agents: both.flat() } }
      }),
  }),
  ...mutants('WF-35', {
    'the run summary counts the runs of all workflows': handles(
      'getWorkflowRunsSummary',
      (request, context, handler) => {
        const answer = handler(request, context)
        return {
          ...answer,
          body: {
            ...answer.body,
            runs: context.tables.workflowRuns.all().length,
            by_status: { completed: context.tables.workflowRuns.all().length },
          },
        }
      },
    ),
    'the run summary is that of another workflow': lives(
      'a list may leave out runs that a summary counts: what was deleted, tests, or what is long ago',
      handles('getWorkflowRunsSummary', (request, context, handler) => {
        const counts = new Map<string, number>()
        for (const run of context.tables.workflowRuns.all())
          counts.set(run.workflowId, (counts.get(run.workflowId) ?? 0) + 1)
        const other = [...counts]
          .toSorted((a, b) => a[1] - b[1])
          .find(([id, n]) => id !== request.path.workflow_id && n !== counts.get(request.path.workflow_id))
        return other
          ? handler({ ...request, path: { workflow_id: other[0] } }, context)
          : handler(request, context)
      }),
    ),
  }),
  ...mutants('WF-37', {
    'a workflow run shows no cost': answers('getWorkflowRun', body => without(body, 'cost_euros')),
    'a workflow run shows half the cost of its steps': answers('getWorkflowRun', body => ({
      ...body,
      cost_euros: body.cost_euros / 2,
    })),
    'a workflow run costs nothing': answers('getWorkflowRun', body => ({ ...body, cost_euros: 0 })),
  }),
  ...mutants('ANA-08', {
    'the success rate is what did not succeed': answers('getInsightsSummary', ({ runs, ...body }) => ({
      ...body,
      runs: { ...runs, succeeded: runs.completed },
      success_rate: body.success_rate === null ? null : 1 - body.success_rate,
    })),
    'the success rate is what did not succeed, beside no count of those that did': lives(
      'which runs the rate is of, and of which moment, is not stated: the records of runs do not refute it',
      answers('getInsightsSummary', ({ runs, ...body }) => ({
        ...body,
        runs: { total: runs.total },
        success_rate: body.success_rate === null ? null : 1 - body.success_rate,
      })),
    ),
  }),
]

const total = (all: Loose[], part: string, name: string) =>
  all.reduce((sum, one) => sum + (one[part]?.[name] ?? 0), 0)

export const figureMutants: readonly Mutant[] = [...shown, ...statuses, ...figures]
