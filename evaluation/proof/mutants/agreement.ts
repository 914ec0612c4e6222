/** Figures that contradict another reply: the days of a month, the roster, the total of the same reply. */
import {
  allTried,
  asks,
  changes,
  dropped,
  eachRow,
  firstOf,
  frozen,
  type Loose,
  lives,
  livesInNewMonths,
  type MutantTable,
  shows,
  streams,
  together,
  tried,
} from './mutant.ts'

const monthBefore = (month: string, ago: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - ago)
  return at.toISOString().slice(0, 7)
}

/** Adds several months up as if they were one. */
const monthsOf = (choose: (month: string, now: string) => readonly string[]) =>
  changes('getMonthlyStatement', ({ month, headline }, { request, context, again }) => {
    const now = new Date(context.now).toISOString().slice(0, 7)
    const bodies = choose(month, now).map(one => again({ query: { ...request.query, month: one } }))
    const sum = (name: string) => bodies.reduce((all, one) => all + one.headline[name], 0)
    return {
      headline: Object.fromEntries(Object.keys(headline).map(name => [name, sum(name)])),
      lines: bodies.flatMap(one => one.lines),
    }
  })

const statements: MutantTable = {
  ...allTried(
    { beside: ['runs/finish', 'runs/fail'] },
    {
      'WALLET-08 the statement of a month holds the months before, too': lives(
        'what a statement charges, and when, is not stated: the days of the month do not refute it',
        monthsOf(month => [0, 1, 2, 3].map(ago => monthBefore(month, ago))),
      ),
      'WALLET-08 the statement of a month goes on until now': livesInNewMonths(
        monthsOf((month, now) => [2, 1, 0].map(ago => monthBefore(now, ago)).filter(one => one >= month)),
      ),
      'WALLET-08 the statement of a month is that of the next one': livesInNewMonths(
        monthsOf((month, now) => [month < now ? monthBefore(month, -1) : month]),
      ),
      'WALLET-08 the present month is another one by its name': lives(
        'replies to different queries may be of different moments',
        changes('getMonthlyStatement', ({ month }, { request: { query }, again }) =>
          query.month
            ? { ...again({ query: { ...query, month: monthBefore(month, 1) } }), month }
            : undefined,
        ),
      ),
    },
  ),
  'WALLET-11 the agent runs of every month cost nothing': lives(
    'a plan may include all runs',
    shows('getMonthlyStatement', ({ headline, lines }) => ({
      headline: {
        ...headline,
        agent_runs_euros: 0,
        total_euros: headline.total_euros - headline.agent_runs_euros,
      },
      lines: lines.filter((line: Loose) => line.kind !== 'agent_runs'),
    })),
  ),
}

const walletInCents = shows('getWallet', body => ({
  spend_today_euros: body.spend_today_euros * 100,
  spend_last_30_days_euros: body.spend_last_30_days_euros * 100,
}))

