/**
 * Values that a write set and that later replies change or omit: the reply to the write, the record, the list. A place
 * counts once it shows the member for any record.
 */

import type { Kind, RecordHistory, View, Write } from '../../engine/own-records.ts'
import { findNamed, type Json } from '../../extract/find-value.ts'
import { momentOf } from '../../extract/moment.ts'
import { wordIn } from '../../extract/record.ts'
import { isPreview } from '../../extract/same-value.ts'
import { assigneeOf, hadRun, isPriority, keeps, saysSomething, spelled } from '../../extract/task-record.ts'
import { isMadeUp } from '../../extract/unknown-id.ts'
import { acceptanceIds, acceptanceOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import {
  type Again,
  ANYTHING,
  type Breach,
  type Later,
  mayClear,
  memberOf,
  overAt,
  STILL,
  sentAt,
  writtenIn,
} from './unasked-changes.ts'

/** A value sent for a member, and the requirement that it is accepted. */
interface Setting {
  requirement: string
  member: string
  value: unknown
  write: Write
}

/** Members that some record shows, even as null, by the place that shows them. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>

export function lossesIn(histories: readonly RecordHistory[]): Breach[] {
  const shownAt = membersShown(histories)
  const parents = parentsIn(histories)
  return histories.flatMap(history =>
    history.writes
      .flatMap(settingsOf)
      .filter(({ member }) => member !== 'status' || !parents.has(history.id))
      .flatMap(setting => lossOf(history, setting, shownAt) ?? []),
  )
}

/** The tasks that got a sub-task: they may move by it. */
export const parentsIn = (histories: readonly RecordHistory[]): ReadonlySet<unknown> =>
  new Set(histories.flatMap(({ writes }) => writes.map(({ body }) => body.parent_task_id)))

function membersShown(histories: readonly RecordHistory[]): Shown {
  const shownAt = new Map<string, Set<string>>()
  for (const { record, exchange } of histories.flatMap(({ views }) => views)) {
    const names = shownAt.get(placeOf(exchange)) ?? new Set()
    shownAt.set(placeOf(exchange), names)
    for (const name of Object.keys(record)) names.add(name)
    if (hasTime(record.due_date)) names.add(TIMED)
  }
  return shownAt
}

/** A service may keep the days of due dates alone, but then of all. */
const TIMED = 'due_date with a time of day'
const hasTime = (value: unknown) => typeof value === 'string' && /T\d\d|\d:\d\d/.test(value)

/** Another key may see fewer members. */
const placeOf = ({ operation, key }: Exchange) => `${operation} ${key}`

const APPROVAL = /^approval_/
const LIMIT = /^(max_runs|budget)_/

/** Replies to other writes need not be the record. */
const REPLIES: ReadonlySet<string> = new Set(['createTask', 'startRun'])

/** The first reply that shows another value, or omits a member that it shows for other records. */
function lossOf(history: RecordHistory, setting: Setting, shownAt: Shown): Breach | undefined {
  const { requirement, member, value, write } = setting
  // An agent that works on a task may move it on, edit it and hand it back.
  if (history.views.some(({ record }) => hadRun(record))) return undefined
  let wasKept = false
  for (const view of history.views) {
    const { exchange } = view
    const isReply = exchange === write.exchange
    if (isReply ? !REPLIES.has(write.operation) : sentAt(view) < write.over) continue
    // An agent may take a new task a moment later.
    if (isReply && member.startsWith('assignee_') && write.body.assignee_type === 'agent') continue
    if (exchange.operation !== 'createTask' && /^(update|set)Task/.test(exchange.operation)) continue
    const meanwhile = history.writes.some(
      one => one !== write && one.over > write.sent && one.sent < overAt(view) && mayClear(one, member),
    )
    if (meanwhile) return undefined
    const loss = lostIn(view, setting, shownAt)
    if (!loss) {
      wasKept ||= !isReply && isKept(view.record, member, value) === true
      continue
    }
    const sentence = `${member} was set to ${JSON.stringify(value)}; ${loss} of ${exchange.operation}`
    // A reading that does not show the member says nothing of an older one that shows another value.
    const isOther = isKept(view.record, member, value) === false
    const isRight = (record: Json) =>
      !lostIn({ ...view, record }, setting, shownAt) ||
      (isOther && isKept(record, member, value) === undefined)
    return {
      rule: 'keeps-value',
      requirement,
      sentence,
      evidence: [...(write.exchange ? [write.exchange] : []), exchange],
      ...(!isReply && { unless: { history, view, member, isRight } }),
      ...(history.kind === 'task' &&
        (wasKept || (write.operation === 'createTask' && !isReply)) && {
          again: againOf(setting, { history, view, member, isRight }),
        }),
    }
  }
  return undefined
}

/** The last write since the value was set is to blame; else its creation, or the reading. */
function againOf({ write: made }: Setting, later: Later): Again {
  const { operation, body, over } = made
  const { writes } = later.history
  const last = writes.findLast(one => one.sent >= over && one.sent < overAt(later.view))
  if (!last && operation === 'createTask') return { ...later, before: body, write: made.exchange }
  const { type, id } = body
  const isAssignment = operation === 'setTaskAssignee'
  const before = isAssignment ? { assignee_type: type, assignee_id: id } : body
  return { ...later, before, write: last?.exchange }
}

function lostIn({ record, isRow, exchange }: View, { member, value }: Setting, shownAt: Shown) {
  const kept = isKept(record, member, value)
  const isCut = member === 'due_date' && hasTime(value) && !hasTime(record[member])
  if (kept === true && isCut && shownAt.get(placeOf(exchange))?.has(TIMED))
    return `it reads ${JSON.stringify(record[member])}, where others have a time of day, in the reply`
  if (kept === true) return undefined
  const found = findNamed(record, member, 3)
  // A row may truncate a text and shorten a list.
  if (kept === false && isRow && isPart(found?.value, value)) return undefined
  if (kept === false) return `it reads ${JSON.stringify(found?.value ?? null)} in the reply`
  if (found || !saysSomething(value) || !shownAt.get(placeOf(exchange))?.has(member)) return undefined
  // Where there is no agent, the limits of one need not be shown.
  return LIMIT.test(member) || isOfNoApproval(record, member) ? undefined : 'it is left out of the reply'
}

const ELLIPSIS = '...'.length
const isPart = (shown: unknown, value: unknown): boolean =>
  typeof shown === 'string' && typeof value === 'string'
    ? shown !== value && shown.length <= value.length + ELLIPSIS && isPreview(shown, value)
    : Array.isArray(value)

/** Where there is no approval, its settings need not be kept, nor shown. */
const isOfNoApproval = (record: Json, member: string): boolean =>
  APPROVAL.test(member) && record.requires_approval !== true && !saysSomething(record[member])

/** True if the record shows the value, false if it shows another, undefined if it does not show the member. */
export function isKept(record: Json, member: string, value: unknown): boolean | undefined {
  if (isOfNoApproval(record, member)) return undefined
  if (member === 'status') {
    const word = wordIn(record)
    // The words are not stated, but for `done`: a column may be named in other letters than it shows.
    return word === undefined
      ? undefined
      : word === value || (value !== 'done' && spelled(word) === spelled(value))
  }
  if (member === 'assignee_type' || member === 'assignee_id') {
    const assignee = assigneeOf(record)
    if (!assignee) return undefined
    const given = member === 'assignee_id' ? assignee.id : assignee.type
    if (member === 'assignee_type' && value !== null && given !== 'user' && given !== 'agent')
      return undefined
    return (given ?? null) === value
  }
  // The form of a criterion is not stated, so only their number is compared.
  if (member === 'acceptance_criteria' && Array.isArray(value)) {
    const shown = record[member]
    return Array.isArray(shown) ? shown.length >= value.length : undefined
  }
  return keeps(record, member, value)
}

const LISTS: Readonly<Record<Kind, readonly [operation: string, requirement: string]>> = {
  task: ['listTasks', 'TASK-12'],
  run: ['listRuns', 'RUN-13'],
}

/**
 * Members that a record shows and its row omits, though other rows show them; a row without a list may show a short
 * form.
 */
export function hiddenIn(histories: readonly RecordHistory[]): Breach[] {
  const shown = new Set(
    histories.flatMap(({ kind, views }) =>
      views.flatMap(({ record, exchange }) =>
        STILL[kind].flatMap(name =>
          isShort(memberOf(record, name)) ? [`${placeOf(exchange)} ${name}`] : [],
        ),
      ),
    ),
  )
  return histories.flatMap(history => {
    if (history.views.some(({ record }) => hadRun(record))) return []
    const [list, requirement] = LISTS[history.kind]
    const rows = history.views.filter(({ exchange }) => exchange.operation === list)
    const reads = history.views.filter(({ exchange }) => READS.includes(exchange.operation)).toReversed()
    return STILL[history.kind].flatMap(member => {
      const lacking = rows.filter(
        ({ record, exchange }) =>
          (memberOf(record, member) ?? null) === null && shown.has(`${placeOf(exchange)} ${member}`),
      )
      const row = lacking.find(one => readBefore(reads, history, one, member))
      const read = row && readBefore(reads, history, row, member)
      if (!row || !read) return []
      const value = JSON.stringify(memberOf(read.record, member))
      const isRight = (record: Json) => (memberOf(record, member) ?? null) !== null
      const sentence = `${member} of the ${history.kind} ${history.id} is ${value} by ${read.exchange.operation}; ${list} shows it of others, and not of this one`
      const unless = { history, view: row, member, isRight }
      return [{ rule: 'same-record', requirement, sentence, evidence: [read.exchange, row.exchange], unless }]
    })
  })
}

const READS = ['getTask', 'getRun']

/** The last of the readings by the same key that shows the member, unless it may have changed since; newest first. */
function readBefore(
  reads: readonly View[],
  { writes }: RecordHistory,
  row: View,
  member: string,
): View | undefined {
  const read = reads.find(one => one.exchange.key === row.exchange.key && overAt(one) <= sentAt(row))
  if (!read || !isShort(memberOf(read.record, member))) return undefined
  // The reading may lag behind what a write took away before it.
  const isMoved = writes.some(
    one =>
      one.sent < overAt(row) &&
      mayClear(one, member) &&
      (one.over > sentAt(read) ||
        (one.operation !== 'createTask' && (writtenIn(one, member) ?? null) === null)),
  )
  return isMoved ? undefined : read
}

/** A list may omit long values. */
const isShort = (value: unknown): boolean =>
  saysSomething(value) && typeof value !== 'object' && String(value).length <= 64

const WRITES = ['createTask', 'updateTask', 'setTaskStatus', 'setTaskAssignee', 'startRun']

/** The values that a write sets by its body, where the effect is stated. */
function settingsOf(write: Write): Setting[] {
  if (write.status < 200 || write.status >= 300 || !WRITES.includes(write.operation)) return []
  return Object.entries(write.body).flatMap(([name, value]) => {
    const member = write.operation === 'setTaskAssignee' ? `assignee_${name}` : name
    const requirement = requirementFor(write, member, value)
    return requirement === undefined || !isStated(write, member, value)
      ? []
      : [{ requirement, member, value, write }]
  })
}

/**
 * Not stated: whether null clears a field, which position a task gets among others, where a new task starts, and what an id
 * comes to that is made up.
 */
function isStated({ operation, body }: Write, member: string, value: unknown): boolean {
  // Input beside the instruction may be completed by the service or left to the agent.
  if (member === 'position' || member === 'input') return false
  const assignee = member.startsWith('assignee_') ? [body.id, body.assignee_id] : []
  if ([value, ...assignee].flat().some(isMadeUp)) return false
  // What triggers a run the service may know better.
  if (member === 'triggered_by') return false
  if (member.startsWith('assignee_')) return operation === 'setTaskAssignee' || value !== null
  if (value === null || (member === 'status' && operation !== 'setTaskStatus')) return false
  if (member === 'priority') return isPriority(value)
  if (member === 'due_date') return momentOf(value) !== undefined
  // Rules of the service may decide where a task belongs that names several places.
  if (ANYTHING.includes(member)) return !ANYTHING.some(one => one !== member && (body[one] ?? null) !== null)
  // Which of agent_id and assignee_id wins is not stated.
  return !(member === 'agent_id' && 'assignee_id' in body)
}

function requirementFor({ operation, body }: Write, member: string, value: unknown): string | undefined {
  if (operation === 'setTaskStatus') return member === 'status' ? 'STATE-53' : undefined
  if (operation === 'setTaskAssignee')
    return body.type === 'agent' ? 'ASSIGN-01' : body.type === 'user' ? 'ASSIGN-02' : 'ASSIGN-03'
  const field = member === 'assignee_id' ? 'assignee_type' : member
  const wanted = member === 'assignee_id' ? body.assignee_type : value
  return acceptanceOf(operation, field, wanted)
}

/** Every requirement that a lost value may violate. */
export const LOSS_ROWS: readonly string[] = [
  ...['createTask', 'updateTask', 'startRun'].flatMap(id => acceptanceIds(id)),
  ...['ASSIGN-01', 'ASSIGN-02', 'ASSIGN-03', 'STATE-53'],
]
