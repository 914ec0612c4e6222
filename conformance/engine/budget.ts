/** What may be spent, what was spent, and the error when it is used up. */
import { type Lack, lackOf, lacks, Missing } from '../requirements/missing.ts'

export class Budget {
  readonly limits: { runs: number; euros: number; minutes: number }
  runs = 0
  readonly #euros = new Map<string, number>()
  readonly #deadline: number
  /** What was not done because the budget was used up. */
  readonly cuts = new Set<string>()

  /** Why the time is over, where the target does not say it. */
  readonly #ending: string | undefined

  constructor(limits: Budget['limits'], ending?: string) {
    this.limits = limits
    this.#ending = ending
    this.#deadline = performance.now() + limits.minutes * 60_000
  }

  get euros(): number {
    return [...this.#euros.values()].reduce((sum, cost) => sum + cost, 0)
  }

  /** Called before a paid run is started. */
  takeRun() {
    if (this.runs >= this.limits.runs)
      this.#cut(lacks.budget(`budget: all ${this.limits.runs} runs are used`, { runs: 2 * this.limits.runs }))
    if (this.euros >= this.limits.euros) {
      const spent = `budget: ${this.euros.toFixed(2)} of ${this.limits.euros} euros are spent`
      this.#cut(lacks.budget(spent, { euros: 2 * this.limits.euros }))
    }
    this.takeTime()
    this.runs++
  }

  /** Called before something is sent, or waited for that long. */
  takeTime(ms = 0) {
    if (performance.now() + ms > this.#deadline) {
      const { minutes } = this.limits
      if (this.#ending !== undefined) this.#cut(lackOf(this.#ending))
      this.#cut(lacks.budget(`budget: ${minutes} minutes are over`, { minutes: 2 * minutes }))
    }
  }

  /** The last cost that a run showed replaces the one before. */
  costOf(run: string, euros: number) {
    this.#euros.set(run, euros)
  }

  #cut(lack: Lack): never {
    this.cuts.add(lack.what)
    throw new Missing(lack)
  }
}
