/**
 * A key with the scope of an operation is not refused for its scope. A status never says why a request is refused, so
 * this is seen where the same request is served with another key of the same person, where the refusal itself speaks of
 * scopes, or where nothing else can refuse the request.
 */

import { SCOPES, type Scope } from '#openapi'
import type { Trial } from '../../engine/trial.ts'
import { operation, scopeOf, scopeRequirements } from '../../requirements/contract.ts'
import { type Exchange, isRefusal, said } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'

type Ask = (key: Key) => Promise<Exchange>

/** Sends the valid request with the right key and with keys of fewer scopes; returns the reply that counts. */
export async function judgeScope(
  t: Trial,
  operationId: string,
  right: Key,
  ask: Ask,
  noKey: Exchange | undefined,
): Promise<Exchange> {
  const row = scopeRequirements.get(operationId)
  const narrow = narrowKeys(t, operationId, right)
  const judged = (control: Exchange) => {
    if (isRefusal(control)) refusedInSpiteOfScope(t, row, right, control, noKey)
    return control
  }
  const [least = right] = narrow
  // What moves or removes a record, or starts work, is sent once: with the fewest scopes, which shows most.
  if (isOnce(operationId)) {
    const first = await ask(least)
    if (least === right || !isRefusal(first)) return judged(first)
    const again = await ask(least)
    const control = await ask(right)
    if (row && isRefusal(again)) contradicts(t, row, [least, again], [right, control], operationId)
    return isRefusal(again) ? judged(control) : again
  }
  const control = await ask(right)
  for (const key of row && t.wants(row) ? narrow : []) {
    const reply = await ask(key)
    if (isRefusal(reply) === isRefusal(control)) continue
    const [closed, open] = isRefusal(reply) ? [key, right] : [right, key]
    // A new record may be there for some reads before it is for others.
    const look = () => ask(closed)
    const refused = await t.settled('the request to be served', look, one => !isRefusal(one))
    contradicts(t, row ?? '', [closed, refused], [open, await ask(open)], operationId)
  }
  return judged(control)
}

/** One key is refused and the other served. The record or the agent may have been in another state for a moment. */
function contradicts(
  t: Trial,
  row: string,
  [key, refused]: [Key, Exchange],
  [other, served]: [Key, Exchange],
  operationId: string,
) {
  if (!t.wants(row) || !isRefusal(refused) || served.status >= 300) return
  const sentence = `${said(refused)} to key ${key.name} and ${served.status} to key ${other.name} of the same person; both have ${scopeOf(operationId)}`
  if (!isOnce(operationId) || isForScope(t, refused))
    t.violated('scope-suffices', row, sentence, refused, served)
  else t.notExercised(row, `a state that is the same for both: ${sentence}`, refused, served)
}

/** The right key is refused: the refusal says why, or nothing but the key can be the reason. */
function refusedInSpiteOfScope(
  t: Trial,
  row: string | undefined,
  key: Key,
  control: Exchange,
  noKey: Exchange | undefined,
) {
  if (row === undefined || !key.declared) return
  const sentence = `${said(control)} to key ${key.name}, which has ${scopeOf(control.operation)}`
  const mayBe = operation(control.operation).rateLimit === null || key.role === 'admin'
  if (isForScope(t, control) && mayBe && t.wants(row)) t.violated('scope-suffices', row, sentence, control)
  else if (mayBe && control.status !== 402 && mustBeServed(control)) {
    const asWithoutKey = noKey?.status === control.status && wordsOf(noKey) === wordsOf(control)
    const ids = [row, ...(asWithoutKey ? ['AUTH-01'] : [])].filter(id => t.wants(id))
    t.violated('stated-status', ids, sentence, control)
  } else if (t.wants(row)) t.notExercised(row, `a request that is served: ${sentence}`, control)
}

/** The text without what differs by request: ids, timestamps, names of keys. */
const wordsOf = ({ text }: Exchange): string => text.replaceAll(/[\w.-]*[\d:_-][\w.:-]*/g, '')

/** The refusal says that it is about scopes, as those of invalid requests do not. */
export const isForScope = (t: Trial, refused: Exchange): boolean =>
  speaksOfScopes(refused) &&
  ![...t.context.observed.attempts.values()].some(byStatus => {
    const invalid = byStatus.get(422)
    return invalid !== undefined && invalid.id !== refused.id && speaksOfScopes(invalid)
  })

const speaksOfScopes = ({ text }: Exchange): boolean =>
  /\bscopes?\b|scope_|_scope/i.test(text) || SCOPES.some(scope => text.includes(scope))

/** No state and no record can refuse these, but a plan may; 422 is said of what is sent, not of the key. */
const mustBeServed = ({ operation: id, status }: Exchange): boolean => {
  const { method, path } = operation(id)
  const isPlain = method === 'GET' && !path.includes('{')
  return status !== 422 && (isPlain || id === 'updateTask' || id === 'deleteTask')
}

/** Operations that cannot be repeated on the same record, or cost money. */
const isOnce = (operationId: string): boolean =>
  /^(start|respondTo|stop|cancel|pause|resume|retry)(Workflow)?Run$|^(create|delete)Task$|Completion$/.test(
    operationId,
  )

/**
 * Keys of the same person with the scope, those with the fewest scopes first, until each other scope is missing from
 * one of them. They show that the scope alone is enough.
 */
function narrowKeys(t: Trial, operationId: string, right: Key): Key[] {
  if (right.owner === undefined) return []
  const able = t.keys
    .home(scopeOf(operationId))
    .filter(key => key.declared && key.owner === right.owner && key.role === right.role)
    .toSorted((a, b) => a.scopes.size - b.scopes.size)
  const chosen: Key[] = []
  let held: ReadonlySet<Scope> = new Set(SCOPES)
  for (const key of able) {
    const both = new Set([...held].filter(one => key.scopes.has(one)))
    if (both.size < held.size) chosen.push(key)
    held = both
  }
  return chosen.filter(key => key !== right)
}
