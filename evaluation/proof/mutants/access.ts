/** Keys, scopes and roles: the scope of every operation unchecked, replaced or widened, and every role rule broken. */
import { type OperationId, type OperationRow, operationIds, operations, requirements, SCOPES } from '#openapi'
import { scopeRequirements } from '../../../conformance/requirements/contract.ts'
import type { Tenants } from '../deployment.ts'
import {
  allTried,
  arrives,
  asPerson,
  by,
  changes,
  each,
  handles,
  judges,
  type Loose,
  lives,
  type MutantTable,
  operates,
  refusals,
  refuses,
  refusesRole,
  reply,
  together,
  tried,
} from './mutant.ts'

/** What people and agents of other teams have, a reply may leave out. */
const BY_PERSON_OR_AGENT: ReadonlySet<string> = new Set([
  'getAgentStats',
  'getSpendByAgent',
  'getSpendByUser',
  'getTeamStats',
  'getUsageByUser',
])

const BY_PERSON: ReadonlySet<string> = new Set(['getSpendByUser', 'getUsageByUser'])

/** The requirements about figures that are of no agent, person, team or day. */
const UNGROUPED = new Set(['ROLE-11', 'ROLE-16'])

/** A similar scope that could be mistaken for it. */
const confusedWith = (scope: string) => {
  const [family] = scope.split(':')
  return (
    SCOPES.find(other => other !== scope && other.startsWith(`${family}:`)) ??
    (scope === 'tasks:read' ? 'runs:read' : 'tasks:read')
  )
}

const scopes = each([...scopeRequirements], ([operation, id]) => {
  const scope = (operations[operation as OperationId] as OperationRow).scopes[0]?.[0] ?? ''
  const other = confusedWith(scope)
  const wants = (...scopes: string[][]) => operates(operation, () => ({ scopes }))
  return {
    [`${id} ${operation} does not check its scope`]: wants(),
    [`${id} ${operation} takes ${other} as well`]: wants([scope], [other]),
    [`${id} ${operation} asks for ${other} instead of ${scope}`]: wants([other]),
    [`${id} ${operation} wants ${other} beside ${scope}`]: wants([scope, other]),
    [`${id} ${operation} asks for a scope that no key has`]: wants(['nobody:ever']),
  }
})

/** Whether a request is for that operation; called before the request is parsed. */
function isFor(operation: OperationId) {
  const { method, path } = operations[operation]
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const literal = operationIds.filter(id => id !== operation && operations[id].method === method)
  return (sent: string, at: string) =>
    sent === method &&
    pattern.test(at) &&
    // `/tasks/by-number` does not name a task.
    !literal.some(id => operations[id].path === at && operations[id].path !== path)
}

/** Every key of the workspace may do with test=true what the admin may. */
const untested: MutantTable = {
  [`${scopeRequirements.get('startWorkflowRun')} startWorkflowRun does not check its scope with test=true`]:
    ({ home, roles }) =>
      arrives(isFor('startWorkflowRun'), ({ headers, url }) => {
        const isKey = home.tables.keys
          .all()
          .some(({ secret }) => secret !== roles.keys.revoked && headers.authorization === `Bearer ${secret}`)
        if (/[?&]test=true\b/.test(url) && isKey) headers.authorization = `Bearer ${roles.keys.admin}`
      }),
}

/** The scenarios that test an operation's keys: its own, or the run scenarios that call it. */
const scenariosOf = (operation: string) =>
  (/Run$/.test(operation) && !/^(list|get)/.test(operation)) || operation === 'streamChat'
    ? ['runs/', 'workflows/']
    : [`access/${operation}`, 'completions/', 'knowledge/'].filter(
        name => !/^(completions|knowledge)/.test(name) || /Completion|Knowledge/.test(operation),
      )

/** Such requests need no scope, all others do. */
const unscoped = (operation: OperationId, is: (request: Loose, context: Loose) => boolean) =>
  tried(
    { scenarios: scenariosOf(operation) },
    together(
      operates(operation, () => ({ scopes: [] })),
      refuses(
        operation,
        (request, context) =>
          !is(request, context) && !context.caller.key.scopes.includes(operations[operation].scopes[0]?.[0]),
        403,
      ),
    ),
  )

