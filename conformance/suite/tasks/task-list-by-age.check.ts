/** What the list of tasks omits: archived tasks, and tasks done long ago. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, type Json } from '../../extract/find-value.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { assigneeOf, boardOf, statusOf, taskIn } from '../../extract/task-record.ts'
import { lacks } from '../../requirements/missing.ts'
import { makeTask, readTask } from './own-task.ts'
import { allTasks, findTask, listedIds } from './task-pages.ts'

const DONE_AT = /^(done|completed|finished|closed)_?(at|on|date)$/i

const needs = { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] } as const

const archived = scenario({
  id: 'tasks/list-archived',
  title: 'Archived tasks are listed only when asked for',
  requirements: ['TASK-20', 'TASK-21'],
  needs: { capability: 'tasks', scopes: ['tasks:read'] },
  cost: { requests: 24 },
  alone: true,
  async run(t) {
    const plainly = await allTasks(t, {})
    const shown = plainly.rows.find(isArchived)
    if (shown)
      return t.violated(
        'TASK-20',
        `the plain list holds the archived task ${idOf(shown, 'task')}`,
        ...plainly.exchanges.slice(0, 1),
      )
    const whole = await allTasks(t, { include_archived: true })
    const all = new Set(whole.rows.flatMap(row => idOf(row, 'task') ?? []))
    const off = await listedIds(t, { include_archived: false })
    const ids = plainly.rows.flatMap(row => idOf(row, 'task') ?? [])
    const lost = ids.filter(id => !all.has(id))
    const added = [...off].filter(id => !ids.includes(id))
    const left = ids.filter(id => !off.has(id))
    if (lost.length + added.length + left.length > 0) {
      // Other users may create and delete tasks: only a task that the plain list shows before and after counts.
      const now = await listedIds(t, {})
      const gone = lost.find(id => now.has(id))
      if (gone !== undefined)
        return t.violated('TASK-21', `include_archived=true leaves out the task ${gone}`)
      const differs = added.find(id => !now.has(id)) ?? left.find(id => now.has(id))
      if (differs !== undefined)
        return t.violated('TASK-20', `include_archived=false differs from the plain list in ${differs}`)
    }
    const fixture = t.target.fixtures.get('archived-task')?.id
    const hidden = fixture || [...all].find(id => !ids.includes(id))
    if (!hidden)
      return t.notExercised(['TASK-20', 'TASK-21'], lacks.fixture('archived-task', 'an archived task'))
    t.expect(
      'TASK-20',
      !ids.includes(hidden),
      `the plain list ${ids.includes(hidden) ? 'holds' : 'does not hold'} the archived task ${hidden}`,
    )
    if (!all.has(hidden) && (await isOfAnother(t, hidden)))
      return t.notExercised(
        'TASK-21',
        lacks.fixture(
          'archived-task',
          `an archived task of the person behind the key: ${hidden} is of another`,
        ),
      )
    t.expect(
      'TASK-21',
      all.has(hidden),
      `include_archived=true ${all.has(hidden) ? 'lists' : 'does not list'} the archived task ${hidden}`,
    )
    const row = whole.rows.find(one => idOf(one, 'task') === hidden)
    if (row && !ids.includes(hidden)) await besideFilters(t, hidden, row)
  },
})

/**
 * Archived tasks are hidden by default and listed on request, also in combination with every filter that they match.
 */
async function besideFilters(t: Trial, id: string, row: Json) {
  for (const filter of fitting(row)) {
    const filterText = Object.entries(filter)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const plainly = await listedIds(t, filter)
    if (plainly.has(id)) t.violated('TASK-20', `${filterText} alone lists the archived task ${id}`)
    const asked = await findTask(t, id, { ...filter, include_archived: true })
    const all = asked ?? (await findTask(t, id, { include_archived: true }))
    // A task deleted meanwhile was not omitted.
    if (!asked && all)
      t.violated('TASK-21', `include_archived=true beside ${filterText} leaves out the archived task ${id}`)
  }
}

