/**
 * Callers that must be refused: without a key, with unknown, revoked or malformed keys, without the scope, of other
 * tenants.
 */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyList } from '../../extract/list-rows.ts'
import { operation, scopeOf, scopeRequirements } from '../../requirements/contract.ts'
import { type Exchange, isElsewhere, isRefusal, isSuccess, said } from '../../requirements/exchange.ts'
import { type Lack, lacks } from '../../requirements/missing.ts'
import { HOME, type Key } from '../../target/target.ts'
import { BASIC, type Form, inTurn, NO_BEARER, UNKNOWN_KEYS } from './authorization-forms.ts'
import { isAnothers, judgeForeign } from './foreign-replies.ts'
import { judgeScope } from './scope-suffices.ts'

interface RefusedCaller {
  rule: 'key-refused' | 'scope-needed' | 'tenant-closed'
  who: string
  key: NonNullable<CallOptions['key']>
  ids: string[]
}

/** Requirements that are judged by requests of callers who may not use this operation. */
export const accessRows = (operationId: string, ...foreign: string[]): string[] => [
  ...[scopeRequirements.get(operationId) ?? []].flat(),
  ...['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05', 'AUTH-06'],
  ...foreign,
]

function refusedCallers(
  t: Trial,
  operationId: string,
  right: Key,
  foreign: readonly string[],
): RefusedCaller[] {
  const scope = scopeOf(operationId)
  const row = scopeRequirements.get(operationId)
  // The scope of the chat stream is not stated.
  const without = row === undefined ? [] : t.keys.without(scope)
  // Requests to a rate-limited endpoint are scarce, and a run does not wait: send as few as are conclusive.
  const { rateLimit, method, path } = operation(operationId)
  const hurried = rateLimit !== null || (method === 'POST' && path.includes('{run_id}'))
  const lacking = hurried ? choose(without, right) : without.slice(0, MAX_KEYS)
  const revoked = t.target.keys.filter(key => key.revoked).slice(0, 1)
  const isElsewhere = (key: Key) => key.scopes.has(scope) && key.tenant !== HOME && !key.revoked
  const elsewhere = foreign.length > 0 ? t.target.keys.filter(isElsewhere).slice(0, 1) : []
  const caller = (
    rule: RefusedCaller['rule'],
    who: string,
    key: RefusedCaller['key'],
    ...ids: string[]
  ): RefusedCaller => ({ rule, who, key, ids })
  const sending = (form: Form | undefined, id: string, scheme = '') =>
    form ? [caller('key-refused', form[0], { authorization: scheme + form[1](right.value) }, id)] : []
  return [
    ...lacking.map(key => {
      const ids = [...(row ? [row] : []), ...(isSingle(key) ? ['AUTH-06'] : [])]
      return caller('scope-needed', `key ${key.name}, which lacks ${scope},`, key, ...ids)
    }),
    caller('key-refused', 'no key', 'none', 'AUTH-02'),
    ...sending(UNKNOWN_KEYS[0], 'AUTH-03', 'Bearer '),
    ...sending(inTurn(UNKNOWN_KEYS.slice(1), operationId), 'AUTH-03', 'Bearer '),
    ...revoked.map(key => caller('key-refused', `the revoked key ${key.name}`, key, 'AUTH-04')),
    ...sending(inTurn(BASIC, operationId), 'AUTH-05'),
    ...sending(hurried ? undefined : NO_BEARER[0], 'AUTH-05'),
    ...sending(hurried ? undefined : inTurn(NO_BEARER.slice(1), operationId), 'AUTH-05'),
    ...elsewhere.map(key => caller('tenant-closed', `key ${key.name} of another tenant`, key, ...foreign)),
  ]
}

/** How many keys without the scope are tried per operation. */
const MAX_KEYS = 8

/** Reports which keys the target would need for the requirements that were not exercised. */
function lacking(t: Trial, operationId: string, foreign: readonly string[]) {
  const scope = scopeOf(operationId)
  const row = scopeRequirements.get(operationId)
  const without = row === undefined ? [] : t.keys.without(scope)
  const needed: [ids: readonly string[], keys: readonly Key[], lack: Lack][] = [
    [row === undefined ? [] : [row], without, lacks.without(scope)],
    [row === undefined ? [] : ['AUTH-06'], without.filter(isSingle), lacks.anotherScope(scope)],
    [['AUTH-04'], t.target.keys.filter(key => key.revoked), lacks.revoked()],
    [foreign, t.target.keys.filter(key => key.tenant !== HOME && !key.revoked), lacks.elsewhere()],
  ]
  for (const [all, keys, lack] of needed) {
    const ids = all.filter(id => t.scenario.requirements.includes(id) && t.wants(id))
    if (keys.length === 0 && ids.length > 0) t.notExercised(ids, lack)
  }
}

const isSingle = (key: Key) => key.scopes.size === 1

/**
 * The smallest set of keys that together have every scope that could be mistaken for the right one, and a key with a
 * single scope.
 */
