// The workspaces of a server, found by their keys.
import { CoverageTally, type Exercised, together } from '../coverage/tally.ts'
import { Faults } from '../faults/faults.ts'
import { EventLog } from '../journal/event-log.ts'
import { Journal, type JournalBounds } from '../journal/journal.ts'
import type { Keeper } from '../keep/keeper.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { type ProfiledContract, profiledContractOf } from '../profile/profiled-contract.ts'
import { machineNow } from '../simulation/machine-time.ts'
import type { KeyRow } from '../world/people.ts'
import { shardIn } from '../world/shard.ts'
import type { Workspace } from '../world/workspace.ts'
import { lateReads } from './late-reads.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { Moves } from './moves.ts'
import { RateWindows } from './rate-windows.ts'
import { Traffic } from './traffic.ts'

/** A workspace with the state that the server keeps beside it. */
export interface HostedWorkspace {
  readonly workspace: Workspace
  /** The contract of its profile. */
  readonly contract: ProfiledContract
  readonly windows: RateWindows
  /** The requests with their replies. */
  readonly journal: Journal
  /** Changes of status, and the exchanges that caused them. */
  readonly events: EventLog
  /** What goes wrong on purpose. */
  readonly faults: Faults
  /** When it was last called, by `machineNow`, and the number of open calls. */
  readonly use: { at: number; open: number }
  /** The bytes of the bodies that it has accepted. */
  readonly taken: { bytes: number }
  /** What the requests have exercised. */
  readonly tally: CoverageTally
}

/** The owner of a secret. */
export interface KeyHolder {
  readonly hosted: HostedWorkspace
  readonly keyId: string
}

export interface WorkspaceRegistryOptions {
  /** How much the journal of each workspace keeps. */
  readonly journal?: Partial<JournalBounds> | undefined
  /** The profile for unmatched requests. */
  readonly profile?: Profile | undefined
  /** Whether to make up fields that the contract requires and no view provides. */
  readonly fill?: boolean | undefined
  /** How much is taken in. */
  readonly limits?: Partial<Limits> | undefined
  /** Saves the workspaces in a file. */
  readonly keeper?: Keeper | undefined
  /** The name of this process among several that share the work, such as `s2`. */
  readonly shard?: string | undefined
}

/** The owner of unmatched requests; the ids of their exchanges start with it, and it contains the shard, if any. */
function unmatchedName(shard: string | undefined): string {
  return shard === undefined ? 'server' : `ws_${shard}_server`
}

export class WorkspaceRegistry {
  /** The workspaces that have moved to another shard. */
  readonly moves = new Moves()
  /** The metrics of this server. */
  readonly traffic = new Traffic()
  /** Unmatched requests: their key is missing or unknown. */
  readonly journal: Journal
  /** The profile for unmatched requests, with its contract. */
  readonly profile: Profile
  readonly contract: ProfiledContract
  /** Whether to make up fields that the contract requires and no view provides. */
  readonly fill: boolean
  /** How much is taken in. */
  readonly limits: Limits
  /** Saves the workspaces in a file; undefined if nothing is saved. */
  readonly keeper: Keeper | undefined
  /** The name of this process among several that share the work; undefined for one that is alone. */
  readonly shard: string | undefined
  /** What requests to removed workspaces have exercised. */
  #gone: Exercised = new CoverageTally()
  readonly #options: WorkspaceRegistryOptions
  readonly #hosted = new Map<string, HostedWorkspace>()
  readonly #bySecret = new Map<string, KeyHolder>()
  /** Functions that add workspaces on first use. */
  readonly #later = new Map<string, () => void>()
  /** Workspaces that are added on first use; they are always listed first. */
  readonly #first = new Set<string>()
  readonly #changeListeners = new Set<(id: string) => void>()

  constructor(options: WorkspaceRegistryOptions = {}) {
    this.#options = options
    this.profile = options.profile ?? defaultProfile
    this.contract = profiledContractOf(this.profile)
    this.fill = options.fill ?? false
    this.limits = { ...defaultLimits, ...options.limits }
    this.keeper = options.keeper
    this.shard = options.shard
    this.journal = new Journal(unmatchedName(options.shard), options.journal)
  }

