import type { Connection } from '../http/connection.ts'
import type { Effect, Strike } from './fault.ts'

type Kind = Effect['do']

/** The faults that strike one request, and the record of those that had an effect. */
export class Strikes {
  readonly #connection: Connection
  readonly #strikes: readonly Strike[]

  constructor(connection: Connection, strikes: readonly Strike[]) {
    this.#connection = connection
    this.#strikes = strikes
  }

  all<K extends Kind>(kind: K): Strike<K>[] {
    return this.#strikes.filter(({ effect }) => effect.do === kind) as unknown as Strike<K>[]
  }

  first<K extends Kind>(kind: K): Strike<K> | undefined {
    return this.all(kind)[0]
  }

  /** Records an effect in the exchange, once. A test may be waiting for it while the request is held up. */
  record({ fault }: { readonly fault: string }, effect: string): void {
    const { exchange } = this.#connection
    if (exchange.faults.some(known => known.id === fault && known.effect === effect)) return
    exchange.faults = [...exchange.faults, { id: fault, effect }]
    this.#connection.changed()
  }
}
