// Which things changed their status, when, and by which call; the newest few thousand of a workspace.
import type { Workspace } from '../world/workspace.ts'

export type ThingKind = 'run' | 'task' | 'workflow-run' | 'approval'

/** A thing got another status. */
export interface Movement {
  readonly kind: ThingKind
  readonly id: string
  /** By the workspace's clock. */
  readonly at: number
  /** Null for what is new. */
  readonly from: string | null
  /** Null for what was deleted. */
  readonly to: string | null
  /** The exchange that did it; null for what happened by itself or was done by a person in the app. */
  readonly exchange: string | null
}

const MOST = 5_000

/** Notes every movement in the workspaces that it follows. */
export class Movements {
  #list: Movement[] = []
  #exchange: string | null = null
  readonly #onMove: (movement: Movement) => void

  constructor(onMove: (movement: Movement) => void = () => {}) {
    this.#onMove = onMove
  }

  /** Begins to note what moves in a workspace. */
  follow({ tables, simulation }: Workspace): void {
    const note =
      (kind: ThingKind) =>
      (
        before: { id: string; status: string } | undefined,
        after: { id: string; status: string } | undefined,
      ) => {
        if (before?.status === after?.status) return
        const id = (after ?? before)!.id
        const [from, to] = [before?.status ?? null, after?.status ?? null]
        this.#add({ kind, id, at: simulation.now(), from, to, exchange: this.#exchange })
      }
    tables.runs.watch(note('run'))
    tables.tasks.watch(note('task'))
    tables.workflowRuns.watch(note('workflow-run'))
    tables.approvals.watch(note('approval'))
  }

  /** Notes what moves while `act` runs as the work of that exchange. */
  during<Result>(exchange: string, act: () => Result): Result {
    this.#exchange = exchange
    try {
      return act()
    } finally {
      this.#exchange = null
    }
  }

  /** Every movement kept, oldest first. */
  all(): readonly Movement[] {
    return this.#list
  }

  /** How a thing came to its status, as far as it is still known. */
  of(id: string): Movement[] {
    return this.#list.filter(movement => movement.id === id)
  }

  #add(movement: Movement): void {
    this.#list.push(movement)
    if (this.#list.length > 2 * MOST) this.#list = this.#list.slice(-MOST)
    this.#onMove(movement)
  }
}
