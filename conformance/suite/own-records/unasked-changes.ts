/** Changes without a request: a member of our own task or run that differs between two reads. */

import { type Kind, type RecordHistory, shown, type View, type Write } from '../../engine/own-records.ts'
import { isObject, type Json, mentions, places } from '../../extract/find-value.ts'
import { wordIn } from '../../extract/record.ts'
import { costOf, type End, endOf, phaseOf, timeOf, tokensOf } from '../../extract/run-status.ts'
import { isPreview, isSameValue } from '../../extract/same-value.ts'
import { assigneeOf, hadRun } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import type { RuleId } from '../../rules/rules.ts'

/** Evidence of a violated requirement in the history of a record. */
export interface Breach {
  rule: RuleId
  requirement: string
  sentence: string
  evidence: readonly Exchange[]
  /** A reading that lags behind could look the same: it counts once a later reading shows the same. */
  unless?: Later
  /** Somebody else could have changed the task: it counts once the same write does so again. */
  again?: Again
}

/** What a later reading of the record must show to clear a breach. */
export interface Later {
  history: RecordHistory
  view: View
  member: string
  isRight: (record: Json) => boolean
}

export interface Again extends Later {
  before: Json
  /** Without one, the readings are to blame. */
  write: Exchange | undefined
}

export interface Drift extends Omit<Breach, 'requirement'> {
  kind: Kind
  id: string
  member: string
  /** The write before the change; without one, the second read. */
  after: string
}

/** Members that change only by the stated writes, or never. The rules for other members are not stated. */
export const STILL: Readonly<Record<Kind, readonly string[]>> = {
  task: [
    ...['title', 'description', 'priority', 'status', 'tags', 'due_date', 'acceptance_criteria'],
    ...['max_runs_per_hour', 'budget_euros', 'executor_kind', 'agent_id', 'workflow_id', 'scheduled_id'],
    ...['project_id', 'board_id', 'parent_task_id', 'assignee_type', 'assignee_id'],
    ...['requires_approval', 'approval_approver_ids', 'approval_notify_in_app', 'approval_notify_email'],
    'number',
  ],
  run: ['agent_id', 'chat_id', 'task_id', 'input', 'triggered_by', 'origin_chat_id'],
}

const WHO = ['assignee_type', 'assignee_id', 'agent_id', 'executor_kind']
/**
 * Members that a write may change beside those in its body; a task that moves to another board may change altogether.
 */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  updateTask: [],
  setTaskStatus: ['status'],
  setTaskAssignee: [...WHO, 'status'],
}
/** One of these may move the others. */
const APPROVAL = [
  ...['requires_approval', 'approval_notify_in_app', 'approval_notify_email', 'approval_approver_ids'],
  'status',
]
/** What a task belongs to: these may move anything. */
export const ANYTHING: readonly string[] = ['board_id', 'project_id', 'parent_task_id']

/** Whether the write may have changed that member. */
export function mayMove(write: Write, member: string): boolean {
  const { operation, body, status } = write
  if (isRefusal(write)) return false
  if (status === 0) return true
  const named = Object.keys(body)
  return (
    named.includes(member) ||
    (MOVES[operation] ?? []).includes(member) ||
    named.some(one => ANYTHING.includes(one)) ||
    (APPROVAL.includes(member) && APPROVAL.some(one => named.includes(one)))
  )
}

/** The same, or cleared it: what is done is not due any more, and nobody's work. */
export const mayClear = (write: Write, member: string): boolean =>
  mayMove(write, member) ||
  (write.body.status === 'done' && !isRefusal(write) && ['due_date', 'priority', ...WHO].includes(member))

export const sentAt = ({ exchange }: View): number => exchange.sent
export const overAt = ({ exchange }: View): number => exchange.sent + exchange.ms

export function driftsIn(history: RecordHistory): Drift[] {
  const drifts = STILL[history.kind].flatMap(member => driftOf(history, member) ?? [])
  return [...drifts.slice(0, 1), ...revived(history)]
}

function driftOf(history: RecordHistory, member: string): Drift | undefined {
  // What one person sees says nothing of what another one sees.
  const last = new Map<string, View>()
  for (const view of history.views) {
    if (memberOf(view.record, member) === undefined) continue
    const before = last.get(view.exchange.key)
    // Overlapping requests may be answered in any order.
    if (before && sentAt(view) < overAt(before)) continue
    const drift = before && compared(history, member, before, view)
    if (drift) return drift
    last.set(view.exchange.key, view)
  }
  return undefined
}

