/** Draws conclusions of the rules `stated-status` and `path-prefix`, where a lawful state may explain a refusal. */

import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { mayBeNullList, replyList } from '../extract/list-rows.ts'
import { operation } from '../requirements/contract.ts'
import { type Exchange, isRefusal, said } from '../requirements/exchange.ts'
import { ignoreMissing } from '../requirements/missing.ts'

/** A list is served, at its stated path; a path that is not there is a violation of both requirements. */
export function servedAtPath(t: Trial, requirement: string, atPath: string, reply: Exchange): boolean {
  const sentence = said(reply)
  const served = t.answered(requirement, reply)
  if (served) t.met('path-prefix', atPath, sentence, reply)
  else if ([404, 405].includes(reply.status)) t.violated('path-prefix', atPath, sentence, reply)
  else t.notExercised(atPath, `a list that is served: ${sentence}`, reply)
  return served && holdsList(t, requirement, reply)
}

/** The reply of a list holds one. A null may be an empty list. */
export function holdsList(t: Trial, requirement: string, reply: Exchange): boolean {
  const { method, path } = operation(reply.operation)
  const list = replyList(reply)
  const sentence = `there is no list in the reply to ${method} ${path}`
  if (!list && mayBeNullList(reply)) t.notExercised(requirement, `a list that is no null: ${sentence}`, reply)
  else if (!list) t.violated('stated-type', requirement, sentence, reply)
  return list !== undefined
}

/** Sends a like call that the same states would refuse. */
type Control = (refused: Exchange) => Promise<Exchange | undefined>

/**
 * Sends a call that costs money or depends on a state: an empty wallet, a reached cap or a busy agent may lawfully
 * refuse it. Its refusal is a violation only in turns with a call that the same states would refuse, which is served; its
 * failure is not where that call fails as well.
 */
export async function servedBeside(
  t: Trial,
  requirement: string | readonly string[],
  what: string,
  send: () => Promise<Exchange>,
  control?: Control,
  rule: 'stated-status' | 'accepts-value' = 'stated-status',
): Promise<Exchange> {
  let reply = await send()
  t.refusedByScope(reply)
  const beside: Exchange[] = []
  for (let round = 0; isRefusal(reply) && control && round < ROUNDS; round++) {
    const one = await control(reply)
    if (!one || !isServed(one)) break
    beside.push(one)
    reply = await send()
  }
  const sentence = `${what} answered ${reply.status}`
  const isOver = isServed(reply) || (isRefusal(reply) && beside.length < ROUNDS)
  const last = isOver ? undefined : await control?.(reply).catch(ignoreMissing)
  if (isServed(reply)) t.met(rule, requirement, sentence, reply)
  else if (last && last.status >= 500)
    t.notExercised(requirement, `a like call that does not fail: ${sentence}, and ${said(last)}`, reply, last)
  else if (!isRefusal(reply)) t.violated(rule, requirement, sentence, reply)
  else if (last && isServed(last)) {
    const both = `${sentence}; ${said(last)} before and after it`
    t.violated(rule, requirement, both, reply, ...beside.slice(-1), last)
  } else t.notExercised(requirement, `a call that is served: ${sentence}`, reply)
  return reply
}

/** Sends a call that may have been sent already: its reply first, and then the call itself. */
export function beginningWith(
  first: Exchange | undefined,
  send: () => Promise<Exchange>,
): () => Promise<Exchange> {
  const sent = first ? [first] : []
  return async () => sent.pop() ?? send()
}

/**
 * Sends a call with members that are known to be served each on its own, and without them where it is refused: then the
 * call alone is judged, and what is served both ways but never together is a violation as well.
 */
export async function servedTogether(
  t: Trial,
  requirement: string,
  what: string,
  send: (more: Json) => () => Promise<Exchange>,
  more: Json,
  control: () => Promise<Exchange>,
): Promise<Exchange> {
  const both = await send(more)()
  const sentence = `${what} beside ${JSON.stringify(more)}`
  if (isServed(both)) {
    t.met('accepts-value', requirement, `${sentence} answered ${both.status}`, both)
    return both
  }
  const alone = await servedBeside(t, requirement, what, send({}), control, 'accepts-value')
  if (isServed(alone) && (both.status === 422 || !isRefusal(both)))
    await servedBeside(t, requirement, sentence, send(more), send({}), 'accepts-value')
  return alone
}

/**
 * Sends members that may be null as nulls, or as the given `empty` values, all at once beside what is sent anyway, and
 * returns the reply. Where that is refused as invalid, or fails, the one is to blame without which it is served, in turns.
 */
export async function takesNulls(
  t: Trial,
  ids: Readonly<Record<string, string>>,
  what: string,
  send: (more: Json) => () => Promise<Exchange>,
  { empty = {}, control = send }: { empty?: Json; control?: (more: Json) => Control } = {},
): Promise<Exchange> {
  const names = Object.keys(ids)
  const nulls: Json = { ...Object.fromEntries(names.map(name => [name, null])), ...empty }
  const all = await send(nulls)()
  const sentence = `${what} with ${JSON.stringify(nulls)}`
  if (isServed(all)) t.met('accepts-value', Object.values(ids), `${sentence} answered ${all.status}`, all)
  if (isServed(all) || (isRefusal(all) && all.status !== 422)) return all
  for (const name of names) {
    const { [name]: _, ...rest } = nulls
    if (!isServed(await send(rest)())) continue
    await servedBeside(t, ids[name]!, sentence, send(nulls), control(rest), 'accepts-value')
    return all
  }
  await servedBeside(t, Object.values(ids), sentence, send(nulls), control({}), 'accepts-value')
  return all
}

/** A deployment may refuse calls now and then: it does not refuse one call each time and serve the other each time. */
export const ROUNDS = 8

export const isServed = ({ status, operation: id }: Exchange): boolean =>
  status === operation(id).successStatus
