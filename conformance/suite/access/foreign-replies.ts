/** Replies to a key of another tenant under an id of this one: do they show the record of this tenant? */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, findNamed, isObject, mentions } from '../../extract/find-value.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { scopeOf } from '../../requirements/contract.ts'
import { type Exchange, isElsewhere, isSuccess } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'

/** Short ids usually count per tenant: the same id is another record in the other tenant. */
const isSharedId = (path: Record<string, string> = {}): boolean =>
  Object.values(path).some(id => id.length < 8)

/** Contains a time to the second or a random id, so it cannot occur twice. */
export const isUnique = (text: string): boolean =>
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) || /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text)

/** An id that no two records have by chance, as a number has. */
export const isRandom = (id: string): boolean =>
  id.replaceAll(/[^a-z0-9]/gi, '').length >= 16 && /\d/.test(id) && /[a-z]/i.test(id)

interface Foreign {
  ids: readonly string[]
  sentence: string
  /** The reply to the other tenant, and the one to ours. */
  exchange: Exchange
  control: Exchange
}

/** The reply is ours if it has our mark or our contents, and if a made-up id has another one. */
export async function judgeForeign(t: Trial, options: CallOptions, foreign: Foreign): Promise<void> {
  const { ids, sentence, exchange, control } = foreign
  const isSame = exchange.text === control.text && exchange.text !== ''
  const same = `${sentence}, with the same body`
  if (mentions(exchange.json, t.context.nonce, true))
    t.violated('tenant-closed', ids, `${sentence}, with what bears the mark of this run`, exchange, control)
  else if (isSame && isUnique(exchange.text)) t.violated('tenant-closed', ids, same, exchange, control)
  else if (isSharedId(options.path))
    t.notExercised(ids, `something that only this tenant has: ${sentence}`, exchange)
  else if (isSame && (await isOfThatId(t, options, exchange)))
    t.violated('tenant-closed', ids, `${same}, unlike a made-up id`, exchange, control)
  else t.notExercised(ids, `something that only this tenant has: ${sentence}`, exchange)
}

/** Judges that the other tenant reads no record in another state either. */
export async function judgeClosed(
  t: Trial,
  operationId: string,
  ids: readonly string[],
  path: Record<string, string>,
) {
  const key = t.keys.elsewhere(scopeOf(operationId))
  const exchange = await t.call(operationId, { key, path })
  if (!isSuccess(exchange) || isElsewhere(exchange)) return
  const control = await t.call(operationId, { path })
  const sentence = `${exchange.method} ${new URL(exchange.url).pathname} with key ${key.name} of another tenant answered ${exchange.status}`
  await judgeForeign(t, { path }, { ids, sentence, exchange, control })
}

/** A made-up id is refused to the same key, or answered with something else. */
async function isOfThatId(t: Trial, options: CallOptions, exchange: Exchange): Promise<boolean> {
  const key = t.target.keys.find(one => one.name === exchange.key)
  const [parameter, id] = Object.entries(options.path ?? {}).at(-1) ?? []
  if (!key || parameter === undefined || id === undefined) return false
  const path = { ...options.path, [parameter]: unknownLike(id) }
  const nowhere = await t.call(exchange.operation, { ...options, key, path })
  return nowhere.text !== exchange.text
}

/** Operations that read the record that a path names, the most specific first. */
const READS = [
  ['getRun', 'run_id'],
  ['getTask', 'task_id'],
  ['getWorkflow', 'workflow_id'],
  ['getAgent', 'agent_id'],
] as const

/** Whether the id names a record of the other tenant, where ids count per tenant: that tenant's key reads it, and not as ours. */
export async function isAnothers(t: Trial, key: Key, { path = {}, body }: CallOptions): Promise<boolean> {
  const agentId = isObject(body) ? asId(body.agentId) : undefined
  const named: Record<string, string> = { ...path, ...(agentId !== undefined && { agent_id: agentId }) }
  const [read, parameter] = READS.find(([, name]) => name in named) ?? []
  if (read === undefined || parameter === undefined) return true
  // An agent may be provided to both.
  if (!key.scopes.has(scopeOf(read))) return read === 'getAgent' || isSharedId(named)
  const options = { path: { [parameter]: named[parameter] ?? '' } }
  const seen = await t.call(read, { ...options, key })
  if (!isSuccess(seen)) return seen.status >= 500
  const chat = read === 'getRun' && asId(findNamed((await t.call(read, options)).json, 'chat_id')?.value)
  return ![t.context.nonce, chat || t.context.nonce].some(mark => mentions(seen.json, mark, true))
}
