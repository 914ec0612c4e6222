import type { Connection } from '../http/connection.ts'
import type { AppliedEffect, Effect } from './fault.ts'

type Kind = Effect['do']

/** The effects of faults on one request, and the record of those that happened. */
export class AppliedEffects {
  readonly #connection: Connection
  readonly #applied: readonly AppliedEffect[]

  constructor(connection: Connection, applied: readonly AppliedEffect[]) {
    this.#connection = connection
    this.#applied = applied
  }

  all<K extends Kind>(kind: K): AppliedEffect<K>[] {
    return this.#applied.filter(({ effect }) => effect.do === kind) as unknown as AppliedEffect<K>[]
  }

  first<K extends Kind>(kind: K): AppliedEffect<K> | undefined {
    return this.all(kind)[0]
  }

  /**
   * Records an effect in the exchange, once. Listeners are notified at once, because a test may wait for it while the
   * request is delayed.
   */
  record({ fault }: { readonly fault: string }, effect: string): void {
    const connection = this.#connection
    if (connection.faults.some(known => known.id === fault && known.effect === effect)) return
    connection.faults = [...connection.faults, { id: fault, effect }]
    connection.changed()
  }
}
