/** Fields of a task, at its creation and in an update: valid values, and what the record shows of them. */

import { words } from '#openapi'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { hadRun, isPriority, saysSomething } from '../../extract/task-record.ts'
import { isMadeUp } from '../../extract/unknown-id.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { memberOf } from '../own-records/unasked-changes.ts'

/** Values that must be accepted, of the fields that refer to no other record. */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  description: [`A description with “quotes”, ümlauts & <more>\n${'At length. '.repeat(40)}end`],
  priority: words.TaskPriority,
  acceptance_criteria: [[]],
  tags: [['Second Tag', 'conformance', 'Size “L” & <more>'], ['In place of these'], []],
  approval_approver_ids: [[]],
  approval_notify_in_app: [true, false],
  approval_notify_email: [true, false],
  // Comes last: the settings of an approval are kept only where there is one.
  requires_approval: [true, false],
  due_date: ['2031-05-04T12:30:00.000Z', '2032-02-03T10:45:00-02:30'],
}

/** The first of them for each field. */
export const firstValues = (): Json =>
  Object.fromEntries(Object.entries(VALUES).map(([field, [value]]) => [field, value]))

/** Values that a task keeps whatever else is changed. */
export const SET = {
  description: 'stays',
  priority: 'high',
  tags: ['stays'],
  due_date: '2031-01-02T03:15:00.000Z',
}

/** The fields of a task that a person has; none where nobody is known. */
export const assignedTo = (person: string | undefined): Json =>
  person === undefined ? {} : { assignee_type: 'user', assignee_id: person }

/** Fields that only an update sets. Their bounds are not stated: one of the values must be accepted. */
export const LIMITS: Readonly<Record<string, readonly unknown[]>> = {
  max_runs_per_hour: [4, 1, 60],
  // In binary fractions, 19.99 is less than 1999 cents.
  budget_euros: [12.34, 19.99, 3, 500],
}

/** The values besides null that must be accepted. A title has the mark of the suite, by which cleanup recognises the task. */
export const fieldValues = (t: Trial): [field: string, values: readonly unknown[]][] => [
  ['title', [t.name('a new Title: “Größe” & <more>')]],
  ...Object.entries(VALUES),
  ['position', [3, 1.5]],
  ...Object.entries(LIMITS),
]

interface Shown {
  field: string
  value: unknown
  record: Json
  /** Whether the record shows the value; undefined where it does not show the field. */
  kept: boolean | undefined
}

/**
 * Judges what the record shows of an accepted value. One that it does not show may or may not be kept. Where other records
 * show the member, `general/written` reports it as lost.
 */
export function judgeShown(
  t: Trial,
  requirement: string,
  { field, value, record, kept }: Shown,
  sent: string,
  exchange: Exchange,
) {
  // An agent that works on a task may edit it.
  if (kept === false && hadRun(record)) return
  const { priority } = record
  if (field === 'priority' && (priority ?? null) !== null)
    t.expect('stated-type', 'TASK-06', isPriority(priority), `the priority reads ${t.quote(priority)}`)
  const reads = `${sent}, and ${field} reads ${t.quote(memberOf(record, field))}`
  if (kept === false && isMadeUp(value))
    return t.notExercised(requirement, `an id of a record: ${reads}`, exchange)
  if (kept !== undefined) return void t.expect('keeps-value', requirement, kept, reads, exchange)
  t.notExercised(requirement, `a record that shows ${field}: ${sent}`, exchange)
  // A task may show its assignee in another form.
  if (!saysSomething(value) || field in record || field.startsWith('assignee_')) return
  t.advise(
    `${field}-not-shown`,
    'Section 2.1 gives the fields of a task; a client that sets one looks for it in the record.',
    `${sent}, and the record that is read afterwards has no ${field}`,
    exchange,
  )
}
