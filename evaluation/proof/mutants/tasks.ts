/** Tasks: their fields, numbers, positions and runs. */
import {
  also,
  answers,
  changes,
  firstOf,
  handles,
  hides,
  judges,
  type Loose,
  lives,
  type MutantTable,
  onlyRows,
  refuses,
  replies,
  reply,
  requests,
  rows,
  sends,
  shows,
  together,
  tried,
  without,
} from './mutant.ts'
import { addsTo, keepsAny, put, taskOf } from './task-changes.ts'

const TASK_VIEWS = [
  'getTask',
  'createTask',
  'updateTask',
  'getTaskByNumber',
  'setTaskStatus',
  'setTaskAssignee',
] as const

/** Stores the title in another form than sent. */
const titled = (operation: string, form: (title: string) => string) =>
  sends(operation, ({ title }) => title != null && { title: form(title) })
const ascii = (text: string) => text.replaceAll(/[^ -~]/g, '?')
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('&', '&amp;')

export const taskMutants: MutantTable = {
  'CREATE-01 a new task needs a board': refuses('createTask', ({ body }) => body.board_id == null),
  'CREATE-01 letters beyond ASCII are lost from a new title': titled('createTask', ascii),
  'CREATE-01 a new title is escaped for HTML': titled('createTask', escaped),
  'TASK-36 the task above the deleted one is deleted as well': handles(
    'deleteTask',
    (request, context, handler) => {
      const parent = taskOf(request, context)?.parentTaskId
      const answer = handler(request, context)
      if (parent) handler({ ...request, path: { task_id: parent } }, context)
      return answer
    },
  ),
  'CREATE-02 a title that is missing beside other fields is the description': judges(
    'createTask',
    (raw, contract) => {
      const { title, description, tags } = raw.body ?? {}
      return contract(
        title === undefined && tags ? { ...raw, body: { ...raw.body, title: description } } : raw,
      )
    },
  ),
  'CREATE-28 the criteria of a new sub-task are lost': sends(
    'createTask',
    ({ parent_task_id }) => parent_task_id != null && { acceptance_criteria: [] },
  ),
  'CREATE-28 of two criteria the first is kept, where tasks have one each': together(
    {
      prepare({ workspace: { tables } }) {
        for (const { id, acceptanceCriteria: all } of tables.tasks.all())
          tables.tasks.replace(id, { acceptanceCriteria: all.slice(0, 1) })
      },
    },
    sends(
      'createTask',
      ({ acceptance_criteria: all }) => all?.length > 1 && { acceptance_criteria: all.slice(0, 1) },
    ),
  ),
  'CREATE-10 the priority none of a sub-task is that of its parent': sends(
    'createTask',
    ({ priority, parent_task_id }, { tables }) =>
      priority === 'none' && { priority: tables.tasks.get(parent_task_id ?? '')?.priority ?? priority },
  ),
  'CREATE-20 scheduled_id null is refused beside a due date': refuses(
    'createTask',
    ({ body }) => body.scheduled_id === null && typeof body.due_date === 'string',
  ),
  'CREATE-30 tags of a new task are lost beside a due date': sends(
    'createTask',
    ({ due_date }) => due_date != null && { tags: [] },
  ),
  'UPDATE-15 a task that changes its board stays in the list of the first one': onlyRows(
    'listTasks',
    (task, { query }) => !query.has('board_id') || !/to be changed$/.test(task.title),
  ),
  'UPDATE-06 an update adds to the tags': addsTo('tags', 'tags'),
  'UPDATE-14 a budget is rounded up to ten cents': sends(
    'updateTask',
    ({ budget_euros }) =>
      typeof budget_euros === 'number' && { budget_euros: Math.ceil(budget_euros * 10) / 10 },
  ),
  'UPDATE-14 a budget is cut to cents in binary fractions': sends(
    'updateTask',
    ({ budget_euros }) =>
      typeof budget_euros === 'number' && { budget_euros: Math.trunc(budget_euros * 100) / 100 },
  ),
  'UPDATE-06 an empty list of tags changes nothing': requests('updateTask', request =>
    request.body.tags?.length === 0 ? { ...request, body: without(request.body, 'tags') } : request,
  ),
  'STATE-53 a task that is done answers 200 to a move and stays done': requests(
    'setTaskStatus',
    (request, context) =>
      taskOf(request, context)?.status === 'done'
        ? { ...request, body: { ...request.body, status: 'done' } }
        : request,
  ),
  'UPDATE-01 letters beyond ASCII are lost from a changed title': titled('updateTask', ascii),
  'UPDATE-01 a changed title is escaped for HTML': titled('updateTask', escaped),
  'TASK-01 a new task starts in todo': sends('createTask', ({ status }) => ({ status: status ?? 'todo' })),
  'TASK-01 an urgent new task starts in todo': sends(
    'createTask',
    ({ priority }) => priority === 'urgent' && { status: 'todo' },
  ),
  'TASK-01 a sub-task starts in the column of its parent': sends(
    'createTask',
    ({ parent_task_id }, { tables }) =>
      parent_task_id != null && { status: tables.tasks.get(parent_task_id)?.status },
  ),
  'TASK-01 a task for an agent, who is not to begin yet, starts in todo': tried(
    { beside: ['tasks/create-with-agent'] },
    {
      profile: { 'task-run-spawn': 'in-progress' },
      ...sends('createTask', ({ assignee_type }) => assignee_type === 'agent' && { status: 'todo' }),
    },
  ),
  'TASK-01 a new task starts done': sends('createTask', ({ status }) => ({ status: status ?? 'done' })),
  'TASK-02 a created task is answered without an id': hides('createTask', 'id'),
  'TASK-02 a created task is answered under another id': shows('createTask', { id: 'task_never_was_there' }),
  'TASK-02 a created task is answered as ok': answers('createTask', () => ({ ok: true })),
  'CREATE-26 the sub-task of a sub-task gets the parent of that': sends(
    'createTask',
    ({ parent_task_id }, { tables }) => {
      const above = tables.tasks.get(parent_task_id ?? '')?.parentTaskId
      return above && { parent_task_id: above }
    },
  ),
  'TASK-03 a created task shows no number': hides('createTask', 'number', 'reference'),
  'TASK-03 a created sub-task shows number null': answers('createTask', body =>
    body.parent_task_id === null ? undefined : unnumbered(body),
  ),
  'TASK-03 a created sub-task has the number of its parent': changes(
    'createTask',
    ({ id, parent_task_id: parent }, { context }) => {
      const { number, reference } = context.tables.tasks.get(parent ?? '') ?? {}
      if (!number) return undefined
      context.tables.tasks.replace(id, { number, reference })
      return { number, reference }
    },
  ),
  'TASK-03 a task created on a board shows number null beside an owner with digits': together(
    answers('createTask', (body, { sent }) => (sent?.board_id == null ? undefined : unnumbered(body))),
    answers('createTask', body => ({ ...body, owner: 'person 7401' })),
  ),
  'TASK-03 a created task shows number null': answers('createTask', unnumbered),
  'TASK-04 a task shows no last_run_status': hides([...TASK_VIEWS, 'listTasks'], 'last_run_status'),
  'TASK-05 last_run_status is that of the first run': changes('getTask', (_, { request, context }) => {
    const [first] = context.tables.runs.range('byTask', request.path.task_id)
    return first && { last_run_status: first.status }
  }),
  'TASK-05 the list shows the status of the first run': changes('listTasks', ({ data }, { context }) => ({
    data: data.map((task: Loose) => {
      const [first] = context.tables.runs.range('byTask', task.id)
      return first ? { ...task, last_run_status: first.status } : task
    }),
  })),
  'TASK-05 last_run_status of a cancelled run is running': shows('getTask', ({ last_run_status: last }) =>
    last === 'cancelled' ? { last_run_status: 'running' } : undefined,
  ),
  'TASK-05 last_run_status is always completed': shows('getTask', body =>
    body.last_run_status === null ? undefined : { last_run_status: 'completed' },
  ),
  'TASK-05 last_run_status stays null': shows(['getTask', 'listTasks'], body =>
    body.data
      ? { data: body.data.map((row: Loose) => ({ ...row, last_run_status: null })) }
      : { last_run_status: null },
  ),
  'TASK-06 priorities are numbers': shows(TASK_VIEWS, ({ priority }) => ({
    priority: ['none', 'low', 'medium', 'high', 'urgent'].indexOf(priority),
  })),
  'TASK-06 the priority urgent is shown as critical': shows(TASK_VIEWS, ({ priority }) =>
    priority === 'urgent' ? { priority: 'critical' } : undefined,
  ),
  'TASK-06 priorities are shown in capitals': shows(TASK_VIEWS, ({ priority }) => ({
    priority: priority?.toUpperCase(),
  })),
  'CREATE-42 an agent that is assigned at creation becomes the one that does the task': sends(
    'createTask',
    ({ assignee_type, assignee_id }) =>
      assignee_type === 'agent' && { agent_id: assignee_id, assignee_type: null, assignee_id: null },
  ),
  'TASK-06 an update keeps any word as the priority': keepsAny('priority', 'low'),
  'TASK-07 references with a prefix are unknown': byNumber(ref => (/-/.test(ref) ? null : ref)),
  'TASK-07 references with a prefix find the task before': byNumber(ref =>
    ref.replace(/-(\d+)$/, (_, n) => `-${Number(n) - 1}`),
  ),
  'TASK-07 a number that no task has finds the first of its board': byNumber(ref =>
    ref.replace(/-\d{7,}$/, '-1'),
  ),
  'TASK-07 a number finds the newest of its board that ends in it': changes(
    'getTaskByNumber',
    ({ board_id, number }, { request, context, again }) => {
      const all = context.tables.tasks.all().filter((one: Loose) => one.boardId === board_id)
      const found = all.findLast((one: Loose) => String(one.number).endsWith(String(number)))
      return found && found.number !== number && /-/.test(request.path.ref)
        ? again({ path: { ref: found.reference } })
        : undefined
    },
  ),
  'TASK-07 the prefixes of other boards are unknown': byNumber(ref =>
    /-/.test(ref) && !/^OPS-/.test(ref) ? null : ref,
  ),
  'TASK-07 a task that is moved to another board keeps its old prefix alone': (() => {
    const before = new Map<string, string>()
    return together(
      requests('updateTask', (request, context) => {
        const row = taskOf(request, context)
        if (row && request.body.board_id) before.set(row.id, row.boardId)
      }),
      changes('getTaskByNumber', ({ id, board_id }, { request }) => {
        const old = before.get(id)
        return old !== undefined && old !== board_id && /-/.test(request.path.ref)
          ? { id: 'task_0000000000000000' }
          : undefined
      }),
    )
  })(),
  'TASK-07 numbers count the tasks that are left': also('deleteTask', (_, { tables }) => {
    for (const board of tables.boards.all()) tables.boards.put({ ...board, lastNumber: board.lastNumber - 1 })
  }),
  'TASK-07 references of done tasks are unknown': handles('getTaskByNumber', (request, context, handler) => {
    const answer = handler(request, context)
    return answer.body.status === 'done' ? reply(404, { error: {} }) : answer
  }),
  'TASK-07 prefixes have to be in small letters': byNumber(ref =>
    /[A-Z]/.test(ref) ? null : ref.toUpperCase(),
  ),
  'TASK-08 bare numbers are unknown': lives(
    'several boards may have the number, which may then be refused as ambiguous',
    byNumber(ref => (/^\d+$/.test(ref) ? null : ref)),
  ),
  'TASK-08 bare numbers are refused as invalid': lives(
    'a board out of sight may have the number, which may then be refused as ambiguous',
    refuses('getTaskByNumber', ({ path }) => /^\d+$/.test(path.ref)),
  ),
  'TASK-08 bare numbers are counted from 0': byNumber(ref =>
    /^\d+$/.test(ref) ? String(Number(ref) - 1) : ref,
  ),
  'TASK-12 a task that is assigned to a person is not listed': rows('listTasks', (data, { caller }) =>
    data.filter(row => row.assignee_id !== caller.person.id),
  ),
  'TASK-33 a task that was read by its number keeps its title there': () => {
    const first = firstOf()
    return shows('getTaskByNumber', ({ id, title }) => ({ title: first(id, title) }))
  },
  'TASK-33 the bare number of a sub-task finds its parent': changes(
    'getTaskByNumber',
    ({ parent_task_id: parent }, { request, context, again }) =>
      parent && !/-/.test(request.path.ref)
        ? again({ path: { ref: context.tables.tasks.get(parent).reference } })
        : undefined,
  ),
  'TASK-33 numbers resolve to a task without an id': answers('getTaskByNumber', () => ({ found: true })),
  'TASK-34 a task is read as another': shows('getTask', { id: 'task_0000000000000000' }),
  'TASK-34 a task that had runs is read with the id of the last one': changes(
    'getTask',
    ({ id }, { context }) => {
      const [run] = context.tables.runs.range('byTask', id, { descending: true, limit: 1 })
      return run && { id: run.id }
    },
  ),
  'TASK-34 a task is moved on by reading it': also('getTask', (request, context) => {
    if (taskOf(request, context)?.status === 'backlog') put(request, context, { status: 'todo' })
  }),
  'TASK-34 a task that was there before is moved on by reading it': lives(
    'others may move the tasks that were there before',
    also('getTask', (request, context) => {
      const { id, title = '', position = 0 } = taskOf(request, context) ?? {}
      if (id && !title.startsWith('Conformance')) put(request, context, { position: position - 1 })
    }),
  ),
  'TASK-34 with a task the one made after it is deleted': handles(
    'deleteTask',
    (request, context, handler) => {
      const all = context.tables.tasks.all()
      const next = all[all.findIndex(({ id }: Loose) => id === request.path.task_id) + 1]
      const answer = handler(request, context)
      if (next) context.tables.tasks.delete(next.id)
      return answer
    },
  ),
  'TASK-34 a limit that is set on a task is set on all': also('updateTask', ({ body }, { tables }) => {
    const { max_runs_per_hour: maxRunsPerHour } = body
    if (maxRunsPerHour != null)
      for (const { id } of tables.tasks.all()) tables.tasks.replace(id, { maxRunsPerHour })
  }),
  'TASK-36 deleting answers a body': replies('deleteTask', () => ({ status: 200, body: { deleted: true } })),
  'TASK-36 deleting a task that has sub-tasks answers a body': handles(
    'deleteTask',
    (request, context, handler) => {
      const { length } = context.tables.tasks.range('newest', `parent:${request.path.task_id}`)
      const answer = handler(request, context)
      return length > 0 ? reply(200, { deleted: length + 1 }) : answer
    },
  ),
  'TASK-36 deleting answers 404': refuses('deleteTask', () => true, 404),
  'TASK-37 a deleted task can still be read': kept('getTask'),
  'TASK-37 a deleted task is still listed': kept('listTasks'),
  'TASK-37 a deletion leaves what has a description': handles('deleteTask', (request, context, handler) =>
    taskOf(request, context)?.description ? reply(204, undefined) : handler(request, context),
  ),
  'TASK-37 a deleted sub-task is found by its number': (() => {
    const gone = new Map<string, Loose>()
    const made = new Map<string, Loose>()
    return together(
      also('createTask', ({ body }, _, answer) => {
        if (body.parent_task_id) made.set(answer.body.id, answer.body)
      }),
      also('deleteTask', ({ path }) => {
        const task = made.get(path.task_id)
        if (task) gone.set(task.reference, task)
      }),
      handles('getTaskByNumber', (request, context, handler) => {
        const task = gone.get(request.path.ref)
        return task ? reply(200, task) : handler(request, context)
      }),
    )
  })(),
  'TASK-37 deleting does nothing': handles('deleteTask', () => ({ status: 204, body: undefined })),
  'STATE-53 a move is answered and not kept': forgetsMove(() => true),
  'STATE-53 a move with a position is answered and not kept': forgetsMove(({ position }) => position != null),
  'STATE-53 a move with position null is answered and not kept': forgetsMove(
    ({ position }) => position === null,
  ),
  'STATE-53 the list shows the column before': (() => {
    const before = new Map<string, string>()
    return together(
      requests('setTaskStatus', (request, context) => {
        const row = taskOf(request, context)
        if (row && !before.has(row.id)) before.set(row.id, row.status)
      }),
      rows('listTasks', data => data.map(row => ({ ...row, status: before.get(row.id) ?? row.status }))),
    )
  })(),
  'STATE-54 a task moved to done is in review': shows(TASK_VIEWS, ({ status }) =>
    status === 'done' ? { status: 'in_review' } : undefined,
  ),
  'STATE-54 a move to done is answered and not kept': forgetsMove(({ status }) => status === 'done'),
}

