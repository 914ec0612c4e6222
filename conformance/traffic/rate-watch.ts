/** The stated limit of analytics endpoints, as far as traffic alone shows it. */
import { requirements } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Seen } from './judge-exchange.ts'

const MINUTE = 60_000
/** Thirty at the end of one minute and thirty at the beginning of the next are lawful. */
const MAX = 60

const limited = new Set(requirements.find(({ id }) => id === 'LIMIT-08')?.operations)

export class RateWatch {
  /** When a key was last served by an endpoint, by both. */
  readonly #served = new Map<string, number[]>()

  /** More requests of one key than that, all served within a minute, are too many, whoever else asks. */
  judge({ operation, key, status, at }: Exchange): Seen[] {
    if (!limited.has(operation) || status >= 300) return []
    const now = at.getTime()
    const lately = [
      ...(this.#served.get(`${operation} ${key}`) ?? []).filter(then => now - then < MINUTE),
      now,
    ]
    this.#served.set(`${operation} ${key}`, lately)
    const sentence = `${operation} served ${lately.length} requests of one key within a minute`
    return lately.length > MAX ? [{ requirement: 'LIMIT-08', kind: 'violated', sentence }] : []
  }
}
