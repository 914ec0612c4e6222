import { decisions } from '../profile/decisions.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { Clock, type ClockMode, type ClockState } from '../simulation/clock.ts'
import { Ids, type IdsState } from '../simulation/ids.ts'
import { Random, type RandomState } from '../simulation/random.ts'
import { Schedule } from '../simulation/schedule.ts'
import type { ScheduledEvent } from '../simulation/scheduled-event.ts'
import { Simulation } from '../simulation/simulation.ts'
import { Feed } from './feed.ts'
import type { Ledger } from './ledger.ts'
import { shardIn } from './shard.ts'
import { forkTables, newTables, type Tables } from './tables.ts'

/** Handles a planned event at its instant. */
export type EventHandler = (workspace: Workspace, event: ScheduledEvent, instant: number) => void

/** The initial state of a workspace, and the handler of its planned events. */
export interface WorkspaceParts {
  readonly id: string
  readonly name: string
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly random: Random
  readonly tables: Tables
  readonly profile: Profile
  readonly handleEvent: EventHandler
  /** The shard that it is on. Default: the one in its id. */
  readonly shard?: string | undefined
}

/** A saved state of a workspace; read-only. */
export interface SavedWorkspace {
  readonly clock: ClockState
  readonly schedule: Schedule
  readonly ids: IdsState
  readonly random: RandomState
  readonly tables: Tables
}

/**
 * One isolated tenant: its people, agents, runs and money, with its own clock, schedule and random stream. It shares
 * nothing with other workspaces.
 */
export class Workspace {
  readonly id: string
  readonly name: string
  readonly simulation: Simulation
  readonly ids: Ids
  readonly random: Random
  readonly tables: Tables
  /** The answers to gaps. */
  readonly profile: Profile
  readonly feed = new Feed()
  /** The shard that it is on, and that new keys name. */
  readonly shard: string | undefined
  readonly #versioned: readonly { readonly version: number }[]
  readonly #handleEvent: EventHandler

  constructor(parts: WorkspaceParts) {
    this.id = parts.id
    this.shard = parts.shard ?? shardIn(parts.id)
    this.name = parts.name
    this.ids = parts.ids
    this.random = parts.random
    this.tables = parts.tables
    this.#versioned = Object.values(parts.tables)
    // A fork already has ids, so it keeps their format.
    const { format } = parts.ids
    this.profile =
      decisions.idFormat(parts.profile) === format ? parts.profile : { ...parts.profile, 'id-format': format }
    this.#handleEvent = parts.handleEvent
    this.simulation = new Simulation({
      clock: parts.clock,
      schedule: parts.schedule,
      fire: (entry, instant) => this.#handleEvent(this, entry, instant),
    })
  }

  /** An empty workspace, whose ids and random stream are derived from `seed`. */
  static empty({
    seed,
    at,
    mode,
    profile = defaultProfile,
    ...parts
  }: Pick<WorkspaceParts, 'id' | 'name' | 'handleEvent'> & {
    seed: string
    at?: number | undefined
    mode?: ClockMode | undefined
    profile?: Profile
  }) {
    return new Workspace({
      ...parts,
      clock: new Clock({ mode, at }),
      schedule: new Schedule(),
      ids: new Ids(seed, decisions.idFormat(profile), {}, '', profile.dialect?.ids),
      random: new Random(seed),
      tables: newTables(),
      profile,
    })
  }

  get ledger(): Ledger {
    return this.tables.ledger
  }

  /** The instant at which everything now happens, in epoch milliseconds. */
  now(): number {
    return this.simulation.now()
  }

  /** A number that grows with every write. */
  get version(): number {
    let sum = 0
    for (const { version } of this.#versioned) sum += version
    return sum
  }

  /** Saves the present state. Cheap, whatever the size, because tables copy on write. */
  save(): SavedWorkspace {
    return {
      clock: this.simulation.clock.save(),
      schedule: this.simulation.schedule.fork(),
      ids: this.ids.save(),
      random: this.random.save(),
      tables: forkTables(this.tables),
    }
  }

  /** A workspace that continues from a saved state, optionally with other ids or another random stream. */
  static from(
    saved: SavedWorkspace,
    parts: Pick<WorkspaceParts, 'id' | 'name' | 'profile' | 'handleEvent'> &
      Partial<Pick<WorkspaceParts, 'ids' | 'random' | 'shard'>>,
  ): Workspace {
    return new Workspace({
      clock: new Clock(saved.clock),
      schedule: saved.schedule.fork(),
      ids: Ids.restore(saved.ids),
      random: Random.restore(saved.random),
      tables: forkTables(saved.tables),
      ...parts,
    })
  }

  /** A copy with the same past that changes independently. */
  fork(id: string, name = this.name, profile = this.profile): Workspace {
    return Workspace.from(this.save(), { id, name, profile, handleEvent: this.#handleEvent })
  }

  /** The same workspace in a saved state. No id is given again, because clients may know those of the undone future. */
  continuedFrom(saved: SavedWorkspace): Workspace {
    return Workspace.from(saved, {
      ids: Ids.restore(saved.ids).after(this.ids),
      id: this.id,
      name: this.name,
      profile: this.profile,
      handleEvent: this.#handleEvent,
      shard: this.shard,
    })
  }
}
