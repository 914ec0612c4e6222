// Creates, restores and removes the workspaces of a mock.
import type { LogPosition } from '../journal/event-log.ts'
import type { Continued, Kept, RestoredWorkspace } from '../keep/keeper.ts'
import { writingSnapshotFile } from '../keep/snapshot-file.ts'
import type { Profile } from '../profile/profile.ts'
import { handleEvent, pastOf } from '../seed/index.ts'
import { unknownKey } from '../server/authenticate.ts'
import { MOVES, type MovesState } from '../server/moves.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import { isInstant } from '../simulation/calendar.ts'
import { Clock } from '../simulation/clock.ts'
import { atOnce, type Slices } from '../simulation/slices.ts'
import { attend } from '../work/policies.ts'
import { shardPrefix } from '../world/shard.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'
import { shippedWorlds, type World } from '../world-file/index.ts'
import type { Content } from './built-worlds.ts'
import type { MovingWorkspace } from './generated/control.gen.ts'
import { inventSecrets, renewSecrets, requireFreeSecrets } from './key-secrets.ts'
import { type Lease, Leases } from './leases.ts'
import { LiveEvents } from './live-events.ts'
import { createKey } from './new-key.ts'
import {
  isWorld,
  type Made,
  type NewWorkspace,
  type WorkspaceDefaults,
  WorkspaceMaker,
} from './new-workspace.ts'
import { ControlRefusal, requireOwnShard } from './refusal.ts'
import { Snapshots } from './snapshot-store.ts'
import { iso } from './time.ts'
import { Transfers } from './transfers.ts'

/** The name of the counter in the kept file. */
const MADE = 'workspaces made'

/** The origin of a workspace, and its initial state. */
type Origin = Pick<Kept, 'origin' | 'beginning'>

export class Workspaces {
  readonly registry: WorkspaceRegistry
  readonly snapshots: Snapshots
  readonly events: LiveEvents
  readonly transfers: Transfers
  readonly leases: Leases
  readonly #defaults: WorkspaceDefaults
  readonly #maker: WorkspaceMaker
  readonly #origins = new Map<string, Origin>()
  #made = 0

