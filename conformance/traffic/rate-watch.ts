/** Detects violations of the analytics endpoints' rate limit in observed traffic. */
import { requirements } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Seen } from './judge-exchange.ts'
import { OTHER_KEY } from './seen-keys.ts'

const MINUTE = 60_000
/** Thirty requests at the end of one minute and thirty at the start of the next are lawful. */
const MAX = 60

const limited = new Set(requirements.find(({ id }) => id === 'LIMIT-08')?.operations)

export class RateWatch {
  /** When requests were served, by key and endpoint. */
  readonly #served = new Map<string, number[]>()

  /** More requests of one key served within a minute exceed the limit, whatever other clients send. */
  judge({ operation, key, status, at }: Exchange): Seen[] {
    if (!limited.has(operation) || status >= 300 || key === OTHER_KEY) return []
    const now = at.getTime()
    const lately = [
      ...(this.#served.get(`${operation} ${key}`) ?? []).filter(then => now - then < MINUTE),
      now,
    ].slice(-MAX - 1)
    this.#served.set(`${operation} ${key}`, lately)
    const sentence = `${operation} served more than ${MAX} requests of one key within a minute`
    return lately.length > MAX ? [{ requirement: 'LIMIT-08', kind: 'violated', sentence }] : []
  }
}
