/** Reads of records that may be shown late. */
import { operation } from '../requirements/contract.ts'
import { type Exchange, isRefusal } from '../requirements/exchange.ts'
import type { CallOptions } from './client.ts'
import { inScenario } from './current-scenario.ts'
import type { Trial } from './trial.ts'

/**
 * Reads what the path names, once it is shown: what this run of the suite has just made may not be found at first. By its
 * number, only own tasks are read so.
 */
export async function readOnceShown(
  t: Trial,
  operationId: string,
  options: CallOptions = {},
): Promise<Exchange> {
  const { ownRecords, memory } = t.context
  const { task_id, run_id, ref } = options.path ?? {}
  const isOurs = ref !== undefined || ownRecords.has('task', task_id) || ownRecords.has('run', run_id)
  let exchange = await t.call(operationId, options)
  const isHidden = () => isRefusal(exchange) && isAbsent(t, exchange, task_id ?? run_id)
  if (!isOurs || operation(operationId).method !== 'GET') return exchange
  // An operation that did not show what it was asked for in all that time is not waited for again.
  const never = `${operationId} shows nothing`
  if (memory.has(never) || !(await isHidden())) return exchange
  const shown = await t.until('what was just made to be shown', t.target.pace.lateSeconds, async () => {
    exchange = await t.call(operationId, options)
    return (await isHidden()) ? undefined : exchange
  })
  if (!shown) memory.set(never, Promise.resolve())
  return exchange
}

/** Whether the refusal of a read may say that there is no such record, or not yet. */
async function isAbsent(
  t: Trial,
  { operation: id, key: name, status }: Exchange,
  record: string | undefined,
): Promise<boolean> {
  const { client, ownership, replay } = t.context
  const key = t.keys.named(name)
  if (status === 404 || record === undefined || !key) return status === 404
  const kind = operation(id).path.includes('{task_id}') ? 'task' : 'run'
  // What is asked to know it is not recorded.
  const ask = () => ownership.isAbsent(client, kind, record, key, status)
  const answer = !replay && (await inScenario('ownership', undefined, ask))
  return t.input(`absent ${id} ${record}`, () => answer)
}