function compared(history: RecordHistory, member: string, before: View, after: View): Drift | undefined {
  const [was, is] = [memberOf(before.record, member), memberOf(after.record, member)]
  if (isSame(was, is, before.isRow || after.isRow)) return undefined
  const between = history.writes.filter(one => one.sent < overAt(after) && one.over > sentAt(before))
  if (between.some(write => mayClear(write, member))) return undefined
  // The earlier reading lagged behind what was written last.
  const earlier = history.writes.filter(one => one.over <= sentAt(before) && mayMove(one, member))
  const last = earlier.at(-1)
  const written = earlier.map(one => writtenIn(one, member)).findLast(value => value !== undefined)
  const texts = textsIn(written)
  const isShown = texts.length > 0 && texts.every(text => mentions(was, text))
  const isOpen = last && writtenIn(last, member) === undefined && ANYTHING.some(one => one in last.body)
  if (isOpen || (!isShown && mayShow(written, is))) return undefined
  // An agent that works on a task may edit it. Whoever it is given to may move it, and so may the service then.
  const mayEdit = member === 'status' ? isWorkedOn : hadRun
  if (history.kind === 'task' && history.views.some(({ record }) => mayEdit(record))) return undefined
  const cause = between.at(-1)
  const isRight = (record: Json) => isSame(was, memberOf(record, member), after.isRow)
  const later = { history, view: after, member, isRight }
  const write = cause?.operation === 'createTask' ? undefined : cause?.exchange
  return {
    rule: cause ? 'keeps-others' : 'reads-change-nothing',
    kind: history.kind,
    id: history.id,
    member,
    sentence: `${member} of the ${history.kind} ${history.id} read ${JSON.stringify(was)} and reads ${JSON.stringify(is)}, though no request was to change it`,
    after: cause?.operation ?? after.exchange.operation,
    evidence: [before.exchange, ...(cause?.exchange ? [cause.exchange] : []), after.exchange],
    // What a write changed beside what it names had a value before, which nobody may have read.
    ...((last || hadBefore(history, member, is, before)) && { unless: later }),
    ...(history.kind === 'task' && { again: { ...later, before: before.record, write } }),
  }
}

/** The record had the value earlier, or a write set it: a reading may lag behind. */
const hadBefore = ({ views, writes }: RecordHistory, member: string, value: unknown, before: View): boolean =>
  views.some(one => sentAt(one) < sentAt(before) && isSame(memberOf(one.record, member), value, one.isRow)) ||
  writes.some(write => mayShow(writtenIn(write, member), value))

/** The form of the records in a list is not stated: what is written may read otherwise. */
const mayShow = (written: unknown, value: unknown): boolean =>
  isSameValue(written, value) ||
  [written, value].every(
    list => Array.isArray(list) && list.some(isObject) && list.length === (value as []).length,
  )

/** What a write sets the member to; undefined where it does not name it. */
export const writtenIn = ({ operation, body }: Write, member: string): unknown =>
  body[operation === 'setTaskAssignee' ? member.replace('assignee_', '') : member]

/** The readings of a run by its id; a task has none. */
const readsOf = ({ views }: RecordHistory): readonly View[] =>
  views.filter(({ exchange }) => exchange.operation === 'getRun')

/** Excludes failed runs, which may be retried under their own id. */
const isOver = (status: string | undefined): boolean =>
  endOf(status) !== undefined && endOf(status) !== 'failed'

const ENDED_BY: Partial<Record<End, string>> = { cancelled: 'cancelRun', stopped: 'stopRun' }

/**
 * A run that had ended for good works again or is paused, and is later something else than it was at its end; one that was
 * cancelled or stopped has not finished, either.
 */
function revived(history: RecordHistory): Drift[] {
  const { id } = history
  const reads = readsOf(history)
  const ended = reads.findIndex(({ record }) => isOver(wordIn(record)))
  const before = reads[ended]
  const word = wordIn(before?.record) ?? ''
  const isOther = (now = '') =>
    /^(running|paused)$/.test(now) || (endOf(now) === 'finished' && endOf(word) !== 'finished')
  const after = reads
    .slice(ended + 1)
    .find(one => before && sentAt(one) >= overAt(before) && isOther(wordIn(one.record)))
  if (!before || !after || wordIn(reads.at(-1)?.record) === word) return []
  return [
    {
      rule: 'state-stays',
      kind: 'run',
      id,
      member: 'status',
      sentence: `the run ${id} was ${word} and is ${wordIn(after.record)} later`,
      after: ENDED_BY[endOf(word) ?? 'finished'] ?? 'getRun',
      evidence: [before.exchange, after.exchange],
    },
  ]
}

/** A run that is called finished has its summary. When its figures are booked is not stated. */
export function unfinishedIn(history: RecordHistory): Breach[] {
  const reads = readsOf(history)
  const last = reads.at(-1)
  const word = wordIn(last?.record)
  if (!last?.record.summary || endOf(word) !== 'finished') return []
  const first = reads.find(({ record }) => wordIn(record) === word)
  if (!first || first.record.summary) return []
  const sentence = `the first reading that finds the run ${history.id} ${word} has no summary, a later one has it`
  return [
    { rule: 'stated-member', requirement: 'RUN-02', sentence, evidence: [first.exchange, last.exchange] },
  ]
}

/** A record of a run that shows no status in all the time in which a reading may lag behind, where others show one. */
export function namelessIn(histories: readonly RecordHistory[], lateMs: number): Breach[] {
  const hasWord = ({ record }: View) => wordIn(record) !== undefined
  if (!histories.some(history => readsOf(history).some(hasWord))) return []
  return histories.flatMap(history => {
    const views = readsOf(history)
    const last = views.findLastIndex(one => !hasWord(one))
    const begin = views.slice(0, last + 1).findLastIndex(hasWord) + 1
    const [from, to] = [views[begin], views[last]]
    if (!from || !to || sentAt(to) - overAt(from) < lateMs) return []
    const sentence = `the record of the run ${history.id} carries no status, read after read`
    const evidence = [from.exchange, to.exchange]
    return [{ rule: 'stated-member', requirement: 'RUN-01', sentence, evidence } as const]
  })
}

