// Which things changed their status, when, and by which call; the newest few thousand of a workspace.
import type { Workspace } from '../world/workspace.ts'

export type ResourceKind = 'run' | 'task' | 'workflow-run' | 'approval'

/** A thing got another status. */
export interface Movement {
  readonly kind: ResourceKind
  readonly id: string
  /** What it came of: the task or workflow run of a run, what waits for an approval. */
  readonly parent: string | null
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

type Thing = { readonly id: string; readonly status: string }

/** Notes every movement in the workspaces that it follows. */
export class Movements {
  #list: Movement[] = []
  #exchange: string | null = null
  readonly #listeners = new Set<(movement: Movement) => void>()

  /** Begins to note what moves in a workspace. */
  follow({ tables, simulation }: Workspace): void {
    const note =
      <Row extends Thing>(kind: ResourceKind, parentOf: (row: Row) => string | null) =>
      (before: Row | undefined, after: Row | undefined) => {
        const row = after ?? before
        if (!row || before?.status === after?.status) return
        const [from, to] = [before?.status ?? null, after?.status ?? null]
        const at = simulation.now()
        this.#add({ kind, id: row.id, parent: parentOf(row), at, from, to, exchange: this.#exchange })
      }
    tables.runs.watch(note('run', run => run.taskId ?? run.workflowRunId))
    tables.tasks.watch(note('task', task => task.parentTaskId))
    tables.workflowRuns.watch(note('workflow-run', () => null))
    tables.approvals.watch(
      note('approval', ({ runId, taskId, workflowRunId }) => runId ?? taskId ?? workflowRunId),
    )
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

  /** Calls back with every movement; what it returns ends that. */
  listen(listener: (movement: Movement) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
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
    for (const listener of this.#listeners) listener(movement)
  }
}