function fitting(row: Json): Record<string, string | number>[] {
  const [status, board, project, assignee] = [
    statusOf(row),
    boardOf(row),
    refIn(row, 'project'),
    assigneeOf(row),
  ]
  return [
    { owner: 'me' },
    // A service may keep archived tasks in a column of that name.
    ...(status === undefined || /archiv/i.test(status) ? [] : [{ status }]),
    ...(board === undefined ? [] : [{ board_id: board }]),
    ...(project === undefined ? [] : [{ project_id: project }]),
    ...(assignee?.type === 'user' || assignee?.type === 'agent' ? [{ assignee_type: assignee.type }] : []),
    ...(assignee?.id === undefined ? [] : [{ assignee_id: assignee.id }]),
    { limit: 50 },
  ]
}

/** Whether the list is another person's than the one behind the key. */
async function isOfAnother(t: Trial, id: string): Promise<boolean> {
  const { personId } = t.keys.with('tasks:read')
  const owner = refIn(await readTask(t, id), 'owner')
  return owner !== undefined && personId !== undefined && owner !== personId
}

const isArchived = (row: Json) =>
  row.archived === true ||
  row.is_archived === true ||
  (typeof row.archived_at === 'string' && row.archived_at !== '')

const doneSince = scenario({
  id: 'tasks/list-done-since',
  title: 'done_since_days keeps tasks done lately, drops older ones, and gives way to a status',
  requirements: ['TASK-23', 'TASK-24', 'TASK-25'],
  needs,
  cost: { requests: 16 },
  writes: true,
  async run(t) {
    const fresh = await makeTask(t, 'just done')
    const open = await makeTask(t, 'not done')
    const moved = await t.call('setTaskStatus', { path: { task_id: fresh.id }, body: { status: 'done' } })
    const done = moved.status < 300 && statusOf(await readTask(t, fresh.id)) === 'done'
    if (!done) t.notExercised('TASK-24', `a move to done that is allowed: it answered ${moved.status}`)
    for (const days of done ? [1, 7] : []) {
      const row = await findTask(t, fresh.id, { done_since_days: days })
      t.expect(
        'TASK-24',
        row !== undefined,
        `done_since_days=${days} ${row ? 'lists' : 'does not list'} a task done just now`,
      )
    }
    const word = statusOf(open.record)
    if (word !== undefined && word !== 'done') {
      const beside = await t.call('listTasks', { query: { done_since_days: 1, status: word } })
      if (beside.status === 400 || beside.status === 422)
        return t.violated(
          'TASK-25',
          `done_since_days=1 beside status=${word} answered ${beside.status}`,
          beside,
        )
      const row = await findTask(t, open.id, { done_since_days: 1, status: word })
      t.expect(
        'TASK-25',
        row !== undefined,
        `done_since_days=1 beside status=${word} ${row ? 'lists' : 'does not list'} a task with that status`,
      )
    }
    await edges(t)
    const old = t.target.fixtures.get('old-done-task')?.id || (await longDone(t))
    if (!old)
      return t.notExercised(
        ['TASK-23', 'TASK-25'],
        lacks.fixture('old-done-task', 'a task done some days ago'),
      )
    const without = await findTask(t, old, { status: 'done' })
    if (!without)
      return t.notExercised(
        ['TASK-23', 'TASK-25'],
        lacks.fixture('old-done-task', `a task done some days ago: ${old} is not in the list of done tasks`),
      )
    const dropped = (await findTask(t, old, { done_since_days: 1 })) === undefined
    t.expect('TASK-23', dropped, `done_since_days=1 ${dropped ? 'leaves out' : 'lists'} a task done long ago`)
    const kept = (await findTask(t, old, { done_since_days: 1, status: 'done' })) !== undefined
    t.expect(
      'TASK-25',
      kept,
      `done_since_days=1 beside status=done ${kept ? 'lists' : 'leaves out'} a task done long ago`,
    )
  },
})

