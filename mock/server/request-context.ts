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

/** Access to `X-Mock-As`. */
export interface ControlAccess {
  /** The accepted keys in `X-Mock-Control-Key`; empty if none is required. */
  readonly controlKeys?: readonly string[] | undefined
  /** Origins of pages that may send the header, besides those of this machine. */
  readonly controlOrigins: readonly string[]
}

/** The state of a request during its steps. Its exchange stays in the journal; the rest ends with the reply. */
export class RequestContext extends Connection {
  readonly registry: WorkspaceRegistry
  readonly access: ControlAccess
  /** The workspace of the request, once its key is known; undefined for a read-only request of the console. */
  hosted: HostedWorkspace | undefined
  /** The workspace that the request reads and changes; a fork for a read-only request of the console. */
  workspace: Workspace | undefined
  /** Whether the console or a tool only reads: nothing changes, and the journal does not list it. */
  isLook = false
  /** The profile of messages, with its contract. For the console it may differ from the workspace's. */
  profile: Profile
  contract: ProfiledContract
  /** The journal that lists the request; undefined until then, and for a read-only request of the console. */
  journal: Journal | undefined
  /** The handler of the operation; undefined for one that was just added to the contract. */
  handler: Handler<OperationId> | undefined
  body: Body | undefined
  /** The effects of faults; undefined for nearly every request. */
  faultEffects: FaultEffects | undefined
  /** The headers about rate limits. */
  limitHeaders: Readonly<Record<string, string>> | undefined
  /** The valid request, decoded. */
  input: unknown
  reply: Reply<OperationId> | undefined
  /** Whether the client has its reply, or will get none; later steps are skipped. */
  isAnswered = false
  /** Whether a step had to wait, so that time has passed. */
  hasWaited = false
  /** An error that is not a refusal. */
  bug: unknown

  constructor(wire: Wire, registry: WorkspaceRegistry, access: ControlAccess) {
    super(wire)
    this.registry = registry
    this.access = access
    this.profile = registry.profile
    this.contract = profiledContractOf(registry.profile)
  }

  /** Changes the profile of messages. */
  speak(profile: Profile): void {
    if (profile === this.profile) return
    this.profile = profile
    this.contract = profiledContractOf(profile)
  }

  override changed(): void {
    this.journal?.changed(this)
  }

  /** The instant by the clock of the workspace, or in real time for an unmatched request. */
  now(): number {
    return this.workspace ? this.workspace.now() : machineDate()
  }

  /** Headers with the workspace's time and the id of the exchange; none for a read-only request of the console. */
  ownHeaders(): Record<string, string> {
    if (this.id === '') return {}
    if (!this.workspace) return { 'x-mock-exchange': this.id }
    const headers = { date: httpDate(this.workspace.now()), 'x-mock-exchange': this.id }
    return this.limitHeaders ? Object.assign(headers, this.limitHeaders) : headers
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
