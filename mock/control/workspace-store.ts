// Creates, forks, restores and removes the workspaces of a mock.
import type { FaultsState } from '../faults/faults.ts'
import type { Provenance } from '../keep/keeper.ts'
import { answersIn } from '../profile/answers.ts'
import { type ProfileChoice, profileFor } from '../profile/choose.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { pastOf } from '../seed/index.ts'
import { unknownKey } from '../server/authenticate.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import { isInstant } from '../simulation/calendar.ts'
import { Clock, type ClockMode } from '../simulation/clock.ts'
import { Ids } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { happen } from '../work/happen.ts'
import { attend } from '../work/policies.ts'
import { shardPrefix } from '../world/shard.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'
import { shippedWorlds, type World } from '../world-file/index.ts'
import { inventSecrets, renewSecrets, requireFreeSecrets } from './key-secrets.ts'
import { type Lease, Leases } from './leases.ts'
import { LiveEvents } from './live-events.ts'
import { createKey, type NewKey } from './new-key.ts'
import { requireQuota } from './quotas.ts'
import { ControlRefusal } from './refusal.ts'
import { setClock } from './set-clock.ts'
import { readSnapshot, snapshotFileOf } from './snapshot-files.ts'
import { type Snapshot, Snapshots } from './snapshot-store.ts'
import { type Content, isContent, templateOf } from './templates.ts'
import { wrongShard } from './wrong-shard.ts'

/** The start and the mode of a clock. */
export interface ClockStart {
  readonly mode: ClockMode
  readonly at: number | 'now'
}

/** The defaults of new workspaces. */
export interface WorkspaceDefaults {
  readonly seed: string
  readonly clock: ClockStart
  readonly answers: ProfileChoice
  /** The world of new workspaces. Default: the demo. */
  readonly world?: World | undefined
}

export interface NewWorkspace {
  /**
   * `demo`, `quiet`, `empty`, `world` for the one that the mock was started with, another world, or the id of a workspace
   * or snapshot, or a snapshot file. Default: `world` where there is one, otherwise `demo`.
   */
  readonly from?: string | World | { readonly file: string } | undefined
  readonly name?: string | undefined
  readonly seed?: string | undefined
  readonly clock?: ClockStart | undefined
  /** Answers to gaps that differ from those of the mock, or of what the workspace is made from. */
  readonly profile?: Partial<Profile> | undefined
  /** Whether the other gaps are answered at random. */
  readonly vary?: boolean | undefined
  readonly keys?: readonly NewKey[] | undefined
  /** Whether it is kept in the file of `--keep`. Default: true. */
  readonly keep?: boolean | undefined
  /** Whose it is, and until when. Default: nobody's, for good. */
  readonly lease?: Lease | undefined
}

/** The names of what the kept file counts. */
const MADE = 'workspaces made'
const SNAPSHOTS_MADE = 'snapshots made'

/** What a workspace is made from. */
interface Source {
  readonly origin: string
  readonly saved: SavedWorkspace
  readonly base: SavedWorkspace
  readonly profile: Profile
  /** Whether new ids are those that the original would have given. */
  readonly continuesIds?: boolean
}

interface Made {
  readonly workspace: Workspace
  readonly provenance: Provenance
  /** Where the secrets of its keys come from: a snapshot file has them, or left them out. Default: from its seed. */
  readonly keys?: 'included' | 'left out'
}

export class Workspaces {
  readonly registry: WorkspaceRegistry
  readonly snapshots: Snapshots
  /** What happens in them, as it happens. */
  readonly events: LiveEvents
  readonly #leases: Leases
  readonly #defaults: WorkspaceDefaults
  /** A test may set the machine's time back after the start. */
  readonly #machine = new Clock()
  /** Where each workspace comes from. */
  readonly #provenance = new Map<string, Provenance>()
  /** What each workspace was when it was made, or taken from the kept file. */
  readonly #beginnings = new Map<string, SavedWorkspace>()
  #made = 0

