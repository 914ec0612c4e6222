/** Callers that must be refused: no key, unknown, revoked and malformed ones, keys without the scope, other tenants. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { operation, requirements, scopeOf } from '../../ledger/contract.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import type { Key } from '../../target/target.ts'
import { HOME } from '../../target/target.ts'

interface RefusedCaller {
  who: string
  key: NonNullable<CallOptions['key']>
  ids: string[]
}

/** The SCOPE row of each operation. */
const scopeRow = new Map(
  requirements.filter(row => row.id.startsWith('SCOPE-')).map(row => [row.operations[0] ?? '', row.id]),
)

/** Requirements that are judged by refusing others than who may call this operation. */
export const accessRows = (operationId: string, ...foreign: string[]): string[] => [
  ...(scopeRow.has(operationId) ? [scopeRow.get(operationId) ?? ''] : []),
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
  const row = scopeRow.get(operationId)
  // Which scope the stream of a chat needs is not stated.
  const lacking = scope === undefined || row === undefined ? [] : choose(t.keys.without(scope), right)
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
    { who: 'an unknown key', key: { authorization: `Bearer ${lookalike(right.value)}` }, ids: ['AUTH-03'] },
    ...revoked.map(key => ({ who: `the revoked key ${key.name}`, key, ids: ['AUTH-04'] })),
    {
      who: 'the key as Basic',
      key: { authorization: `Basic ${Buffer.from(`${right.value}:`).toString('base64')}` },
      ids: ['AUTH-05'],
    },
    ...(foreign.length > 0
      ? elsewhere.map(key => ({ who: `key ${key.name} of another tenant`, key, ids: [...foreign] }))
      : []),
  ]
}

/** Reports what the target lacks for the rows that could not be exercised. */
function lacking(t: Trial, operationId: string, foreign: readonly string[]) {
  const scope = scopeOf(operationId)
  const row = scopeRow.get(operationId)
  const declared = (id: string) => t.scenario.requirements.includes(id) && t.wants(id)
  const without = scope === undefined || row === undefined ? [] : t.keys.without(scope)
  if (row && declared(row) && without.length === 0)
    t.notExercised(row, `a key whose scopes are named and do not hold ${scope}`)
  if (row && declared('AUTH-06') && !without.some(key => key.scopes.size === 1))
    t.notExercised('AUTH-06', `a key with a single scope other than ${scope}`)
  if (declared('AUTH-04') && !t.target.keys.some(key => key.revoked))
    t.notExercised('AUTH-04', 'a revoked key')
  const elsewhere = t.target.keys.some(key => key.tenant !== HOME && !key.revoked)
  if (foreign.length > 0 && !elsewhere) t.notExercised(foreign.filter(declared), 'a key of another tenant')
}

/** As few keys as hold, together, every scope that may be taken for the right one; and one with a single scope. */
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

/** Same form and length, other letters: refused because it is unknown, not because it is no key. */
function lookalike(key: string): string {
  const turn = (text: string) =>
    text
      .replace(/[a-z]/g, letter => String.fromCharCode(((letter.charCodeAt(0) - 97 + 11) % 26) + 97))
      .replace(/[A-Z]/g, letter => String.fromCharCode(((letter.charCodeAt(0) - 65 + 11) % 26) + 65))
      .replace(/\d/g, digit => String((Number(digit) + 3) % 10))
  // Only a prefix such as `sk_live_` stays: nothing of the secret may come back in an echo.
  const at = (/^(?:[a-z]{1,8}[_-]){1,2}/i.exec(key)?.[0] ?? '').length
  const changed = key.slice(0, at) + turn(key.slice(at))
  return changed === key ? 'no-such-key-of-this-service' : changed
}

/** Short numbers count per tenant as a rule: behind the same one stands something else there. */
export const isSharedId = (path: Record<string, string> = {}): boolean =>
  Object.values(path).some(id => id.length < 8)

