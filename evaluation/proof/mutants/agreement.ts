/** Figures that contradict another reply: the days of a month, the roster, the total of the same reply. */
import { answers, handles, type Loose, lives, type Mutant, mutants, replies } from './mutant.ts'

const monthBefore = (month: string, ago: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - ago)
  return at.toISOString().slice(0, 7)
}

/** Adds several months up as if they were one. */
const monthsOf = (choose: (month: string, now: string) => readonly string[]) =>
  handles('getMonthlyStatement', (request, context, handler) => {
    const answer = handler(request, context)
    const now = new Date(context.now).toISOString().slice(0, 7)
    const bodies = choose(answer.body.month, now).map(
      month => handler({ ...request, query: { ...request.query, month } }, context).body,
    )
    const headline = Object.fromEntries(
      Object.keys(answer.body.headline).map(name => [
        name,
        bodies.reduce((sum, { headline: one }) => sum + one[name], 0),
      ]),
    )
    const lines = bodies.flatMap(one => one.lines)
    return { ...answer, body: { ...answer.body, headline, lines } }
  })

const statements = [
  ...mutants(
    'WALLET-08',
    {
      'the statement of a month holds the months before, too': lives(
        'what a statement charges, and when, is not stated: the days of the month do not refute it',
        monthsOf(month => [0, 1, 2, 3].map(ago => monthBefore(month, ago))),
      ),
      'the statement of a month goes on until now': monthsOf((month, now) => {
        const later = [2, 1, 0].map(ago => monthBefore(now, ago))
        return later.filter(one => one >= month)
      }),
      'the statement of a month is that of the next one': monthsOf((month, now) => [
        month < now ? monthBefore(month, -1) : month,
      ]),
      'the present month is another one by its name': lives(
        'replies to different queries may be of different moments',
        handles('getMonthlyStatement', (request, context, handler) => {
          const answer = handler(request, context)
          if (!request.query.month) return answer
          const month = monthBefore(answer.body.month, 1)
          const before = handler({ ...request, query: { ...request.query, month } }, context)
          return { ...before, body: { ...before.body, month: answer.body.month } }
        }),
      ),
    },
    { beside: ['runs/finish', 'runs/fail'] },
  ),
  ...mutants('WALLET-11', {
    'the agent runs of every month cost nothing': lives(
      'a plan may include all runs',
      answers('getMonthlyStatement', ({ headline, lines, ...body }) => ({
        ...body,
        headline: {
          ...headline,
          agent_runs_euros: 0,
          total_euros: headline.total_euros - headline.agent_runs_euros,
        },
        lines: lines.filter((line: Loose) => line.kind !== 'agent_runs'),
      })),
    ),
  }),
]

