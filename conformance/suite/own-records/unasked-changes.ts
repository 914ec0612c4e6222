/** Changes without a request: a member of our own task or run that differs between two reads. */

import { type Kind, type RecordHistory, shown, type View, type Write } from '../../engine/own-records.ts'
import { isNumber, isObject, type Json, mentions, places } from '../../extract/find-value.ts'
import { wordIn } from '../../extract/record.ts'
import { type End, endOf, timeOf, tokensOf } from '../../extract/run-status.ts'
import { isPreview, isSameValue } from '../../extract/same-value.ts'
import { assigneeOf } from '../../extract/task-record.ts'
import type { Exchange } from '../../requirements/exchange.ts'

/** Evidence of a violated requirement in the history of a record. */
export interface Breach {
  requirement: string
  sentence: string
  evidence: readonly Exchange[]
}

export interface Drift {
  kind: Kind
  id: string
  member: string
  sentence: string
  /** The write before the change; without one, the second read. */
  after: string
  evidence: readonly Exchange[]
}

/** Members that change only by the stated writes, or never. The rules for other members are not stated. */
export const STILL: Readonly<Record<Kind, readonly string[]>> = {
  task: [
    ...['title', 'description', 'priority', 'status', 'tags', 'due_date', 'acceptance_criteria'],
    ...['max_runs_per_hour', 'budget_euros', 'executor_kind', 'agent_id', 'workflow_id', 'scheduled_id'],
    ...['project_id', 'board_id', 'parent_task_id', 'assignee_type', 'assignee_id'],
    ...['requires_approval', 'approval_approver_ids', 'approval_notify_in_app', 'approval_notify_email'],
    ...['number', 'created_at', 'owner_id'],
  ],
  run: ['agent_id', 'chat_id', 'task_id', 'input', 'triggered_by', 'origin_chat_id', 'created_at'],
}

/**
 * Members that a write may change beside those in its body; a task that moves to another board may change altogether.
 */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  updateTask: [],
  setTaskStatus: ['status'],
  setTaskAssignee: ['assignee_type', 'assignee_id', 'agent_id', 'executor_kind', 'status'],
}
const GROUPS = [
  ['requires_approval', 'approval_notify_in_app', 'approval_notify_email', 'approval_approver_ids', 'status'],
]
const ANYTHING = ['board_id', 'project_id', 'parent_task_id']

/** Whether the write may have changed that member. */
export function mayMove({ operation, body, status }: Write, member: string): boolean {
  if (status >= 400 && status < 500) return false
  if (status === 0) return true
  const named = Object.keys(body)
  return (
    named.includes(member) ||
    (MOVES[operation] ?? []).includes(member) ||
    named.some(one => ANYTHING.includes(one)) ||
    GROUPS.some(group => group.includes(member) && group.some(one => named.includes(one)))
  )
}

export const sentAt = ({ exchange }: View): number => exchange.sent
export const overAt = ({ exchange }: View): number => exchange.sent + exchange.ms

export function driftsIn(history: RecordHistory): Drift[] {
  const drifts = STILL[history.kind].flatMap(member => driftOf(history, member) ?? [])
  return [...drifts.slice(0, 1), ...(history.kind === 'run' ? (revived(history) ?? []) : [])]
}

function driftOf(history: RecordHistory, member: string): Drift | undefined {
  let before: View | undefined
  for (const view of history.views) {
    if (memberOf(view.record, member) === undefined) continue
    // Overlapping requests may be answered in any order.
    if (before && sentAt(view) < overAt(before)) continue
    const drift = before && compared(history, member, before, view)
    if (drift) return drift
    before = view
  }
  return undefined
}