function unnumbered(body: Loose) {
  return { ...without(body, 'reference'), number: null }
}

function byNumber(change: (ref: string) => string | null) {
  return handles('getTaskByNumber', (request, context, handler) => {
    const ref = change(request.path.ref)
    return ref === null ? reply(404, { error: {} }) : handler({ ...request, path: { ref } }, context)
  })
}

/** Moves are answered, and the task goes back. */
function forgetsMove(which: (body: Loose) => boolean) {
  return handles('setTaskStatus', (request, context, handler) => {
    const { status } = taskOf(request, context) ?? {}
    const answer = handler(request, context)
    if (status && which(request.body)) put(request, context, { status })
    return answer
  })
}

/** Deleted tasks remain in the replies of one operation, as they were last shown. */
function kept(operation: 'getTask' | 'listTasks') {
  const shown = new Map<string, Loose>()
  const gone = new Set<string>()
  return together(
    also(TASK_VIEWS, (_, __, { body }) => shown.set(body.id, body)),
    also('deleteTask', ({ path }) => gone.add(path.task_id)),
    operation === 'listTasks'
      ? changes('listTasks', ({ data }) => ({ data: [...[...gone].map(id => shown.get(id)), ...data] }))
      : handles('getTask', (request, context, handler) =>
          gone.has(request.path.task_id)
            ? reply(200, shown.get(request.path.task_id))
            : handler(request, context),
        ),
  )
}