const others = [
  ...mutants('ANA-20', {
    'the top user of every agent is one who ran nothing': handles(
      'getAgentStats',
      (request, context, handler) => {
        const answer = handler(request, context)
        const ran = new Set(
          answer.body.data.flatMap((row: Loose) => row.top_users.map((one: Loose) => one.user_id)),
        )
        const idle = context.tables.people.all().find((person: Loose) => !ran.has(person.id))
        if (!idle) return answer
        const data = answer.body.data.map((row: Loose) => ({
          ...row,
          top_users: [{ ...row.top_users[0], user_id: idle.id, user_name: idle.name, runs: row.runs }],
        }))
        return { ...answer, body: { ...answer.body, data } }
      },
    ),
  }),
  ...mutants('ANA-20', {
    'no agent has a top user': lives(
      'whether a run of a schedule or a workflow has a user is not stated',
      answers('getAgentStats', body => ({
        ...body,
        data: body.data.map((row: Loose) => ({ ...row, top_users: [] })),
      })),
    ),
  }),
  ...mutants('ANA-09', {
    'the runs per day stand a day too late': lives(
      'where a day begins, and which runs are counted, is not stated',
      answers('getInsightsSummary', body => ({
        ...body,
        runs_per_day: body.runs_per_day.map((row: Loose, n: number) => ({
          ...row,
          runs: body.runs_per_day[n - 1]?.runs ?? 0,
        })),
      })),
    ),
    'the runs per day leave out the present day': answers('getInsightsSummary', body => ({
      ...body,
      runs_per_day: body.runs_per_day.slice(0, -1),
    })),
  }),
  ...mutants('ANA-12', {
    'no message is counted': lives(
      'which messages are counted is not stated',
      answers('getInsightsSummary', body => ({ ...body, messages: 0 })),
    ),
  }),
  ...mutants('ANA-13', {
    'the cost of the summary is in cents': answers('getInsightsSummary', body => ({
      ...body,
      cost_euros: body.cost_euros * 100,
    })),
  }),
  ...mutants('ANA-16', {
    'the agent statistics count the runs that finished': lives(
      'which runs are counted is not stated',
      answers('getAgentStats', body => ({
        ...body,
        data: body.data.map((row: Loose) => ({
          ...row,
          runs: Math.round(row.runs * (row.success_rate ?? 1)),
        })),
      })),
    ),
  }),
  ...mutants('ANA-18', {
    'the cost of an agent is that of an average run': lives(
      'statistics and the records of runs may cover different runs',
      answers('getAgentStats', body => ({
        ...body,
        data: body.data.map((row: Loose) => ({ ...row, cost_euros: row.cost_euros / Math.max(1, row.runs) })),
      })),
    ),
  }),
  ...mutants('WALLET-01', {
    'the spend of today is in cents, as that of 30 days': answers('getWallet', body => ({
      ...body,
      spend_today_euros: body.spend_today_euros * 100,
      spend_last_30_days_euros: body.spend_last_30_days_euros * 100,
    })),
  }),
  ...mutants('WALLET-12', {
    'the last line of the statement is missing': lives(
      'an amount in whole euros may hide as much by rounding',
      answers('getMonthlyStatement', body => ({
        ...body,
        lines: body.lines.slice(0, -1),
      })),
    ),
    'the headline counts the agent runs twice': answers('getMonthlyStatement', ({ headline, ...body }) => ({
      ...body,
      headline: { ...headline, total_euros: headline.total_euros + headline.agent_runs_euros },
    })),
  }),
  ...mutants('SPEND-16', {
    'one day is seven': lives(
      'what is younger than a week may be delayed',
      handles('getSpendByUser', (request, context, handler) =>
        handler(
          { ...request, query: { ...request.query, days: Math.max(7, request.query.days ?? 30) } },
          context,
        ),
      ),
    ),
  }),
  ...mutants('SPEND-02', {
    'grouped by agent the rows are about people': handles('getTeamStats', (request, context, handler) =>
      request.query.group_by === 'agent'
        ? handler({ ...request, query: { ...request.query, group_by: 'member' } }, context)
        : handler(request, context),
    ),
  }),
  ...mutants('SPEND-04', {
    'grouped by day there is one row': lives(
      'days without spend may be left out, and the present one may be ahead of other replies',
      answers('getTeamStats', body =>
        body.group_by === 'day'
          ? {
              ...body,
              data: body.data.slice(-1).map((row: Loose) => ({
                ...row,
                runs: body.data.reduce((sum: number, one: Loose) => sum + one.runs, 0),
                spend_euros: body.data.reduce((sum: number, one: Loose) => sum + one.spend_euros, 0),
              })),
            }
          : undefined,
      ),
    ),
  }),
  ...mutants('SPEND-24', {
    'grouped by agent team_id has no effect': handles('getTeamStats', (request, context, handler) =>
      request.query.group_by === 'agent'
        ? handler({ ...request, query: { ...request.query, team_id: undefined } }, context)
        : handler(request, context),
    ),
  }),
  ...mutants('COMP-28', {
    'the stream of a completion ends after a few words': lives(
      'a model may answer less than it did before',
      replies('createChatCompletion', answer =>
        'stream' in answer ? { ...answer, stream: beginningOf(answer.stream) } : answer,
      ),
    ),
  }),
]

/** Repeats the first value for each period. */
const still = (name: string) => () => {
  const first = new Map<string, Loose>()
  return answers('getInsightsSummary', (body, { query }) => {
    const period = query.get('period') ?? ''
    if (!first.has(period)) first.set(period, body[name])
    return { ...body, [name]: first.get(period) }
  })
}

/** Scenarios that start dozens of runs and cancel one. */
const BUSY = [
  'runs/cancel',
  'runs/finish',
  'runs/fail',
  'runs/start-bodies',
  'runs/start-access',
  'runs/ask-text',
  'runs/stream',
  'completions/agent',
]

const standing = [
  ...mutants(
    'ANA-12',
    {
      'the messages stand still': lives(
        'which messages are counted, and when, is not stated',
        still('messages'),
      ),
    },
    { beside: BUSY },
  ),
  ...mutants(
    'ANA-13',
    {
      'the cost of the summary stands still': lives(
        'a cost may be booked later than its run is counted',
        still('cost_euros'),
      ),
    },
    { beside: [...BUSY, 'analytics/getAgentStats', 'analytics/getUsageByUser'] },
  ),
]

async function* beginningOf(stream: AsyncIterable<Loose>) {
  let texts = 0
  for await (const part of stream) {
    const text = 'data' in part && part.data.choices?.[0]?.delta?.content
    if (!text || ++texts <= 1) yield part
  }
}

export const agreementMutants: readonly Mutant[] = [...statements, ...others, ...standing]
