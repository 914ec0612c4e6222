/** What the list of tasks omits: archived tasks, and tasks done long ago. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { momentOf } from '../../extract/moment.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { statusOf, taskIn } from '../../extract/task-record.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { queryText } from '../query-text.ts'
import { makeTask, moveTo, readTask, settledTask } from './own-task.ts'
import { FILTERS, isAssigneeType } from './task-filters.check.ts'
import {
  allTasks,
  findTask,
  isHeld,
  isLeftOut,
  isListed,
  lastingDifference,
  type Query,
} from './task-pages.ts'

const MADE_AT = /^(created|added|opened)_?(at|on|date)?$/i
const DONE_AT = /^(done|completed|finished|closed)_?(at|on|date)$/i

const needs = { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] } as const

const archived = scenario({
  id: 'tasks/list-archived',
  title: 'Archived tasks are listed only when asked for',
  requirements: ['TASK-20', 'TASK-21'],
  needs: { capability: 'tasks', scopes: ['tasks:read'] },
  cost: { requests: 24 },
  turn: 'alone',
  async run(t) {
    const look = async () => {
      const plain = await allTasks(t, {})
      return { ...plain, shown: plain.rows.find(isArchived) }
    }
    const plainly = await t.settled('archived tasks to leave the list', look, ({ shown }) => !shown)
    if (plainly.shown) {
      const sentence = `the plain list holds the archived task ${idOf(plainly.shown, 'task')}`
      return t.violated('filter-satisfied', 'TASK-20', sentence, ...plainly.exchanges.slice(0, 1))
    }
    const ids = plainly.rows.flatMap(row => idOf(row, 'task') ?? [])
    const [differs] = await lastingDifference(t, {}, { include_archived: false })
    const differ = `include_archived=false differs from the plain list in ${differs}`
    if (differs !== undefined) t.violated('same-question', 'TASK-20', differ)
    const whole = await allTasks(t, ARCHIVED_TOO)
    const all = new Set(whole.rows.flatMap(row => idOf(row, 'task') ?? []))
    for (const id of ids.filter(one => !all.has(one))) {
      await isHeld(t, 'TASK-21', id, ARCHIVED_TOO, 'which the plain list holds')
      if (t.isViolated('TASK-21')) return
    }
    const fixture = t.target.fixtures.get('archived-task')?.id
    const hidden = fixture || idOf(whole.rows.find(isArchived), 'task')
    if (!hidden)
      return t.notExercised(['TASK-20', 'TASK-21'], lacks.fixture('archived-task', 'an archived task'))
    // It may have been archived since the plain list was read.
    const holds = ids.includes(hidden) && !(await isLeftOut(t, hidden, {}))
    const sentence = `the plain list ${holds ? 'holds' : 'does not hold'} the archived task ${hidden}`
    t.expect('filter-satisfied', 'TASK-20', !holds, sentence)
    const lack = `an archived task of the person behind the key: ${hidden} is of another`
    if (!all.has(hidden) && (await isOfAnother(t, hidden)))
      return t.notExercised('TASK-21', lacks.fixture('archived-task', lack))
    const listed = all.has(hidden) || (await isListed(t, hidden, ARCHIVED_TOO))
    // The default of done_since_days may leave it out, which gives way to a status.
    const status = listed ? undefined : statusOf(await readTask(t, hidden))
    const query: Query = { ...ARCHIVED_TOO, ...(status !== undefined && { status }) }
    const isThere = listed || (status !== undefined && (await isListed(t, hidden, query)))
    const asked = `${queryText(query)} ${isThere ? 'lists' : 'does not list'} the archived task ${hidden}`
    if (!isThere && status === undefined)
      t.notExercised('TASK-21', `a task that shows its status, so that no other filter hides it: ${asked}`)
    else t.expect('lists-visible', 'TASK-21', isThere, asked)
    const isHidden = (one: Json) => idOf(one, 'task') === hidden
    const rest = whole.rows.filter(one => isArchived(one) && !isHidden(one))
    if (!holds) await besideFilters(t, [...whole.rows.filter(isHidden), ...rest])
  },
})

const ARCHIVED_TOO = { include_archived: true }

/** Judges that a list comes to leave out the task. */
async function isDropped(t: Trial, requirement: string, id: string, query: Query, what: string) {
  const dropped = await isLeftOut(t, id, query)
  const sentence = `${queryText(query)} ${dropped ? 'leaves out' : 'lists'} the task ${id}, ${what}`
  return t.expect('filter-satisfied', requirement, dropped, sentence)
}

