// Snapshots of workspaces.
import type { LogPosition } from '../journal/event-log.ts'
import type { RestoredSnapshot } from '../keep/keeper.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { shardPrefix } from '../world/shard.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import type { Snapshot } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { iso } from './time.ts'

interface Kept {
  readonly view: Snapshot
  readonly saved: SavedWorkspace
  /** Where the log of events was; unknown after a restart, which begins the log anew. */
  readonly events?: LogPosition | undefined
}

/** The number of automatic snapshots per workspace. */
const MAX_AUTOMATIC = 20

/** The name of the counter in the kept file. */
const MADE = 'snapshots made'

/** The snapshots of all workspaces of a mock. */
export class Snapshots {
  readonly #kept = new Map<string, Kept>()
  readonly #registry: WorkspaceRegistry
  #made = 0

  constructor(registry: WorkspaceRegistry) {
    this.#registry = registry
  }

  /**
   * Saves a workspace. An automatic snapshot is hidden from lists by default, replaced by newer ones, and lost when the
   * mock ends.
   */
  save(workspace: Workspace, name?: string, automatic = false): Snapshot {
    const { shard, limits, keeper } = this.#registry
    const max = limits.snapshots
    if (!automatic && this.of(workspace.id).length >= max)
      throw new ControlRefusal(
        'snapshot_limit_reached',
        `The workspace ${workspace.id} has ${max} snapshots and may have no more. Delete some, or start the mock with --max-snapshots.`,
      )
    this.#made += 1
    const saved = workspace.save()
    const id = `snap_${shardPrefix(shard)}${this.#made}`
    const rows = Object.values(saved.tables).reduce((sum, table) => sum + table.size, 0)
    const view = {
      id,
      name: name ?? id,
      workspace_id: workspace.id,
      at: iso(workspace.now()),
      rows,
      automatic,
    }
    this.#kept.set(id, { view, saved, events: this.#registry.get(workspace.id)?.events.position() })
    for (const old of this.of(workspace.id, true).slice(0, -MAX_AUTOMATIC)) this.#kept.delete(old.id)
    keeper?.settings.set(MADE, this.#made)
    if (!automatic) {
      keeper?.noteState(workspace.id, saved)
      keeper?.keepSnapshot(id, workspace.id, view, saved)
    }
    return view
  }

  /** Adds a snapshot of a workspace that has come from another shard. */
  receive(view: Snapshot, saved: SavedWorkspace, beginning: SavedWorkspace): void {
    this.#kept.set(view.id, { view, saved })
    this.#registry.keeper?.keepSnapshot(view.id, view.workspace_id, view, saved, beginning)
  }

  /** Loads the snapshots of the kept file. Ids from before a restart are not reused. */
  restoreKept(snapshots: readonly RestoredSnapshot[]): void {
    for (const snapshot of snapshots as readonly Kept[]) this.#kept.set(snapshot.view.id, snapshot)
    this.#made = this.#registry.keeper?.settings.count(MADE) ?? 0
  }

  /** The snapshots of a workspace, requested or automatic. */
  of(workspaceId: string, automatic = false): Snapshot[] {
    const views = [...this.#kept.values()].map(({ view }) => view)
    return views.filter(view => view.workspace_id === workspaceId && (view.automatic ?? false) === automatic)
  }

  /** The snapshot with that id, of any workspace. */
  find(id: string): Kept | undefined {
    return this.#kept.get(id)
  }

  require(workspaceId: string, id: string): Kept {
    const kept = this.#kept.get(id)
    if (kept?.view.workspace_id === workspaceId) return kept
    const others = this.of(workspaceId).map(({ id }) => id)
    const there = others.length > 0 ? `it has ${others.join(', ')}` : 'it has none'
    throw new ControlRefusal(
      'snapshot_not_found',
      `The workspace ${workspaceId} has no snapshot ${id}; ${there}.`,
      'snapshot_id',
    )
  }

  delete(workspaceId: string, id: string): void {
    this.require(workspaceId, id)
    this.#kept.delete(id)
    this.#registry.keeper?.forgetSnapshot(id)
  }

  deleteAll(workspaceId: string): void {
    for (const [id, { view }] of this.#kept)
      if (view.workspace_id === workspaceId) this.delete(workspaceId, id)
  }
}
