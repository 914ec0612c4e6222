// The latest few thousand events of a workspace: changes of status, with the calls that caused them.
import { describeHeld } from '../work/task-runs.ts'
import type { Workspace } from '../world/workspace.ts'

export type ResourceKind = 'run' | 'task' | 'workflow-run' | 'approval'

/** A change of status, or a run that has to wait for another one. */
export interface WorkspaceEvent {
  readonly kind: ResourceKind
  readonly id: string
  /** Its origin: the task or workflow run of a run, or what waits for an approval. */
  readonly parent: string | null
  /** By the workspace's clock. */
  readonly at: number
  /** Null for a new resource. */
  readonly from: string | null
  /** Null for a deleted resource. */
  readonly to: string | null
  /** The exchange that caused it; null for what happened by itself or was done by a person in the app. */
  readonly exchange: string | null
  /** Details beyond the status. */
  readonly note?: string
}

const MAX_EVENTS = 5_000

/** The request that causes the events of this moment. */
interface Cause {
  readonly id: string
  /** Whether the console or a tool sent it. */
  readonly console: boolean
  /** The run that it asked for and that is held: why, and what releases it. */
  held: string | undefined
}

/** A point in the log, to which it can return. It costs nothing to keep, because what the log held is only added to. */
export interface LogPosition {
  readonly list: readonly WorkspaceEvent[]
  readonly length: number
}

type Thing = { readonly id: string; readonly status: string }

/** Records the events of the workspaces that it follows. */
export class EventLog {
  #list: WorkspaceEvent[] = []
  /** The request that is being handled. */
  cause: Cause | null = null
  #listeners: readonly ((event: WorkspaceEvent) => void)[] = []

  /** Starts to follow a workspace. */
  follow({ tables, simulation }: Workspace): void {
    const note =
      <Row extends Thing>(kind: ResourceKind, parentOf: (row: Row) => string | null) =>
      (before: Row | undefined, after: Row | undefined) => {
        const row = after ?? before
        if (!row || before?.status === after?.status) return
        this.#add({
          kind,
          id: row.id,
          parent: parentOf(row),
          at: simulation.now(),
          from: before?.status ?? null,
          to: after?.status ?? null,
          exchange: this.cause?.id ?? null,
        })
      }
    tables.runs.watch(note('run', run => run.taskId ?? run.workflowRunId))
    tables.tasks.watch(note('task', task => task.parentTaskId))
    tables.tasks.watch((before, task) => {
      if (!task?.heldRun || task.heldRun === before?.heldRun) return
      const { id, status, parentTaskId: parent, heldRun } = task
      const at = simulation.now()
      const note = describeHeld(heldRun)
      if (this.cause) this.cause.held = `${task.reference}: ${note}`
      this.#add({
        kind: 'task',
        id,
        parent,
        at,
        from: status,
        to: status,
        exchange: this.cause?.id ?? null,
        note,
      })
    })
    tables.workflowRuns.watch(note('workflow-run', () => null))
    tables.approvals.watch(
      note('approval', ({ runId, taskId, workflowRunId }) => runId ?? taskId ?? workflowRunId),
    )
  }

  /** Calls back with every event. Returns a function that unsubscribes. */
  listen(listener: (event: WorkspaceEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter(other => other !== listener)
    }
  }

  /** Every event kept, oldest first. */
  all(): readonly WorkspaceEvent[] {
    return this.#list
  }

  position(): LogPosition {
    return { list: this.#list, length: this.#list.length }
  }

  /** Forgets the events that happened after a position; all of them without one. */
  returnTo(position: LogPosition | undefined): void {
    this.#list = position?.list.slice(0, position.length) ?? []
  }

  /** The events of a resource that are still in the log. */
  of(id: string): WorkspaceEvent[] {
    return this.#list.filter(event => event.id === id)
  }

  #add(event: WorkspaceEvent): void {
    this.#list.push(event)
    if (this.#list.length > 2 * MAX_EVENTS) this.#list = this.#list.slice(-MAX_EVENTS)
    for (const listener of this.#listeners) listener(event)
  }
}
