// Snapshots of workspaces.
import { shardPrefix } from '../world/shard.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { ControlRefusal } from './refusal.ts'
import { iso } from './time.ts'

export type Snapshot = ControlSchemas['Snapshot']

interface Kept {
  readonly view: Snapshot
  readonly saved: SavedWorkspace
}

/** How many automatic ones of a workspace are kept. */
const MAX_AUTOMATIC = 20

/** The snapshots of all workspaces of a mock. */
export class Snapshots {
  readonly #kept = new Map<string, Kept>()
  readonly #prefix: string
  #made = 0

  constructor(shard?: string) {
    this.#prefix = shardPrefix(shard)
  }

  /** Whether it is automatic: not listed by default, and replaced by newer ones. */
  save(workspace: Workspace, name?: string, automatic = false): Snapshot {
    this.#made += 1
    const saved = workspace.save()
    const id = `snap_${this.#prefix}${this.#made}`
    const rows = Object.values(saved.tables).reduce((sum, table) => sum + table.size, saved.ledger.size)
    const view = {
      id,
      name: name ?? id,
      workspace_id: workspace.id,
      at: iso(workspace.now()),
      rows,
      automatic,
    }
    this.#kept.set(id, { view, saved })
    for (const old of this.of(workspace.id, true).slice(0, -MAX_AUTOMATIC)) this.#kept.delete(old.id)
    return view
  }

  /** Adds a snapshot that was saved before the mock was restarted. */
  take(view: Snapshot, saved: SavedWorkspace): void {
    this.#kept.set(view.id, { view, saved })
  }

  /** The number of the last snapshot. */
  get made(): number {
    return this.#made
  }

  /** Gives no id again that was given before a restart. */
  continueFrom(made: number): void {
    this.#made = made
  }

  /** The snapshots of a workspace that were requested, or the automatic ones. */
  of(workspaceId: string, automatic = false): Snapshot[] {
    const views = [...this.#kept.values()].map(({ view }) => view)
    return views.filter(view => view.workspace_id === workspaceId && (view.automatic ?? false) === automatic)
  }

  /** The snapshot with that id, of any workspace. */
  find(id: string): Kept | undefined {
    return this.#kept.get(id)
  }

  /** The snapshot of that workspace with that id. */
  require(workspaceId: string, id: string): Kept {
    const kept = this.#kept.get(id)
    if (kept?.view.workspace_id === workspaceId) return kept
    const others = this.of(workspaceId).map(({ id }) => id)
    const there = others.length > 0 ? `it has ${others.join(', ')}` : 'it has none'
    throw new ControlRefusal(
      404,
      'snapshot_not_found',
      `The workspace ${workspaceId} has no snapshot ${id}; ${there}.`,
      { param: 'snapshot_id' },
    )
  }

  delete(workspaceId: string, id: string): void {
    this.require(workspaceId, id)
    this.#kept.delete(id)
  }
}
