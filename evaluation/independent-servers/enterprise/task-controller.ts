// The task boards.
import { checkBody, instant, type Notation, Parameters } from './constraints.ts'
import {
  type Answer,
  bare,
  type Endpoint,
  type Exchange,
  listing,
  on,
  Problem,
  record,
  type Violation,
} from './kernel.ts'
import {
  type BoardRecord,
  blankTask,
  DAY_MS,
  type Member,
  type Store,
  type TaskEntity,
  type TaskFields,
} from './model.ts'
import { runResource } from './run-controller.ts'
import type { Simulation } from './simulation.ts'

const COLUMNS = ['backlog', 'doing', 'review', 'done', 'archived']
const COLUMN = `one(${COLUMNS.join(',')})`

/** What a new task and a change may say; a change may also say null. */
const BOTH: Notation = {
  description: 'text',
  priority: 'one(urgent,high,medium,low,none)',
  acceptance_criteria: 'record[]',
  tags: 'text[]',
  requires_approval: 'flag',
  approval_approver_ids: 'text[]',
  approval_notify_in_app: 'flag',
  approval_notify_email: 'flag',
}
const PLACES: Notation = { board_id: 'text?', project_id: 'text?', due_date: 'instant?' }

const CREATION: Notation = {
  title: 'text!',
  status: COLUMN,
  executor_kind: 'one(agent,human,workflow)',
  agent_id: 'text?',
  workflow_id: 'text?',
  scheduled_id: 'text?',
  parent_task_id: 'text?',
  assignee_type: 'one(agent,user)?',
  assignee_id: 'text?',
  ...BOTH,
  ...PLACES,
}

const CHANGE: Notation = {
  ...Object.fromEntries(Object.entries(BOTH).map(([name, notation]) => [name, `${notation}?`])),
  ...PLACES,
  title: 'text?',
  position: 'decimal?',
  max_runs_per_hour: 'whole?',
  budget_euros: 'decimal?',
}

const violation = (field: string, message: string): Violation => ({ field, code: 'Reference', message })

/** A date is given back in UTC with milliseconds. */
const inUtc = (text: string): string => new Date(instant(text)).toISOString()