  /** A mock starts with the demo and a second company, whose data must never be visible with a key of the demo. */
  constructor(registry: WorkspaceRegistry, defaults: WorkspaceDefaults) {
    this.registry = registry
    this.snapshots = new Snapshots(registry)
    this.transfers = new Transfers(registry)
    this.events = new LiveEvents(registry)
    this.leases = new Leases(registry, id => this.remove(id))
    this.#defaults = defaults
    this.#maker = new WorkspaceMaker(defaults, registry, this.snapshots)
    this.#restoreKept()
    if (defaults.from && !registry.get('demo')) atOnce(this.#adding('demo', defaults.from))
    this.#addAtStart('demo', defaults.world ?? 'demo')
    this.#addAtStart('second-tenant', 'second-tenant')
  }

  #addAtStart(id: Content, from: Content | World): void {
    const { seed, clock } = this.#defaults
    if (this.registry.get(id)) return
    const add = () => void atOnce(this.#adding(id, { from, seed }))
    // A custom world or start time may be invalid, so it is created at once. A scaled clock runs from now on, and a
    // kept workspace is stored at once.
    const mayFail =
      typeof from === 'object' || (clock.at !== 'now' && !isInstant(clock.at - pastOf(shippedWorlds()[from])))
    if (mayFail || clock.mode.kind === 'scaled' || this.registry.keeper) add()
    else this.registry.addLater(id, add)
  }

  /** Creates a workspace with a new id and new keys. */
  create(wanted: NewWorkspace = {}): HostedWorkspace {
    return atOnce(this.creating(wanted))
  }

  /** As `create`, in slices: a file is read, and many rows are written, while others are served. */
  creating(wanted: NewWorkspace): Slices<HostedWorkspace> {
    this.#requireRoom(wanted.lease)
    this.#made += 1
    // Kept for every workspace, because clients may know the ids and keys of those that are not kept.
    this.registry.keeper?.settings.set(MADE, this.#made)
    return this.#adding(`ws_${shardPrefix(this.registry.shard)}${this.#made}`, wanted)
  }

  /** Refuses a workspace where there are as many as there may be, of a team or in all. */
  #requireRoom({ team }: Lease = {}): void {
    this.leases.removeExpired()
    if (team !== undefined) this.leases.requireQuota(team)
    const max = this.registry.limits.workspaces
    if (this.registry.size >= max)
      throw new ControlRefusal(
        'workspace_limit_reached',
        `There are ${max} workspaces, and there may be no more. Delete some, or start the mock with --max-workspaces.`,
      )
  }

  require(id: string): HostedWorkspace {
    const hosted = this.registry.get(id)
    if (hosted) return hosted
    requireOwnShard(this.registry, id, 'The workspace')
    throw new ControlRefusal(
      'workspace_not_found',
      `There is no workspace ${id}. GET /_mock/workspaces lists them; 'current' is that of the key sent, or the demo.`,
      'workspace_id',
    )
  }

  /** The workspace of a key; without a key, the demo. */
  current(secret: string | undefined): HostedWorkspace {
    if (secret === undefined) return this.require('demo')
    const holder = this.registry.bySecret(secret)
    if (!holder) {
      requireOwnShard(this.registry, secret, 'This key')
      throw unknownKey()
    }
    return holder.hosted
  }

  /** The other shard that has that workspace or snapshot; undefined if it is here, or nowhere. */
  shardOf(name: string): string | undefined {
    const isHere = this.registry.get(name) !== undefined || this.snapshots.find(name) !== undefined
    return isHere ? undefined : this.registry.otherShard(name)
  }

  /** The origin of the workspace, such as `demo`. */
  originOf(id: string): string {
    return this.#origins.get(id)?.origin ?? id
  }

  /** Removes a workspace with its keys, streams and snapshots, if it exists. */
  remove(id: string): void {
    if (id === 'demo' || id === 'second-tenant')
      throw new ControlRefusal('workspace_needed', `The workspace ${id} stays as long as the mock does.`)
    const hosted = this.registry.get(id)
    if (!hosted) return
    this.registry.remove(id)
    hosted.workspace.feed.close()
    this.snapshots.deleteAll(id)
    this.#origins.delete(id)
    this.leases.delete(id)
    this.registry.keeper?.forget(id)
  }

  /**
   * Restores a workspace from a snapshot, including its time. All keys keep working, also newer ones; open streams end,
   * as they do when a server restarts.
   */
  restore(id: string, snapshotId: string): HostedWorkspace {
    const { saved, events } = this.snapshots.require(id, snapshotId)
    return this.#putBack(id, saved, events)
  }

  /** Restores a workspace to its initial state, as `restore` does. */
  reset(id: string): HostedWorkspace {
    return this.#putBack(id, this.beginningOf(id) ?? this.require(id).workspace.save())
  }

  /** A workspace as it was when it was created. */
  beginningOf(id: string): SavedWorkspace | undefined {
    return this.#origins.get(id)?.beginning
  }

  /** A snapshot as a text to be loaded elsewhere; also of the present or initial state. */
  writingFile(id: string, snapshotId: string, withKeys: boolean): Slices<string> {
    const { workspace } = this.require(id)
    const { name, saved } = this.#savedAs(workspace, snapshotId)
    const at = iso(new Clock(saved.clock).now())
    const { profile } = workspace
    return writingSnapshotFile(saved, { name, workspace: workspace.name, at, profile, withKeys })
  }

  /** The file of a snapshot of any workspace, without keys, for other shards. */
  writingAnyFile(id: string): Slices<string> {
    const snapshot = this.snapshots.find(id)
    if (snapshot) return this.writingFile(snapshot.view.workspace_id, id, false)
    throw new ControlRefusal('snapshot_not_found', `There is no snapshot ${id}.`, 'snapshot_id')
  }

  #savedAs(workspace: Workspace, snapshotId: string): { name: string; saved: SavedWorkspace } {
    if (snapshotId === 'now') return { name: `${workspace.name} now`, saved: workspace.save() }
    const beginning = this.beginningOf(workspace.id)
    if (snapshotId === 'beginning' && beginning)
      return { name: `${workspace.name} at its beginning`, saved: beginning }
    const { view, saved } = this.snapshots.require(workspace.id, snapshotId)
    return { name: view.name, saved }
  }