function compared(history: RecordHistory, member: string, before: View, after: View): Drift | undefined {
  const [was, is] = [memberOf(before.record, member), memberOf(after.record, member)]
  if (isSame(was, is, before.isRow || after.isRow)) return undefined
  const between = history.writes.filter(one => one.sent < overAt(after) && one.over > sentAt(before))
  if (between.some(write => mayMove(write, member))) return undefined
  // An agent that works on a task may move it to another column.
  if (
    history.kind === 'task' &&
    member === 'status' &&
    history.views.some(({ record }) => isWorkedOn(record))
  )
    return undefined
  const cause = between.at(-1)
  return {
    kind: history.kind,
    id: history.id,
    member,
    sentence: `${member} of the ${history.kind} ${history.id} read ${JSON.stringify(was)} and reads ${JSON.stringify(is)}, though no request was to change it`,
    after: cause?.operation ?? after.exchange.operation,
    evidence: [before.exchange, ...(cause?.exchange ? [cause.exchange] : []), after.exchange],
  }
}

/** Excludes failed runs, which may be retried under their own id. */
const isOver = (status: string | undefined): boolean =>
  endOf(status) !== undefined && endOf(status) !== 'failed'

const ENDED_BY: Partial<Record<End, string>> = { cancelled: 'cancelRun', stopped: 'stopRun' }

/** A run that had ended for good works again or is paused. */
function revived({ id, views }: RecordHistory): Drift[] | undefined {
  const reads = views.filter(({ isRow, exchange }) => !isRow && exchange.operation === 'getRun')
  const ended = reads.findIndex(({ record }) => isOver(wordIn(record)))
  const before = reads[ended]
  const after = reads
    .slice(ended + 1)
    .find(
      one => before && sentAt(one) >= overAt(before) && /^(running|paused)$/.test(wordIn(one.record) ?? ''),
    )
  if (!before || !after) return undefined
  const word = wordIn(before.record) ?? ''
  return [
    {
      kind: 'run',
      id,
      member: 'status',
      sentence: `the run ${id} was ${word} and is ${wordIn(after.record)} again`,
      after: ENDED_BY[endOf(word) ?? 'finished'] ?? 'getRun',
      evidence: [before.exchange, after.exchange],
    },
  ]
}

const FIGURES: readonly [requirement: string, what: string, find: (record: Json) => unknown][] = [
  ['RUN-02', 'summary', ({ summary }) => summary || undefined],
  ['RUN-03', 'cost_euros', ({ cost_euros }) => cost_euros ?? undefined],
  ['RUN-04', 'figure for its tokens', tokensOf],
  ['RUN-05', 'figure for its time', timeOf],
]

/** A record in status finished contains everything that a finished run shows. */
export function unfinishedIn({ kind, id, views }: RecordHistory): Breach[] {
  const reads = views.filter(({ exchange }) => exchange.operation === 'getRun')
  const last = reads.at(-1)
  const word = wordIn(last?.record)
  if (kind !== 'run' || !last || !last.record.summary || word === undefined) return []
  const first = reads.find(({ record }) => wordIn(record) === word)
  if (!first || /^(running|paused)$/.test(word)) return []
  return FIGURES.flatMap(([requirement, what, find]) =>
    find(last.record) !== undefined && find(first.record) === undefined
      ? [
          {
            requirement,
            sentence: `the first reading that finds the run ${id} ${word} has no ${what}, a later one has it`,
            evidence: [first.exchange, last.exchange],
          },
        ]
      : [],
  )
}

/** The cost of a run never falls, except that an estimate may be corrected by less than half. */
export function cheaperIn({ kind, id, views, writes }: RecordHistory): Breach[] {
  const reads = views.filter(({ exchange }) => exchange.operation === 'getRun')
  const costs = reads.map(({ record }) => Number(record.cost_euros ?? Number.NaN))
  const at = costs.findIndex((cost, n) => n > 0 && cost < (costs[n - 1] ?? 0) / 2)
  const [before, after] = [reads[at - 1], reads[at]]
  if (kind !== 'run' || !before || !after || sentAt(after) < overAt(before)) return []
  const between = writes.filter(
    one => one.sent < overAt(after) && one.over > sentAt(before) && one.status < 300,
  )
  return [
    {
      requirement: between.some(one => one.operation === 'resumeRun') ? 'STATE-04' : 'RUN-03',
      sentence: `the run ${id} had cost ${costs[at - 1]} euros, and then ${costs[at]}`,
      evidence: [before.exchange, after.exchange],
    },
  ]
}

