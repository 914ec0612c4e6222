import type { Workspace } from '../world/workspace.ts'

/** Forks cost little, but a test that never ends must not keep them all. */
const MAX = 200

/** A workspace as it was at one moment, or a fixed time ago. */
export class PastWorld {
  readonly #behind: number | undefined
  /** Oldest first. The first is at least as old as requested once such a world exists. */
  #worlds: { readonly at: number; readonly version: number; readonly workspace: Workspace }[] = []

  /** Without `behind`, it stays at the present state; with it, it lags by that many milliseconds. */
  constructor(workspace: Workspace, behind?: number) {
    this.#behind = behind
    this.restart(workspace)
  }

  /** Earlier states are unknown; the present one stands in for them. */
  restart(workspace: Workspace): void {
    this.#worlds = []
    this.#add(workspace, Number.NEGATIVE_INFINITY)
  }

  /** Records the present state, if it has changed. */
  observe(workspace: Workspace): void {
    if (this.#behind === undefined || this.#worlds.at(-1)?.version === workspace.version) return
    if (this.#worlds.at(-1)?.at === workspace.now()) this.#worlds.pop()
    this.#add(workspace, workspace.now())
    const due = this.#worlds.findLastIndex(({ at }) => at <= workspace.now() - this.#behind!)
    this.#worlds = this.#worlds.slice(Math.max(due, this.#worlds.length - MAX, 0))
  }

  /** The state to show now. What has happened between two observations happens in it, too, at its own instant. */
  at(workspace: Workspace): Workspace | undefined {
    const due = workspace.now() - (this.#behind ?? Number.POSITIVE_INFINITY)
    const past = (this.#worlds.findLast(({ at }) => at <= due) ?? this.#worlds[0])?.workspace
    if (past && past.simulation.clock.now() < due) past.simulation.moveTo(due)
    return past
  }

  #add(workspace: Workspace, at: number): void {
    const past = workspace.fork(workspace.id)
    past.simulation.setMode({ kind: 'frozen' })
    this.#worlds.push({ at, version: workspace.version, workspace: past })
  }
}
