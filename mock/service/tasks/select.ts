// Selects the tasks of a list (section 4.3) from the smallest index that contains them.

import type { RequestOf } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import { isArchived } from '../../work/task-columns.ts'
import type { TaskRow } from '../../world/tasks.ts'
import { isEveryone } from '../everyone.ts'
import type { Context } from '../handler.ts'
import { offsetPage, type Page } from '../paging.ts'
import { requireFilters } from './known.ts'
import { seesTask } from './visible.ts'

const DAY = 24 * 60 * 60 * 1000

type Query = RequestOf<'listTasks'>['query']
type Wanted = (task: TaskRow) => boolean

/** One page of the tasks that match all filters, and their number. */
export function selectTasks(context: Context, query: Query): { tasks: TaskRow[]; total: number; page: Page } {
  requireFilters(context, query)
  const page = offsetPage(query, context.workspace.profile)
  const { tasks } = context.tables
  const descending = decisions.listsNewestFirst(context.workspace.profile)
  const { bucket, others, wanted } = planOf(context, query)
  if (wanted.length === 0) {
    const rows = tasks.range('newest', bucket, { descending, skip: page.offset, limit: page.limit })
    return { tasks: rows, total: tasks.count('newest', bucket), page }
  }
  // The total requires a look at each candidate.
  const among = [bucket, ...others].map(name => ({ index: 'newest' as const, bucket: name }))
  const found = tasks.scan(among, task => wanted.every(fits => fits(task)), { descending })
  return { tasks: found.slice(page.offset, page.offset + page.limit), total: found.length, page }
}

/** The buckets that contain all matching tasks, and the filters that they do not answer. */
function planOf(context: Context, query: Query) {
  const { caller, workspace } = context
  const isOwn = query.owner == null || query.owner === 'me'
  if (isOwn && isEveryone(caller.person)) return planOfEveryone(query)
  const owner = isOwn ? caller.person.id : query.owner
  const { status = null, board_id: board = null, project_id: project = null } = query
  const { assignee_id: assignee = null, assignee_type: assigneeType = null } = query
  const live = !query.include_archived
  const column = status !== null ? `|status:${status}` : board !== null ? `|board:${board}` : ''
  const bucket = live ? `owner:${owner}|live${column}` : `owner:${owner}`

  const wanted: Wanted[] = []
  const others: string[] = []
  if (status !== null && !live) wanted.push(task => task.status === status)
  if (board !== null && (status !== null || !live)) {
    wanted.push(task => task.boardId === board)
    others.push(live ? `owner:${owner}|live|board:${board}` : `board:${board}`)
  }
  if (project !== null) {
    wanted.push(task => task.projectId === project)
    others.push(`project:${project}`)
  }
  if (assignee !== null) {
    wanted.push(task => task.assigneeId === assignee)
    others.push(`assignee:${assignee}`)
  }
  if (assigneeType !== null) wanted.push(task => task.assigneeType === assigneeType)
  if (query.done_since_days !== undefined && status === null) {
    const since = context.now - query.done_since_days * DAY
    const keepsOthers = decisions.doneSinceDaysKeepsOthers(workspace.profile)
    wanted.push(task => (task.status === 'done' ? (task.doneAt ?? 0) >= since : keepsOthers))
  }
  if (live && decisions.archivesByAge(workspace.profile))
    wanted.push(task => !isArchived(task, context.now, workspace.profile))
  if (
    decisions.showsTasksToOwnerOnly(workspace.profile) &&
    caller.person.role !== 'admin' &&
    owner !== caller.person.id
  )
    wanted.push(task => seesTask(context, task))
  // The other buckets do not answer the filters of the first one.
  if (others.length > 0)
    wanted.push(
      task => task.ownerId === owner && (!live || !task.archived),
      task => (status === null || task.status === status) && (board === null || task.boardId === board),
    )
  return { bucket, others, wanted }
}

/** The same for whoever looks at the tasks of all people. */
function planOfEveryone(query: Query): { bucket: string; others: string[]; wanted: Wanted[] } {
  const { status = null, board_id: board = null, project_id: project = null } = query
  const { assignee_id: assignee = null, assignee_type: assigneeType = null } = query
  const bucket = board !== null ? `board:${board}` : 'all'
  const fits: Wanted = task =>
    (query.include_archived || !task.archived) &&
    (status === null || task.status === status) &&
    (project === null || task.projectId === project) &&
    (assignee === null || task.assigneeId === assignee) &&
    (assigneeType === null || task.assigneeType === assigneeType)
  return { bucket, others: [], wanted: [fits] }
}
