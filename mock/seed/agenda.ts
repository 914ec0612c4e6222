import { HOUR } from '../simulation/duration.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Workspace } from '../world/workspace.ts'

/**
 * What people and programs do at which instant of the history. `running` moves the clock through it; the service itself
 * does the rest, as it does in the present.
 *
 *     agenda.add(monday, () => startRun(workspace, { agent, startedBy, input }))
 *     yield* agenda.running()
 */
export class Agenda {
  readonly workspace: Workspace
  /** The end of the history. Later actions are not performed. */
  readonly end: number
  readonly #items: { readonly at: number; readonly act: () => void }[] = []

  constructor(workspace: Workspace, end: number) {
    this.workspace = workspace
    this.end = end
  }

  now(): number {
    return this.workspace.now()
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
      yield* this.#movingTo(Math.max(item.at, this.now()))
      item.act()
    }
    yield* this.#movingTo(this.end)
  }

  *#movingTo(instant: number): Slices<void> {
    const { simulation } = this.workspace
    do {
      // From the next event on, because nothing happens in most hours.
      const next = simulation.schedule.nextDue() ?? instant
      simulation.moveTo(Math.min(instant, next + HOUR))
      yield
    } while (this.now() < instant)
  }
}