/** How many filters are asked for beside. */
const MAX_FILTERS = 16

/**
 * Archived tasks are hidden by default and listed on request, also in combination with every filter that one of them
 * matches.
 */
async function besideFilters(t: Trial, rows: readonly Json[]) {
  const pairs = rows.flatMap(row => fitting(row).map(filter => ({ filter, id: idOf(row, 'task') })))
  const different = [...Map.groupBy(pairs, ({ filter }) => queryText(filter)).values()]
  for (const { filter, id } of different.flatMap(([first]) => first ?? []).slice(0, MAX_FILTERS)) {
    if (id === undefined) continue
    const sentence = `${queryText(filter)} lists the task ${id}, which is archived`
    if (!(await isLeftOut(t, id, filter))) t.violated('filter-satisfied', 'TASK-20', sentence)
    await isHeld(t, 'TASK-21', id, { ...filter, ...ARCHIVED_TOO }, 'which is archived', ARCHIVED_TOO)
  }
}

const fitting = (row: Json): Query[] => [
  { owner: 'me' },
  ...FILTERS.flatMap(({ name, valueIn }) => {
    const value = valueIn(row)
    // A service may keep archived tasks in a column of that name.
    const isAsked =
      name === 'assignee_type' ? isAssigneeType(value) : !(name === 'status' && /archiv/i.test(value ?? ''))
    return value !== undefined && isAsked ? [{ [name]: value }] : []
  }),
  { limit: 4 },
]

/** Whether the list is another person's than the one behind the key. */
async function isOfAnother(t: Trial, id: string): Promise<boolean> {
  const { personId } = t.keys.with('tasks:read')
  const owner = refIn(await readTask(t, id), 'owner')
  return owner === undefined || personId === undefined || owner !== personId
}

const isArchived = (row: Json) =>
  row.archived === true ||
  row.is_archived === true ||
  // Some services show the beginning of time for none.
  momentOf(row.archived_at) !== undefined

const doneSince = scenario({
  id: 'tasks/list-done-since',
  title: 'done_since_days keeps tasks done lately, drops older ones, and gives way to a status',
  requirements: ['TASK-23', 'TASK-24', 'TASK-25'],
  needs,
  cost: { requests: 40 },
  writes: true,
  async run(t) {
    const fresh = await makeTask(t, 'just done')
    const moved = await moveTo(t, fresh.id, 'done')
    const isMoved = moved.status < 300
    const isDone = (one: Json) => statusOf(one) === 'done'
    const done = isMoved && isDone(await settledTask(t, fresh.id, 'the task to be done', isDone))
    if (!isMoved) t.notExercised('TASK-24', `a move to done that is allowed: it answered ${moved.status}`)
    else if (!done)
      t.notExercised('TASK-24', 'a task that shows done as its status after a move to it', moved)
    // Not one day, which may be over: the days may be those of the calendar.
    for (const done_since_days of done ? [2, 7] : [])
      await isHeld(t, 'TASK-24', fresh.id, { done_since_days }, 'done just now')
    const now = momentIn(await readTask(t, fresh.id))
    if (now !== undefined) await edges(t, now)
    const named = t.target.fixtures.get('old-done-task')?.id
    const isDoneLong = named && (await findTask(t, named, { status: 'done' }))
    const old = isDoneLong || now === undefined ? named : ((await longDone(t, now)) ?? named)
    const lacking = (what: string) =>
      t.notExercised(['TASK-23', 'TASK-25'], lacks.fixture('old-done-task', what))
    if (!old) return lacking('a task done some days ago')
    if (!(await isListed(t, old, { status: 'done' })))
      return lacking(`a task done some days ago: ${old} is not in the list of done tasks`)
    const dropped = await isDropped(t, 'TASK-23', old, LAST_DAY, 'done long ago')
    await besideOthers(t, old, dropped).catch(ignoreMissing)
    await isHeld(t, 'TASK-25', old, { ...LAST_DAY, status: 'done' }, 'done long ago', { status: 'done' })
  },
})

const LAST_DAY = { done_since_days: 1 }

