// Tasks on boards.
import { randomUUID } from 'node:crypto'
import { paged, readPage, runOut } from './agents.ts'
import { type App, asked, type Call, HTTPException, refuse, valid } from './app.ts'
import { DAY, type Database, newTask, type Person, stamp, type Task } from './db.ts'
import { begin } from './engine.ts'
import {
  bool,
  type Check,
  type Issue,
  int,
  isObject,
  listOf,
  moment,
  nullable,
  num,
  oneOf,
  parseMoment,
  str,
} from './schema.ts'

const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done']
const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none']

// The inner structure of a criterion is open: a record or a plain sentence will do.
const criterion: Check = (value, loc, issues) => {
  if (typeof value !== 'string' && !isObject(value)) {
    issues.push({ type: 'model_type', loc, msg: 'Input should be a criterion', input: value })
  }
}

/** What a new task and a change may say. */
const BOTH = {
  title: str,
  description: str,
  priority: oneOf(...PRIORITIES),
  acceptance_criteria: listOf(criterion),
  tags: listOf(str),
  requires_approval: bool,
  approval_approver_ids: listOf(str),
  approval_notify_in_app: bool,
  approval_notify_email: bool,
}
const PLACES = { project_id: nullable(str), board_id: nullable(str), due_date: nullable(moment) }

const CREATE = {
  required: ['title'],
  fields: {
    ...BOTH,
    ...PLACES,
    status: oneOf(...STATUSES),
    executor_kind: str,
    agent_id: nullable(str),
    workflow_id: nullable(str),
    scheduled_id: nullable(str),
    parent_task_id: nullable(str),
    assignee_type: nullable(oneOf('agent', 'user')),
    assignee_id: nullable(str),
  },
}

const UPDATE = {
  fields: {
    ...Object.fromEntries(Object.entries(BOTH).map(([name, check]) => [name, nullable(check)])),
    ...PLACES,
    position: nullable(num),
    max_runs_per_hour: nullable(int),
    budget_euros: nullable(num),
  },
}

const ASSIGNEE = {
  required: ['type', 'id'],
  forbidExtra: true,
  fields: { type: nullable(oneOf('agent', 'user')), id: nullable(str) },
}

const STATUS = { required: ['status'], fields: { status: oneOf(...STATUSES), position: nullable(num) } }

/** Dates are kept in UTC, whatever zone they came in. */
const inUtc = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : stamp(parseMoment(text))

