import type { Workspace } from '../world/workspace.ts'

/** Forks cost little, but a test that never ends should not keep them all. */
const MOST = 200

/** A world as it was: at one moment, or always some time ago. */
export class Past {
  readonly #behind: number | undefined
  /** Oldest first; the first is at least as old as is asked for, as soon as there is one. */
  #worlds: { readonly at: number; readonly workspace: Workspace }[]

  /** Without `behind`, it stays as the workspace is now; with it, so many milliseconds behind. */
  constructor(workspace: Workspace, behind?: number) {
    this.#behind = behind
    // Whatever was before is not known any more; it is taken to have been as it is now.
    this.#worlds = [{ at: Number.NEGATIVE_INFINITY, workspace: workspace.fork(workspace.id) }]
  }

  /** Remembers the present world. */
  observe(workspace: Workspace): void {
    if (this.#behind === undefined) return
    const now = workspace.now()
    if (this.#worlds.at(-1)?.at === now) this.#worlds.pop()
    this.#worlds.push({ at: now, workspace: workspace.fork(workspace.id) })
    const due = this.#worlds.findLastIndex(({ at }) => at <= now - this.#behind!)
    this.#worlds = this.#worlds.slice(Math.max(due, this.#worlds.length - MOST, 0))
  }

  /** The world to show now. */
  at(workspace: Workspace): Workspace | undefined {
    const due = workspace.now() - (this.#behind ?? 0)
    return (this.#worlds.findLast(({ at }) => at <= due) ?? this.#worlds[0])?.workspace
  }
}
