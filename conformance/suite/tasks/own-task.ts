/** Tasks of our own: made under a recognisable name, written in the journal, read back whatever their shape. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import { taskIn } from '../../extract/task-record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'

export interface OwnTask {
  id: string
  title: string
  record: Json
  exchange: Exchange
  key: Key
}

/** Creates a task; a refusal ends the scenario without verdict, because creating is judged elsewhere. */
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

/** Sends the request as it is and journals it, whatever the answer. */
export function createTask(t: Trial, body: unknown, key?: Key, options: CallOptions = {}): Promise<Exchange> {
  const own = key ?? t.keys.with('tasks:write')
  const title = isObject(body) && typeof body.title === 'string' ? body.title : t.name('untitled')
  const send = () =>
    t.call('createTask', { ...options, key: own, ...(options.raw === undefined && { body }) })
  return t.make('task', title, own, send, exchange =>
    exchange.status < 300 ? idOf(taskIn(exchange.json), 'task') : undefined,
  )
}

export async function readTask(t: Trial, id: string, key?: Key): Promise<Json> {
  const exchange = await t.need('getTask', { path: { task_id: id }, ...(key && { key }) })
  const record = taskIn(exchange.json)
  if (!record) throw new Missing(`setup: GET /tasks/${id} answered without a task`)
  return record
}

/**
 * A value that was taken and is not in the record: whether it was kept does not show. Where other records show the
 * member, it was lost: see `general/written`.
 */
export function notShown(t: Trial, requirement: string, field: string, sent: string, exchange: Exchange) {
  t.notExercised(requirement, `a record that shows ${field}: ${sent}`, exchange)
  t.advise(
    `${field}-not-shown`,
    'Section 2.1 gives the fields of a task; a client that sets one looks for it in the record.',
    `${sent}, and the record that is read afterwards has no ${field}`,
    exchange,
  )
}

/** A task of our own that several scenarios may read, and none may change. */
export const sharedTask = (t: Trial) => t.once('shared-task', () => makeTask(t, 'a task to look at'))
