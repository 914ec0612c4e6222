/**
 * Callers that must be refused: without a key, with unknown, revoked or malformed keys, without the scope, of other
 * tenants.
 */

import { SCOPES } from '#openapi'
import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, mentions, places } from '../../extract/find-value.ts'
import { operation, scopeOf, scopeRequirements } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { HOME } from '../../target/target.ts'
import { unknownLike } from '../general/unknown-id-forms.ts'
import { BASIC, inTurn, NO_BEARER, UNKNOWN_KEYS } from './authorization-forms.ts'

interface RefusedCaller {
  who: string
  key: NonNullable<CallOptions['key']>
  ids: string[]
}

/** Requirements that are judged by requests of callers who may not use this operation. */
export const accessRows = (operationId: string, ...foreign: string[]): string[] => [
  ...[scopeRequirements.get(operationId) ?? []].flat(),
  'AUTH-01',
  'AUTH-02',
  'AUTH-03',
  'AUTH-04',
  'AUTH-05',
  'AUTH-06',
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
  const without = scope === undefined || row === undefined ? [] : t.keys.without(scope)
  // Requests to a rate-limited endpoint are scarce, and a run does not wait: send as few as are conclusive.
  const { rateLimit, method, path } = operation(operationId)
  const hurried = rateLimit !== null || (method === 'POST' && path.includes('{run_id}'))
  const lacking = hurried ? choose(without, right) : without.slice(0, MAX_KEYS)
  const revoked = t.target.keys.filter(key => key.revoked).slice(0, 1)
  const others = scope === undefined ? t.target.keys : t.target.keys.filter(key => key.scopes.has(scope))
  const elsewhere = others.filter(key => key.tenant !== HOME && !key.revoked).slice(0, 1)
  return [
    ...lacking.map(key => ({
      who: `key ${key.name}, which lacks ${scope},`,
      key,
      ids: [...(row ? [row] : []), ...(key.scopes.size === 1 ? ['AUTH-06'] : [])],
    })),
    { who: 'no key', key: 'none' as const, ids: ['AUTH-02'] },
    ...[UNKNOWN_KEYS[0], inTurn(UNKNOWN_KEYS.slice(1), operationId)].map(form => ({
      who: form?.[0] ?? '',
      key: { authorization: `Bearer ${form?.[1](right.value)}` },
      ids: ['AUTH-03'],
    })),
    ...revoked.map(key => ({ who: `the revoked key ${key.name}`, key, ids: ['AUTH-04'] })),
    ...[inTurn(BASIC, operationId), ...(hurried ? [] : [inTurn(NO_BEARER, operationId)])].map(form => ({
      who: form?.[0] ?? '',
      key: { authorization: form?.[1](right.value) ?? '' },
      ids: ['AUTH-05'],
    })),
    ...(foreign.length > 0
      ? elsewhere.map(key => ({ who: `key ${key.name} of another tenant`, key, ids: [...foreign] }))
      : []),
  ]
}

/** How many keys without the scope are tried per operation. */
const MAX_KEYS = 8

/** Reports which keys the target would need for the requirements that were not exercised. */
function lacking(t: Trial, operationId: string, foreign: readonly string[]) {
  const scope = scopeOf(operationId)
  const row = scopeRequirements.get(operationId)
  const declared = (id: string) => t.scenario.requirements.includes(id) && t.wants(id)
  if (scope !== undefined && row !== undefined) {
    const without = t.keys.without(scope)
    if (declared(row) && without.length === 0) t.notExercised(row, lacks.without(scope))
    if (declared('AUTH-06') && !without.some(key => key.scopes.size === 1))
      t.notExercised('AUTH-06', lacks.anotherScope(scope))
  }
  if (declared('AUTH-04') && !t.target.keys.some(key => key.revoked))
    t.notExercised('AUTH-04', lacks.revoked())
  const elsewhere = t.target.keys.some(key => key.tenant !== HOME && !key.revoked)
  if (foreign.length > 0 && !elsewhere) t.notExercised(foreign.filter(declared), lacks.elsewhere())
}

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
  const single = keys.find(key => key.scopes.size === 1)
  if (single) chosen.add(single)
  return [...chosen]
}