  /** A mock has the demo from its start, and another company, which must never be seen with a key of the demo. */
  constructor(registry: WorkspaceRegistry, defaults: WorkspaceDefaults) {
    this.registry = registry
    this.snapshots = new Snapshots(registry.shard)
    this.events = new LiveEvents(registry)
    this.#leases = new Leases(
      id => registry.get(id),
      id => {
        if (!registry.traffic.isStopping) this.remove(id)
      },
    )
    this.#defaults = defaults
    this.#restoreKept()
    this.#addAtStart('demo', defaults.world ?? 'demo')
    this.#addAtStart('second-tenant', 'second-tenant')
  }

  #addAtStart(id: Content, from: Content | World): void {
    const { seed, clock } = this.#defaults
    if (this.registry.get(id)) return
    const add = () => void this.#add(id, { from, seed })
    // A world of somebody's own may have mistakes, and so may the time. A clock at a pace of its own runs from now on, and
    // what is kept is kept at once.
    const mayFail =
      typeof from === 'object' || (clock.at !== 'now' && !isInstant(clock.at - pastOf(shippedWorlds()[from])))
    if (mayFail || clock.mode.kind === 'scaled' || this.registry.keeper) add()
    else this.registry.addLater(id, add)
  }

  /** Makes a workspace; its id is new, and so are its keys. */
  create(wanted: NewWorkspace = {}): HostedWorkspace {
    this.removeExpired()
    const team = wanted.lease?.team
    if (team !== undefined) {
      const own = this.#leases.of(team).map(id => this.require(id).workspace)
      requireQuota(team, own, this.registry.limits)
    }
    const most = this.registry.limits.workspaces
    if (this.registry.size >= most)
      throw new ControlRefusal(
        409,
        'workspace_limit_reached',
        `There are ${most} workspaces, and there may be no more. Delete some, or start the mock with --max-workspaces.`,
      )
    this.#made += 1
    // Kept, so that the id of a deleted workspace is not given again after a restart.
    if (wanted.keep !== false) this.registry.keeper?.keepCount(MADE, this.#made)
    return this.#add(`ws_${shardPrefix(this.registry.shard)}${this.#made}`, wanted)
  }

  /** Removes the workspaces that nobody has called for as long as they were to stay. */
  removeExpired(): void {
    this.#leases.removeExpired()
  }

  /** When a workspace goes if nobody calls it; undefined for one that stays. */
  endOf(id: string): number | undefined {
    return this.#leases.endOf(id)
  }

  /** How many workspaces each team has. */
  teams(): [team: string, count: number][] {
    return this.#leases.teams()
  }

  /** The workspace with that id. */
  require(id: string): HostedWorkspace {
    const hosted = this.registry.get(id)
    if (hosted) return hosted
    this.requireOwnShard(id, 'The workspace')
    throw new ControlRefusal(
      404,
      'workspace_not_found',
      `There is no workspace ${id}. GET /_mock/workspaces lists them; 'current' is that of the key sent, or the demo.`,
      { param: 'workspace_id' },
    )
  }

  /** The workspace that a key belongs to; without one, the demo. */
  current(secret: string | undefined): HostedWorkspace {
    if (secret === undefined) return this.require('demo')
    const holder = this.registry.bySecret(secret)
    if (!holder) {
      this.requireOwnShard(secret, 'This key')
      throw unknownKey()
    }
    return holder.hosted
  }

  /** Refuses the name of something on another shard. A redirect would lose the key in many clients. */
  requireOwnShard(name: string, what: string): void {
    const shard = this.registry.otherShard(name)
    if (shard !== undefined) throw wrongShard(what, shard, this.registry.shard)
  }

  /** What the workspace was made from, such as `demo`. */
  originOf(id: string): string {
    return this.#provenance.get(id)?.origin ?? id
  }

  /** Lets a workspace go, with its keys, streams and snapshots; nothing happens when it has gone already. */
  remove(id: string): void {
    if (id === 'demo' || id === 'second-tenant')
      throw new ControlRefusal(409, 'workspace_needed', `The workspace ${id} stays as long as the mock does.`)
    const hosted = this.registry.get(id)
    if (!hosted) return
    this.registry.remove(id)
    hosted.workspace.feed.close()
    for (const automatic of [true, false])
      for (const snapshot of this.snapshots.of(id, automatic)) this.deleteSnapshot(id, snapshot.id)
    this.#provenance.delete(id)
    this.#beginnings.delete(id)
    this.#leases.delete(id)
    this.registry.keeper?.forget(id)
  }

  /** Saves a workspace as it is now. An automatic snapshot ends with the mock. */
  saveSnapshot(workspace: Workspace, name?: string, automatic?: boolean): Snapshot {
    const most = this.registry.limits.snapshots
    if (!automatic && this.snapshots.of(workspace.id).length >= most)
      throw new ControlRefusal(
        409,
        'snapshot_limit_reached',
        `The workspace ${workspace.id} has ${most} snapshots and may have no more. Delete some, or start the mock with --max-snapshots.`,
      )
    const view = this.snapshots.save(workspace, name, automatic)
    if (automatic) return view
    const { saved } = this.snapshots.require(workspace.id, view.id)
    this.registry.keeper?.keepSnapshot(view.id, workspace.id, view, saved)
    this.registry.keeper?.keepCount(SNAPSHOTS_MADE, this.snapshots.made)
    return view
  }

  deleteSnapshot(workspaceId: string, id: string): void {
    this.snapshots.delete(workspaceId, id)
    this.registry.keeper?.forgetSnapshot(id)
  }

  /**
   * Makes everything in a workspace as a snapshot has it, the time included. All keys go on working, those made since
   * too; open streams end, as they do when a server restarts.
   */
  restore(id: string, snapshotId: string): HostedWorkspace {
    return this.#putBack(id, this.snapshots.require(id, snapshotId).saved)
  }

  /** Makes everything in a workspace as it was at its beginning, as `restore` does. */
  reset(id: string): HostedWorkspace {
    return this.#putBack(id, this.#beginnings.get(id) ?? this.require(id).workspace.save())
  }

  /** A snapshot as a text, to be loaded elsewhere; also of the workspace now, or of its beginning. */
  snapshotFile(id: string, snapshotId: string, withKeys: boolean): string {
    const { workspace } = this.require(id)
    return snapshotFileOf(workspace, this.#savedAs(workspace, snapshotId), withKeys)
  }

  /** The file of a snapshot of any workspace, without keys; shards hand each other those. */
  anySnapshotFile(id: string): string {
    const snapshot = this.snapshots.find(id)
    if (snapshot) return this.snapshotFile(snapshot.view.workspace_id, id, false)
    throw new ControlRefusal(404, 'snapshot_not_found', `There is no snapshot ${id}.`, {
      param: 'snapshot_id',
    })
  }

  #savedAs(workspace: Workspace, snapshotId: string): { name: string; saved: SavedWorkspace } {
    if (snapshotId === 'now') return { name: `${workspace.name} now`, saved: workspace.save() }
    const beginning = this.#beginnings.get(workspace.id)
    if (snapshotId === 'beginning' && beginning)
      return { name: `${workspace.name} at its beginning`, saved: beginning }
    const { view, saved } = this.snapshots.require(workspace.id, snapshotId)
    return { name: view.name, saved }
  }

  #putBack(id: string, saved: SavedWorkspace): HostedWorkspace {
    const { workspace } = this.require(id)
    const restored = workspace.continuedFrom(saved)
    const { keys, people } = restored.tables
    for (const key of workspace.tables.keys.range('listed', null))
      if (!keys.get(key.id) && people.get(key.personId)) keys.insert(key)
    attend(restored)
    const hosted = this.registry.replace(restored)
    workspace.feed.close()
    const provenance = this.#provenance.get(id)
    const beginning = this.#beginnings.get(id)
    if (provenance && beginning && this.registry.keeper?.keeps(id))
      this.registry.keeper.follow(restored, {
        ...provenance,
        beginning,
        faults: hosted.faults,
        lease: this.#leases.get(id) ?? null,
      })
    return hosted
  }

  /** Takes in what the kept file holds. */
  #restoreKept(): void {
    const kept = this.registry.keeper?.restore()
    if (!kept) return
    for (const { id, name, profile, saved, base, origin, beginning, faults, lease } of kept.workspaces) {
      const workspace = Workspace.from(saved, { id, name, profile: profile as Profile, happen })
      attend(workspace)
      const hosted = this.registry.add(workspace)
      hosted.faults.restore(faults as FaultsState, workspace)
      this.#provenance.set(id, { base, origin })
      this.#beginnings.set(id, beginning)
      this.#leases.set(id, lease ?? {})
      const how = { base, origin, beginning, faults: hosted.faults, lease }
      this.registry.keeper?.follow(workspace, how, { isKept: true })
    }
    for (const { view, saved } of kept.snapshots) this.snapshots.take(view as Snapshot, saved)
    this.#made = this.registry.keeper?.count(MADE) ?? 0
    this.snapshots.continueFrom(this.registry.keeper?.count(SNAPSHOTS_MADE) ?? 0)
  }

  #add(id: string, wanted: NewWorkspace): HostedWorkspace {
    const { workspace, provenance, keys = 'renewed' } = this.#make(id, wanted)
    attend(workspace)
    if (keys === 'included') requireFreeSecrets(workspace, this.registry)
    else if (keys === 'left out') inventSecrets(workspace)
    else renewSecrets(workspace, this.registry, id === 'demo' || isWorld(wanted.from))
    const hosted = this.registry.add(workspace)
    this.#provenance.set(id, provenance)
    this.#leases.set(id, wanted.lease ?? {})
    try {
      for (const key of wanted.keys ?? []) createKey(this.registry, workspace, key)
    } catch (error) {
      // Whoever is refused has got nothing that would have to be deleted.
      this.remove(id)
      throw error
    }
    const beginning = workspace.save()
    this.#beginnings.set(id, beginning)
    if (wanted.keep !== false)
      this.registry.keeper?.follow(workspace, {
        ...provenance,
        beginning,
        faults: hosted.faults,
        lease: wanted.lease ?? null,
      })
    return hosted
  }

  /** The world of that name, if it is none of a workspace or snapshot. */
  #worldOf(id: string, from: NewWorkspace['from']): { world: World; origin: string } | undefined {
    if (isWorld(from)) return { world: from, origin: 'world' }
    const { world } = this.#defaults
    if (world && (from === undefined || from === 'world')) return { world, origin: 'world' }
    const name = typeof from === 'string' ? from : 'demo'
    const isFresh = isContent(name) && (id === name || name !== 'second-tenant')
    return isFresh ? { world: shippedWorlds()[name], origin: name } : undefined
  }

  #make(id: string, wanted: NewWorkspace): Made {
    const { from, name, seed } = wanted
    if (typeof from === 'object' && !isWorld(from)) return this.#load(id, from.file, wanted)
    const clock = wanted.clock ?? this.#defaults.clock
    const fresh = this.#worldOf(id, from)
    if (!fresh) return this.#fork(id, this.#source(String(from)), wanted)
    const { world, origin } = fresh
    const profile = this.#profile(id, wanted)
    const now = this.#machine.now()
    const saved = templateOf(world, { seed: seed ?? this.#defaults.seed, at: clock.at, now, profile })
    const workspace = Workspace.from(saved, {
      id,
      name: name ?? id,
      profile,
      happen,
      ...(seed === undefined ? { ids: Ids.restore(saved.ids).branch(id) } : {}),
    })
    workspace.simulation.setMode(clock.mode)
    return { workspace, provenance: { base: saved, origin } }
  }

  #profile(id: string, { profile, vary }: NewWorkspace): Profile {
    const { answers } = this.#defaults
    return profileFor(id, vary === undefined ? answers : { ...answers, vary }, profile)
  }

  /** A workspace from the text of a snapshot file. Nothing happens in it while it is loaded. */
  #load(id: string, text: string, wanted: NewWorkspace): Made {
    const { header, saved } = readSnapshot(text)
    const { dialect, ...answers } = header.profile
    const profile = { ...defaultProfile, ...answersIn(answers), ...(dialect ? { dialect } : {}) } as Profile
    const source = { origin: `file ${header.name}`, saved, base: saved, profile, continuesIds: true }
    const made = this.#fork(id, source, { name: header.workspace, ...wanted })
    return { ...made, keys: header.keys }
  }

  #fork(id: string, source: Source, wanted: NewWorkspace): Made {
    const { name, seed, clock, profile } = wanted
    const workspace = Workspace.from(source.saved, {
      id,
      name: name ?? id,
      profile: wanted.vary ? this.#profile(id, wanted) : { ...source.profile, ...profile },
      happen,
      ...(source.continuesIds && seed === undefined
        ? {}
        : { ids: Ids.restore(source.saved.ids).branch(seed ?? id) }),
      ...(seed === undefined ? {} : { random: new Random(seed) }),
    })
    if (clock) {
      const { mode, at } = clock
      const factor = mode.kind === 'scaled' ? { factor: mode.factor } : {}
      setClock(workspace, { mode: mode.kind, ...factor, ...(at === 'now' ? {} : { at }) })
    }
    return { workspace, provenance: { base: source.base, origin: source.origin } }
  }

  #source(origin: string): Source {
    const snapshot = this.snapshots.find(origin)
    if (snapshot) {
      const { id, profile } = this.require(snapshot.view.workspace_id).workspace
      return { origin, saved: snapshot.saved, base: this.#provenance.get(id)!.base, profile }
    }
    const hosted = this.registry.get(origin)
    if (hosted) {
      hosted.workspace.simulation.settle()
      const { profile } = hosted.workspace
      return { origin, saved: hosted.workspace.save(), base: this.#provenance.get(origin)!.base, profile }
    }
    this.requireOwnShard(origin, origin)
    throw new ControlRefusal(
      404,
      'workspace_not_found',
      `There is no '${origin}' to make a workspace from; say ${this.#defaults.world ? 'world, ' : ''}demo, quiet, empty, or the id of a workspace or snapshot.`,
      { param: 'body.from' },
    )
  }
}

function isWorld(from: NewWorkspace['from']): from is World {
  return typeof from === 'object' && !('file' in from)
}
