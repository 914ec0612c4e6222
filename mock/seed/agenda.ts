import type { Workspace } from '../world/workspace.ts'

/**
 * What people and programs do at which instant, in a workspace whose clock stands in the past. `run` lets the time
 * pass: the service itself does the rest, as it would today.
 *
 *     agenda.add(monday, () => startRun(workspace, { agent, startedBy, input }))
 *     agenda.run()
 */
export class Agenda {
  readonly workspace: Workspace
  /** The instant at which the history ends. What is later is not done. */
  readonly end: number
  readonly #items: { readonly at: number; readonly act: () => void }[] = []

  constructor(workspace: Workspace, end: number) {
    this.workspace = workspace
    this.end = end
  }

  now(): number {
    return this.workspace.now()
  }

  /** Notes what is done then; of two things at one instant the one that was noted first comes first. */
  add(at: number, act: () => void): void {
    if (at > this.end) return
    let [low, high] = [0, this.#items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      // The next thing to do stands last.
      if (this.#items[middle]!.at > at) low = middle + 1
      else high = middle
    }
    this.#items.splice(low, 0, { at, act })
  }

  /** Does everything up to the end, and stands there. */
  run(): void {
    const { simulation } = this.workspace
    for (let item = this.#items.pop(); item; item = this.#items.pop()) {
      simulation.moveTo(Math.max(item.at, this.now()))
      item.act()
    }
    simulation.moveTo(this.end)
  }
}