export function taskController(store: Store, simulation: Simulation): Endpoint[] {
  const runsOf = (task: TaskEntity) =>
    [...store.runs.values()].filter(r => r.taskId === task.id).sort((a, b) => b.sequence - a.sequence)

  const resource = (task: TaskEntity) => ({
    id: task.id,
    boardNumber: task.boardNumber,
    key: `${store.boards.find(b => b.id === task.fields.board_id)?.prefix}-${task.boardNumber}`,
    ...task.fields,
    last_run_status: runsOf(task)[0]?.state ?? null,
    authorId: task.author.id,
    createdAt: task.createdAt,
    modifiedAt: task.modifiedAt,
    completedAt: task.completedAt,
  })

  const taskOf = (x: Exchange): TaskEntity => {
    const task = store.tasks.get(x.path('task'))
    if (!task || !store.canSeeTask(x.caller, task)) throw Problem.notFound('The task')
    return task
  }

  const boardOf = (caller: Member, id: unknown): BoardRecord | undefined => {
    const boards = store.boards.filter(b => b.tenant === caller.tenant)
    return id === undefined || id === null ? boards[0] : boards.find(b => b.id === id)
  }

  const isColleague = (caller: Member, id: unknown): boolean =>
    store.members.some(m => m.id === id && m.tenant === caller.tenant)

  const isUsable = (caller: Member, id: unknown): boolean => {
    const agent = store.agents.get(String(id))
    return agent !== undefined && store.canUse(caller, agent)
  }

  /** References that name nothing the caller can see. */
  const dangling = (caller: Member, body: Record<string, unknown>): Violation[] => {
    const found: Violation[] = []
    const given = (name: string) => body[name] !== undefined && body[name] !== null
    if (typeof body.title === 'string' && body.title.trim() === '') {
      found.push({ field: 'title', code: 'NotBlank', message: 'must not be blank' })
    }
    if (!boardOf(caller, body.board_id)) found.push(violation('board_id', 'no such board'))
    if (given('agent_id') && !isUsable(caller, body.agent_id))
      found.push(violation('agent_id', 'no such agent'))
    if (given('workflow_id') && store.workflows.get(String(body.workflow_id))?.tenant !== caller.tenant) {
      found.push(violation('workflow_id', 'no such workflow'))
    }
    const parent = store.tasks.get(String(body.parent_task_id))
    if (given('parent_task_id') && !(parent && store.canSeeTask(caller, parent))) {
      found.push(violation('parent_task_id', 'no such task'))
    }
    const approvers = (body.approval_approver_ids ?? []) as unknown[]
    if (approvers.some(id => !isColleague(caller, id)))
      found.push(violation('approval_approver_ids', 'no such user'))
    return found
  }

  const misassigned = (caller: Member, type: unknown, id: unknown, prefix = ''): Violation[] => {
    const [t, i] = [type ?? null, id ?? null]
    if ((t === null) !== (i === null)) return [violation(`${prefix}id`, 'is set together with the type')]
    if (t === 'agent' && !isUsable(caller, i)) return [violation(`${prefix}id`, 'no such agent')]
    if (t === 'user' && !isColleague(caller, i)) return [violation(`${prefix}id`, 'no such user')]
    return []
  }

  const list = (x: Exchange) => {
    const p = new Parameters(x.search)
    const slice = p.slice()
    const status = p.one('status', COLUMNS)
    const assigneeType = p.one('assignee_type', ['user', 'agent'])
    const [project, board, assignee] = [p.text('project_id'), p.text('board_id'), p.text('assignee_id')]
    const owner = p.text('owner') ?? 'me'
    const author = owner === 'me' ? x.caller.id : owner
    const withArchived = p.flag('include_archived') === true
    const days = p.whole('done_since_days', 0, 36_500)
    const horizon = days !== undefined && status === undefined ? Date.now() - days * DAY_MS : undefined
    const accepts = ({ fields, completedAt, author: by }: TaskEntity): boolean =>
      by.id === author &&
      (withArchived || fields.status !== 'archived') &&
      (status === undefined || fields.status === status) &&
      (project === undefined || fields.project_id === project) &&
      (board === undefined || fields.board_id === board) &&
      (assigneeType === undefined || fields.assignee_type === assigneeType) &&
      (assignee === undefined || fields.assignee_id === assignee) &&
      (horizon === undefined || (fields.status === 'done' && completedAt !== null && completedAt >= horizon))
    const found = [...store.tasks.values()].filter(t => store.canSeeTask(x.caller, t) && accepts(t))
    found.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    return listing(found.map(resource), slice)
  }

  const create = (x: Exchange) => {
    const body = checkBody<Partial<TaskFields> & { title: string }>(x.payload(), {
      members: CREATION,
      closed: true,
      also: b => [
        ...dangling(x.caller, b),
        ...misassigned(x.caller, b.assignee_type, b.assignee_id, 'assignee_'),
      ],
    })
    const board = boardOf(x.caller, body.board_id) as BoardRecord
    const fields: TaskFields = { ...blankTask(body.title, board.id), ...body, board_id: board.id }
    fields.status = 'backlog' // new tasks always start there
    if (fields.due_date !== null) fields.due_date = inUtc(fields.due_date)
    const now = Date.now()
    const task: TaskEntity = {
      id: store.identifier('tsk'),
      tenant: x.caller.tenant,
      boardNumber: store.boardNumber(board),
      author: x.caller,
      createdAt: now,
      modifiedAt: now,
      completedAt: null,
      fields,
    }
    store.tasks.set(task.id, task)
    return { ...bare(resource(task), 201), headers: { Location: `/tasks/${task.id}` } }
  }

  const change = (x: Exchange) => {
    const task = taskOf(x)
    const body = checkBody<Record<string, unknown>>(x.payload(), {
      members: CHANGE,
      closed: true,
      also: b => {
        const found = dangling(x.caller, b)
        for (const name of ['max_runs_per_hour', 'budget_euros']) {
          if (Number(b[name] ?? 0) < 0)
            found.push({ field: name, code: 'Min', message: 'must not be negative' })
        }
        return found
      },
    })
    const blank = blankTask(task.fields.title, task.fields.board_id) as unknown as Record<string, unknown>
    const changed: Record<string, unknown> = {}
    for (const name of Object.keys(CHANGE)) {
      if (Object.hasOwn(body, name)) changed[name] = body[name] ?? blank[name]
    }
    if (typeof changed.due_date === 'string') changed.due_date = inUtc(changed.due_date)
    task.fields = { ...task.fields, ...changed }
    task.modifiedAt = Date.now()
    return record(resource(task))
  }

  const assign = (x: Exchange) => {
    const task = taskOf(x)
    const body = checkBody<{ type: string | null; id: string | null }>(x.payload(), {
      members: { type: 'one(agent,user)?!', id: 'text?!' },
      closed: true,
      also: b => misassigned(x.caller, b.type, b.id),
    })
    task.fields.assignee_type = body.type
    task.fields.assignee_id = body.id
    task.modifiedAt = Date.now()
    return record(resource(task))
  }

  const move = (x: Exchange) => {
    const task = taskOf(x)
    const body = checkBody<{ status: string; position?: number | null }>(x.payload(), {
      members: { status: `${COLUMN}!`, position: 'decimal?' },
      closed: true,
    })
    const from = task.fields.status
    if (from === 'done' && body.status === 'review') {
      throw Problem.conflict('A finished task goes back to the backlog before it is reviewed again')
    }
    task.fields.status = body.status
    if (body.position !== undefined) task.fields.position = body.position
    if (body.status === 'done') task.completedAt ??= Date.now()
    else if (body.status !== 'archived') task.completedAt = null
    task.modifiedAt = Date.now()
    if (body.status === 'doing' && from !== 'doing') startWork(x, task)
    return record(resource(task))
  }

  /** The one way a task gets runs: it moves into the column `doing` while an agent is responsible for it. */
  const startWork = (x: Exchange, task: TaskEntity): void => {
    const { assignee_type, assignee_id, agent_id, title } = task.fields
    const agent = store.agents.get((assignee_type === 'agent' ? assignee_id : agent_id) ?? '')
    if (!agent || !store.canUse(x.caller, agent) || !x.key.scopes.includes('agents:run')) return
    const parameters = { task: title }
    simulation.launch({ agent, owner: x.caller, parameters, trigger: 'api', taskId: task.id })
  }

  const byNumber = (x: Exchange) => {
    const m = /^(?:([A-Z][A-Z0-9]*)-)?([1-9]\d{0,9})$/.exec(x.path('ref'))
    if (!m) throw Problem.invalid(violation('ref', 'must look like PREFIX-123 or 123'))
    const task = [...store.tasks.values()].find(t => {
      const board = store.boards.find(b => b.id === t.fields.board_id)
      const named = m[1] === undefined || board?.prefix === m[1]
      return t.boardNumber === Number(m[2]) && named && store.canSeeTask(x.caller, t)
    })
    if (!task) throw Problem.notFound('The task')
    return record(resource(task))
  }

  const remove = (x: Exchange): Answer => {
    const task = taskOf(x)
    for (const other of store.tasks.values()) {
      if (other.fields.parent_task_id === task.id) other.fields.parent_task_id = null
    }
    store.tasks.delete(task.id)
    return { status: 204 }
  }

  const [read, write] = ['tasks:read', 'tasks:write']
  return [
    on('GET /tasks', read, list),
    on('POST /tasks', write, create),
    on('GET /tasks/by-number/{ref}', read, byNumber),
    on('GET /tasks/{task}', read, x => record(resource(taskOf(x)))),
    on('PATCH /tasks/{task}', write, change),
    on('DELETE /tasks/{task}', write, remove),
    on('PATCH /tasks/{task}/assignee', write, assign),
    on('GET /tasks/{task}/runs', read, x => listing(runsOf(taskOf(x)).map(runResource))),
    on('PATCH /tasks/{task}/status', write, move),
  ]
}
