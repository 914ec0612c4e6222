/** The list of tasks and the lists of a task: membership, age, order. */
import {
  answers,
  asks,
  changes,
  dropped,
  each,
  eachRow,
  handles,
  judges,
  type Loose,
  lives,
  type MutantTable,
  onlyRows,
  refuses,
  reply,
  requests,
  rows,
  shows,
  takesFor,
  together,
  tried,
  without,
} from './mutant.ts'
import { effects } from './places.ts'

const DAY = 86_400_000
/** Of each two of them, the second makes the service ignore the first. */
const PAIRED = ['status', 'board_id', 'project_id', 'assignee_id'] as const

const FILTERS = ['status', 'board_id', 'project_id', 'assignee_id', 'assignee_type']
const isSince = ({ done_at }: Loose, days: number, { now }: Loose) => Date.parse(done_at) >= now - days * DAY

/** Parameters beside which a list has the same pages. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  listAgents: ['view'],
  listTasks: ['status', 'board_id', 'owner', 'include_archived', 'done_since_days'],
  listWorkflowRuns: ['status', 'date_from', 'date_to', 'had_objection'],
  listRuns: ['status', 'agent_id'],
}
const replaced = (operation: string, query: Loose, beside: string) =>
  asks(operation, asked => void (asked[beside] && Object.assign(asked, query)))

const pagesBeside: MutantTable = {
  ...each(effects('limit'), ({ requirement, operation }) =>
    each(['offset', ...(BESIDE[operation] ?? [])], beside => ({
      [`${requirement} ${operation} drops limit beside ${beside}`]: replaced(
        operation,
        { limit: 200 },
        beside,
      ),
    })),
  ),
  // What a deprecated offset skips is not stated.
  ...each(
    effects('offset').filter(({ operation }) => operation !== 'listRuns'),
    ({ requirement, operation }) =>
      each(BESIDE[operation] ?? [], beside => ({
        [`${requirement} ${operation} drops offset beside ${beside}`]: lives(
          'there are not four runs with an objection: a page of fewer may have lost one that was deleted',
          replaced(operation, { offset: 0 }, beside),
          beside === 'had_objection',
        ),
      })),
  ),
}

const DONE_AGO = 6 * 86_400_000

export const taskListMutants: MutantTable = {
  ...pagesBeside,
  'TASK-12 a new task is not listed': onlyRows('listTasks', task => !/^Conformance/.test(task.title)),
  'TASK-12 a task that is overdue when it is made is in no list': onlyRows(
    'listTasks',
    ({ due_date, created_at }) => !(Date.parse(due_date) < Date.parse(created_at)),
  ),
  'TASK-12 listTasks answers an object without a list': answers('listTasks', () => ({ ok: true })),
  ...each(
    [
      ['AGENT-03', 'listAgents'],
      ['RUN-13', 'listRuns'],
      ['WF-01', 'listWorkflows'],
    ],
    ([requirement, operation]) => ({
      [`${requirement} ${operation} lists its last row twice`]: rows(operation, data => [
        ...data,
        ...data.slice(-1),
      ]),
    }),
  ),
  'AGENT-14 an agent is read under another name': shows('getAgent', { name: 'Somebody else' }),
  'AGENT-14 every second row of an agent has no name': eachRow(
    'listAgents',
    (_, n) => n % 2 === 1 && { name: null },
  ),
  'RUN-25 the rows of runs show another cost': eachRow('listRuns', run => ({
    cost_euros: (run.cost_euros ?? 0) + 1,
  })),
  'APPR-04 an approval is read under another title': shows('getApproval', { title: 'Another' }),
  ...each(PAIRED, name =>
    each(
      PAIRED.filter(other => other !== name),
      other => ({
        [`TASK-31 ${name} is dropped beside ${other}`]: dropped('listTasks', name, other),
      }),
    ),
  ),
  'TASK-16 owner=me is taken for a person of that name': takesFor('listTasks', 'owner', 'me', 'usr_me'),
  'TASK-16 owner=me lists the tasks of everybody': everybody(query => query.owner === 'me'),
  'TASK-16 owner=me is the admin, whoever asks': world =>
    takesFor('listTasks', 'owner', 'me', world.roles.people['person-admin']),
  'TASK-17 whoever is asked for, a member gets the own tasks': asks('listTasks', (query, { caller }) => {
    if (caller.person.role !== 'admin' && query.owner) query.owner = 'me'
  }),
  ...each(['status', 'board_id'], beside => ({
    [`TASK-17 beside ${beside} the owner is who asks`]: asks('listTasks', (query, { caller }) => {
      if (query.owner != null && query[beside] != null) query.owner = caller.person.id
    }),
  })),
  'TASK-18 without owner the tasks of everybody are listed': everybodyWithout(),
  'TASK-18 beside a status without owner the tasks of everybody are listed': everybodyWithout('status'),
  'TASK-18 beside a board without owner the tasks of everybody are listed': everybodyWithout('board_id'),
  'TASK-18 without owner nothing is listed': shows('listTasks', (_, { query }) =>
    query.has('owner') ? undefined : { data: [], total: 0 },
  ),
  'TASK-12 sub-tasks are in no list': tried(
    {
      beside: ['general/written', 'tasks/create-references'],
      lives: 'whether sub-tasks are rows of the list, or are shown under their parent only, is not stated',
    },
    rows('listTasks', data => data.filter(task => task.parent_task_id == null)),
  ),
  'RUN-17 limit is forgotten after a cursor': replaced('listRuns', { limit: 25 }, 'cursor'),
  'TASK-31 status is dropped beside owner': dropped('listTasks', 'status', 'owner'),
  'TASK-31 status is dropped beside include_archived': asks('listTasks', query => {
    if (query.include_archived) query.status = null
  }),
  'TASK-12 every second row of a task lacks its number': tried(
    { beside: ['general/written', 'tasks/assign', 'tasks/update-fields', 'tasks/number'] },
    eachRow('listTasks', task => task.number % 2 === 1 && { number: null }),
  ),
  'TASK-20 archived tasks are listed, whatever include_archived says': asks('listTasks', query =>
    Object.assign(query, { include_archived: true }),
  ),
  'TASK-20 archived tasks are listed beside a status': asks('listTasks', query => {
    if (query.status != null) query.include_archived = true
  }),
  'TASK-20 archived tasks that were given up are listed beside that status': {
    ...asks('listTasks', query => {
      if (query.status === 'cancelled') query.include_archived = true
    }),
    // Those that are archived from the start were done.
    prepare: ({ workspace: { tables } }) => {
      const done = tables.tasks.all().filter(task => !task.archived && task.doneAt !== null)
      for (const [first] of Map.groupBy(done, task => task.ownerId).values())
        if (first) tables.tasks.replace(first.id, { archived: true, status: 'cancelled' })
    },
  },
  'TASK-21 include_archived is dropped beside a status': dropped('listTasks', 'include_archived', 'status'),
  'TASK-21 include_archived=true lists archived tasks alone': rows('listTasks', (data, { query }) =>
    query.get('include_archived') === 'true' ? data.filter((task: Loose) => task.archived) : data,
  ),
  'TASK-23 done_since_days counts hours': asks('listTasks', query => {
    if (query.done_since_days != null) query.done_since_days *= 100
  }),
  'TASK-24 done_since_days leaves out every done task': rows('listTasks', (data, { query }) =>
    query.has('done_since_days') && !query.has('status')
      ? data.filter((task: Loose) => task.status !== 'done')
      : data,
  ),
  'TASK-24 done_since_days keeps what was done longer ago': changes(
    'listTasks',
    (_, { request, context, again }) => {
      const { done_since_days: days, ...query } = request.query
      if (days == null || query.status != null) return undefined
      const isKept = (task: Loose) => task.status !== 'done' || !isSince(task, days, context)
      return { data: again({ query }).data.filter(isKept) }
    },
  ),
  ...each(['board_id', 'owner', 'include_archived', 'assignee_id', 'assignee_type'], beside => ({
    [`TASK-23 done_since_days is dropped beside ${beside}`]: dropped('listTasks', 'done_since_days', beside),
  })),
  'TASK-23 done_since_days is dropped beside board_id, where records alone show when they were done':
    together(
      {
        // The target names none of them then.
        prepare({ workspace }) {
          for (const { id, doneAt } of workspace.tables.tasks.all())
            if (doneAt !== null) workspace.tables.tasks.replace(id, { doneAt: workspace.now() - DONE_AGO })
        },
      },
      dropped('listTasks', 'done_since_days', 'board_id'),
      rows('listTasks', data => data.map(row => without(row, 'done_at'))),
    ),
  ...each(['board_id', 'assignee_id', 'assignee_type'], name => ({
    [`TASK-31 ${name} is dropped beside done_since_days`]: dropped('listTasks', name, 'done_since_days'),
  })),
  ...each(['user', 'agent'], type => ({
    [`TASK-31 assignee_id is dropped beside assignee_type=${type}`]: dropped(
      'listTasks',
      'assignee_id',
      'assignee_type',
      type,
    ),
  })),
  'TASK-25 done_since_days works beside a status': sinceBeside('status'),
  'TASK-25 done_since_days works beside a status and a board': sinceBeside('status', 'board_id'),
  'TASK-25 status is dropped beside done_since_days': dropped('listTasks', 'status', 'done_since_days'),
  'TASK-25 a status beside done_since_days is refused': refuses(
    'listTasks',
    ({ query }) => query.done_since_days != null && query.status != null,
  ),
  'TASK-19 a task that is given on is listed under its first assignee': () => {
    const first = new Map<string, string>()
    return together(
      requests('setTaskAssignee', ({ path }, { tables }) => {
        const id = tables.tasks.get(path.task_id)?.assigneeId
        if (id && !first.has(path.task_id)) first.set(path.task_id, id)
      }),
      rows('listTasks', (data, { query }) => {
        const id = query.get('assignee_id')
        return id === null ? data : data.filter((task: Loose) => (first.get(task.id) ?? id) === id)
      }),
    )
  },
  'TASK-19 the assignee that is asked for may only be a person': rows('listTasks', (data, { query }) =>
    query.has('assignee_id') ? data.filter((task: Loose) => task.assignee_type === 'user') : data,
  ),
  'TASK-31 only the first filter holds': asks('listTasks', query => {
    for (const name of FILTERS.filter(name => query[name] != null).slice(1)) delete query[name]
  }),
  'TASK-31 only the last filter holds': asks('listTasks', query => {
    for (const name of FILTERS.filter(name => query[name] != null).slice(0, -1)) delete query[name]
  }),
  'TASK-31 two filters at once list nothing': shows('listTasks', (_, { query }) =>
    FILTERS.filter(name => query.has(name)).length > 1 ? { data: [], total: 0 } : undefined,
  ),
  'TASK-40 a task that never ran shows some run': changes('listTaskRuns', ({ data }, { context, again }) => {
    if (data.length > 0) return undefined
    const { tasks, runs } = context.tables
    const ran = ({ id }: Loose) => runs.range('byTask', id, { limit: 1 }).length > 0
    const lists = tasks
      .all()
      .filter(ran)
      .map(({ id }: Loose) => again({ path: { task_id: id } }))
    return lists.find((list: Loose) => list.data.length > 0)
  }),
  'TASK-40 a task that never ran answers 404': handles('listTaskRuns', (request, context, handler) => {
    const answer = handler(request, context)
    return answer.body.data.length > 0 ? answer : reply(404, { error: {} })
  }),
  'TASK-41 the runs of a task leave out those that ended': onlyRows(
    'listTaskRuns',
    run => run.finished_at === null,
  ),
  'TASK-41 the runs of a task leave out those that were cancelled': onlyRows(
    'listTaskRuns',
    run => run.status !== 'cancelled',
  ),
  'TASK-41 the runs of a task leave out repetitions': onlyRows('listTaskRuns', run => run.retry_of === null),
  'TASK-41 the runs of a task are all runs of its agent': changes(
    'listTaskRuns',
    ({ data }, { request, context }) => {
      const agent = context.tables.tasks.get(request.path.task_id)?.assigneeId
      const runs = context.tables.runs.all().filter((run: Loose) => run.agentId === agent)
      return { data: [...data, ...runs.slice(0, 2).map(({ id, status }: Loose) => ({ id, status }))] }
    },
  ),
  'TASK-41 the runs of a task are the newest alone': rows('listTaskRuns', data => data.slice(0, 1)),
  'TASK-41 the runs of a task lose the oldest': rows('listTaskRuns', data =>
    data.length > 1 ? data.slice(0, -1) : data,
  ),
  'TASK-42 the runs of a task come oldest first': rows('listTaskRuns', data => [...data].reverse()),
  'TASK-42 the newest run of a task comes last': rows('listTaskRuns', data => [
    ...data.slice(1),
    ...data.slice(0, 1),
  ]),
}

/** Lists only what was done since then, and what is not done, where these filters are given, too. */
function sinceBeside(...names: readonly string[]) {
  return changes('listTasks', ({ data }, { request: { query }, context }) => {
    const { done_since_days: days } = query
    if (days == null || names.some(name => query[name] == null)) return undefined
    return { data: data.filter((task: Loose) => task.done_at === null || isSince(task, days, context)) }
  })
}

function everybody(when: (query: Loose) => boolean) {
  return changes('listTasks', ({ data }, { request: { query }, context, again }) => {
    if (!when(query)) return undefined
    const others = context.tables.people.all().filter(({ id }: Loose) => id !== context.caller.person.id)
    const theirs = others.flatMap(({ id }: Loose) => again({ query: { ...query, owner: id } }).data)
    return { data: [...theirs, ...data].slice(0, query.limit ?? 50) }
  })
}

/** Without owner the tasks of everybody are listed; with `beside`, only where that filter is given. */
function everybodyWithout(beside?: string) {
  return together(
    everybody(query => query.owner === 'everybody'),
    judges('listTasks', (raw, contract) =>
      contract(
        beside === undefined || raw.query?.[beside] !== undefined
          ? { ...raw, query: { owner: 'everybody', ...raw.query } }
          : raw,
      ),
    ),
  )
}
