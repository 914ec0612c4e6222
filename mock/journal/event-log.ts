// The latest few thousand events of a workspace: changes of status, with the calls that caused them.
import { RESOURCES, type ResourceKind } from '../dialect/resource-kinds.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { RowOf } from '../world/resource-rows.ts'
import type { Workspace } from '../world/workspace.ts'

/** The kinds of resources whose changes are events, each with its origin. */
const ORIGINS = {
  run: ({ taskId, workflowRunId }) => taskId ?? workflowRunId,
  approval: ({ runId, taskId, workflowRunId }) => runId ?? taskId ?? workflowRunId,
  'workflow-run': () => null,
  task: ({ parentTaskId }) => parentTaskId,
} satisfies { readonly [Kind in ResourceKind]?: (row: RowOf<Kind>) => string | null }

export type EventKind = keyof typeof ORIGINS

/** The row as it was and as it became. Rows are replaced, never changed, so both stay as they were. */
export type Change = {
  readonly [Kind in EventKind]: {
    readonly kind: Kind
    readonly before: RowOf<Kind> | undefined
    readonly after: RowOf<Kind> | undefined
  }
}[EventKind]

/** Calls back with the changes of all rows of these kinds. Returns a function that unsubscribes. */
export function watchRows({ tables }: Workspace, callback: (change: Change) => void): () => void {
  const stops = (Object.keys(ORIGINS) as EventKind[]).map(kind =>
    tables[RESOURCES[kind].table].watch((before, after) => callback({ kind, before, after } as Change)),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

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
  readonly #listeners = new Set<(event: WorkspaceEvent) => void>()

  /** Starts to follow a workspace. */
  follow(workspace: Workspace): void {
    watchRows(workspace, change => {
      const { kind, before, after } = change
      if (before?.status !== after?.status) this.#add(change, workspace.simulation.now())
      if (kind !== 'task' || !after?.heldRun || after.heldRun === before?.heldRun) return
      const note = describeHeld(after.heldRun)
      if (this.cause) this.cause.held = `${after.reference}: ${note}`
      this.#add(change, workspace.simulation.now(), note)
    })
  }

  /** Calls back with every event. Returns a function that unsubscribes. */
  listen(listener: (event: WorkspaceEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
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

  #add(change: Change, at: number, note: string | null = null): void {
    const { kind, before, after } = change
    const row = (after ?? before)!
    const event = {
      kind,
      before,
      after,
      id: row.id,
      parent: ORIGINS[kind](row as never),
      at,
      from: before?.status ?? null,
      to: after?.status ?? null,
      exchange: this.cause?.id ?? null,
      note,
    } as WorkspaceEvent
    this.#list.push(event)
    if (this.#list.length > 2 * MAX_EVENTS) this.#list = this.#list.slice(-MAX_EVENTS)
    for (const listener of this.#listeners) listener(event)
  }
}