const inOneBranch: MutantTable = {
  ...each(['setTaskStatus', 'updateTask', 'deleteTask'], operation => ({
    [`${scopeRequirements.get(operation)} ${operation} does not check the scope of whom the task is assigned to`]:
      unscoped(
        operation,
        ({ path }, { caller, tables }) => tables.tasks.get(path.task_id)?.assigneeId === caller.person.id,
      ),
  })),
  ...each(['createChatCompletion', 'createAgentCompletion'], operation => ({
    [`${scopeRequirements.get(operation)} ${operation} does not check its scope where it streams`]: unscoped(
      operation,
      ({ body }) => body.stream,
    ),
  })),
}

/** Whether nothing but the key can refuse the requests of the suite. */
const isJudged = (operation: OperationId) =>
  (operations[operation].method === 'GET' && !operations[operation].path.includes('{')) ||
  /^(update|delete)Task$/.test(operation)

const isKnown = ({ home, neighbour }: Tenants, header = '') =>
  [...home.tables.keys.all(), ...neighbour.tables.keys.all()].some(({ secret }) => header.includes(secret))

type Header = string | undefined
type IsTaken = (header: Header, world: Tenants) => boolean

/** Requests that are served with the key of the admin. */
const TAKEN: readonly (readonly [requirement: string, wrong: string, isTaken: IsTaken])[] = [
  ['AUTH-02', 'serves who sends no key', header => header === undefined],
  ['AUTH-03', 'serves an unknown key', (it = '', world) => /^Bearer /.test(it) && !isKnown(world, it)],
  ['AUTH-04', 'serves a revoked key', (it, { roles }) => it === `Bearer ${roles.keys.revoked}`],
  ['AUTH-05', 'takes a key as Basic', (it = '') => /^Basic /.test(it)],
]

/** The same in other forms, on one operation. */
const TAKEN_BY_LIST: typeof TAKEN = [
  ['AUTH-05', 'takes a key without a scheme', (it = ' ', world) => !/ /.test(it) && isKnown(world, it)],
  ['AUTH-05', 'takes a key under any scheme', (it = '', world) => /^\w+ /.test(it) && isKnown(world, it)],
]

const keys = each(operationIds, (operation, index) => {
  const requests = isFor(operation)
  const taken = (rows: typeof TAKEN) =>
    each(rows, ([requirement, wrong, isTaken]) => ({
      [`${requirement} ${operation} ${wrong}`]: world =>
        arrives(requests, ({ headers }) => {
          if (isTaken(headers.authorization as Header, world))
            headers.authorization = `Bearer ${world.roles.keys.admin}`
        }),
    }))
  const unnamed = arrives(requests, ({ headers }) => {
    delete headers.authorization
  })
  const anyScope = operates(operation, () => ({ scopes: SCOPES.map(it => [it]) }))
  const table: MutantTable = {
    ...taken(TAKEN),
    ...(index % 10 === 0 && {
      [`AUTH-01 ${operation} wants its key in a header of another name`]: lives(
        'a record or a state may be refused with the reply to a missing key',
        unnamed,
        !isJudged(operation),
      ),
    }),
    ...(operation === 'getTask' && taken(TAKEN_BY_LIST.slice(0, 1))),
    ...(index % 8 === 0 &&
      operation !== 'streamChat' && {
        [`AUTH-06 ${operation} serves every key that has any scope`]: anyScope,
      }),
  }
  return {
    ...allTried({ scenarios: scenariosOf(operation) }, table),
    ...(operation === 'listTasks' && allTried({ scenarios: ['access/authorization'] }, taken(TAKEN_BY_LIST))),
  }
})

const WRITES = [
  'createTask',
  'updateTask',
  'deleteTask',
  'setTaskAssignee',
  'setTaskStatus',
  'pauseRun',
  'cancelRun',
  'stopRun',
] as const

