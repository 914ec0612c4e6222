/** Maps records of a deployment to records of the mock, by kind, because ids of two kinds may be equal. */
import type { Kind } from './id-kinds.ts'

export class IdMap {
  readonly #there = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #fixtures = new Set<string>()
  readonly #any = new Map<string, string[]>()

  learn(kind: Kind, recorded: string, now: string): void {
    this.#there.set(`${kind} ${recorded}`, now)
    this.#taken.add(`${kind} ${now}`)
    this.#any.set(recorded, [...(this.#any.get(recorded) ?? []), now])
  }

  /** Registers a record from before the recording: its state on the two sides may differ. */
  learnFixture(kind: Kind, recorded: string, now: string): void {
    this.learn(kind, recorded, now)
    this.#fixtures.add(now)
  }

  isFixture(now: unknown): boolean {
    return typeof now === 'string' && this.#fixtures.has(now)
  }

  get(kinds: readonly Kind[], recorded: string): string | undefined {
    return kinds.map(kind => this.#there.get(`${kind} ${recorded}`)).find(found => found !== undefined)
  }

  /** Counterparts of an id, of any kind. */
  all(recorded: string): string[] {
    return this.#any.get(recorded) ?? []
  }

  isTaken(kind: Kind, now: string): boolean {
    return this.#taken.has(`${kind} ${now}`)
  }
}