export function taskRoutes(app: App, db: Database): void {
  const runsOf = (task: Task) =>
    [...db.runs.values()].filter(r => r.task_id === task.id).sort((a, b) => b.id - a.id)

  const out = (task: Task) => {
    const { tenant: _tenant, creator, created_at, updated_at, finished_at, ...plain } = task
    const board = db.boards.find(b => b.id === task.board_id)
    const last = runsOf(task)[0]
    return {
      ...plain,
      reference: `${board?.prefix}-${task.number}`,
      board: board ? { id: board.id, name: board.name, prefix: board.prefix } : null,
      created_by: creator.id,
      last_run_status: last?.status ?? null,
      last_run_id: last?.id ?? null,
      subtask_count: [...db.tasks.values()].filter(t => t.parent_task_id === task.id).length,
      created_at: stamp(created_at),
      updated_at: stamp(updated_at),
      finished_at: stamp(finished_at),
      is_pinned: false,
    }
  }

  const known = (me: Person, id: string | undefined): Task => {
    const task = db.tasks.get(id ?? '')
    if (!task || !db.seesTask(me, task)) throw new HTTPException(404, 'Task not found')
    return task
  }
  const find = (call: Call) => known(call.me, call.params.task_id)

  const boardOf = (me: Person, id: string | null | undefined) => {
    const boards = db.boards.filter(b => b.tenant === me.tenant)
    const board = id === null || id === undefined ? boards[0] : boards.find(b => b.id === id)
    if (!board) throw new HTTPException(404, 'Board not found')
    return board
  }

  const checkAssignee = (me: Person, type: string | null, id: string | null) => {
    if (type === 'agent') {
      const agent = db.agents.get(id ?? '')
      if (!agent || !db.seesAgent(me, agent)) throw new HTTPException(404, 'Agent not found')
    }
    if (type === 'user' && db.person(id ?? '')?.tenant !== me.tenant)
      throw new HTTPException(404, 'User not found')
  }

  const together = (type: unknown, id: unknown, issues: Issue[]) => {
    if ((type ?? null) === null ? (id ?? null) !== null : (id ?? null) === null) {
      const msg = 'type and id are set together or are both null'
      issues.push({ type: 'value_error', loc: ['body'], msg })
    }
  }

  app.add('GET', '/tasks', 'tasks:read', call => {
    const { owner, archived, days, limit, offset, ...equal } = asked(call, q => ({
      ...readPage(q),
      status: q.text('status'),
      project_id: q.text('project_id'),
      board_id: q.text('board_id'),
      owner: q.text('owner') ?? 'me',
      assignee_type: q.choice('assignee_type', ['user', 'agent']),
      assignee_id: q.text('assignee_id'),
      archived: q.flag('include_archived') ?? false,
      days: q.int('done_since_days', { ge: 0 }),
    }))
    const since = days === null || equal.status !== null ? null : Date.now() - days * DAY
    const ownerId = owner === 'me' ? call.me.id : owner
    const found = [...db.tasks.values()]
      .filter(t => db.seesTask(call.me, t))
      .filter(t => t.creator.id === ownerId || (t.assignee_type === 'user' && t.assignee_id === ownerId))
      .filter(t => archived || !t.archived)
      .filter(t =>
        Object.entries(equal).every(([name, value]) => value === null || t[name as 'status'] === value),
      )
      .filter(
        t => since === null || (t.status === 'done' && t.finished_at !== null && t.finished_at >= since),
      )
      .sort((a, b) => b.number - a.number)
    return paged(call, found, { limit, offset }).map(out)
  })

  app.add('POST', '/tasks', 'tasks:write', call => {
    const body = valid<Partial<Task> & { title: string }>(CREATE, call.body(), (b, issues) =>
      together(b.assignee_type, b.assignee_id, issues),
    )
    const board = boardOf(call.me, body.board_id)
    checkAssignee(call.me, body.assignee_type ?? null, body.assignee_id ?? null)
    if (body.agent_id) checkAssignee(call.me, 'agent', body.agent_id)
    if (body.parent_task_id) known(call.me, body.parent_task_id)
    const number = db.next(`number ${call.me.tenant}`)
    const task = newTask(randomUUID(), number, call.me, board.id, body.title)
    const given = Object.entries(body).filter(
      ([name, value]) => Object.hasOwn(CREATE.fields, name) && value !== null,
    )
    // A new task starts in the backlog, whatever column the caller had in mind.
    const always = { board_id: board.id, status: 'backlog', due_date: inUtc(body.due_date) }
    Object.assign(task, Object.fromEntries(given), always)
    db.tasks.set(task.id, task)
    call.context.status(201)
    return out(task)
  })

  app.add('GET', '/tasks/by-number/{ref}', 'tasks:read', call => {
    const m = /^(?:([A-Za-z][A-Za-z0-9]*)-)?(\d{1,12})$/.exec(call.params.ref ?? '')
    if (!m) {
      const msg = 'Use PREFIX-number or a number'
      refuse([{ type: 'string_pattern_mismatch', loc: ['path', 'ref'], msg }])
    }
    const task = [...db.tasks.values()].find(t => {
      if (!db.seesTask(call.me, t) || t.number !== Number(m[2])) return false
      const prefix = db.boards.find(b => b.id === t.board_id)?.prefix
      return m[1] === undefined || prefix === m[1].toUpperCase()
    })
    if (!task) throw new HTTPException(404, 'Task not found')
    return out(task)
  })

  app.add('GET', '/tasks/{task_id}', 'tasks:read', call => out(find(call)))

  app.add('PATCH', '/tasks/{task_id}', 'tasks:write', call => {
    const task = find(call)
    const body = valid<Record<string, unknown>>(UPDATE, call.body())
    if (typeof body.board_id === 'string') task.board_id = boardOf(call.me, body.board_id).id
    // A null empties what can be empty and puts the rest back to its default.
    const blank: Record<string, unknown> = newTask('', 0, call.me, task.board_id, task.title)
    const changes: Record<string, unknown> = {}
    for (const name of Object.keys(UPDATE.fields)) {
      if (name !== 'board_id' && Object.hasOwn(body, name)) changes[name] = body[name] ?? blank[name]
    }
    if (typeof changes.due_date === 'string') changes.due_date = inUtc(changes.due_date)
    Object.assign(task, changes, { updated_at: Date.now() })
    return out(task)
  })

  app.add('DELETE', '/tasks/{task_id}', 'tasks:write', call => {
    const remove = (task: Task) => {
      for (const child of [...db.tasks.values()]) if (child.parent_task_id === task.id) remove(child)
      db.tasks.delete(task.id)
    }
    remove(find(call))
  })

  app.add('PATCH', '/tasks/{task_id}/assignee', 'tasks:write', call => {
    const task = find(call)
    const { type, id } = valid<{ type: string | null; id: string | null }>(
      ASSIGNEE,
      call.body(),
      (b, issues) => together(b.type, b.id, issues),
    )
    checkAssignee(call.me, type, id)
    task.assignee_type = type
    task.assignee_id = id
    task.updated_at = Date.now()
    // Work given to an agent begins at once, provided this key may start runs at all.
    const agent = type === 'agent' ? db.agents.get(id ?? '') : undefined
    const lastHour = runsOf(task).filter(r => r.created_at > Date.now() - 3_600_000 / db.timeScale).length
    const allowed = task.max_runs_per_hour === null || lastHour < task.max_runs_per_hour
    if (agent && allowed && call.key.scopes.includes('agents:run')) {
      const more = { input: { task: task.title }, triggered_by: 'assignment', task_id: task.id }
      begin(db, db.newRun(agent, call.me, more))
    }
    return out(task)
  })

  app.add('GET', '/tasks/{task_id}/runs', 'tasks:read', call => runsOf(find(call)).map(runOut))

  app.add('PATCH', '/tasks/{task_id}/status', 'tasks:write', call => {
    const task = find(call)
    const body = valid<{ status: string; position?: number | null }>(STATUS, call.body())
    if (body.status !== 'done') task.finished_at = null
    else if (task.status !== 'done') task.finished_at = Date.now()
    task.status = body.status
    if (body.position !== undefined) task.position = body.position
    task.updated_at = Date.now()
    return out(task)
  })
}
