/** The suite's own tasks: created with a recognisable title, journaled for cleanup, read whatever their form. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import { assigneeOf, hadRun, statusOf, taskIn } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import type { RuleId } from '../../rules/rules.ts'
import type { Key } from '../../target/target.ts'
import { isWorkedOn, memberOf, STILL } from '../own-records/unasked-changes.ts'

export interface OwnTask {
  id: string
  title: string
  record: Json
  exchange: Exchange
  key: Key
}

/** Creates a task; a refusal ends the scenario without verdict, because other scenarios judge creating. */
export async function makeTask(t: Trial, what: string, fields: Json = {}, key?: Key): Promise<OwnTask> {
  const title = t.name(what)
  const exchange = await createTask(t, { title, ...fields }, key)
  const record = taskIn(exchange.json)
  const id = idOf(record, 'task')
  if (exchange.status >= 300 || !record || id === undefined) {
    throw new Missing(
      `setup: POST /tasks answered ${exchange.status}${id === undefined ? ' without an id' : ''}`,
    )
  }
  return { id, title, record, exchange, key: key ?? t.keys.with('tasks:write') }
}

/** Sends the request unchanged and journals the task, whatever the reply. */
export function createTask(t: Trial, body: unknown, key?: Key, options: CallOptions = {}): Promise<Exchange> {
  const own = key ?? t.keys.with('tasks:write')
  const title = isObject(body) && typeof body.title === 'string' ? body.title : t.name('untitled')
  const send = () =>
    t.call('createTask', { ...options, key: own, ...(options.raw === undefined && { body }) })
  return t.make('task', title, own, send, exchange =>
    exchange.status < 300 ? idOf(taskIn(exchange.json), 'task') : undefined,
  )
}

/** Assigns the task; with null it is taken from whoever has it. */
export const assign = (t: Trial, task_id: string, type: string | null, id: string | null) =>
  t.call('setTaskAssignee', { path: { task_id }, body: { type, id } })

export const moveTo = (t: Trial, task_id: string, status: string, more: Json = {}) =>
  t.call('setTaskStatus', { path: { task_id }, body: { status, ...more } })

/** The reply to a read of the task, which may be there a moment later. */
export const onceThere = (t: Trial, task_id: string): Promise<Exchange> =>
  t.replied('the task to be there', 'getTask', { path: { task_id } }, ({ status }) => status < 400)

export async function readTask(t: Trial, id: string): Promise<Json> {
  const exchange = await t.need('getTask', { path: { task_id: id } })
  const record = taskIn(exchange.json)
  if (!record) throw new Missing(`setup: GET /tasks/${id} answered without a task`)
  return record
}

/** The task once it reads right, because a reading may lag behind; else as it reads at last. */
export const settledTask = (
  t: Trial,
  id: string,
  what: string,
  isRight: (record: Json) => boolean,
): Promise<Json> => t.settled(what, () => readTask(t, id), isRight)

/** Whether work on the task has begun: an agent may begin at once, and move it. */
export const hasBegun = (t: Trial, task_id: string): Promise<boolean> => {
  const runs = () => t.call('listTaskRuns', { path: { task_id } })
  const has = async () => hadRun(await readTask(t, task_id)) || replyList(await runs())?.length !== 0
  return t.settled('work on the task to begin', has, Boolean)
}

/**
 * A valid value may be refused for a reason that has nothing to do with its form: who may assign, plan or see what is not
 * stated. Another status than 422 says nothing about the value.
 */
export const isRuledOut = ({ status }: Pick<Exchange, 'status'>): boolean =>
  status >= 400 && status < 500 && status !== 422

/**
 * Sends a write once more, which then changes nothing: that may be a reason to refuse it, and is none for another status of a
 * success.
 */
export async function servedAgain(
  t: Trial,
  requirement: string,
  { id }: OwnTask,
  { operation, requestBody: raw = '' }: Exchange,
) {
  const again = await t.call(operation, { path: { task_id: id }, raw })
  if (!isRefusal(again)) t.served(requirement, again)
}

/** Whether an assignee may be of that type: another word than the two stated ones says nothing. */
export const isKind = (shown: string | undefined, type: string | undefined): boolean =>
  shown === type || (shown !== 'user' && shown !== 'agent')

/**
 * Sends requests that must be refused with 422, and compares the task before and after them. `send` returns whether it also
 * sent a valid one, by which the task may have changed.
 */
