// Creates, forks, restores and removes the workspaces of a mock.
import type { Provenance } from '../keep/keeper.ts'
import { type ProfileChoice, profileFor } from '../profile/choose.ts'
import type { Profile } from '../profile/profile.ts'
import { renewKeys } from '../seed/index.ts'
import { unknownKey } from '../server/authenticate.ts'
import type { Intercept } from '../server/intercept.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { ClockMode } from '../simulation/clock.ts'
import { Ids } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { happen } from '../work/happen.ts'
import { attend } from '../work/policies.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'
import { setClock } from './clock.ts'
import { createKey, type NewKey } from './keys.ts'
import { ControlRefusal } from './refusal.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'
import { isContent, templateOf } from './templates.ts'

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
}

export interface NewWorkspace {
  /** `demo`, `quiet`, `empty`, or the id of a workspace or snapshot. Default: `demo`. */
  readonly from?: string | undefined
  readonly name?: string | undefined
  readonly seed?: string | undefined
  readonly clock?: ClockStart | undefined
  /** Answers to gaps that differ from those of the mock, or of what the workspace is made from. */
  readonly profile?: Partial<Profile> | undefined
  /** Whether the other gaps are answered at random. */
  readonly vary?: boolean | undefined
  readonly keys?: readonly NewKey[] | undefined
  readonly intercept?: Intercept | undefined
  /** Whether it is kept in the file of `--keep`. Default: true. */
  readonly keep?: boolean | undefined
}

export class Workspaces {
  readonly registry: WorkspaceRegistry
  readonly snapshots = new Snapshots()
  readonly #defaults: WorkspaceDefaults
  /** Where each workspace comes from. */
  readonly #provenance = new Map<string, Provenance>()
  /** What each workspace was when it was made, or taken from the kept file. */
  readonly #beginnings = new Map<string, SavedWorkspace>()
  #made = 0

  /** A workspaces has the demo from its start, and another company, which must never be seen with a key of the demo. */
  constructor(registry: WorkspaceRegistry, defaults: WorkspaceDefaults) {
    this.registry = registry
    this.#defaults = defaults
    this.#restoreKept()
    for (const id of ['demo', 'second-tenant'])
      if (!registry.get(id)) this.#add(id, { from: id, seed: defaults.seed })
  }

  /** Makes a workspace; its id is new, and so are its keys. */
  create(wanted: NewWorkspace = {}): HostedWorkspace {
    const most = this.registry.limits.workspaces
    if (this.registry.size >= most)
      throw new ControlRefusal(
        409,
        'workspace_limit_reached',
        `There are ${most} workspaces, and there may be no more. Delete some, or start the mock with --max-workspaces.`,
      )
    this.#made += 1
    return this.#add(`ws_${this.#made}`, wanted)
  }

  /** The workspace with that id. */
  require(id: string): HostedWorkspace {
    const hosted = this.registry.get(id)
    if (hosted) return hosted
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
    if (!holder) throw unknownKey()
    return holder.hosted
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

  #putBack(id: string, saved: SavedWorkspace): HostedWorkspace {
    const { workspace } = this.require(id)
    const restored = workspace.continuedFrom(saved)
    const { keys, people } = restored.tables
    for (const key of workspace.tables.keys.all())
      if (!keys.get(key.id) && people.get(key.personId)) keys.insert(key)
    attend(restored)
    const hosted = this.registry.replace(restored)
    workspace.feed.close()
    const provenance = this.#provenance.get(id)
    if (provenance && this.registry.keeper?.keeps(id)) this.registry.keeper.follow(restored, provenance)
    return hosted
  }

  /** Takes in what the kept file holds. */
  #restoreKept(): void {
    const kept = this.registry.keeper?.restore()
    if (!kept) return
    for (const { id, name, profile, saved, base, origin } of kept.workspaces) {
      const workspace = Workspace.from(saved, { id, name, profile: profile as Profile, happen })
      attend(workspace)
      this.registry.add(workspace)
      this.#provenance.set(id, { base, origin })
      this.#beginnings.set(id, saved)
      this.registry.keeper?.follow(workspace, { base, origin }, { isKept: true })
      const number = Number(/^ws_(\d+)$/.exec(id)?.[1] ?? 0)
      this.#made = Math.max(this.#made, number)
    }
    for (const { view, saved } of kept.snapshots) this.snapshots.take(view as Snapshot, saved)
  }

  #add(id: string, wanted: NewWorkspace): HostedWorkspace {
    const { workspace, provenance } = this.#make(id, wanted)
    attend(workspace)
    renewKeys(workspace)
    const hosted = this.registry.add(workspace, wanted.intercept)
    this.#provenance.set(id, provenance)
    if (wanted.keep !== false) this.registry.keeper?.follow(workspace, provenance)
    try {
      for (const key of wanted.keys ?? []) createKey(this.registry, workspace, key)
    } catch (error) {
      // Whoever is refused has got nothing that would have to be deleted.
      this.remove(id)
      throw error
    }
    this.#beginnings.set(id, workspace.save())
    return hosted
  }

  #make(id: string, wanted: NewWorkspace): { workspace: Workspace; provenance: Provenance } {
    const { from: origin = 'demo', name, seed } = wanted
    const clock = wanted.clock ?? this.#defaults.clock
    const fresh = isContent(origin) && (id === origin || origin !== 'second-tenant')
    if (!fresh) return this.#fork(id, origin, wanted)
    const profile = this.#profile(id, wanted)
    const saved = templateOf(origin, { seed: seed ?? this.#defaults.seed, at: clock.at, profile })
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

  #fork(id: string, origin: string, wanted: NewWorkspace): { workspace: Workspace; provenance: Provenance } {
    const { name, seed, clock, profile } = wanted
    const source = this.#source(origin)
    const workspace = Workspace.from(source.saved, {
      id,
      name: name ?? id,
      profile: wanted.vary ? this.#profile(id, wanted) : { ...source.profile, ...profile },
      happen,
      ids: Ids.restore(source.saved.ids).branch(seed ?? id),
      ...(seed === undefined ? {} : { random: new Random(seed) }),
    })
    if (clock) {
      const { mode, at } = clock
      const factor = mode.kind === 'scaled' ? { factor: mode.factor } : {}
      setClock(workspace, { mode: mode.kind, ...factor, ...(at === 'now' ? {} : { at }) })
    }
    return { workspace, provenance: { base: source.base, origin } }
  }

  #source(origin: string): { saved: SavedWorkspace; base: SavedWorkspace; profile: Profile } {
    const snapshot = this.snapshots.find(origin)
    if (snapshot) {
      const { id, profile } = this.require(snapshot.view.workspace_id).workspace
      return { saved: snapshot.saved, base: this.#provenance.get(id)!.base, profile }
    }
    const hosted = this.registry.get(origin)
    if (hosted) {
      hosted.workspace.simulation.settle()
      const { profile } = hosted.workspace
      return { saved: hosted.workspace.save(), base: this.#provenance.get(origin)!.base, profile }
    }
    throw new ControlRefusal(
      404,
      'workspace_not_found',
      `There is no '${origin}' to make a workspace from; say demo, quiet, empty, or the id of a workspace or snapshot.`,
      { param: 'body.from' },
    )
  }
}
