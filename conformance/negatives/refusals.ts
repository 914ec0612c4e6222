/** Sends invalid requests and judges the replies: only 422 is right. */

import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { invalidRequestsFor } from './invalid-requests.ts'

export interface RefusalSetup {
  /** Everything but the error: path, query, key. */
  options?: CallOptions
  /** A valid body. */
  right?: Json
  /**
   * Called when an invalid request was accepted; true ends the series, because the target of the request has changed.
   */
  accepted?: (exchange: Exchange) => boolean | Promise<boolean>
  /** Whether a valid request would still be accepted; called when the refusal has another status than 422. */
  holds?: () => Promise<boolean>
  /** Sends the request another way, for example with an entry in the journal. */
  send?: (options: CallOptions) => Promise<Exchange>
  /** Where requests are scarce: the first invalid value of each kind, or the others. Default: all. */
  which?: 'first' | 'others'
}

export async function refuses(
  t: Trial,
  operationId: string,
  rows: readonly { id: string; subject: Subject }[],
  ground: RefusalSetup,
): Promise<void> {
  const { method, path } = operation(operationId)
  for (const { id, subject } of rows) {
    if (!t.wants(id)) continue
    const all = invalidRequestsFor(operationId, subject, ground.right ?? {})
    const { which } = ground
    for (const negative of which ? all.slice(...(which === 'first' ? [0, 1] : [1])) : all) {
      const options = {
        ...ground.options,
        ...(negative.query && { query: { ...ground.options?.query, ...negative.query } }),
        ...(negative.body !== undefined && { body: negative.body }),
        ...(negative.query && ground.right && { body: ground.right }),
      }
      const exchange = await (ground.send ?? (o => t.call(operationId, o)))(options)
      t.refusedByScope(exchange)
      const other = exchange.status >= 400 && exchange.status < 500 && exchange.status !== 422
      if (other && ground.holds && !(await holdsOn(t, ground.holds))) {
        t.notExercised(id, `a state that lasts: ${method} ${path} answered ${exchange.status}`, exchange)
        return
      }
      const sentence = `${method} ${path} with ${negative.what} answered ${exchange.status}, 422 is stated`
      // The form of an output specification is not stated: a service may accept anything.
      if (subject.field === 'output' && exchange.status !== 422) t.notExercised(id, sentence, exchange)
      else t.expect(id, exchange.status === 422, sentence, exchange)
      if (exchange.status < 300 && (await ground.accepted?.(exchange))) return
    }
  }
}

/** A read may lag behind: a state holds only if a second read shows it again. */
async function holdsOn(t: Trial, holds: () => Promise<boolean>): Promise<boolean> {
  if (!(await holds())) return false
  await t.sleep(1)
  return holds()
}
