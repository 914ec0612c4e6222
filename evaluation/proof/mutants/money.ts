/** Money: the wallet, statements, entitlements and the usage of an agency's clients. */
import {
  answers,
  asks,
  asPerson,
  by,
  changes,
  each,
  firstOf,
  frozen,
  handles,
  hides,
  type Loose,
  lastWithout,
  lives,
  livesInNewMonths,
  type MutantTable,
  NO_ZERO,
  refuses,
  refusesRole,
  reply,
  shows,
  tried,
  without,
} from './mutant.ts'

/** What every person, or some of them, used, by a member of the replies. */
const usedByAll = (part: string, { request, context, again }: Loose, isOne = (_: Loose) => true) => {
  const persons = context.tables.people.all().filter(isOne)
  const all = persons.map((person: Loose) => again(request, by(person, context))[part] ?? {})
  const total = (name: string) => all.reduce((sum: number, one: Loose) => sum + (one[name] ?? 0), 0)
  return { runs: total('runs'), spend_euros: total('spend_euros') }
}

const monthAt = (now: number) => new Date(now).toISOString().slice(0, 7)

export const moneyMutants: MutantTable = {
  'WALLET-01 the spend of today stays what it was': tried(
    { beside: ['runs/finish', 'runs/fail'] },
    lives('what is booked late may be of an earlier day', frozen('getWallet', 'spend_today_euros')),
  ),
  'WALLET-02 the spend of 30 days stays what it was': tried(
    { beside: ['runs/finish', 'runs/fail'] },
    lives(
      'the figure of 30 days may be cached for longer than that of today',
      frozen('getWallet', 'spend_last_30_days_euros'),
    ),
  ),
  'WALLET-02 the spend of 30 days is that of a year': lives(
    'what else the wallet counts as spend, such as a subscription, is not stated',
    shows('getWallet', body => ({ spend_last_30_days_euros: body.spend_last_30_days_euros * 12.5 })),
  ),
  'WALLET-04 a person without usage gets 404': handles('getMyUsage', (request, context, handler) => {
    const answer = handler(request, context)
    return answer.body.last_30_days.runs === 0 ? reply(404, { error: {} }) : answer
  }),
  'WALLET-05 the personal usage is that of the workspace': asPerson('getMyUsage', 'person-manager'),
  'WALLET-05 the personal usage adds everybody up': changes(
    'getMyUsage',
    ({ today, last_30_days }, handled) => ({
      today: { ...today, ...usedByAll('today', handled) },
      last_30_days: { ...last_30_days, ...usedByAll('last_30_days', handled) },
    }),
  ),
  ...each(
    [
      ['whoever has used something', () => true],
      ['all but admins who have used something', ({ role }: Loose) => role !== 'admin'],
    ],
    ([whose, isOne]) => ({
      [`WALLET-05 the personal usage of ${whose} adds everybody of them up`]: tried({ clock: 'slow' }, () => {
        // As of the last start of a run, because all that works meanwhile costs something.
        const first = firstOf()
        return changes('getMyUsage', ({ last_30_days }, handled) => {
          if (last_30_days.runs === 0 || !isOne(handled.context.caller.person)) return undefined
          const all = usedByAll('last_30_days', handled, isOne)
          return first(all.runs, { today: all, last_30_days: all, agents: [] })
        })
      }),
    }),
  ),
  'WALLET-05 the personal usage of an admin adds everybody up': lives(
    'what a person used is known from replies of other moments only; needs an admin who has used nothing',
    changes('getMyUsage', ({ last_30_days }, handled) =>
      handled.context.caller.person.role === 'admin'
        ? { last_30_days: { ...last_30_days, ...usedByAll('last_30_days', handled) }, agents: [] }
        : undefined,
    ),
  ),
  'WALLET-05 the personal usage is empty': lives(
    'of which days the personal usage is, is not stated: nobody may have used anything',
    answers('getMyUsage', () => ({})),
  ),
  'WALLET-02 the spend of 30 days is that of today': shows('getWallet', body => ({
    spend_last_30_days_euros: body.spend_today_euros,
  })),
  'WALLET-16 the present usage is 0 throughout': lives(
    'what counts against a cap is not stated',
    shows('getEntitlements', ({ usage }) => ({
      usage: Object.fromEntries(Object.keys(usage).map(name => [name, 0])),
    })),
  ),
  'WALLET-14 what stands for caps is only called like them': answers(
    'getEntitlements',
    ({ features, ...body }) => ({
      ...without(body, 'caps'),
      capabilities: features,
    }),
  ),
  'AGENCY-03 each agent shows the tokens of the client': shows(
    'getAgencyClientUsage',
    ({ agents, tokens }) => ({ agents: agents.map((row: Loose) => ({ ...row, tokens })) }),
  ),
  'AGENCY-03 the tokens of a client are 0': lives(
    'an agent may cost something without using tokens',
    shows('getAgencyClientUsage', ({ agents }) => ({
      agents: agents.map((row: Loose) => ({ ...row, tokens: { input: 0, output: 0, total: 0 } })),
    })),
  ),
  'AGENCY-02 the last agent of a client shows no runs': lives(
    NO_ZERO,
    shows('getAgencyClientUsage', ({ agents }) => ({ agents: lastWithout(agents, 'runs') })),
  ),
  'AGENCY-04 the agents of a client show no cost in a month that is over': changes(
    'getAgencyClientUsage',
    ({ agents, month }, { context }) =>
      month < monthAt(context.now) ? { agents: without(agents, 'cost_euros') } : undefined,
  ),
  'AGENCY-07 the totals of a month that is named are those of all clients': changes(
    'getAgencyClientUsage',
    (_, { request: { query }, context, again }) => {
      if (query.month == null) return undefined
      const all = context.tables.clients.all().map(({ id }: Loose) => again({ path: { client_id: id } }))
      const sum = (name: string) => all.reduce((total: number, one: Loose) => total + one[name], 0)
      return { runs: sum('runs'), cost_euros: sum('cost_euros') }
    },
  ),
  'AGENCY-04 the agents of every other client show no cost': changes(
    'getAgencyClientUsage',
    ({ client_id, agents }, { context }) =>
      client_id === context.tables.clients.all()[0]?.id
        ? {}
        : { agents: agents.map(({ cost_euros: _, ...row }: Loose) => row) },
  ),
  'AGENCY-02 the agents of a client show no runs to a manager': shows(
    'getAgencyClientUsage',
    ({ agents }, { caller }) =>
      caller.person.role === 'manager' && { agents: agents.map((one: Loose) => without(one, 'runs')) },
  ),
  'AGENCY-01 the entries of a client name no agent': shows('getAgencyClientUsage', ({ agents }) => ({
    agents: agents.map(({ runs, tokens, cost_euros }: Loose) => ({ runs, tokens, cost_euros })),
  })),
  'WALLET-06 a member is refused the personal usage': refusesRole('getMyUsage', 'member'),
  'WALLET-07 the monthly statement wants a month': refuses(
    'getMonthlyStatement',
    ({ query }) => query.month == null,
  ),
  'WALLET-12 the lines come to twice the headline': shows('getMonthlyStatement', ({ lines }) => ({
    lines: lines.map((one: Loose) => ({ ...one, amount_euros: 2 * one.amount_euros })),
  })),
  'WALLET-12 the statement has no headline': hides('getMonthlyStatement', 'headline'),
  'WALLET-12 the lines of the statement are empty': shows('getMonthlyStatement', { lines: [] }),
  'WALLET-12 a month that is over has a headline and no lines': shows('getMonthlyStatement', ({ status }) =>
    status === 'closed' ? { lines: [] } : undefined,
  ),
  'WALLET-12 the headline leaves out the agent runs': shows('getMonthlyStatement', ({ headline }) => ({
    headline: { ...headline, total_euros: headline.total_euros - headline.agent_runs_euros },
  })),
  'WALLET-12 with a month the headline leaves out some of the usage': changes(
    'getMonthlyStatement',
    ({ headline }, { request }) =>
      request.query.month && { headline: { ...headline, total_euros: headline.total_euros - 0.2 } },
  ),
  'WALLET-18 naming another plan changes the entitlements': shows('getEntitlements', (_, { query }) => {
    const [id] = query.values()
    return id !== undefined && { plan: { id, name: 'Enterprise' }, caps: { members: 9999 } }
  }),
  'WALLET-18 naming another plan in a header changes the entitlements': {
    intercept: {
      reply: (answer: Loose, exchange) =>
        exchange.operation?.id === 'getEntitlements' &&
        exchange.requestHeaders.some(one => /^x-plan$/i.test(one))
          ? { ...answer, body: { ...answer.body, caps: { ...answer.body.caps, agents: 9999 } } }
          : answer,
    },
  },
  'AGENCY-01 the usage of a client has no entries': hides('getAgencyClientUsage', 'agents'),
  'AGENCY-06 without month the usage of a client is that of the month before': livesInNewMonths(
    asks('getAgencyClientUsage', (query, { now }) => {
      const last = new Date(now)
      last.setUTCDate(0)
      query.month ??= last.toISOString().slice(0, 7)
    }),
  ),
  'AGENCY-06 the usage of a client wants a month': refuses(
    'getAgencyClientUsage',
    ({ query }) => query.month == null,
  ),
  'AGENCY-07 the usage of every client is that of the first': world =>
    changes('getAgencyClientUsage', ({ client_id, client_name }, { again }) => ({
      ...again({ path: { client_id: world.roles.clients['client-contoso'] } }),
      client_id,
      client_name,
    })),
  'AGENCY-07 the usage of a client holds the agents of the others': world =>
    changes('getAgencyClientUsage', (_, { again }) => ({
      agents: Object.values(world.roles.clients).flatMap(client_id => again({ path: { client_id } }).agents),
    })),
}