/** Short ids usually count per tenant: the same id is another record in the other tenant. */
export const isSharedId = (path: Record<string, string> = {}): boolean =>
  Object.values(path).some(id => id.length < 8)

export interface Attempt {
  /** A request that is valid except for the key. */
  options: CallOptions
  /** Requirements about other tenants, for a request that names a record of this tenant. */
  foreign?: readonly string[]
  /** Called after every refusal: returns what changed in spite of it, else undefined. */
  changed?: () => Promise<string | undefined>
  /** What another tenant's key reads under that id; ids may count per tenant, in which case it is another record. */
  seenBy?: (key: Key) => Promise<'nothing' | 'ours' | 'another'>
  /** Requirements that refused requests change nothing. */
  unchanged?: readonly string[]
  /** Called when a request that must be refused was served, to remove what it created. */
  served?: (exchange: Exchange) => void
  /** The valid request, where it is more than the same request with the right key. */
  right?: (key: Key) => Promise<Exchange>
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
  const right = t.keys.for(scopeOf(operationId))
  const { method, path } = operation(operationId)
  const foreign: { ids: string[]; sentence: string; exchange: Exchange }[] = []
  const refused: { ids: string[]; sentence: string; exchange: Exchange }[] = []
  for (const { who, key, ids } of refusedCallers(t, operationId, right, attempt.foreign ?? [])) {
    const wanted = ids.filter(id => t.wants(id) && t.scenario.requirements.includes(id))
    if (wanted.length === 0 && !t.wants(...(attempt.unchanged ?? []))) continue
    const isForeign = typeof key === 'object' && 'tenant' in key && key.tenant !== HOME
    // Where ids count per tenant, the id may name a record of the other tenant, which must not be changed.
    if (isForeign && method !== 'GET' && (await isAnothers(t, key, attempt))) {
      t.notExercised(wanted, 'an id that only this tenant has')
      continue
    }
    const exchange = await t.call(operationId, {
      ...attempt.options,
      key,
      ...(operationId === 'streamChat' && { stop: () => true }),
    })
    const sentence = `${method} ${path} with ${who} answered ${exchange.status}`
    if (exchange.status >= 400 && exchange.status < 500) {
      refused.push({ ids: wanted, sentence, exchange })
      const change = attempt.unchanged?.length ? await attempt.changed?.() : undefined
      if (attempt.unchanged?.length && attempt.changed) {
        t.expect(attempt.unchanged, change === undefined, change ?? `${sentence}; nothing changed`, exchange)
      }
      continue
    }
    const page = exchange.redirects.length > 0 && exchange.json === undefined
    if (page) t.notExercised(wanted, `${sentence} with a page after a redirect`, exchange)
    else if (isForeign && !attempt.seenBy) foreign.push({ ids: wanted, sentence, exchange })
    else t.violated(wanted, sentence, exchange)
    if (exchange.status < 300) attempt.served?.(exchange)
  }
  lacking(t, operationId, attempt.foreign ?? [])
  const ask = (key: Key) =>
    attempt.right?.(key) ??
    (operation(operationId).rateLimit && attempt.options.query === undefined
      ? t.read(operationId, { key })
      : t.call(operationId, { ...attempt.options, key }))
  const narrow = narrowKeys(t, operationId, right)
  // An operation that moves or removes a record works only once, so the permitted key with the fewest scopes sends it.
  const first = isOver(operationId) && narrow[0] ? await ask(narrow[0]) : undefined
  const refusedLeast = narrow[0] && first && isRefusedInSpiteOfScope(narrow[0], first) ? first : undefined
  const control = first && !refusedLeast ? first : await ask(right)
  const served = control.status >= 200 && control.status < 300
  for (const { ids, sentence, exchange } of refused) {
    if (ids.length === 0) continue
    if (served) t.met(ids, `${sentence}, with the right key ${control.status}`, exchange, control)
    else
      t.notExercised(
        ids,
        `${sentence}, but the right key is not served either (${control.status})`,
        exchange,
        control,
      )
  }
  for (const { ids, sentence, exchange } of foreign) {
    if (mentions(exchange.json, t.context.nonce, true))
      t.violated(ids, `${sentence}, with what bears the mark of this run`, exchange, control)
    else if (exchange.text === control.text && isUnique(exchange.text))
      t.violated(ids, `${sentence}, with the same body`, exchange, control)
    else if (await isResolved(t, exchange, attempt))
      t.violated(ids, `${sentence}, and a made-up id is refused there: it finds ours`, exchange, control)
    else if (exchange.text === control.text && (await namesOurAgent(t, exchange)))
      t.violated(
        ids,
        `${sentence}, with the same body: it names agents that are not there`,
        exchange,
        control,
      )
    else if (isSharedId(attempt.options.path))
      t.notExercised(ids, `something that only this tenant has: ${sentence}`, exchange)
    else if (exchange.text === control.text)
      t.violated(ids, `${sentence}, with the same body`, exchange, control)
    else t.notExercised(ids, `${sentence}, with something else: ids count per tenant`, exchange)
  }
  if (served && t.wants('AUTH-01'))
    t.met('AUTH-01', `${method} ${path} with a bearer key answered ${control.status}`, control)
  if (right.declared && control.status === 401 && t.wants('AUTH-01')) {
    t.violated('AUTH-01', `${method} ${path} answered 401 to the bearer key ${right.name}`, control)
  }
  const row = scopeRequirements.get(operationId)
  if (row && !served && isRefusedInSpiteOfScope(right, control)) {
    t.violated(
      [row, ...(control.status === 401 && t.scenario.requirements.includes('AUTH-01') ? ['AUTH-01'] : [])],
      `${method} ${path} answered ${control.status} to key ${right.name}, which has the scope ${scopeOf(operationId)}`,
      control,
    )
  }
  if (row && served && t.wants(row)) {
    const lacking = refused.flatMap(({ ids, exchange }) => (ids.includes(row) ? [exchange] : []))
    const tried = first
      ? refusedLeast
        ? [[narrow[0], refusedLeast] as const]
        : []
      : await asked(narrow, ask)
    for (const [key, exchange] of tried)
      if (key && isRefusedInSpiteOfScope(key, exchange))
        refusedInSpiteOfScope(t, row, key, exchange, isSurelyFor(key, right, operationId), lacking)
  }
  return control
}

