/** Reads that fail for what they ask: a form or a bound that is not stated is refused, it is no reason to fail. */

import type { Trial } from '../../engine/trial.ts'
import { operation } from '../../requirements/contract.ts'
import { type Exchange, pathParameter, queryOf } from '../../requirements/exchange.ts'

const ROUNDS = 2

/**
 * Judges a read that is not served: blamed is a reply from 500 that comes each time, in turns with the same read without its
 * query, which is served.
 */
export async function judgeUnserved(t: Trial, requirement: string, lack: string, failed: Exchange) {
  const open = () => t.notExercised(requirement, lack, failed)
  if (failed.status < 500) return open()
  const { path: at, pathParams, method } = operation(failed.operation)
  const key = t.keys.named(failed.key)
  const path = Object.fromEntries(pathParams.map(({ name }) => [name, pathParameter(failed, name) ?? '']))
  const ask = (query: Record<string, string>) =>
    t.call(failed.operation, { path, query, ...(key && { key }) })
  let last = failed
  let plain: Exchange | undefined
  for (let round = 0; round < ROUNDS; round++) {
    plain = await ask({})
    last = plain.status === 200 ? await ask(queryOf(failed)) : plain
    if (plain.status !== 200 || last.status < 500) return open()
  }
  const { search } = new URL(failed.url)
  const sentence = `${method} ${at}${search} answered ${last.status}, and is served without a query`
  t.violated('accepts-value', requirement, sentence, failed, ...(plain ? [plain] : []), last)
}
