/** The budget of a run, what it has spent, and the error when the budget is used up. */
import { type Lack, lackOf, lacks, Missing } from '../requirements/missing.ts'

export class Budget {
  readonly limits: { runs: number; euros: number; minutes: number }
  runs = 0
  readonly #euros = new Map<string, number>()
  readonly #deadline: number
  /** What was skipped because the budget was used up. */
  readonly cuts = new Set<string>()
  /** Whether the time was not enough for something. */
  isOutOfTime = false

  /** The reason for the time limit, where the target does not set it. */
  readonly #ending: string | undefined

  constructor(limits: Budget['limits'], ending?: string) {
    this.limits = limits
    this.#ending = ending
    this.#deadline = performance.now() + limits.minutes * 60_000
  }

  get euros(): number {
    return [...this.#euros.values()].reduce((sum, cost) => sum + cost, 0)
  }

  /** Call before starting a paid run. */
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

  /** Call before sending a request or waiting that long. */
  takeTime(ms = 0) {
    if (performance.now() + ms > this.#deadline) {
      const { minutes } = this.limits
      this.isOutOfTime = true
      if (this.#ending !== undefined) this.#cut(lackOf(this.#ending))
      this.#cut(lacks.budget(`budget: ${minutes} minutes are over`, { minutes: 2 * minutes }))
    }
  }

  /** A run's latest cost replaces its earlier one. */
  costOf(run: string, euros: number) {
    this.#euros.set(run, euros)
  }

  #cut(lack: Lack): never {
    this.cuts.add(lack.what)
    throw new Missing(lack)
  }
}
