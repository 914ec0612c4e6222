import type { OperationId } from '#openapi'
import type { FaultEffects } from '../faults/fault-effects.ts'
import type { Body } from '../http/body.ts'
import { Connection, type Wire } from '../http/connection.ts'
import type { Journal } from '../journal/journal.ts'
import type { Profile } from '../profile/profile.ts'
import { type ProfiledContract, profiledContractOf } from '../profile/profiled-contract.ts'
import type { Handler, Reply } from '../service/handler.ts'
import { machineDate } from '../simulation/machine-time.ts'
import type { Workspace } from '../world/workspace.ts'
import type { HostedWorkspace, WorkspaceRegistry } from './workspace-registry.ts'

/** Who may send `X-Mock-As`. */
export interface ControlAccess {
  /** The keys of which the header `X-Mock-Control-Key` must have one; none are needed if there are none. */
  readonly controlKeys?: readonly string[] | undefined
  /** Origins whose pages may send the header, beside those of this machine. */
  readonly controlOrigins: readonly string[]
}

/** What the steps of a request know of it. Its exchange stays in the journal; the rest ends with the reply. */
export class RequestContext extends Connection {
  readonly registry: WorkspaceRegistry
  readonly access: ControlAccess
  /** The workspace that the request is for, once its key is known; undefined for a look. */
  hosted: HostedWorkspace | undefined
  /** The world that the request sees and changes: that of the workspace, or a fork of it for a look. */
  workspace: Workspace | undefined
  /** Whether the console or a tool only looks: nothing changes, and the journal does not list it. */
  isLook = false
  /** The answers that messages follow, with their contract. Those of the workspace may differ where the console reads. */
  profile: Profile
  contract: ProfiledContract
  /** The journal that lists the request; undefined before, and for a look. */
  journal: Journal | undefined
  /** The handler of the operation; undefined for one that was just added to the contract. */
  handler: Handler<OperationId> | undefined
  body: Body | undefined
  /** What faults do to the request; undefined for nearly every one. */
  faultEffects: FaultEffects | undefined
  /** The headers about rate limits. */
  limitHeaders: Readonly<Record<string, string>> = {}
  /** The valid request, decoded. */
  input: unknown
  reply: Reply<OperationId> | undefined
  /** Whether the client has its reply, or will get none; no further step is taken. */
  isAnswered = false
  /** An error that is not a refusal. */
  bug: unknown

  constructor(wire: Wire, registry: WorkspaceRegistry, access: ControlAccess) {
    super(wire)
    this.registry = registry
    this.access = access
    this.profile = registry.profile
    this.contract = profiledContractOf(registry.profile)
  }

  /** Answers by a profile from now on. */
  speak(profile: Profile): void {
    if (profile === this.profile) return
    this.profile = profile
    this.contract = profiledContractOf(profile)
  }

  override changed(): void {
    this.journal?.changed(this)
  }

  /** The instant by the clock of the workspace, or of the machine for an unmatched request. */
  now(): number {
    return this.workspace ? this.workspace.now() : machineDate()
  }

  /** Replies carry the time of their workspace, and the id with which to ask for an explanation; those to a look do not. */
  ownHeaders(): Record<string, string> {
    if (this.id === '') return {}
    if (!this.workspace) return { 'x-mock-exchange': this.id }
    return { date: httpDate(this.workspace.now()), 'x-mock-exchange': this.id, ...this.limitHeaders }
  }
}

let lastSecond = Number.NaN
let lastDate = ''

/** An instant in the format of headers, computed once per second. */
function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastDate = new Date(second * 1000).toUTCString()
  }
  return lastDate
}
