import type { OperationId, OperationRow } from '#openapi'
import type { FaultEffects } from '../faults/fault-effects.ts'
import type { Body } from '../http/body.ts'
import type { Connection, IncomingRequest, OutgoingReply, ReplyHeaders, Wire } from '../http/connection.ts'
import type { AppliedFault, Exchange, StreamFacts } from '../journal/exchange.ts'
import type { Journal } from '../journal/journal.ts'
import type { Profile } from '../profile/profile.ts'
import { type ProfiledContract, profiledContractOf } from '../profile/profiled-contract.ts'
import type { Caller, Handler, Reply } from '../service/handler.ts'
import { machineDate } from '../simulation/machine-time.ts'
import type { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import type { HostedWorkspace, WorkspaceRegistry } from './workspace-registry.ts'

/** Access to `X-Mock-As`. */
export interface ControlAccess {
  /** The accepted keys in `X-Mock-Control-Key`; empty if none is required. */
  readonly controlKeys?: readonly string[] | undefined
  /** Origins of pages that may send the header, besides those of this machine. */
  readonly controlOrigins: readonly string[]
}

const NONE = {}
const NO_FAULTS: readonly AppliedFault[] = []

/** The state of a request during its steps. Its exchange stays in the journal; the rest ends with the reply. */
export class RequestContext implements Connection {
  readonly wire: Wire
  readonly request: IncomingRequest
  readonly response: OutgoingReply
  readonly method: string
  readonly path: string
  readonly query: string
  id = ''
  number = 0
  at = 0
  machineAt = 0
  requestText = ''
  operation: OperationRow | undefined
  pathParams: Readonly<Record<string, string | undefined>> = NONE
  caller: Caller | undefined
  authorized = false
  console = false
  status = 0
  responseHeaders: ReplyHeaders = NONE
  responseText = ''
  stream: StreamFacts | undefined
  refusal: Refusal | undefined
  held: string | undefined
  faults: readonly AppliedFault[] = NO_FAULTS
  brokenOff = false
  place = 0
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
    const { request, response } = wire
    const { method = 'GET', url = '/' } = request
    const queryAt = url.indexOf('?')
    this.wire = wire
    this.request = request
    this.response = response
    this.method = method
    this.path = queryAt < 0 ? url : url.slice(0, queryAt)
    this.query = queryAt < 0 ? '' : url.slice(queryAt + 1)
    this.registry = registry
    this.access = access
    this.profile = registry.profile
    this.contract = registry.contract
  }

  /** Changes the profile of messages. */
  speak(profile: Profile): void {
    if (profile === this.profile) return
    this.profile = profile
    this.contract = profiledContractOf(profile)
  }

  breakOff(how: 'reset' | 'close'): void {
    this.brokenOff = true
    if (how === 'reset') this.wire.reset()
    else this.response.destroy()
  }

  changed(): void {
    this.journal?.changed(this)
  }

  exchange(endedAt: number | null): Exchange {
    const { stream } = this
    return {
      id: this.id,
      number: this.number,
      at: this.at,
      endedAt,
      machineAt: this.machineAt,
      method: this.method,
      path: this.path,
      query: this.query,
      requestHeaders: this.request.rawHeaders,
      requestText: this.requestText,
      operation: this.operation,
      pathParams: this.pathParams,
      caller: this.caller,
      authorized: this.authorized,
      console: this.console,
      status: this.status,
      responseHeaders: this.responseHeaders,
      responseText: this.responseText,
      // Copied, because the counts of an open stream change.
      stream: stream && endedAt === null ? { ...stream, kinds: new Map(stream.kinds) } : stream,
      refusal: this.refusal,
      held: this.held,
      faults: this.faults,
      brokenOff: this.brokenOff,
    }
  }

  /** The instant by the clock of the workspace, or in real time for an unmatched request. */
  now(): number {
    return this.workspace ? this.workspace.simulation.now() : machineDate()
  }

  /** Headers with the workspace's time and the id of the exchange; none for a read-only request of the console. */
  ownHeaders(): Record<string, string> {
    if (this.id === '') return {}
    if (!this.workspace) return { 'x-mock-exchange': this.id }
    const headers = { date: httpDate(this.now()), 'x-mock-exchange': this.id }
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