  /** Adds a workspace with its keys. */
  add(workspace: Workspace): HostedWorkspace {
    const journal = new Journal(workspace.id, this.#options.journal)
    const tally = new CoverageTally()
    journal.listen(entry => {
      if (!entry.console) tally.count(entry)
    })
    const events = new EventLog()
    events.listen(event => {
      if (!events.cause?.console) tally.addEvent(event)
    })
    const faults = new Faults(lateReads(workspace), workspace)
    const windows = new RateWindows()
    const taken = { bytes: 0 }
    const use = { at: machineNow(), open: 0 }
    const contract = profiledContractOf(workspace.profile)
    return this.#keep({ use, workspace, contract, windows, journal, events, faults, tally, taken })
  }

  /** Adds a workspace on first use, because building it takes time and it may never be used. */
  addLater(id: string, add: () => void): void {
    this.#later.set(id, add)
    this.#first.add(id)
  }

  /** Replaces the state of a workspace. The journal continues; rate windows start anew. */
  replace(workspace: Workspace): HostedWorkspace {
    const old = this.#hosted.get(workspace.id)
    if (!old) throw new Error(`there is no workspace ${workspace.id} to replace`)
    this.#forgetKeys(old)
    old.faults.restart(workspace)
    return this.#keep({ ...old, workspace, windows: new RateWindows(), taken: { bytes: 0 } })
  }

  /** The workspace of a secret, and the id of its key. */
  bySecret(secret: string): KeyHolder | undefined {
    const holder = this.#bySecret.get(secret)
    if (holder || this.#later.size === 0) return holder
    const [next] = this.#later.keys()
    this.#addNow(next!)
    return this.bySecret(secret)
  }

  /** The shard of something that is not here: where it has moved to, or the one in its name. */
  otherShard(name: string): string | undefined {
    const shard = this.shard === undefined ? undefined : (this.moves.shardOf(name) ?? shardIn(name))
    return shard === this.shard ? undefined : shard
  }

  get(id: string): HostedWorkspace | undefined {
    this.#addNow(id)
    return this.#hosted.get(id)
  }

  /** What requests to all workspaces have exercised, including removed ones. */
  get tally(): Exercised {
    return together([this.#gone, ...Array.from(this.#hosted.values(), ({ tally }) => tally)])
  }

  /** How many workspaces there are. */
  get size(): number {
    return this.#hosted.size + this.#later.size
  }

  /** All workspaces in the order of their creation. */
  all(): HostedWorkspace[] {
    for (const id of this.#later.keys()) this.#addNow(id)
    const others = [...this.#hosted.keys()].filter(id => !this.#first.has(id))
    return [...this.#first, ...others].flatMap(id => this.#hosted.get(id) ?? [])
  }

  /** Removes a workspace; its keys become unknown. */
  remove(id: string): boolean {
    const hosted = this.#hosted.get(id)
    if (!hosted) return false
    this.#forgetKeys(hosted)
    this.#hosted.delete(id)
    this.#gone = together([this.#gone, hosted.tally])
    this.#tellOfChange(id)
    return true
  }

  /** Calls back when a workspace is added, replaced or removed. Returns a function that unsubscribes. */
  onChange(listener: (id: string) => void): () => void {
    this.#changeListeners.add(listener)
    return () => void this.#changeListeners.delete(listener)
  }

  #addNow(id: string): void {
    const add = this.#later.get(id)
    this.#later.delete(id)
    add?.()
  }

  #tellOfChange(id: string): void {
    for (const listener of this.#changeListeners) listener(id)
  }

  #forgetKeys({ workspace }: HostedWorkspace): void {
    for (const { secret } of workspace.tables.keys.range('listed', null)) this.#bySecret.delete(secret)
  }

  #keep(hosted: HostedWorkspace): HostedWorkspace {
    const { workspace } = hosted
    this.#hosted.set(workspace.id, hosted)
    const { keys } = workspace.tables
    const learn = ({ id, secret }: KeyRow) => this.#bySecret.set(secret, { hosted, keyId: id })
    for (const key of keys.range('listed', null)) learn(key)
    keys.watch((before, after) => {
      // A workspace that was removed or replaced is known by none of its keys.
      if (this.#hosted.get(workspace.id) !== hosted) return
      if (before) this.#bySecret.delete(before.secret)
      if (after) learn(after)
    })
    hosted.events.follow(workspace)
    this.#tellOfChange(workspace.id)
    return hosted
  }
}