export async function staysWhileRefused(t: Trial, { id, exchange }: OwnTask, send: () => Promise<boolean>) {
  const before = await readTask(t, id)
  if (await send()) return
  // Where one was not refused, the task has changed by it.
  if (!t.wants('ERR-12') || t.findings.length === 0 || t.findings.some(({ kind }) => kind !== 'met')) return
  await hasNotChanged(t, before, 'requests that are refused', exchange, send)
}

/** Sets the member of the task to what it was. */
export function setBack(t: Trial, task_id: string, before: Json, member: string): Promise<Exchange> {
  const { type = null, id = null } = assigneeOf(before) ?? {}
  if (member.startsWith('assignee_')) return assign(t, task_id, type, id)
  const path = { task_id }
  const value = memberOf(before, member) ?? null
  if (member === 'status') return t.call('setTaskStatus', { path, body: { status: value } })
  return t.call('updateTask', { path, body: { [member]: value } })
}

/** What is missing where nobody can say who has changed a task. */
export const ALONE = 'a task that nobody else changes'

interface Repeatable<T> {
  read: () => Promise<T>
  isRight: (reading: T) => boolean
  set: () => Promise<unknown>
  /** False where nothing can be said of what was sent. */
  send: () => Promise<unknown>
}

/** Sets back what was changed and sends the same again; false, without sending, where it cannot be set back. */
export async function sentAgain<T>(t: Trial, { read, isRight, set, send }: Repeatable<T>): Promise<boolean> {
  await set()
  // Somebody else who made the change may make it again at once.
  if (!isRight(await t.settled('the task to be as it was', read, isRight))) return false
  return (await send()) !== false
}

/**
 * Judges what is read of a task after a request. Somebody else may have changed the task: a wrong reading counts where the
 * same request makes it wrong again, and nobody can say where the task cannot be set back.
 */
export async function judgeReading<T>(
  t: Trial,
  rule: RuleId,
  requirement: string,
  it: Repeatable<T>,
  says: (reading: T) => string,
  sent: Exchange,
): Promise<void> {
  const settled = () => t.settled('the task to be as it was', it.read, it.isRight)
  let reading = await settled()
  const isSure = it.isRight(reading) || (await sentAgain(t, it))
  // What is read may be older than what was set back.
  if (isSure && !it.isRight(reading)) reading = await settled()
  if (isSure) t.expect(rule, requirement, it.isRight(reading), says(reading), sent)
  else t.notExercised(requirement, `${ALONE}: ${says(reading)}`, sent)
}

/** Judges that refused requests left the task as it was; who works on it may move it, and an agent may edit it. */
export async function hasNotChanged(
  t: Trial,
  before: Json,
  what: string,
  refused: Exchange,
  again?: () => Promise<boolean>,
) {
  const id = idOf(before, 'task')!
  const shown = (record: Json, name: string) => JSON.stringify(memberOf(record, name))
  const read = async (): Promise<readonly string[]> => {
    const after = await readTask(t, id)
    return STILL.task.filter(
      name => shown(before, name) !== shown(after, name) && !(name === 'status' ? isWorkedOn : hadRun)(after),
    )
  }
  const set = async () => {
    for (const name of await read()) await setBack(t, id, before, name)
  }
  const asBefore = { path: { task_id: id }, raw: refused.requestBody ?? '' }
  const send = async () => (again ? !(await again()) : t.call(refused.operation, asBefore))
  const it = { read, isRight: (some: readonly string[]) => some.length === 0, set, send }
  const says = (some: readonly string[]) => `${what} changed ${some.join(', ') || 'nothing'}`
  await judgeReading(t, 'refusal-without-effect', 'ERR-12', it, says, refused)
}

/** An own task that scenarios may read and must not change. */
export const sharedTask = (t: Trial) => t.once('shared-task', () => makeTask(t, 'a task to look at'))

/** Judges that a new task starts where the shared one does, unless work on one of them began at once and moved it. */
export async function startsAsOthers(
  t: Trial,
  { id, status, exchange }: { id: string; status: string | undefined; exchange: Exchange },
  what: string,
) {
  const shared = await sharedTask(t)
  const start = statusOf(shared.record)
  if (status === undefined || start === undefined || status === start) return
  if ((await hasBegun(t, id)) || (await hasBegun(t, shared.id))) return
  const other = await makeTask(t, 'to be where another one starts')
  const moves = [await moveTo(t, id, start), await moveTo(t, other.id, status)]
  // Boards may have columns of their own: then a task cannot be moved to where another one starts.
  if (moves.some(one => one.status !== 200)) return
  const sentence = `${what} starts as ${status}, one without as ${start}`
  t.violated('stated-word', 'TASK-01', sentence, shared.exchange, exchange)
}
