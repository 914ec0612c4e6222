// Creates a workspace from a world, another workspace, a snapshot or a file.
import type { Profile } from '../profile/profile.ts'
import { type ProfileChoice, profileFor } from '../profile/random-profile.ts'
import { handleEvent } from '../seed/index.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { Clock } from '../simulation/clock.ts'
import { Ids } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { atOnce, type Slices } from '../simulation/slices.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'
import { shippedWorlds, type World } from '../world-file/index.ts'
import { builtWorld, isContent } from './built-worlds.ts'
import type { NewKey } from './generated/control.gen.ts'
import type { Lease } from './leases.ts'
import { ControlRefusal, requireOwnShard } from './refusal.ts'
import { type ClockStart, settingClock } from './set-clock.ts'
import { profileIn, readingSnapshot, unusable } from './snapshot-files.ts'
import type { Snapshots } from './snapshot-store.ts'

/** The defaults of new workspaces. */
export interface WorkspaceDefaults {
  readonly seed: string
  readonly clock: ClockStart
  readonly answers: ProfileChoice
  /** The world of new workspaces. Default: the demo. */
  readonly world?: World | undefined
  /** The snapshot file that the demo continues, by its own clock unless there is another. */
  readonly from?: Pick<NewWorkspace, 'from' | 'clock'> | undefined
}

/** The parameters of a new workspace. */
export interface NewWorkspace {
  /**
   * `demo`, `quiet`, `empty`, `world` for the one that the mock was started with, another world, or the id of a workspace
   * or snapshot, or a snapshot file. Default: `world` where there is one, otherwise `demo`. `demo` alone is a fresh demo;
   * `{ fork: 'demo' }` is the workspace with that id as it is now.
   */
  readonly from?: string | World | { readonly file: string } | { readonly fork: string } | undefined
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
  /** Its team and its expiry. Default: no team, and no expiry. */
  readonly lease?: Lease | undefined
}

interface Source {
  readonly origin: string
  readonly saved: SavedWorkspace
  readonly profile: Profile
  /** Whether new ids continue those of the original. */
  readonly continuesIds?: boolean
}

export interface Made {
  readonly workspace: Workspace
  /** The saved state that it was forked from. */
  readonly from: SavedWorkspace
  /** What it was created from, such as `demo` or the id of a snapshot. */
  readonly origin: string
  /**
   * Where the secrets of its keys come from: a snapshot file includes or omits them. Default: derived from its seed.
   */
  readonly keys?: 'included' | 'left out'
}

export class WorkspaceMaker {
  readonly #defaults: WorkspaceDefaults
  readonly #registry: WorkspaceRegistry
  readonly #snapshots: Snapshots
  /** Kept for the life of the mock, because tests may replace the machine's time. */
  readonly #machine = new Clock()

  constructor(defaults: WorkspaceDefaults, registry: WorkspaceRegistry, snapshots: Snapshots) {
    this.#defaults = defaults
    this.#registry = registry
    this.#snapshots = snapshots
  }

  /** A workspace outside of the registry. No time passes in it while it is created. */
  *making(id: string, wanted: NewWorkspace): Slices<Made> {
    const { from, name, seed } = wanted
    if (typeof from === 'object' && 'file' in from) return yield* this.#load(id, from.file, wanted)
    const clock = wanted.clock ?? this.#defaults.clock
    const fresh = this.#worldOf(id, from)
    if (!fresh) {
      const forked = typeof from === 'object' && 'fork' in from ? from.fork : String(from)
      return this.#fork(id, this.#source(forked, wanted.keep !== false), wanted)
    }
    const { world } = fresh
    const profile = this.#profile(id, wanted)
    const origin = { seed: seed ?? this.#defaults.seed, at: clock.at, now: this.#machine.now(), profile }
    const saved = yield* builtWorld(world, origin)
    const workspace = Workspace.from(saved, {
      id,
      name: name ?? id,
      profile,
      handleEvent,
      ...(seed === undefined ? { ids: Ids.restore(saved.ids).branch(id) } : {}),
    })
    if (clock.at === 'now') workspace.simulation.moveTo(this.#machine.now())
    workspace.simulation.setMode(clock.mode)
    return { workspace, from: saved, origin: fresh.origin }
  }

  /** The world with that name, unless it is the id of a workspace or snapshot. */
  #worldOf(id: string, from: NewWorkspace['from']): { world: World; origin: string } | undefined {
    if (isWorld(from)) return { world: from, origin: 'world' }
    const { world } = this.#defaults
    if (world && (from === undefined || from === 'world')) return { world, origin: 'world' }
    const name = from ?? 'demo'
    if (typeof name === 'object') return undefined
    const isFresh = isContent(name) && (id === name || name !== 'second-tenant')
    return isFresh ? { world: shippedWorlds()[name], origin: name } : undefined
  }

  #profile(id: string, { profile, vary }: NewWorkspace): Profile {
    const { answers } = this.#defaults
    return profileFor(id, vary === undefined ? answers : { ...answers, vary }, profile)
  }

  /** A workspace from the text of a snapshot file. No time passes in it while it is loaded. */
  *#load(id: string, text: string, wanted: NewWorkspace): Slices<Made> {
    const { header, saved } = yield* readingSnapshot(text)
    const profile = profileIn(header)
    try {
      const source = { origin: `file ${header.name}`, saved, profile, continuesIds: true }
      return { ...this.#fork(id, source, { name: header.workspace, ...wanted }), keys: header.keys }
    } catch (error) {
      throw unusable(error)
    }
  }

  #fork(id: string, source: Source, wanted: NewWorkspace): Made {
    const { name, seed, clock, profile } = wanted
    const workspace = Workspace.from(source.saved, {
      id,
      name: name ?? id,
      profile: wanted.vary ? this.#profile(id, wanted) : { ...source.profile, ...profile },
      handleEvent,
      ...(source.continuesIds && seed === undefined
        ? {}
        : { ids: Ids.restore(source.saved.ids).branch(seed ?? id) }),
      ...(seed === undefined ? {} : { random: new Random(seed) }),
    })
    if (clock) atOnce(settingClock(workspace, clock))
    return { workspace, from: source.saved, origin: source.origin }
  }

  /** What has that id. `isKept` says whether the workspace that is made from it will be kept. */
  #source(origin: string, isKept: boolean): Source {
    const snapshot = this.#snapshots.find(origin)
    const { workspace } = this.#registry.get(snapshot?.view.workspace_id ?? origin) ?? {}
    if (workspace && snapshot) return { origin, saved: snapshot.saved, profile: workspace.profile }
    if (workspace) {
      workspace.simulation.settle()
      const saved = workspace.save()
      if (isKept) this.#registry.keeper?.noteState(origin, saved)
      return { origin, saved, profile: workspace.profile }
    }
    requireOwnShard(this.#registry, origin, origin)
    throw new ControlRefusal(
      'workspace_not_found',
      `There is no '${origin}' to make a workspace from; say ${this.#defaults.world ? 'world, ' : ''}demo, quiet, empty, or the id of a workspace or snapshot.`,
      'body.from',
    )
  }
}

/** Whether it is a world, not the name of one or a file. */
export function isWorld(from: NewWorkspace['from']): from is World {
  return typeof from === 'object' && !('file' in from) && !('fork' in from)
}
