/** Draws conclusions of the rules `stated-status` and `path-prefix`, where a lawful state may explain a refusal. */

import type { Trial } from '../engine/trial.ts'
import { replyList } from '../extract/list-rows.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'

export const isRefusal = ({ status }: Exchange): boolean => status >= 400 && status < 500

/** A list is served, at its stated path; a path that is not there is a violation of both requirements. */
export function servedAtPath(t: Trial, requirement: string, atPath: string, reply: Exchange): boolean {
  const { method, path } = operation(reply.operation)
  const sentence = `${method} ${path} answered ${reply.status}`
  const served = t.answered(requirement, reply)
  if (served) t.met('path-prefix', atPath, sentence, reply)
  else if ([404, 405].includes(reply.status)) t.violated('path-prefix', atPath, sentence, reply)
  else t.notExercised(atPath, `a list that is served: ${sentence}`, reply)
  return served && holdsList(t, requirement, reply)
}

/** The reply of a list holds one. */
export function holdsList(t: Trial, requirement: string, reply: Exchange): boolean {
  const { method, path } = operation(reply.operation)
  const list = replyList(reply)
  if (!list)
    t.violated('stated-type', requirement, `there is no list in the reply to ${method} ${path}`, reply)
  return list !== undefined
}

/**
 * Sends a call that costs money or depends on a state: an empty wallet, a reached cap or a busy agent may lawfully
 * refuse it. Its refusal is a violation only between two calls that the same states would refuse, both served.
 */
export async function servedBeside(
  t: Trial,
  requirement: string | readonly string[],
  what: string,
  send: () => Promise<Exchange>,
  control?: () => Promise<Exchange | undefined>,
  rule: 'stated-status' | 'accepts-value' = 'stated-status',
): Promise<Exchange> {
  const first = await send()
  t.refusedByScope(first)
  const before = isRefusal(first) ? await control?.() : undefined
  const again = before && isServed(before) ? await send() : first
  const sentence = `${what} answered ${again.status}`
  if (isServed(again)) t.met(rule, requirement, sentence, again)
  else if (!isRefusal(again)) t.violated(rule, requirement, sentence, again)
  else {
    const after = again === first ? undefined : await control?.()
    if (before && after && isServed(after))
      t.violated(rule, requirement, `${sentence}; ${said(before)} before and after it`, again, before, after)
    else t.notExercised(requirement, `a call that is served: ${sentence}`, again)
  }
  return again
}

export const isServed = ({ status, operation: id }: Exchange): boolean =>
  status === operation(id).successStatus

const said = ({ status, operation: id }: Exchange): string =>
  `${operation(id).method} ${operation(id).path} answered ${status}`
