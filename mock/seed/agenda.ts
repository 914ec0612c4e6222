import { HOUR } from '../simulation/duration.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Company } from './company.ts'

/**
 * What people and programs of a company do at which instant of its history. `running` moves the clock through it; the
 * service itself does the rest, as it does in the present.
 *
 *     agenda.add(monday, () => startRun(workspace, { agent, startedBy, input }))
 *     yield* agenda.running()
 */
export class Agenda {
  readonly company: Company
  readonly #items: { readonly at: number; readonly act: () => void }[] = []

  constructor(company: Company) {
    this.company = company
  }

  /** The end of the history. Later actions are not performed. */
  get end(): number {
    return this.company.began
  }

  /** Adds an action. Actions at the same instant run in the order in which they were added. */
  add(at: number, act: () => void): void {
    if (at > this.end) return
    // Sorted with the next action last.
    const place = this.#items.findIndex(item => item.at <= at)
    this.#items.splice(place < 0 ? this.#items.length : place, 0, { at, act })
  }

  /** Performs all actions in slices, and stops at the end of the history. */
  *running(): Slices<void> {
    for (let item = this.#items.pop(); item; item = this.#items.pop()) {
      yield* this.#movingTo(Math.max(item.at, this.company.now()))
      item.act()
    }
    yield* this.#movingTo(this.end)
  }

  *#movingTo(instant: number): Slices<void> {
    const { simulation } = this.company.workspace
    do {
      // From the next event on, because nothing happens in most hours.
      const next = simulation.schedule.nextDue() ?? instant
      simulation.moveTo(Math.min(instant, next + HOUR))
      yield
    } while (simulation.now() < instant)
  }
}
