/** Sends invalid requests and judges the answers: 422 exactly. */

import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { invalidRequestsFor } from './invalid-requests.ts'

export interface RefusalSetup {
  /** Everything but the one fault: path, query, key. */
  options?: CallOptions
  /** A body that would be accepted. */
  right?: Json
  /** Called when an invalid request was accepted; true ends the series, because what it was sent to has changed. */
  accepted?: (exchange: Exchange) => boolean | Promise<boolean>
  /** Whether a right request would still be accepted; asked when the refusal has another status than 422. */
  holds?: () => Promise<boolean>
  /** Sends the request another way, for instance written down in the journal. */
  send?: (options: CallOptions) => Promise<Exchange>
  /** Where requests are few: the first wrong value of each kind, or the others. Left out: all. */
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
      // Nothing at all is shown of an output specification: a service that takes anything for one breaks no sentence.
      if (subject.field === 'output' && exchange.status !== 422) t.notExercised(id, sentence, exchange)
      else t.expect(id, exchange.status === 422, sentence, exchange)
      if (exchange.status < 300 && (await ground.accepted?.(exchange))) return
    }
  }
}

/** A reading may lag behind what a call finds: only a state that it still shows a moment later holds. */
async function holdsOn(t: Trial, holds: () => Promise<boolean>): Promise<boolean> {
  if (!(await holds())) return false
  await t.sleep(1)
  return holds()
}