/** Beside each filter that it fits, too, a task that was done long ago is left out; a status overrides that. */
async function besideOthers(t: Trial, id: string, dropped: boolean) {
  const filters = fitting(await readTask(t, id)).filter(one => !('status' in one || 'limit' in one))
  for (const filter of [...filters, ARCHIVED_TOO]) {
    const query = { ...filter, ...LAST_DAY }
    const plain = { ...filter, status: 'done' }
    const named = { ...plain, ...LAST_DAY }
    if (isServed(await t.call('listTasks', { query: named })))
      await isHeld(t, 'TASK-25', id, named, `done long ago, which ${queryText(plain)} lists`, plain)
    const reply = await t.call('listTasks', { query })
    if (!dropped || reply.status !== 200 || (await isLeftOut(t, id, query))) continue
    // It may be at work again meanwhile.
    const isDone = statusOf(await readTask(t, id)) === 'done' && (await isLeftOut(t, id, LAST_DAY))
    const sentence = `${queryText(query)} lists the task ${id}, done long ago, which done_since_days=1 alone leaves out`
    if (isDone) t.violated('filter-satisfied', 'TASK-23', sentence)
  }
}

const DAY = 86_400_000

/** The deployment's clock: when a task was made and done just now. It may differ from ours. */
const momentIn = (row: Json): number | undefined => shownAt(row, DONE_AT) ?? shownAt(row, MADE_AT)

/** What is further down is of another record, such as a run of the task. */
const shownAt = (row: Json, name: RegExp): number | undefined =>
  Object.entries(row).flatMap(([member, value]) => (name.test(member) ? (momentOf(value) ?? []) : []))[0]

/**
 * The range of days ago when the task was done: from its own timestamp, else after its creation. Whether a move counts as a
 * change is not stated, so the time of the last one says nothing.
 */
function doneBetween(row: Json, now: number): { youngest: number; oldest: number } | undefined {
  const done = shownAt(row, DONE_AT)
  const at = done ?? shownAt(row, MADE_AT)
  if (at === undefined) return undefined
  const oldest = (now - at) / DAY
  return { youngest: done === undefined ? 0 : oldest, oldest }
}

/** For tasks done on different days: one window that contains each of them, and one that does not. */
async function edges(t: Trial, now: number) {
  if (!t.wants('TASK-23', 'TASK-24')) return
  const { rows } = await allTasks(t, { status: 'done' })
  const byAge = (await dated(t, rows, now)).toSorted((a, b) => a.oldest - b.oldest)
  const recent = byAge.toReversed().find(one => one.oldest < 28)
  const few = [byAge[0], recent, byAge[Math.floor(byAge.length / 2)], byAge.at(-1)]
  for (const one of new Set(few)) {
    if (!one) continue
    const { id, youngest, oldest } = one
    // Days may count from midnight, and moments may be shown without their hour.
    const margin = now % DAY === 0 ? 2 : 1
    const [holds, passed] = [Math.ceil(oldest) + margin, Math.floor(youngest) - margin]
    const what = `done ${youngest.toFixed(1)} to ${oldest.toFixed(1)} days ago`
    // A task visible to this key may belong in another person's list.
    if ((await findTask(t, id, {})) === undefined) continue
    await isHeld(t, 'TASK-24', id, { done_since_days: holds }, what)
    if (passed >= 1) await isDropped(t, 'TASK-23', id, { done_since_days: passed }, what)
  }
}

/** Rows, or where these do not show when they were done, records that may. */
async function dated(t: Trial, rows: readonly Json[], now: number) {
  const aged = (records: readonly Json[]) =>
    records.flatMap(record => {
      const [id, between] = [idOf(record, 'task'), doneBetween(record, now)]
      // A window counted in hours instead of days would omit what was done three hours ago.
      return id === undefined || !between || between.oldest < 3 / 24 ? [] : [{ id, ...between }]
    })
  const isShown = (records: readonly Json[]) => records.some(one => shownAt(one, DONE_AT) !== undefined)
  if (isShown(rows)) return aged(rows)
  const ids = rows.flatMap(row => idOf(row, 'task') ?? [])
  const others = ids.filter(id => !t.context.ownRecords.has('task', id)).slice(0, 6)
  const reads = await Promise.all(others.map(id => t.call('getTask', { path: { task_id: id } })))
  const records = reads.flatMap(({ status, json }): Json[] => (status === 200 ? [taskIn(json) ?? {}] : []))
  const shown = isShown(records) ? [] : aged(rows)
  return shown.length > 0 ? shown : aged(records)
}

/** A task whose row or record shows that it was done more than three days ago. */
async function longDone(t: Trial, now: number): Promise<string | undefined> {
  const { rows } = await allTasks(t, { status: 'done' })
  return (await dated(t, rows, now)).find(({ youngest }) => youngest > 3)?.id
}

export const taskAgeScenarios: readonly Scenario[] = [archived, doneSince]