function choose(keys: readonly Key[], right: Key): Key[] {
  const sameOwner = keys.filter(key => key.owner === right.owner || key.owner === undefined)
  const pool = sameOwner.length > 0 ? sameOwner : keys
  const chosen = new Set<Key>()
  const held = new Set<string>()
  for (const key of [...pool.slice(0, 1), ...pool.toSorted((a, b) => b.scopes.size - a.scopes.size)]) {
    if (chosen.size > 0 && [...key.scopes].every(scope => held.has(scope))) continue
    chosen.add(key)
    for (const scope of key.scopes) held.add(scope)
    if (chosen.size === 4) break
  }
  const single = keys.find(isSingle)
  if (single) chosen.add(single)
  return [...chosen]
}

export interface Attempt {
  /** A request that is valid except for the key. */
  options: CallOptions
  /** Requirements about other tenants, for a request that names a record of this tenant. */
  foreign?: readonly string[]
  /** Called after every refusal: returns what changed in spite of it, else undefined. */
  changed?: () => Promise<string | undefined>
  /** Requirements that refused requests change nothing. */
  unchanged?: readonly string[]
  /** Called when a request that must be refused was served, to remove what it created. */
  served?: (exchange: Exchange) => void
  /** The valid request, where it is more than the same request with the right key. */
  right?: (key: Key) => Promise<Exchange>
  /** Whether a streamed reply holds a text, for a request that may ask for a stream. */
  says?: (reply: Exchange) => boolean
  /** Whether `changed`, when it looked last, found the record in the state in which the valid request is served. */
  held?: () => boolean
}

interface Refused extends RefusedCaller {
  sentence: string
  exchange: Exchange
}

/**
 * Sends the request as everyone who must be refused, then with the right key. The refusals are conclusive only if that
 * last request is served. Returns its reply.
 */
export async function refusesOtherCallers(
  t: Trial,
  operationId: string,
  attempt: Attempt,
): Promise<Exchange> {
  const right = t.keys.with(scopeOf(operationId))
  const { method, rateLimit } = operation(operationId)
  // Callers who were refused on a record that moved on before the right key came are not tried on each further one.
  const before = waiting(t).filter(one => one.exchange.operation === operationId)
  const [refused, served]: [Refused[], Refused[]] = [[], []]
  for (const caller of refusedCallers(t, operationId, right, attempt.foreign ?? [])) {
    const { rule, who, key } = caller
    const ids = caller.ids.filter(id => t.wants(id) && t.scenario.requirements.includes(id))
    const isNeeded = t.wants(...(attempt.unchanged ?? []), ...(key === 'none' ? ['AUTH-01'] : []))
    if (ids.length === 0 && !isNeeded) continue
    if (before.some(one => one.who === who && ids.every(id => one.ids.includes(id)))) continue
    // Where ids count per tenant, the id may name a record of the other tenant, which must not be changed.
    if (rule === 'tenant-closed' && method !== 'GET' && (await isAnothers(t, key as Key, attempt.options))) {
      t.notExercised(ids, 'an id that only this tenant has')
      continue
    }
    const exchange = await t.call(operationId, {
      ...attempt.options,
      key,
      ...(operationId === 'streamChat' && { stop: () => true }),
    })
    const one: Refused = { ...caller, ids, sentence: said(exchange, `with ${who}`), exchange }
    if (isRefusal(exchange)) {
      refused.push(one)
      const isAfterServed = served.some(it => isSuccess(it.exchange) && !isElsewhere(it.exchange))
      await staysAsItWas(t, attempt, one, isAfterServed)
      if (ids.length > 0 && attempt.held?.() === true) waiting(t).push(one)
    } else {
      await judgeServed(t, attempt, one)
      served.push(one)
    }
    if (exchange.status < 300) attempt.served?.(exchange)
  }
  lacking(t, operationId, attempt.foreign ?? [])
  const ask = (key: Key) =>
    attempt.right?.(key) ??
    (rateLimit && attempt.options.query === undefined
      ? t.read(operationId, { key })
      : t.readOnceShown(operationId, { ...attempt.options, key }))
  const noKey = [...before, ...refused].find(({ key }) => key === 'none')?.exchange
  const control = await judgeScope(t, operationId, right, ask, noKey)
  const isServed = isSuccess(control)
  for (const one of refused) {
    const { rule, ids, sentence, exchange } = one
    const both = `${sentence}, with the right key ${control.status}`
    if (ids.length === 0) continue
    if (isServed) t.met(rule, ids, both, exchange, control)
    else if (!waiting(t).includes(one))
      t.notExercised(ids, `a request that is served: ${both}`, exchange, control)
  }
  for (const { rule, ids, sentence, exchange } of served)
    if (rule === 'tenant-closed' && method === 'GET')
      await judgeForeign(t, attempt.options, { ids, sentence, exchange, control })
  if (isServed) await streamsToNone(t, attempt, control)
  const sentence = said(control, 'with a bearer key')
  if (isServed && t.wants('AUTH-01')) t.met('stated-status', 'AUTH-01', sentence, control)
  if (isServed && noKey?.status === UNAUTHENTICATED) await knowsEveryKey(t, noKey, attempt.options, right)
  return control
}