/** The request is refused and takes effect nevertheless. */
const doneAllTheSame = each(WRITES, operation => {
  const refusedLate = handles(operation, (request, context, handler) => {
    const done = handler(request, context)
    const lacks = !context.caller.key.scopes.includes(operations[operation].scopes[0][0])
    return lacks ? reply(403, { error: { message: 'no' } }) : done
  })
  return {
    [`AUTH-07 ${operation} is refused for its scope and done all the same`]: tried(
      { scenarios: scenariosOf(operation) },
      together(
        operates(operation, () => ({ scopes: [] })),
        refusedLate,
      ),
    ),
  }
})

const MANAGED = requirements.requirements.filter(
  ({ section, needs }) => section === '5' && needs?.role !== undefined,
)

/** In days: by then a week of the month is older than statistics may be late. */
const HALF_MONTH = 15

/** Members, managers and admins on the ten workspace-wide endpoints. */
const roles = each(MANAGED, ({ id, operations: all, needs, subject }) => {
  const [operation = ''] = all
  if (needs?.role === 'member')
    return {
      [`${id} ${operation} serves members`]: asAnother(operation, 'member', 'admin'),
      [`${id} ${operation} serves members their own figures`]: operates(operation, () => ({
        roleRule: null,
      })),
      [`${id} ${operation} answers 404 to members`]: refusals(operation, (answer, { caller }) =>
        caller?.person.role === 'member' ? { ...answer, status: 404 } : undefined,
      ),
      [`${id} ${operation} answers members 200 with nothing`]: refusals(operation, (answer, { caller }) =>
        caller?.person.role === 'member' ? { ...answer, status: 200, body: { data: [] } } : undefined,
      ),
    }
  const other = asAnother(operation, 'manager', 'outsider-manager')
  const whole = (when: (request: Loose) => boolean) => asAnother(operation, 'manager', 'admin', when)
  const groups = operation === 'getTeamStats' ? ['member', 'agent', 'day'] : []
  if (needs?.role === 'manager' && subject === undefined)
    return {
      [`${id} ${operation} shows managers the whole workspace`]: asAnother(operation, 'manager', 'admin'),
      [`${id} ${operation} shows managers another team`]: lives(
        'no reply shows what a team has by model, or in a summary',
        other,
        UNGROUPED.has(id),
      ),
      [`${id} ${operation} refuses managers`]: refusesRole(operation, 'manager'),
      ...each(groups, group => ({
        [`${id} ${operation} shows managers the whole workspace by ${group}`]: whole(
          ({ query }) => query.group_by === group,
        ),
      })),
      ...(id === 'ROLE-11' && {
        [`${id} ${operation} shows managers the whole workspace for the month`]: lives(
          'a month that has just begun has no settled days',
          whole(({ query }) => query.period === 'month'),
          new Date().getUTCDate() < HALF_MONTH,
        ),
      }),
    }
  if (id === 'ROLE-21')
    return each(all, one => ({
      [`${id} ${one} shows admins one team only`]: lives(
        'what an admin is not shown may be late or hidden; that it is of one team needs a comparison of all endpoints',
        asAnother(one, 'admin', 'manager'),
        BY_PERSON_OR_AGENT.has(one),
      ),
      ...(BY_PERSON.has(one) && {
        [`${id} ${one} shows admins a part of a team that is not the manager's`]: ({
          home,
          roles,
        }: Tenants) =>
          changes(one, (_, { context, again }) => {
            const outsider = home.tables.people.get(roles.people['person-outsider-manager'])
            const { data } = again({}, by(outsider, context))
            return context.caller.person.role === 'admin' ? { data: data.slice(1) } : undefined
          }),
      }),
      [`${id} ${one} refuses admins`]: refusesRole(one, 'admin'),
    }))
  if (id === 'ROLE-22')
    return {
      [`${id} a manager reads a foreign team by naming it`]: asPerson(
        operation,
        'person-admin',
        ({ query }, { caller }) => caller.person.role === 'manager' && query.team_id,
      ),
      ...each(['day', 'member'], group => ({
        [`${id} a manager reads a foreign team by ${group}`]: whole(
          ({ query }) => query.team_id != null && query.group_by === group,
        ),
      })),
    }
  return {}
})

