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
 * Like `served`, for a call that costs money or depends on a state: an empty wallet, a reached cap or a busy agent may
 * lawfully refuse it. Its refusal is a violation only between two calls that the same states would refuse, both served.
 */
export async function servedBeside(
  t: Trial,
  requirement: string | readonly string[],
  send: () => Promise<Exchange>,
  control?: () => Promise<Exchange | undefined>,
): Promise<Exchange> {
  const first = await send()
  t.refusedByScope(first)
  if (isRefusal(first) && control) {
    const before = await control()
    const again = before && isServed(before) ? await send() : first
    if (!isRefusal(again)) return judged(t, requirement, again)
    const after = again === first ? undefined : await control()
    if (before && after && isServed(after)) {
      const beside = `${said(before)} before and after it`
      t.violated('stated-status', requirement, `${said(again)}; ${beside}`, again, before, after)
      return again
    }
  }
  return judged(t, requirement, first)
}

/** A refusal alone says nothing: what it depends on may not be as it must. */
function judged(t: Trial, requirement: string | readonly string[], reply: Exchange): Exchange {
  if (isRefusal(reply)) t.notExercised(requirement, `a call that is served: ${said(reply)}`, reply)
  else t.served(requirement, reply)
  return reply
}

export const isServed = ({ status, operation: id }: Exchange): boolean =>
  status === operation(id).successStatus

const said = ({ status, operation: id }: Exchange): string =>
  `${operation(id).method} ${operation(id).path} answered ${status}`