/** Whoever lacks the scope is not served a stream either. A stream may begin before it says in its words that it is refused. */
async function streamsToNone(t: Trial, { options, says }: Attempt, control: Exchange) {
  const row = scopeRequirements.get(control.operation)
  const [key] = t.keys.without(scopeOf(control.operation))
  if (!says || !key || row === undefined || !t.wants(row)) return
  const body = { ...(options.body as object), stream: true }
  const reply = await t.call(control.operation, { ...options, key, body, stop: () => false })
  const sentence = `a stream with a text is answered to key ${key.name}, which lacks ${scopeOf(control.operation)}`
  const isRefused = /error|scope|permi|forbid|denied|unauth/i.test(reply.text)
  if (isSuccess(reply) && !isElsewhere(reply) && !isRefused && says(reply))
    t.violated('scope-needed', row, sentence, reply, control)
}

const UNAUTHENTICATED = 401

/**
 * A key that is served elsewhere is not answered as a missing one, whosever it is. Judged are reads that name no record:
 * only workspace-wide analytics are refused by role, and with 403.
 */
async function knowsEveryKey(t: Trial, noKey: Exchange, options: CallOptions, right: Key) {
  const operationId = noKey.operation
  const { method, path, rateLimit } = operation(operationId)
  if (!t.wants('AUTH-01') || method !== 'GET' || rateLimit !== null || path.includes('{')) return
  const isKnown = ({ status }: Exchange) => status !== UNAUTHENTICATED
  for (const key of t.keys.others(scopeOf(operationId), right)) {
    const reply = await t.replied('the key to be served', operationId, { ...options, key }, isKnown)
    const other = PLAIN_READS.find(id => id !== operationId && key.scopes.has(scopeOf(id)))
    const control = other && !isKnown(reply) ? await t.call(other, { key }) : undefined
    if (!control || !isSuccess(control)) continue
    const sentence = `${said(reply)} to key ${key.name}, as without a key, and ${said(control)}`
    t.violated('stated-status', 'AUTH-01', sentence, noKey, reply, control)
  }
}

/** Reads that any key with the scope may call. */
export const PLAIN_READS = [
  'listTasks',
  'listAgents',
  'listRuns',
  'listWorkflows',
  'listPendingApprovals',
  'listModels',
]

/** Refusals of a request that came too late with the right key: the same operation may be served elsewhere. */
const refusedInTime = new WeakMap<Trial['context'], Refused[]>()

function waiting({ context }: Trial): Refused[] {
  const all = refusedInTime.get(context) ?? []
  refusedInTime.set(context, all)
  return all
}

/** Once all scenarios are over: refusals of operations that were served with the right key on another record. */
export function judgeWaiting(t: Trial) {
  for (const { rule, ids, sentence, exchange } of waiting(t)) {
    const [control] = t.context.observed.successes.get(exchange.operation) ?? []
    const both = `${sentence}, with the right key ${control?.status} on another record`
    if (control) t.met(rule, ids, both, exchange, control)
    else t.notExercised(ids, `a request that is served: ${sentence}`, exchange)
  }
}

/** For how many seconds the effect of a call is looked for. */
export const EFFECT = 2

/** A request of someone who may not that is not refused. A redirect to a page to log in says nothing, nor does an overload. */
export async function judgeServed(
  t: Trial,
  { changed }: Pick<Attempt, 'changed'>,
  { rule, ids, sentence, exchange }: Pick<Refused, 'rule' | 'ids' | 'sentence' | 'exchange'>,
) {
  const isPage = exchange.redirects.length > 0 && (exchange.json === undefined || isElsewhere(exchange))
  const isOverload = exchange.status > 500
  if (ids.length === 0) return
  if (isPage || isOverload || (exchange.status >= 300 && exchange.status < 500))
    return t.notExercised(ids, `a refusal: ${sentence}`, exchange)
  if (exchange.status === 500 || rule === 'key-refused') return t.violated(rule, ids, sentence, exchange)
  // What a read shows is compared with what the right key is shown.
  if (rule === 'tenant-closed' && exchange.method === 'GET') return
  const isEffect = changed && !/^(createTask|retryRun)$/.test(exchange.operation)
  const change = isEffect ? await t.until('an effect of the call', EFFECT, changed) : undefined
  const isEmpty = exchange.operation.startsWith('list') && replyList(exchange)?.length === 0
  if (change !== undefined) t.violated(rule, ids, `${sentence}; ${change}`, exchange)
  else if (isEffect || isEmpty || exchange.text === '')
    t.notExercised(ids, `something shown or done: ${sentence}`, exchange)
  else t.violated(rule, ids, sentence, exchange)
}

/** Refusals after a request that was served are not judged: a change that shows now may be of that request. */
async function staysAsItWas(
  t: Trial,
  { unchanged = [], changed, held }: Attempt,
  { sentence, exchange }: Refused,
  isAfterServed: boolean,
) {
  if (unchanged.length === 0 || !changed || (isAfterServed && !held)) return
  const change = await changed()
  if (isAfterServed) return
  const seen = change === undefined ? `${sentence}; nothing changed` : `${sentence}; ${change}`
  t.expect('refusal-without-effect', unchanged, change === undefined, seen, exchange)
}