/**
 * Figures that are 0 in every finished run although each of them cost something. Durations count only for runs that
 * were seen at work for seconds.
 */
export function noughtsIn(histories: readonly RecordHistory[], clockScale: number): Breach[] {
  const finished = histories.flatMap(({ kind, views }) => {
    const last = views.findLast(({ exchange }) => exchange.operation === 'getRun')
    const paid = Number(last?.record.cost_euros) > 0 && Boolean(last?.record.summary)
    const working = views.filter(({ record }) => wordIn(record) === 'running').map(sentAt)
    const seconds = ((Math.max(...working) - Math.min(...working)) / 1000) * clockScale
    return kind === 'run' && last && paid ? [{ last, watched: seconds >= 2 }] : []
  })
  const cases = [
    { requirement: 'RUN-04', what: 'tokens', name: /token|usage|consum/i, runs: finished },
    {
      requirement: 'RUN-05',
      what: 'time',
      name: /(^|_)(time|duration|elapsed|took|seconds|secs|millis|ms)(_|$)/i,
      // Start and end times also show the duration.
      runs: finished.filter(({ last, watched }) => watched && spanIn(last.record) < 1000),
    },
  ]
  return cases.flatMap(({ requirement, what, name, runs }) => {
    const figures = runs.map(({ last }) =>
      [...places(last.record)].filter(({ path, value }) => name.test(path) && isNumber(value)),
    )
    if (
      runs.length < 3 ||
      !figures.every(some => some.length > 0 && some.every(({ value }) => Number(value) === 0))
    )
      return []
    const sentence = `each of ${runs.length} finished runs has cost something, and its ${what} is 0`
    return [{ requirement, sentence, evidence: runs.slice(0, 3).map(({ last }) => last.exchange) }]
  })
}

/** Milliseconds between the first and last timestamp of a record. */
function spanIn(record: Json): number {
  const moments = [...places(record)].flatMap(({ value }) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value) ? [Date.parse(value)] : [],
  )
  return moments.length > 1 ? Math.max(...moments) - Math.min(...moments) : 0
}

/** The duration of a run does not grow after its end. */
export function longerIn({ kind, id, views }: RecordHistory): Breach[] {
  const reads = views.filter(({ exchange }) => exchange.operation === 'getRun')
  const word = wordIn(reads.at(-1)?.record) ?? ''
  // The first reading after the end may predate the final values.
  const [, first, ...rest] = reads.filter(({ record }) => isOver(word) && wordIn(record) === word)
  const last = rest.at(-1)
  if (kind !== 'run' || !first || !last || sentAt(last) < overAt(first)) return []
  const [was, is] = [first, last].map(({ record }) => Number(timeOf(record)?.value))
  if (was === undefined || is === undefined || !(is > was) || is > 1e11) return []
  return [
    {
      requirement: 'RUN-05',
      sentence: `the run ${id} is ${word}, and the time it took grew from ${was} to ${is}`,
      evidence: [first.exchange, last.exchange],
    },
  ]
}

const isWorkedOn = (task: Json): boolean =>
  ['agent_id', 'workflow_id', 'scheduled_id', 'last_run_status'].some(
    name => (task[name] ?? null) !== null,
  ) ||
  task.assignee_type === 'agent' ||
  mentions(task.assignee, 'agent')

export function memberOf(record: Json, member: string): unknown {
  if (member === 'status') return wordIn(record)
  if (member === 'assignee_type' || member === 'assignee_id') {
    const assignee = assigneeOf(record)
    return member === 'assignee_type' ? assignee?.type : assignee?.id
  }
  // A member missing from a reply is unknown.
  return shown(record, member) ?? undefined
}

/** Equal up to form; a list row may show less than the record. */
function isSame(was: unknown, is: unknown, shortened: boolean): boolean {
  if (isSameValue(was, is)) return true
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    // The order and the further members of list items are not stated.
    return was.every(one => (isObject(one) ? is.some(isObject) : mentions(is, String(one))))
  }
  if (!shortened) return false
  return typeof was === 'object' || typeof is === 'object' || isPreview(String(was), String(is))
}