  #putBack(id: string, saved: SavedWorkspace, position?: LogPosition): HostedWorkspace {
    const { workspace, events } = this.require(id)
    const restored = workspace.continuedFrom(saved)
    const { keys, people } = restored.tables
    for (const key of workspace.tables.keys.range('listed', null))
      if (!keys.get(key.id) && people.get(key.personId)) keys.insert(key)
    attend(restored)
    events.returnTo(position)
    const hosted = this.registry.replace(restored)
    workspace.feed.close()
    const from = this.beginningOf(id)
    if (this.registry.keeper?.keeps(id)) this.#keep(hosted, { state: saved, from })
    return hosted
  }

  /** Restores the workspaces of the kept file. */
  #restoreKept(): void {
    const { registry } = this
    const { keeper, journal } = registry
    if (!keeper) return
    const { workspaces, snapshots } = keeper.restore()
    keeper.settings.continueJournal(journal)
    registry.moves.restore((keeper.settings.get(MOVES) ?? {}) as MovesState)
    this.transfers.restoreKept()
    for (const kept of inOrder(workspaces, one => one.id)) {
      const hosted = this.#continue(kept)
      this.#keep(hosted, { state: kept.saved, isKept: true })
    }
    this.snapshots.restoreKept(inOrder(snapshots, ({ view }) => (view as { id: string }).id))
    this.#made = keeper.settings.count(MADE)
  }

  /** Adds a workspace that has come from another shard. */
  receive(state: RestoredWorkspace, { keep, exchanges }: { keep: boolean; exchanges: number }): void {
    this.#requireRoom(state.lease as Lease)
    const hosted = this.#continue(state)
    hosted.journal.continueFrom(exchanges, () => {})
    if (keep) this.#keep(hosted, { state: state.saved, from: state.beginning })
  }

  /** Adds a workspace that goes on as it was saved. */
  #continue({ id, name, profile, saved, origin, beginning, faults, lease }: RestoredWorkspace) {
    const { registry } = this
    const { shard } = registry
    const workspace = Workspace.from(saved, { id, name, profile: profile as Profile, handleEvent, shard })
    requireFreeSecrets(workspace, registry)
    attend(workspace)
    const hosted = registry.add(workspace)
    hosted.faults.restore(faults as MovingWorkspace['faults'], workspace)
    this.#origins.set(id, { origin, beginning })
    this.leases.set(id, lease ?? {})
    return hosted
  }

  *#adding(id: string, wanted: NewWorkspace): Slices<HostedWorkspace> {
    const made = yield* this.#maker.making(id, wanted)
    const release = wanted.keep === false ? undefined : yield* this.writingAhead(made.from)
    try {
      return this.#add(id, wanted, made)
    } finally {
      release?.()
    }
  }

  /** Writes the rows of a state to the file of `--keep`, if there is one, before a workspace begins with it. */
  *writingAhead(state: SavedWorkspace): Slices<(() => void) | undefined> {
    const { keeper } = this.registry
    return keeper && (yield* keeper.writingAhead(state))
  }

  #add(id: string, wanted: NewWorkspace, { workspace, from, origin, keys }: Made): HostedWorkspace {
    if (id !== 'demo' && id !== 'second-tenant') this.#requireRoom(wanted.lease)
    attend(workspace)
    if (keys === 'included') requireFreeSecrets(workspace, this.registry)
    else if (keys === 'left out' && id !== 'demo') inventSecrets(workspace)
    else renewSecrets(workspace, this.registry, id === 'demo' || isWorld(wanted.from))
    const hosted = this.registry.add(workspace)
    this.leases.set(id, wanted.lease ?? {})
    try {
      for (const key of wanted.keys ?? []) createKey(workspace, key)
    } catch (error) {
      // The caller gets a refusal instead of the workspace, so it is removed.
      this.remove(id)
      throw error
    }
    const beginning = workspace.save()
    this.#origins.set(id, { origin, beginning })
    if (wanted.keep !== false) this.#keep(hosted, { state: beginning, from })
    return hosted
  }

  /** Keeps a workspace in the file of `--keep`, if there is one. */
  #keep({ workspace, faults, journal }: HostedWorkspace, continued: Continued): void {
    const { id } = workspace
    const origin = this.#origins.get(id)!
    const lease = this.leases.get(id) ?? null
    const { keeper } = this.registry
    if (keeper && !keeper.keeps(id)) keeper.settings.continueJournal(journal)
    keeper?.follow(workspace, { ...origin, faults, lease }, continued)
  }
}

/** In the order of creation, which the number in an id tells; what every mock has from the start is first. */
function inOrder<Made>(all: readonly Made[], idOf: (made: Made) => string): Made[] {
  const numberOf = (made: Made) => Number(/\d+$/.exec(idOf(made))?.[0] ?? 0)
  return all.toSorted((a, b) => numberOf(a) - numberOf(b))
}
