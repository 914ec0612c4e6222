// The latest few thousand events of a workspace: changes of status, with the calls that caused them.
import { describeHeld } from '../work/task-runs.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRunRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'

/** The rows whose changes are events. */
export interface Rows {
  readonly run: RunRow
  readonly task: TaskRow
  readonly 'workflow-run': WorkflowRunRow
  readonly approval: ApprovalRow
}

export type ResourceKind = keyof Rows

/** The row as it was and as it became. Rows are replaced, never changed, so both stay as they were. */
type Change<Kind extends ResourceKind = ResourceKind> = {
  readonly [K in Kind]: {
    readonly kind: K
    readonly before: Rows[K] | undefined
    readonly after: Rows[K] | undefined
  }
}[Kind]

/** A change of status, or a run that has to wait for another one. */
export type WorkspaceEvent = Change & {
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
  readonly note: string | null
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

/** Records the events of the workspaces that it follows. */
export class EventLog {
  #list: WorkspaceEvent[] = []
  /** The request that is being handled. */
  cause: Cause | null = null
  #listeners: readonly ((event: WorkspaceEvent) => void)[] = []

  /** Starts to follow a workspace. */
  follow({ tables, simulation }: Workspace): void {
    const add = (change: Change, parent: string | null, note: string | null = null) => {
      const { before, after } = change
      this.#add({
        ...change,
        id: (after ?? before)!.id,
        parent,
        at: simulation.now(),
        from: before?.status ?? null,
        to: after?.status ?? null,
        exchange: this.cause?.id ?? null,
        note,
      })
    }
    tables.runs.watch((before, after) => {
      if (before?.status === after?.status) return
      const { taskId, workflowRunId } = (after ?? before)!
      add({ kind: 'run', before, after }, taskId ?? workflowRunId)
    })
    tables.tasks.watch((before, after) => {
      const { parentTaskId, reference, heldRun } = (after ?? before)!
      const change = { kind: 'task', before, after } as const
      if (before?.status !== after?.status) add(change, parentTaskId)
      if (!after || !heldRun || heldRun === before?.heldRun) return
      const note = describeHeld(heldRun)
      if (this.cause) this.cause.held = `${reference}: ${note}`
      add(change, parentTaskId, note)
    })
    tables.workflowRuns.watch((before, after) => {
      if (before?.status !== after?.status) add({ kind: 'workflow-run', before, after }, null)
    })
    tables.approvals.watch((before, after) => {
      if (before?.status === after?.status) return
      const { runId, taskId, workflowRunId } = (after ?? before)!
      add({ kind: 'approval', before, after }, runId ?? taskId ?? workflowRunId)
    })
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