export interface Attempt {
  /** A request that is right but for the key. */
  options: CallOptions
  /** Requirements about other tenants, where the request names something of this one. */
  foreign?: readonly string[]
  /** After every refusal: undefined, or what changed in spite of it. */
  changed?: () => Promise<string | undefined>
  /** What a key of another tenant sees under that id. Ids may count per tenant: then it is something else. */
  seenBy?: (key: Key) => Promise<'nothing' | 'ours' | 'another'>
  /** Requirements about refused requests changing nothing. */
  unchanged?: readonly string[]
  /** Called when a request was served that must be refused: what it made must be removed. */
  served?: (exchange: Exchange) => void
  /** The right request, when it is more than the same with the right key. */
  right?: () => Promise<Exchange>
}

/**
 * Sends the request as everyone who must be refused, then with the right key: only a request that is served then says anything about those
 * that were refused before. Returns the reply to the right one.
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
    const abroad = typeof key === 'object' && 'tenant' in key && key.tenant !== HOME
    // Where ids count per tenant, the same one names something of the other tenant: it must not be changed.
    const risky = abroad && method !== 'GET' && isSharedId(attempt.options.path)
    if (risky || (abroad && (await attempt.seenBy?.(key)) === 'another')) {
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
    else if (abroad && !attempt.seenBy) foreign.push({ ids: wanted, sentence, exchange })
    else t.violated(wanted, sentence, exchange)
    if (exchange.status < 300) attempt.served?.(exchange)
  }
  lacking(t, operationId, attempt.foreign ?? [])
  const ask = () =>
    operation(operationId).rateLimit && attempt.options.query === undefined
      ? t.read(operationId, { key: right })
      : t.call(operationId, { ...attempt.options, key: right })
  const control = await (attempt.right?.() ?? ask())
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
    if (isSharedId(attempt.options.path)) {
      t.notExercised(ids, `${sentence}: an id that short may count per tenant`, exchange)
    } else if (exchange.text === control.text)
      t.violated(ids, `${sentence}, with the same body`, exchange, control)
    else t.notExercised(ids, `${sentence}, with something else: ids count per tenant`, exchange)
  }
  if (served && t.wants('AUTH-01'))
    t.met('AUTH-01', `${method} ${path} with a bearer key answered ${control.status}`, control)
  if (right.declared && control.status === 401 && t.wants('AUTH-01')) {
    t.violated('AUTH-01', `${method} ${path} answered 401 to the bearer key ${right.name}`, control)
  }
  const row = scopeRow.get(operationId)
  if (row && !served && isRefusedInSpiteOfScope(right, control)) {
    t.violated(
      [row, ...(control.status === 401 && t.scenario.requirements.includes('AUTH-01') ? ['AUTH-01'] : [])],
      `${method} ${path} answered ${control.status} to key ${right.name}, which has the scope`,
      control,
    )
  }
  if (row && served && method === 'GET' && t.wants(row))
    await servesNarrowest(t, operationId, row, right, attempt)
  return control
}

/** What members and managers see of analytics is a matter of their role. */
const isRefusedInSpiteOfScope = (key: Key, { status, operation: id }: Exchange): boolean =>
  key.declared &&
  (status === 401 || status === 403) &&
  (operation(id).rateLimit === null || key.role === 'admin')

/** The scope alone is enough: another key of the same person that has it, and as little else as possible. */
async function servesNarrowest(t: Trial, operationId: string, row: string, right: Key, attempt: Attempt) {
  const scope = scopeOf(operationId)
  const [narrowest] = t.keys
    .home()
    .filter(key => key.declared && key.owner === right.owner && key.role === right.role)
    .filter(key => scope !== undefined && key.scopes.has(scope))
    .toSorted((a, b) => a.scopes.size - b.scopes.size)
  if (!narrowest || narrowest === right || right.owner === undefined) return
  const { method, path } = operation(operationId)
  const exchange = await t.call(operationId, { ...attempt.options, key: narrowest })
  if (!isRefusedInSpiteOfScope(narrowest, exchange)) return
  const others = [...narrowest.scopes].filter(one => one !== scope).join(', ') || 'nothing else'
  t.violated(
    row,
    `${method} ${path} answered ${exchange.status} to key ${narrowest.name}, which has the scope, and ${others}`,
    exchange,
  )
}
