/** The list of tasks and the lists of a task: membership, age, order. */
import type { Tenants } from '../deployment.ts'
import { asks, rows } from './lists.ts'
import { answers, handles, judges, type Loose, type Mutant, mutants, reply, together } from './mutant.ts'

const DAY = 86_400_000
/** Pairs of task filters of which the second makes the service ignore the first. */
const PAIRS = ['status', 'board_id', 'project_id', 'assignee_id'].flatMap((one, _, all) =>
  all.filter(other => other !== one).map(other => [one, other] as const),
)

export const taskListMutants: readonly Mutant[] = [
  ...mutants('TASK-12', {
    'a new task is not listed': rows('listTasks', data =>
      data.filter((task: Loose) => !/^Conformance/.test(task.title)),
    ),
    'listTasks answers an object without a list': answers('listTasks', () => ({ ok: true })),
  }),
  ...(
    [
      ['AGENT-03', 'listAgents'],
      ['RUN-13', 'listRuns'],
      ['WF-01', 'listWorkflows'],
    ] as const
  ).flatMap(([requirement, operation]) =>
    mutants(requirement, {
      [`${operation} lists its last row twice`]: rows(operation, data => [...data, ...data.slice(-1)]),
    }),
  ),
  ...mutants('AGENT-14', {
    'an agent is read under another name': answers('getAgent', body => ({ ...body, name: 'Somebody else' })),
    'every second row of an agent has no name': rows('listAgents', data =>
      data.map((agent: Loose, n: number) => (n % 2 === 1 ? { ...agent, name: null } : agent)),
    ),
  }),
  ...mutants('RUN-25', {
    'the rows of runs show another cost': rows('listRuns', data =>
      data.map((run: Loose) => ({ ...run, cost_euros: (run.cost_euros ?? 0) + 1 })),
    ),
  }),
  ...mutants('APPR-04', {
    'an approval is read under another title': answers('getApproval', body => ({
      ...body,
      title: 'Another',
    })),
  }),
  ...mutants(
    'TASK-31',
    Object.fromEntries(
      PAIRS.map(([dropped, other]) => [
        `${dropped} is dropped beside ${other}`,
        asks('listTasks', query => {
          if (query[other] != null) query[dropped] = null
        }),
      ]),
    ),
  ),
  ...mutants('TASK-16', {
    'owner=me is taken for a person of that name': asks('listTasks', query => {
      if (query.owner === 'me') query.owner = 'usr_me'
    }),
    'owner=me lists the tasks of everybody': everybody(query => query.owner === 'me'),
    'owner=me is the admin, whoever asks': (world: Tenants) =>
      asks('listTasks', query => {
        if (query.owner === 'me') query.owner = world.roles.people['person-admin']
      }),
  }),
  ...mutants('TASK-18', {
    'without owner the tasks of everybody are listed': together(
      everybody(query => query.owner === 'everybody'),
      judges('listTasks', (raw, contract) =>
        contract({ ...raw, query: { owner: 'everybody', ...raw.query } }),
      ),
    ),
    'without owner nothing is listed': answers('listTasks', (body, { query }) =>
      query.has('owner') ? undefined : { ...body, data: [], total: 0 },
    ),
  }),
  ...mutants(
    'TASK-12',
    {
      'sub-tasks are in no list': rows('listTasks', data =>
        data.filter((task: Loose) => task.parent_task_id == null),
      ),
    },
    { beside: ['general/written', 'tasks/create-references'] },
  ),
  ...mutants('RUN-17', {
    'limit is forgotten after a cursor': asks('listRuns', query => {
      if (query.cursor != null) query.limit = 25
    }),
  }),
  ...mutants('TASK-31', {
    'status is dropped beside owner': asks('listTasks', query => {
      if (query.owner != null) query.status = null
    }),
    'status is dropped beside include_archived': asks('listTasks', query => {
      if (query.include_archived) query.status = null
    }),
  }),
  ...mutants(
    'TASK-12',
    {
      'every second row of a task lacks its number': rows('listTasks', data =>
        data.map((task: Loose) => (task.number % 2 === 1 ? { ...task, number: null } : task)),
      ),
    },
    { beside: ['general/written', 'tasks/assign', 'tasks/update-fields', 'tasks/number'] },
  ),
  ...mutants('TASK-20', {
    'archived tasks are listed, whatever include_archived says': asks('listTasks', query =>
      Object.assign(query, { include_archived: true }),
    ),
    'archived tasks are listed beside a status': asks('listTasks', query => {
      if (query.status != null) query.include_archived = true
    }),
  }),
  ...mutants('TASK-21', {
    'include_archived is dropped beside a status': asks('listTasks', query => {
      if (query.status != null) query.include_archived = false
    }),
    'include_archived=true lists archived tasks alone': rows('listTasks', (data, { query }) =>
      query.get('include_archived') === 'true' ? data.filter((task: Loose) => task.archived) : data,
    ),
  }),
  ...mutants('TASK-23', {
    'done_since_days counts hours': asks('listTasks', query => {
      if (query.done_since_days != null) query.done_since_days *= 100
    }),
  }),
  ...mutants('TASK-24', {
    'done_since_days leaves out every done task': rows('listTasks', (data, { query }) =>
      query.has('done_since_days') && !query.has('status')
        ? data.filter((task: Loose) => task.status !== 'done')
        : data,
    ),
    'done_since_days keeps what was done longer ago': handles('listTasks', (request, context, handler) => {
      const { done_since_days: days, ...query } = request.query
      if (days == null || query.status != null) return handler(request, context)
      const answer = handler({ ...request, query }, context)
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter(
            (task: Loose) => task.status !== 'done' || Date.parse(task.done_at) < context.now - days * DAY,
          ),
        },
      }
    }),
  }),
  ...mutants('TASK-25', {
    'done_since_days works beside a status': handles('listTasks', (request, context, handler) => {
      const { done_since_days: days, status } = request.query
      const answer = handler(request, context)
      if (days == null || status == null) return answer
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter(
            (task: Loose) => task.done_at === null || Date.parse(task.done_at) >= context.now - days * DAY,
          ),
        },
      }
    }),
    'status is dropped beside done_since_days': handles('listTasks', (request, context, handler) => {
      const { done_since_days: days, status } = request.query
      return days != null && status != null
        ? handler({ ...request, query: { ...request.query, status: undefined } }, context)
        : handler(request, context)
    }),
    'a status beside done_since_days is refused': handles('listTasks', (request, context, handler) =>
      request.query.done_since_days != null && request.query.status != null
        ? reply(422, { error: {} })
        : handler(request, context),
    ),
  }),
  ...mutants('TASK-31', {
    'only the first filter holds': asks('listTasks', query => {
      const given = ['status', 'board_id', 'project_id', 'assignee_id', 'assignee_type'].filter(
        name => query[name] != null,
      )
      for (const name of given.slice(1)) delete query[name]
    }),
    'only the last filter holds': asks('listTasks', query => {
      const given = ['status', 'board_id', 'project_id', 'assignee_id', 'assignee_type'].filter(
        name => query[name] != null,
      )
      for (const name of given.slice(0, -1)) delete query[name]
    }),
    'two filters at once list nothing': answers('listTasks', (body, { query }) =>
      ['status', 'board_id', 'project_id', 'assignee_id', 'assignee_type'].filter(name => query.has(name))
        .length > 1
        ? { ...body, data: [], total: 0 }
        : undefined,
    ),
  }),
  ...mutants('TASK-40', {
    'a task that never ran shows some run': handles('listTaskRuns', (request, context, handler) => {
      const answer = handler(request, context)
      if (answer.body.data.length > 0) return answer
      const [task] = context.tables.tasks
        .all()
        .filter(
          (one: Loose) => context.tables.runs.range('newest', `task:${one.id}`, { limit: 1 }).length > 0,
        )
      return handler({ ...request, path: { task_id: task.id } }, context)
    }),
    'a task that never ran answers 404': handles('listTaskRuns', (request, context, handler) => {
      const answer = handler(request, context)
      return answer.body.data.length > 0 ? answer : reply(404, { error: {} })
    }),
  }),
  ...mutants('TASK-41', {
    'the runs of a task leave out those that ended': rows('listTaskRuns', data =>
      data.filter((run: Loose) => run.finished_at === null),
    ),
    'the runs of a task leave out repetitions': rows('listTaskRuns', data =>
      data.filter((run: Loose) => run.retry_of === null),
    ),
    'the runs of a task are the newest alone': rows('listTaskRuns', data => data.slice(0, 1)),
    'the runs of a task lose the oldest': rows('listTaskRuns', data =>
      data.length > 1 ? data.slice(0, -1) : data,
    ),
  }),
  ...mutants('TASK-42', {
    'the runs of a task come oldest first': rows('listTaskRuns', data => [...data].reverse()),
    'the newest run of a task comes last': rows('listTaskRuns', data => [
      ...data.slice(1),
      ...data.slice(0, 1),
    ]),
  }),
]

function everybody(when: (query: Loose) => boolean) {
  return handles('listTasks', (request, context, handler) => {
    const mine = handler(request, context)
    if (!when(request.query)) return mine
    const others = context.tables.people
      .all()
      .filter((person: Loose) => person.id !== context.caller.person.id)
    const theirs = others.flatMap(
      (person: Loose) =>
        handler({ ...request, query: { ...request.query, owner: person.id } }, context).body.data,
    )
    return {
      ...mine,
      body: { ...mine.body, data: [...theirs, ...mine.body.data].slice(0, request.query.limit ?? 50) },
    }
  })
}
