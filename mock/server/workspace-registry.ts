// The workspaces of one server, found by the keys that belong to them.
import { type Exercised, Tally, together } from '../coverage/tally.ts'
import { Faults } from '../faults/faults.ts'
import { Journal, type JournalBounds } from '../journal/journal.ts'
import { Movements } from '../journal/movements.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Intercept } from './intercept.ts'
import { RateWindows } from './rate-windows.ts'
import { Traffic } from './traffic.ts'

/** A workspace with what the server keeps beside it. */
export interface Tenancy {
  readonly workspace: Workspace
  readonly windows: RateWindows
  /** What was asked and answered. */
  readonly journal: Journal
  /** What got another status, and by which exchange. */
  readonly movements: Movements
  /** What goes wrong on purpose. */
  readonly faults: Faults
  /** What the calls have exercised. */
  readonly tally: Tally
  /** What stands between the server and this workspace; nothing but in the proof of the conformance suite. */
  readonly intercept?: Intercept | undefined
}

/** To whom a secret belongs. */
export interface Holder {
  readonly tenancy: Tenancy
  readonly keyId: string
}

export interface HubOptions {
  /** How much the journal of each workspace keeps. */
  readonly journal?: Partial<JournalBounds> | undefined
  /** How requests are answered that belong to no workspace. */
  readonly profile?: Profile | undefined
  /** Whether fields that the contract requires and no view provides are made up. */
  readonly fill?: boolean | undefined
}

export class Hub {
  /** What the server of these workspaces has to do, and has done. */
  readonly traffic = new Traffic()
  /** The exchanges that belong to no workspace: their key is missing or unknown. */
  readonly journal: Journal
  /** The answers that such exchanges get. */
  readonly profile: Profile
  /** Whether fields that the contract requires and no view provides are made up. */
  readonly fill: boolean
  /** What the calls to workspaces that are gone have exercised. */
  #gone: Exercised = new Tally()
  readonly #options: HubOptions
  readonly #tenancies = new Map<string, Tenancy>()
  readonly #bySecret = new Map<string, Holder>()

  constructor(options: HubOptions = {}) {
    this.#options = options
    this.profile = options.profile ?? defaultProfile
    this.fill = options.fill ?? false
    this.journal = new Journal('server', options.journal)
  }

  /** Takes a workspace in, with all its keys. */
  add(workspace: Workspace, intercept?: Intercept): Tenancy {
    const journal = new Journal(workspace.id, this.#options.journal)
    const tally = new Tally()
    journal.listen(entry => tally.count(entry))
    const movements = new Movements(movement => tally.move(movement))
    const faults = new Faults()
    return this.#keep({ workspace, windows: new RateWindows(), journal, movements, faults, tally, intercept })
  }

  /** Puts another state of a workspace in its place; the journal goes on, the rate windows start anew. */
  replace(workspace: Workspace): Tenancy {
    const old = this.#tenancies.get(workspace.id)
    if (!old) throw new Error(`there is no workspace ${workspace.id} to replace`)
    this.#drop(old)
    return this.#keep({ ...old, workspace, windows: new RateWindows() })
  }

  /** Makes a key known that was made after its workspace. */
  learnKey(workspaceId: string, secret: string): void {
    const tenancy = this.#tenancies.get(workspaceId)
    const [key] = tenancy?.workspace.tables.keys.range('bySecret', secret, { limit: 1 }) ?? []
    if (tenancy && key) this.#bySecret.set(secret, { tenancy, keyId: key.id })
  }

  /** The workspace of a key, and the key's id in it. */
  bySecret(secret: string): Holder | undefined {
    return this.#bySecret.get(secret)
  }

  get(id: string): Tenancy | undefined {
    return this.#tenancies.get(id)
  }

  /** What the calls to all workspaces have exercised, those that are gone included. */
  get tally(): Exercised {
    return together([this.#gone, ...this.all().map(({ tally }) => tally)])
  }

  all(): Tenancy[] {
    return [...this.#tenancies.values()]
  }

  /** Lets a workspace go; its keys are unknown from then on. */
  remove(id: string): boolean {
    const tenancy = this.#tenancies.get(id)
    if (!tenancy) return false
    this.#drop(tenancy)
    this.#gone = together([this.#gone, tenancy.tally])
    return true
  }

  #drop({ workspace }: Tenancy): void {
    for (const { secret } of workspace.tables.keys.all()) this.#bySecret.delete(secret)
    this.#tenancies.delete(workspace.id)
  }

  #keep(tenancy: Tenancy): Tenancy {
    const { workspace } = tenancy
    this.#tenancies.set(workspace.id, tenancy)
    for (const { secret, id } of workspace.tables.keys.all())
      this.#bySecret.set(secret, { tenancy, keyId: id })
    tenancy.movements.follow(workspace)
    return tenancy
  }
}