const others: MutantTable = {
  'ANA-20 the top user of every agent is one who ran nothing': changes(
    'getAgentStats',
    ({ data }, { context }) => {
      const ran = new Set(data.flatMap((row: Loose) => row.top_users.map((one: Loose) => one.user_id)))
      const idle = context.tables.people.all().find((person: Loose) => !ran.has(person.id))
      const top = ({ top_users: [first], runs }: Loose) => [
        { ...first, user_id: idle.id, user_name: idle.name, runs },
      ]
      return idle && { data: data.map((row: Loose) => ({ ...row, top_users: top(row) })) }
    },
  ),
  'ANA-20 no agent has a top user': lives(
    'whether a run of a schedule or a workflow has a user is not stated',
    eachRow('getAgentStats', { top_users: [] }),
  ),
  'ANA-09 the runs per day stand a day too late': lives(
    'where a day begins, and which runs are counted, is not stated',
    shows('getInsightsSummary', ({ runs_per_day: days }) => ({
      runs_per_day: days.map((row: Loose, n: number) => ({ ...row, runs: days[n - 1]?.runs ?? 0 })),
    })),
  ),
  'ANA-09 the runs per day leave out the present day': lives(
    'a list of days may be made each night',
    shows('getInsightsSummary', body => ({ runs_per_day: body.runs_per_day.slice(0, -1) })),
  ),
  'ANA-12 no message is counted': lives(
    'which messages are counted is not stated',
    shows('getInsightsSummary', { messages: 0 }),
  ),
  'ANA-13 the cost of the summary is in cents': shows('getInsightsSummary', ({ cost_euros }) => ({
    cost_euros: cost_euros * 100,
  })),
  'ANA-16 the agent statistics count the runs that finished': lives(
    'which runs are counted is not stated',
    eachRow('getAgentStats', ({ runs, success_rate }) => ({
      runs: Math.round(runs * (success_rate ?? 1)),
    })),
  ),
  'ANA-18 the cost of an agent is that of an average run': lives(
    'statistics and the records of runs may cover different runs',
    eachRow('getAgentStats', ({ cost_euros, runs }) => ({ cost_euros: cost_euros / Math.max(1, runs) })),
  ),
  'WALLET-01 the spend of today is in cents, as that of 30 days': walletInCents,
  'WALLET-01 the wallet is in cents, beside days in tenths of a euro': together(
    walletInCents,
    eachRow('getSpendOverTime', ({ spend_euros }) => ({ spend_euros: Math.round(spend_euros * 10) / 10 })),
  ),
  'WALLET-12 the last line of the statement is missing': lives(
    'an amount in whole euros may hide as much by rounding',
    shows('getMonthlyStatement', ({ lines }) => ({ lines: lines.slice(0, -1) })),
  ),
  'WALLET-12 what is spent from now on is not in the headline': tried({ beside: ['runs/finish'] }, () => {
    const first = firstOf()
    return shows('getMonthlyStatement', ({ month, headline }) => ({
      headline: { ...headline, total_euros: first(month, headline.total_euros) },
    }))
  }),
  'WALLET-12 the headline counts the agent runs twice': shows('getMonthlyStatement', ({ headline }) => ({
    headline: { ...headline, total_euros: headline.total_euros + headline.agent_runs_euros },
  })),
  'SPEND-16 one day is seven': lives(
    'what is younger than a week may be delayed',
    asks('getSpendByUser', query => (query.days = Math.max(7, query.days ?? 30))),
  ),
  'SPEND-02 grouped by agent the rows are about people': asks('getTeamStats', query => {
    if (query.group_by === 'agent') query.group_by = 'member'
  }),
  'SPEND-04 grouped by day there is one row': lives(
    'days without spend may be left out, and the present one may be ahead of other replies',
    shows('getTeamStats', ({ group_by, data }) => {
      const sum = (name: string) => data.reduce((all: number, one: Loose) => all + one[name], 0)
      const figures = { runs: sum('runs'), spend_euros: sum('spend_euros') }
      return group_by === 'day' && { data: data.slice(-1).map((row: Loose) => ({ ...row, ...figures })) }
    }),
  ),
  'SPEND-24 grouped by agent team_id has no effect': dropped('getTeamStats', 'team_id', 'group_by', 'agent'),
  'COMP-28 the stream of a completion ends after a few words': lives(
    'a model may answer less than it did before',
    streams('createChatCompletion', beginningOf),
  ),
}

/** Repeats the first value for each period. */
const still = (name: string) => frozen('getInsightsSummary', name, ({ query }) => query.get('period'))

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

const standing: MutantTable = {
  'ANA-12 the messages stand still': tried(
    { beside: BUSY },
    lives('which messages are counted, and when, is not stated', still('messages')),
  ),
  'ANA-13 the cost of the summary stands still': tried(
    { beside: [...BUSY, 'analytics/getAgentStats', 'analytics/getUsageByUser'] },
    lives('a cost may be booked later than its run is counted', still('cost_euros')),
  ),
}

async function* beginningOf(stream: AsyncIterable<Loose>) {
  let texts = 0
  for await (const part of stream) {
    const text = 'data' in part && part.data.choices?.[0]?.delta?.content
    if (!text || ++texts <= 1) yield part
  }
}

export const agreementMutants: MutantTable = { ...statements, ...others, ...standing }
