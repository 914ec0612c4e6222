import type { Workspace } from '../world/workspace.ts'

/** Forks cost little, but a test that never ends must not keep them all. */
const MAX = 200

/** A workspace as it was at one moment, or a fixed time ago. */
export class PastWorld {
  readonly #behind: number | undefined
  /** Oldest first. The first is at least as old as requested once such a world exists. */
  #worlds: { readonly at: number; readonly workspace: Workspace }[]

  /** Without `behind`, it stays at the present state; with it, it lags by that many milliseconds. */
  constructor(workspace: Workspace, behind?: number) {
    this.#behind = behind
    // Earlier states are unknown; the present one stands in for them.
    this.#worlds = [{ at: Number.NEGATIVE_INFINITY, workspace: workspace.fork(workspace.id) }]
  }

  /** Records the present state. */
  observe(workspace: Workspace): void {
    if (this.#behind === undefined) return
    const now = workspace.now()
    if (this.#worlds.at(-1)?.at === now) this.#worlds.pop()
    this.#worlds.push({ at: now, workspace: workspace.fork(workspace.id) })
    const due = this.#worlds.findLastIndex(({ at }) => at <= now - this.#behind!)
    this.#worlds = this.#worlds.slice(Math.max(due, this.#worlds.length - MAX, 0))
  }

  /** The state to show now. */
  at(workspace: Workspace): Workspace | undefined {
    const due = workspace.now() - (this.#behind ?? 0)
    return (this.#worlds.findLast(({ at }) => at <= due) ?? this.#worlds[0])?.workspace
  }
}
