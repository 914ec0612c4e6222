import { Clock, type ClockMode } from '../simulation/clock.ts'
import { Ids } from '../simulation/ids.ts'
import { Random } from '../simulation/random.ts'
import { type Entry, Schedule } from '../simulation/schedule.ts'
import { Simulation } from '../simulation/simulation.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { Feed } from './feed.ts'
import { Ledger } from './ledger.ts'
import { forkTables, newTables, type Tables } from './tables.ts'

/** Does what a planned entry says, in the workspace that it was planned in. */
export type Happen = (workspace: Workspace, entry: Entry, instant: number) => void

/** What makes a workspace: where it starts and what it does with what it has planned. */
export interface WorkspaceParts {
  readonly id: string
  readonly name: string
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly random: Random
  readonly tables: Tables
  readonly ledger: Ledger
  readonly profile: Profile
  readonly happen: Happen
}

/**
 * One isolated tenant: its people, agents, runs and money, with a clock, a schedule and a source of chance of its
 * own. Nothing in it is shared with another workspace.
 */
export class Workspace {
  readonly id: string
  readonly name: string
  readonly simulation: Simulation
  readonly ids: Ids
  readonly random: Random
  readonly tables: Tables
  readonly ledger: Ledger
  /** What it answers where the specification is silent. */
  readonly profile: Profile
  readonly feed = new Feed()
  readonly #happen: Happen

  constructor(parts: WorkspaceParts) {
    this.id = parts.id
    this.name = parts.name
    this.ids = parts.ids
    this.random = parts.random
    this.tables = parts.tables
    this.ledger = parts.ledger
    this.profile = parts.profile
    this.#happen = parts.happen
    this.simulation = new Simulation({
      clock: parts.clock,
      schedule: parts.schedule,
      fire: (entry, instant) => this.#happen(this, entry, instant),
    })
  }

  /** A workspace without anything in it, whose ids and chance follow from `seed`. */
  static empty(options: { id: string; name: string; seed: string; at?: number | undefined; mode?: ClockMode | undefined; profile?: Profile; happen: Happen }) {
    const { id, name, seed, at, mode, profile = defaultProfile, happen } = options
    return new Workspace({
      id,
      name,
      clock: new Clock({ ...(at === undefined ? {} : { at }), ...(mode ? { mode } : {}) }),
      schedule: new Schedule(),
      ids: new Ids(seed),
      random: new Random(seed),
      tables: newTables(),
      ledger: new Ledger(),
      profile,
      happen,
    })
  }

  /** The instant that everything in it now happens at, in epoch milliseconds. */
  now(): number {
    return this.simulation.now()
  }

  /** A workspace with the same past that goes its own way from here. */
  fork(id: string, name = this.name, profile = this.profile): Workspace {
    return new Workspace({
      id,
      name,
      clock: Clock.restore(this.simulation.clock.save()),
      schedule: this.simulation.schedule.fork(),
      ids: Ids.restore(this.ids.save()),
      random: Random.restore(this.random.save()),
      tables: forkTables(this.tables),
      ledger: this.ledger.fork(),
      profile,
      happen: this.#happen,
    })
  }
}
