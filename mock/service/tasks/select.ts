// Selects the tasks of a list (section 4.3) from the smallest index that contains them.

import type { RequestOf } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import { DAY } from '../../simulation/duration.ts'
import { startOfDayAfter } from '../../simulation/time-zone.ts'
import { isArchived } from '../../work/task-columns.ts'
import type { TaskRow } from '../../world/tasks.ts'
import { isEveryone } from '../everyone.ts'
import type { Context } from '../handler.ts'
import { offsetPage, type Page } from '../paging.ts'
import { seesTask } from '../visibility.ts'

type Query = RequestOf<'listTasks'>['query']

/** A filter that was given. Buckets are those of `taskBuckets`. */
interface Filter {
  readonly fits: (task: TaskRow) => boolean
  /** The part of a bucket's name, after an owner's live tasks, that selects exactly the matching tasks. */
  readonly ofLive?: string
  /** A bucket that contains all matching tasks, of any owner. */
  readonly ofAll?: string
}

/** One page of the tasks that match all filters, and their number. */
export function selectTasks(context: Context, query: Query): { tasks: TaskRow[]; total: number; page: Page } {
  const { caller, tables, workspace } = context
  const page = offsetPage(query, workspace.profile)
  const descending = decisions.listsNewestFirst(workspace.profile)
  const isOwn = query.owner == null || query.owner === 'me'
  const owner = isOwn && isEveryone(caller.person) ? null : isOwn ? caller.person.id : query.owner
  const live = !query.include_archived
  const filters = filtersOf(context, query)
  const [first, ...more] = filters

  if (owner !== null && more.length === 0 && (!first || (live && first.ofLive))) {
    const bucket = `owner:${owner}${live ? '|live' : ''}${first ? `|${first.ofLive}` : ''}`
    const rows = tables.tasks.range('newest', bucket, { descending, skip: page.offset, limit: page.limit })
    return { tasks: rows, total: tables.tasks.count('newest', bucket), page }
  }
  // All candidates are read, because the total counts the matching ones.
  const ownerBucket = owner === null ? 'all' : `owner:${owner}${live ? '|live' : ''}`
  const buckets = filters.map(({ ofLive, ofAll }) =>
    owner !== null && live && ofLive ? `${ownerBucket}|${ofLive}` : ofAll,
  )
  const among = [ownerBucket, ...buckets.filter(bucket => bucket !== undefined)]
  const found = tables.tasks.scan(
    among.map(bucket => ({ index: 'newest', bucket })),
    task =>
      (owner === null || task.ownerId === owner) &&
      !(live && task.archived) &&
      filters.every(({ fits }) => fits(task)),
    { descending },
  )
  return { tasks: found.slice(page.offset, page.offset + page.limit), total: found.length, page }
}

function filtersOf(context: Context, query: Query): Filter[] {
  const { workspace, now } = context
  const { profile } = workspace
  const { status, board_id: board, project_id: project, assignee_id: assignee, assignee_type: type } = query
  const { done_since_days: days } = query
  const filters: Filter[] = []
  if (status != null) filters.push({ fits: task => task.status === status, ofLive: `status:${status}` })
  if (board != null) {
    const bucket = `board:${board}`
    filters.push({ fits: task => task.boardId === board, ofLive: bucket, ofAll: bucket })
  }
  if (project != null) filters.push({ fits: task => task.projectId === project, ofAll: `project:${project}` })
  if (assignee != null)
    filters.push({ fits: task => task.assigneeId === assignee, ofAll: `assignee:${assignee}` })
  if (type != null) filters.push({ fits: task => task.assigneeType === type })
  if (days !== undefined && status == null) {
    const since = decisions.doneSinceCalendarDays(profile)
      ? startOfDayAfter(now, 1 - days, 'UTC')
      : now - days * DAY
    const keepsOthers = decisions.doneSinceDaysKeepsOthers(profile)
    filters.push({ fits: task => (task.status === 'done' ? (task.doneAt ?? 0) >= since : keepsOthers) })
  }
  if (!query.include_archived && decisions.archivesByAge(profile))
    filters.push({ fits: task => !isArchived(task, now, profile) })
  if (decisions.showsTasksToOwnerOnly(profile)) filters.push({ fits: task => seesTask(context, task) })
  return filters
}
