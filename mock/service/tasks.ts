import { decisions } from '../profile/decisions.ts'
import { addTask, assignTask, changeTask, moveTask, removeTask } from '../work/tasks.ts'
import type { TaskRow } from '../world/tasks.ts'
import { cachedBody } from './cached-body.ts'
import type { Context, Handlers } from './handler.ts'
import { pageBody } from './paging.ts'
import { requireByNumber } from './tasks/by-number.ts'
import { assigneeFields, changesOf, newTask } from './tasks/fields.ts'
import { requireFilters } from './tasks/known.ts'
import { selectTasks } from './tasks/select.ts'
import { runViews } from './views/run.ts'
import { taskView, writtenTaskView } from './views/task.ts'
import { requireSeen, seesRun } from './visibility.ts'

/** Sections 2.1 and 4.3. */
export const tasks = {
  listTasks({ query }, context) {
    const { workspace, tables, now } = context
    const { tasks, runs, agents } = tables
    requireFilters(context, query)
    // What a page shows depends on the time only if it is asked for recent tasks, or old ones are archived by themselves.
    const isTimed = query.done_since_days !== undefined || decisions.archivesByAge(workspace.profile)
    const request = ['listTasks', query, isTimed ? now : null]
    const body = cachedBody(context, request, [tasks, runs, agents], () => {
      const { tasks, total, page } = selectTasks(context, query)
      const views = tasks.map(task => view(context, task))
      return pageBody(views, total, page)
    })
    return { status: 200, body }
  },

  createTask({ body }, context) {
    const { workspace, caller } = context
    const task = addTask(workspace, newTask(context, body), caller.person.id)
    return { status: 201, body: written(context, task) }
  },

  getTaskByNumber({ path }, context) {
    return { status: 200, body: view(context, requireByNumber(context, path.ref)) }
  },

  getTask({ path }, context) {
    return { status: 200, body: view(context, requireSeen(context, 'task', path.task_id)) }
  },

  updateTask({ path, body }, context) {
    const task = requireSeen(context, 'task', path.task_id)
    const changed = changeTask(context.workspace, task, changesOf(context, body))
    return { status: 200, body: written(context, changed) }
  },

  deleteTask({ path }, context) {
    removeTask(context.workspace, requireSeen(context, 'task', path.task_id))
    return { status: 204, body: undefined }
  },

  setTaskAssignee({ path, body }, context) {
    const { workspace, caller } = context
    const task = requireSeen(context, 'task', path.task_id)
    const assignee = assigneeFields(context, body, ['type', 'id'])
    return { status: 200, body: written(context, assignTask(workspace, task, assignee, caller.person.id)) }
  },

  listTaskRuns({ path }, context) {
    const { workspace, now } = context
    const task = requireSeen(context, 'task', path.task_id)
    const runs = workspace.tables.runs.range('byTask', task.id, { descending: true })
    const seen = runs.filter(run => seesRun(context, run))
    return { status: 200, body: { data: runViews(seen, workspace, now) } }
  },

  setTaskStatus({ path, body }, context) {
    const { workspace, caller } = context
    const task = requireSeen(context, 'task', path.task_id)
    const { status, position = null } = body
    const moved = moveTask(workspace, task, { status, position, by: caller.person.id })
    return { status: 200, body: written(context, moved) }
  },
} satisfies Partial<Handlers>

function view(context: Context, task: TaskRow) {
  return taskView(task, context.workspace, run => seesRun(context, run))
}

function written(context: Context, task: TaskRow) {
  return writtenTaskView(task, context.workspace, run => seesRun(context, run))
}