const DAY = 86_400_000

/**
 * The range of days ago when the task was done: from its own timestamp, else between its creation and its last change.
 */
function doneBetween(t: Trial, row: Json): { youngest: number; oldest: number } | undefined {
  const days = (name: RegExp) => {
    const at = momentOf(findLike(row, name, one => momentOf(one) !== undefined)?.value)
    return at === undefined ? undefined : (t.context.today.getTime() - at) / DAY
  }
  const done = days(DONE_AT)
  const oldest = done ?? days(/^(created|added|opened)_?(at|on|date)?$/i)
  const youngest = done ?? days(/^(updated|modified|changed)_?(at|on)$/i) ?? 0
  return oldest === undefined ? undefined : { youngest, oldest }
}

/** A timestamp as text, or as seconds or milliseconds since 1970. */
function momentOf(value: unknown): number | undefined {
  const at =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (value < 1e11 ? 1000 : 1)
        : 0
  return at > 1e12 ? at : undefined
}

/** For tasks done on different days: one window that contains each of them, and one that does not. */
async function edges(t: Trial) {
  if (!t.wants('TASK-23', 'TASK-24')) return
  const { rows } = await allTasks(t, { status: 'done' })
  const byAge = (await dated(t, rows)).toSorted((a, b) => a.oldest - b.oldest)
  const recent = byAge.toReversed().find(one => one.oldest < 28)
  const few = [byAge[0], recent, byAge[Math.floor(byAge.length / 2)], byAge.at(-1)]
  for (const one of new Set(few)) {
    if (!one) continue
    const { id, youngest, oldest } = one
    const [holds, passed] = [Math.ceil(oldest) + 1, Math.floor(youngest) - 1]
    const listed = async (days: number) => (await findTask(t, id, { done_since_days: days })) !== undefined
    const sentence = (days: number, is: boolean) =>
      `done_since_days=${days} ${is ? 'lists' : 'leaves out'} the task ${id}, which was done ${youngest.toFixed(1)} to ${oldest.toFixed(1)} days ago`
    // A task visible to this key may belong in another person's list.
    if ((await findTask(t, id, {})) === undefined) continue
    const kept = await listed(holds)
    t.expect('TASK-24', kept, sentence(holds, kept))
    if (passed < 1) continue
    const late = await listed(passed)
    t.expect('TASK-23', !late, sentence(passed, late))
  }
}

/** Rows that show when they were done; where rows do not, their records may. */
async function dated(t: Trial, rows: readonly Json[]) {
  const aged = (records: readonly Json[]) =>
    records.flatMap(record => {
      const [id, between] = [idOf(record, 'task'), doneBetween(t, record)]
      // A window counted in hours instead of days would omit what was done three hours ago.
      return id === undefined || !between || between.oldest < 3 / 24 ? [] : [{ id, ...between }]
    })
  const shown = aged(rows)
  if (shown.length > 0) return shown
  const ids = rows.flatMap(row => idOf(row, 'task') ?? []).slice(0, 6)
  const reads = await Promise.all(ids.map(id => t.call('getTask', { path: { task_id: id } })))
  return aged(reads.flatMap(({ status, json }): Json[] => (status === 200 ? [taskIn(json) ?? {}] : [])))
}

/** A task whose record shows that it was done more than three days ago. */
async function longDone(t: Trial): Promise<string | undefined> {
  const { rows } = await allTasks(t, { status: 'done' })
  const old = rows.find(row => {
    const at = findLike(row, DONE_AT, value => typeof value === 'string')
    return at !== undefined && t.context.today.getTime() - Date.parse(String(at.value)) > 3 * 86_400_000
  })
  return idOf(old, 'task')
}

export const taskAgeScenarios: readonly Scenario[] = [archived, doneSince]
