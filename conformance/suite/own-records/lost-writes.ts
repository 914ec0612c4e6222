/**
 * Values that a write set and that later replies show otherwise or leave out: the reply to the write, the record, the
 * list. A place counts once it shows that member of any record.
 */

import type { Kind, RecordHistory, View, Write } from '../../engine/own-records.ts'
import { findNamed, type Json } from '../../extract/find-value.ts'
import { wordIn } from '../../extract/record.ts'
import { isPreview } from '../../extract/same-value.ts'
import { assigneeOf, isPriority, keeps, saysSomething } from '../../extract/task-record.ts'
import { type Subject, subjectsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type Breach, mayMove, memberOf, overAt, STILL, sentAt } from './unasked-changes.ts'

/** A value that was sent for a member, and the requirement that says it is taken. */
interface Setting {
  requirement: string
  member: string
  value: unknown
  write: Write
}

/** By where it was shown: members that some record has there, be it as null. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>

export function lossesIn(histories: readonly RecordHistory[]): Breach[] {
  const shownAt = membersShown(histories)
  return histories.flatMap(history =>
    history.writes.flatMap(write =>
      settingsOf(write).flatMap(setting => lossOf(history, setting, shownAt) ?? []),
    ),
  )
}

function membersShown(histories: readonly RecordHistory[]): Shown {
  const shownAt = new Map<string, Set<string>>()
  for (const { record, exchange } of histories.flatMap(({ views }) => views)) {
    const names = shownAt.get(placeOf(exchange)) ?? new Set()
    shownAt.set(placeOf(exchange), names)
    for (const name of Object.keys(record)) names.add(name)
  }
  return shownAt
}

/** Another key may be shown less. */
const placeOf = ({ operation, key }: Exchange) => `${operation} ${key}`

const APPROVAL = /^approval_/

/** The first reply that shows something else, or leaves out what it shows of other records. */
function lossOf(history: RecordHistory, setting: Setting, shownAt: Shown): Breach | undefined {
  const { requirement, member, value, write } = setting
  for (const view of history.views) {
    const isReply = view.exchange === write.exchange
    if (!isReply && sentAt(view) < write.over) continue
    const meanwhile = history.writes.some(
      one => one !== write && one.over > write.sent && one.sent < overAt(view) && mayMove(one, member),
    )
    if (meanwhile) return undefined
    const loss = lostIn(view, setting, shownAt)
    if (!loss) continue
    const sentence = `${member} was set to ${JSON.stringify(value)}; ${loss} of ${view.exchange.operation}`
    return { requirement, sentence, evidence: [...(write.exchange ? [write.exchange] : []), view.exchange] }
  }
  return undefined
}

function lostIn({ record, isRow, exchange }: View, { member, value }: Setting, shownAt: Shown) {
  const kept = isKept(record, member, value)
  if (kept === true) return undefined
  const found = findNamed(record, member, 3)
  // A row may show the beginning of a text only, and less than the whole of a list.
  if (kept === false && isRow && isPart(found?.value, value)) return undefined
  if (kept === false) return `it reads ${JSON.stringify(found?.value ?? null)} in the reply`
  if (found || !saysSomething(value) || !shownAt.get(placeOf(exchange))?.has(member)) return undefined
  // How an approval is asked for need not be shown where none is.
  if (APPROVAL.test(member) && record.requires_approval !== true) return undefined
  return 'it is left out of the reply'
}

const isPart = (shown: unknown, value: unknown): boolean =>
  typeof shown === 'string' && typeof value === 'string'
    ? shown.length < value.length && isPreview(shown, value)
    : Array.isArray(value)

/** True when the record shows the value, false when it shows another, undefined when it does not show the member. */
function isKept(record: Json, member: string, value: unknown): boolean | undefined {
  if (member === 'status') {
    const word = wordIn(record)
    return word === undefined ? undefined : word === value
  }
  if (member === 'assignee_type' || member === 'assignee_id') {
    const assignee = assigneeOf(record)
    if (!assignee) return undefined
    const given = member === 'assignee_id' ? assignee.id : assignee.type
    // A record may show who it is without saying of which kind.
    if (given === undefined && value !== null && member === 'assignee_type' && assignee.id !== undefined)
      return undefined
    return (given ?? null) === value
  }
  // The inside of a criterion is not stated: as many as were sent.
  if (member === 'acceptance_criteria' && Array.isArray(value)) {
    const shown = record[member]
    return Array.isArray(shown) ? shown.length === value.length : undefined
  }
  return keeps(record, member, value)
}

