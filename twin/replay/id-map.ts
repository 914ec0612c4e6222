/** Which thing of the mock stands for which thing of a deployment: by kind, because two kinds may count alike. */
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

  /** Notes what was there before the recording: its state on both sides need not be the same. */
  learnFixture(kind: Kind, recorded: string, now: string): void {
    this.learn(kind, recorded, now)
    this.#fixtures.add(now)
  }

  isFixture(now: unknown): boolean {
    return typeof now === 'string' && this.#fixtures.has(now)
  }

  get(kinds: readonly Kind[], recorded: string): string | undefined {
    for (const kind of kinds) {
      const found = this.#there.get(`${kind} ${recorded}`)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What a value may stand for, whatever its kind. */
  all(recorded: string): string[] {
    return this.#any.get(recorded) ?? []
  }

  isTaken(kind: Kind, now: string): boolean {
    return this.#taken.has(`${kind} ${now}`)
  }
}