/** Operations that cannot be repeated on the same record. */
const isOver = (operationId: string): boolean =>
  /^(cancel|pause|resume|stop|retry)Run$|^(respondToRun|deleteTask)$/.test(operationId)

async function asked(keys: readonly Key[], ask: (key: Key) => Promise<Exchange>) {
  const replies: (readonly [Key, Exchange])[] = []
  for (const key of keys) replies.push([key, await ask(key)])
  return replies
}

/** The other tenant has no record under that id and is served nevertheless, while an unknown id is refused. */
async function isResolved(t: Trial, exchange: Exchange, attempt: Attempt): Promise<boolean> {
  const { path = {} } = attempt.options
  const key = t.target.keys.find(one => one.name === exchange.key)
  const [read, parameter] = READS.find(([, name]) => name in path) ?? []
  const scope = read === undefined ? undefined : scopeOf(read)
  if (!key || read === undefined || parameter === undefined || read === exchange.operation) return false
  if (scope === undefined || !key.scopes.has(scope)) return false
  const id = path[parameter] ?? ''
  const seen = await t.call(read, { key, path: { [parameter]: id } })
  if (seen.status < 400 || seen.status >= 500) return false
  const madeUp = { ...path, [parameter]: unknownLike(id) }
  const nowhere = await t.call(exchange.operation, { ...attempt.options, key, path: madeUp })
  return nowhere.status >= 400 && nowhere.status < 500
}

/** The reply names an agent that a key of our tenant can read and the caller's key cannot. */
async function namesOurAgent(t: Trial, exchange: Exchange): Promise<boolean> {
  const key = t.target.keys.find(one => one.name === exchange.key)
  const home = t.keys.home().find(one => one.scopes.has('agents:read') && one.role !== 'member')
  const named = [...places(exchange.json)].find(({ name, value }) => /^agent_?id$/i.test(name) && asId(value))
  const agent_id = asId(named?.value)
  if (!key?.scopes.has('agents:read') || key.role === 'member' || !home || agent_id === undefined)
    return false
  const path = { agent_id }
  const [theirs, ours] = [
    await t.call('getAgent', { key, path }),
    await t.call('getAgent', { key: home, path }),
  ]
  return theirs.status === 404 && ours.status === 200
}