const LISTS: Readonly<Record<Kind, readonly [operation: string, requirement: string]>> = {
  task: ['listTasks', 'TASK-12'],
  run: ['listRuns', 'RUN-13'],
}

/** What a record shows by itself and its row leaves out, though other rows show it; a list without it may be a short one. */
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
    const [list, requirement] = LISTS[history.kind]
    const rows = history.views.filter(({ exchange }) => exchange.operation === list)
    return STILL[history.kind].flatMap(member => {
      const row = rows.find(
        ({ record, exchange }) =>
          (memberOf(record, member) ?? null) === null && shown.has(`${placeOf(exchange)} ${member}`),
      )
      const read = row && readBefore(history, row, member)
      if (!row || !read) return []
      const value = JSON.stringify(memberOf(read.record, member))
      const sentence = `${member} of the ${history.kind} ${history.id} is ${value} by ${read.exchange.operation}; ${list} shows it of others, and not of this one`
      return [{ requirement, sentence, evidence: [read.exchange, row.exchange] }]
    })
  })
}

/** The last reading of the record by the same key that shows the member, unless it may have moved since. */
function readBefore({ views, writes }: RecordHistory, row: View, member: string): View | undefined {
  const read = views.findLast(
    one =>
      /^get(Task|Run)$/.test(one.exchange.operation) &&
      one.exchange.key === row.exchange.key &&
      overAt(one) <= sentAt(row),
  )
  if (!read || !isShort(memberOf(read.record, member))) return undefined
  const moved = writes.some(one => one.over > sentAt(read) && one.sent < overAt(row) && mayMove(one, member))
  return moved ? undefined : read
}

/** A list may leave out what is long. */
const isShort = (value: unknown): boolean =>
  saysSomething(value) && typeof value !== 'object' && String(value).length <= 64

const WRITES = ['createTask', 'updateTask', 'setTaskStatus', 'setTaskAssignee', 'startRun']

/** What a write sets by its body, where what becomes of it is stated. */
function settingsOf(write: Write): Setting[] {
  if (write.status < 200 || write.status >= 300 || write.operation === 'deleteTask') return []
  if (!WRITES.includes(write.operation)) return []
  const named = Object.entries(write.body).flatMap(([name, value]): [string, unknown][] => {
    if (write.operation === 'setTaskAssignee') return [[`assignee_${name}`, value]]
    return [[name, value]]
  })
  return named.flatMap(([member, value]) => {
    const requirement = requirementFor(write, member, value)
    return requirement === undefined || !isStated(write, member, value)
      ? []
      : [{ requirement, member, value, write }]
  })
}

/** Null empties a field or leaves it, a position is one among others, and a new task may start where it likes. */
function isStated({ operation, body }: Write, member: string, value: unknown): boolean {
  // What a run is given besides its instruction may be filled in, or left to the agent.
  if (member === 'position' || member === 'input') return false
  if (member.startsWith('assignee_')) return operation === 'setTaskAssignee' || value !== null
  if (value === null || (member === 'status' && operation !== 'setTaskStatus')) return false
  if (member === 'priority') return isPriority(value)
  if (member === 'due_date') return !Number.isNaN(Date.parse(String(value)))
  // What the one is worth beside the other is not stated.
  return !(member === 'agent_id' && 'assignee_id' in body)
}

function requirementFor({ operation, body }: Write, member: string, value: unknown): string | undefined {
  if (operation === 'setTaskStatus') return member === 'status' ? 'STATE-53' : undefined
  if (operation === 'setTaskAssignee')
    return body.type === 'agent' ? 'ASSIGN-01' : body.type === 'user' ? 'ASSIGN-02' : 'ASSIGN-03'
  const field = member === 'assignee_id' ? 'assignee_type' : member
  const wanted = member === 'assignee_id' ? body.assignee_type : value
  return subjectsOf(operation).find(({ subject }) => accepts(subject, field, wanted))?.id
}

const accepts = ({ case: kind, field, value }: Subject, name: string, sent: unknown): boolean =>
  field === name && (kind === 'accepts' || (kind === 'accepts-listed' && value === sent))

/** Every requirement that a loss may break. */
export const LOSS_ROWS: readonly string[] = [
  ...['createTask', 'updateTask', 'startRun'].flatMap(id =>
    subjectsOf(id).flatMap(row => (/^accepts(-listed)?$/.test(row.subject.case) ? [row.id] : [])),
  ),
  ...['ASSIGN-01', 'ASSIGN-02', 'ASSIGN-03', 'STATE-53'],
]
