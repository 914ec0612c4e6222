import type { Workspace } from '../world/workspace.ts'

/** Forks cost little, but a test that never ends must not keep them all. */
const MAX = 200

/** The world as it was at one moment, or as it was a fixed time ago. */
export class PastWorld {
  readonly #behind: number | undefined
  /** Oldest first. The first is at least as old as requested once such a world exists. */
  #worlds: { readonly at: number; readonly workspace: Workspace }[]

  /** Without `behind`, the world stays as it is now; with it, it follows that many milliseconds later. */
  constructor(workspace: Workspace, behind?: number) {
    this.#behind = behind
    // Earlier worlds are not known; the present one stands for them.
    this.#worlds = [{ at: Number.NEGATIVE_INFINITY, workspace: workspace.fork(workspace.id) }]
  }

  /** Records the present world. */
  observe(workspace: Workspace): void {
    if (this.#behind === undefined) return
    const now = workspace.now()
    if (this.#worlds.at(-1)?.at === now) this.#worlds.pop()
    this.#worlds.push({ at: now, workspace: workspace.fork(workspace.id) })
    const due = this.#worlds.findLastIndex(({ at }) => at <= now - this.#behind!)
    this.#worlds = this.#worlds.slice(Math.max(due, this.#worlds.length - MAX, 0))
  }

  /** The world to show now. */
  at(workspace: Workspace): Workspace | undefined {
    const due = workspace.now() - (this.#behind ?? 0)
    return (this.#worlds.findLast(({ at }) => at <= due) ?? this.#worlds[0])?.workspace
  }
}