/** Short ids usually count per tenant; reading the id as the other tenant shows whether this one does. */
async function isAnothers(t: Trial, key: Key, attempt: Attempt): Promise<boolean> {
  const { path = {} } = attempt.options
  if (!isSharedId(path)) return (await attempt.seenBy?.(key)) === 'another'
  const [read, parameter] = READS.find(([, name]) => name in path) ?? []
  const scope = read === undefined ? undefined : scopeOf(read)
  if (read === undefined || parameter === undefined || scope === undefined || !key.scopes.has(scope))
    return true
  const seen = await t.call(read, { key, path: { [parameter]: path[parameter] ?? '' } })
  if (seen.status >= 300) return seen.status >= 500
  return !mentions(seen.json, t.context.nonce, true)
}

/** Operations that read the record that a path names, the most specific first. */
const READS = [
  ['getRun', 'run_id'],
  ['getTask', 'task_id'],
  ['getWorkflow', 'workflow_id'],
  ['getAgent', 'agent_id'],
] as const

/** Contains a time to the second or a random id, so it cannot occur twice. */
export const isUnique = (text: string): boolean =>
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) || /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text)

/** Section 5 restricts analytics for members and managers by role, whatever the scopes. */
const isRefusedInSpiteOfScope = (key: Key, { status, operation: id }: Exchange): boolean =>
  key.declared &&
  (status === 401 || status === 403) &&
  (operation(id).rateLimit === null || key.role === 'admin')

/**
 * Keys of the same role with the scope, those with the fewest scopes first, until each other scope is missing from one
 * of them. They show that the scope alone is enough.
 */
function narrowKeys(t: Trial, operationId: string, right: Key): Key[] {
  const scope = scopeOf(operationId)
  const able = t.keys
    .home()
    .filter(key => key.declared && key.role === right.role && scope !== undefined && key.scopes.has(scope))
    .toSorted(
      (a, b) =>
        Number(b.owner === right.owner) - Number(a.owner === right.owner) || a.scopes.size - b.scopes.size,
    )
  const chosen: Key[] = []
  let held = new Set<string>(SCOPES)
  for (const key of able) {
    const both = new Set([...held].filter(one => key.scopes.has(one as never)))
    if (both.size < held.size) chosen.push(key)
    held = both
  }
  return chosen.filter(key => key !== right).slice(0, 3)
}

/**
 * The same person can only be refused for the scopes of the key. A start may also be refused because the agent is busy.
 */
const isSurelyFor = (key: Key, right: Key, operationId: string): boolean =>
  key.owner !== undefined && key.owner === right.owner && operationId !== 'startRun'

/**
 * Where another person or a busy agent may explain the refusal, it counts only if worded like the refusals of keys
 * without the scope.
 */
function refusedInSpiteOfScope(
  t: Trial,
  row: string,
  key: Key,
  exchange: Exchange,
  sure: boolean,
  lacking: readonly Exchange[],
) {
  const scope = scopeOf(exchange.operation)
  const { method, path } = operation(exchange.operation)
  const others = [...key.scopes].filter(one => one !== scope).join(', ') || 'nothing else'
  const sentence = `${method} ${path} answered ${exchange.status} to key ${key.name}, which has the scope ${scope} and ${others}`
  const alike = lacking.find(one => one.status === exchange.status && wordsOf(one) === wordsOf(exchange))
  if (sure || alike) t.violated(row, sentence, exchange, ...(alike ? [alike] : []))
  else t.notExercised(row, `a key of the same person: ${sentence}`, exchange)
}

/** The text without what differs by request: scopes, ids, timestamps, names of keys. */
const wordsOf = ({ text }: Exchange): string => text.replaceAll(/[\w.-]*[\d:_-][\w.:-]*/g, '')