/** What the record of an ended run carries, and the path of the member that shows it; the summary once it is finished. */
const CARRIED: readonly (readonly [id: string, what: string, of: (record: Json) => string | undefined])[] = [
  ['RUN-02', 'summary', ({ summary }) => (summary ? 'summary' : undefined)],
  ['RUN-03', 'cost_euros', record => (costOf(record) === undefined ? undefined : 'cost_euros')],
  ['RUN-04', 'tokens', record => tokensOf(record)?.path],
  ['RUN-05', 'time', record => timeOf(record)?.path],
]

/** Names of the time taken. A start and an end say it as well, but only where no record has such a member. */
const TAKEN = /duration|elapsed|took|taken/i

/**
 * A run that was at work and has ended, however it did, carries what others do; a summary only where nobody stopped it and
 * others have one that are finished under the same word.
 */
export function lackingIn(histories: readonly RecordHistory[]): Breach[] {
  const runs = histories.flatMap(history => {
    const view = readsOf(history).at(-1)
    const word = wordIn(view?.record)
    const hasEnded = endOf(word) !== undefined || phaseOf(word, false) === 'ended'
    // One that was cancelled while it was queued has taken no time.
    const hasWorked =
      endOf(word) === 'finished' || history.views.some(one => wordIn(one.record) === 'running')
    return view && hasEnded && hasWorked ? [{ history, view, word }] : []
  })
  const isLeftAlone = ({ writes }: RecordHistory) =>
    !writes.some(one => /^(cancel|stop)Run$/.test(one.operation) && !isRefusal(one))
  return CARRIED.flatMap(([requirement, what, of]) =>
    [...Map.groupBy(runs, ({ word }) => word)].flatMap(([word, under]) => {
      const isSummary = what === 'summary'
      const alike = (isSummary ? under : runs).flatMap(one => of(one.view.record) ?? [])
      const others = isSummary ? `that are ${word}` : 'that have ended'
      const isNamed = what === 'time' && alike.some(path => TAKEN.test(path))
      const isRight = (record: Json) => {
        const path = of(record)
        const shows = (one: { path: string; value: unknown }) =>
          alike.includes(one.path) && (!isNamed || TAKEN.test(one.path)) && (one.value ?? '') !== ''
        return (path !== undefined && (!isNamed || TAKEN.test(path))) || [...places(record)].some(shows)
      }
      const isJudged = ({ history }: { history: RecordHistory }) =>
        !isSummary || (endOf(word) === 'finished' && isLeftAlone(history))
      const lacking = under.find(one => isJudged(one) && !isRight(one.view.record))
      if (alike.length === 0 || !lacking) return []
      const { history, view } = lacking
      const sentence = `the run ${history.id} is ${word} and shows no ${what}, as others do ${others}`
      const unless = { history, view, member: what, isRight }
      return [{ rule: 'stated-member', requirement, sentence, evidence: [view.exchange], unless } as const]
    }),
  )
}

/** Whether somebody works on the task, or is to: the service may move it then. */
export const isWorkedOn = (task: Json): boolean =>
  ['agent_id', 'workflow_id', 'scheduled_id', 'last_run_status', 'assignee'].some(
    name => (task[name] ?? null) !== null,
  ) || assigneeOf(task)?.id !== undefined

export function memberOf(record: Json, member: string): unknown {
  if (member === 'status') return wordIn(record)
  // The member `task` of a run may be its instruction.
  if (member === 'task_id') return record.task_id ?? undefined
  if (member === 'assignee_type' || member === 'assignee_id') {
    const assignee = assigneeOf(record)
    return member === 'assignee_type' ? assignee?.type : assignee?.id
  }
  // A member missing from a reply is unknown.
  return shown(record, member) ?? undefined
}

/** Whether two records may be of the same thing: where both show texts, one of them is the same. */
function sharesText(one: Json, other: unknown): boolean {
  const [texts, others] = [textsIn(one), textsIn(other)]
  return texts.length === 0 || others.length === 0 || texts.some(text => others.includes(text))
}

const textsIn = (value: unknown): string[] =>
  [...places(value)].flatMap(({ value: text }) => (typeof text === 'string' && text !== '' ? text : []))

/** Equal up to form; a list row may show less than the record. */
function isSame(was: unknown, is: unknown, shortened: boolean): boolean {
  if (isSameValue(was, is)) return true
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    // The order and the further members of list items are not stated.
    const isKept = was.every(one =>
      isObject(one) ? is.some(other => sharesText(one, other)) : mentions(is, String(one)),
    )
    if (isKept || !was.some(isObject)) return isKept
  }
  if (!shortened) return false
  return typeof was === 'object' || typeof is === 'object' || isPreview(String(was), String(is))
}