/** Members of a reply to a manager are those that an admin is shown. */
const shownToManagers =
  (operation: string, members: (body: Loose, whole: Loose) => Loose) =>
  ({ home, roles }: Tenants) =>
    changes(operation, (body, { context, again }) => {
      const admin = home.tables.people.get(roles.people['person-admin'])
      return context.caller.person.role === 'manager'
        ? members(body, again({}, by(admin, context)))
        : undefined
    })

/** Members are served such requests and refused all others. */
const servesMembers = (operation: string, when: (request: Loose) => boolean) =>
  together(
    operates(operation, () => ({ roleRule: null })),
    refuses(operation, (request, { caller }) => caller.person.role === 'member' && !when(request), 403),
  )

/** What is wrong for one role only, in a part of a reply or after somebody else has asked. */
const inOneRole: MutantTable = {
  'AUTH-01 the key of a member is unknown to the usage of workflow runs': refuses(
    'getWorkflowRunUsage',
    (_, { caller }) => caller.person.role === 'member',
    401,
  ),
  ...each(['today', '90d', 'month'], period => ({
    [`ROLE-01 a member gets the summary of period=${period}`]: servesMembers(
      'getInsightsSummary',
      ({ query }) => query.period === period,
    ),
  })),
  'ROLE-10 a member gets the team statistics by day': servesMembers(
    'getTeamStats',
    ({ query }) => query.group_by === 'day',
  ),
  'LIMIT-02 managers may ask for any number of days': together(
    judges('getAgentStats', (raw, contract) => {
      const days = Number(raw.query?.days)
      const read = contract(days > 90 ? { ...raw, query: { ...raw.query, days: '90' } } : raw)
      if (read.ok && days > 90) read.value.query.days = days
      return read
    }),
    refuses('getAgentStats', ({ query }, { caller }) => caller.person.role === 'admin' && query.days > 90),
  ),
  'ROLE-06 a member gets the spend by model that an admin has asked for': () => {
    const kept = new Map<string, Loose>()
    return together(
      operates('getSpendByModel', () => ({ roleRule: null })),
      handles('getSpendByModel', (request, context, handler) => {
        const question = JSON.stringify(request.query)
        const { role } = context.caller.person
        if (role === 'member') return kept.get(question) ?? reply(403, { error: {} })
        const answer = handler(request, context)
        if (role === 'admin') kept.set(question, answer)
        return answer
      }),
    )
  },
  'ROLE-12 the top users of a manager are those of the workspace': shownToManagers(
    'getAgentStats',
    ({ data }, whole) => {
      const users = new Map(whole.data.map((row: Loose) => [row.agent_id, row.top_users]))
      return { data: data.map((row: Loose) => ({ ...row, top_users: users.get(row.agent_id) })) }
    },
  ),
  'ROLE-11 the cost that a manager sees is that of the workspace': lives(
    'what of a cost is of a team is not stated',
    shownToManagers('getInsightsSummary', (_, { cost_euros }) => ({ cost_euros })),
  ),
  'ROLE-20 the total of a manager is that of the workspace': shownToManagers(
    'getTeamStats',
    (_, { total_spend_euros }) => ({ total_spend_euros }),
  ),
}

/** Callers with that role are served as if they had another, where the request is such a one. */
function asAnother(
  operation: string,
  role: string,
  other: 'admin' | 'manager' | 'outsider-manager',
  when: (request: Loose) => boolean = () => true,
) {
  const isMeant = (request: Loose, { caller }: Loose) => caller.person.role === role && when(request)
  return (world: Tenants) =>
    together(
      operates(operation, () => (role === 'member' ? { roleRule: null } : {})),
      asPerson(operation, `person-${other}`, isMeant)(world),
    )
}

export const accessMutants: MutantTable = {
  ...scopes,
  ...untested,
  ...inOneBranch,
  ...keys,
  ...doneAllTheSame,
  ...roles,
  ...inOneRole,
  'AUTH-08 respondToRun wants runs:read as well': operates('respondToRun', () => ({
    scopes: [['agents:run', 'runs:read']],
  })),
}
