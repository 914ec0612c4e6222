// The life of one request: find the workspace, journal, route, authenticate, limit, validate, handle, reply.

import { type OperationId, type OperationRow, type Route, route } from '#openapi'
import { FaultEffects } from '../faults/fault-effects.ts'
import { type Body, parseJson, requireJson } from '../http/body.ts'
import { sendJson, sendStream } from '../http/send.ts'
import type { Exchange } from '../journal/exchange.ts'
import { KeepProblem } from '../keep/keep-problem.ts'
import type { Keeper } from '../keep/keeper.ts'
import { decisions } from '../profile/decisions.ts'
import { plainProfile } from '../profile/plain-profile.ts'
import type { Profile } from '../profile/profile.ts'
import { profiledContractOf } from '../profile/profiled-contract.ts'
import type { Context, Handler, Reply } from '../service/handler.ts'
import { handlers } from '../service/index.ts'
import { machineDate, machineNow } from '../simulation/machine-time.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import {
  callerOf,
  requireRole,
  requireScope,
  requireValid,
  secretIn,
  secretOf,
  unknownKey,
} from './authenticate.ts'
import { filled, madeUp } from './fill.ts'
import { type Limits, longTextIn } from './limits.ts'
import { notKept } from './not-kept.ts'
import type { RequestContext } from './request-context.ts'
import type { HostedWorkspace, WorkspaceRegistry } from './workspace-registry.ts'

const NO_QUERY = new URLSearchParams()

/** Serves one request of the service. It always answers, and throws only bugs of the mock. */
export async function serve(registry: WorkspaceRegistry, context: RequestContext): Promise<void> {
  // The workspace comes first, because its profile also determines the form of refusals.
  if (!context.exchange.console) recognize(registry, context)
  const journal = context.hosted?.journal ?? registry.journal
  if (context.hosted) context.hosted.use.open += 1
  const own = context.hosted?.workspace.profile ?? registry.profile
  const profile = context.exchange.console ? plainProfile(own) : own
  journal.open(context.exchange, instantOf(context), machineNow())
  try {
    const operation = requireOperation(context, profile)
    // Always read, so that the journal has the body of requests that are refused or never answered.
    const body = operation.requestBody ? await context.readBody(registry.limits) : undefined
    if (body) context.exchange.requestText = body.text
    applyFaults(context, operation)
    if (context.faultEffects) {
      await registry.keeper?.beforeReply(context.hosted?.workspace)
      if (await context.faultEffects.apply('before', ownHeaders(context))) return
    }
    const isReadFirst = decisions.validatesBeforeKey(profile)
    const early = isReadFirst ? readValid(context, operation, profile, body, registry.limits) : undefined
    const hosted = requireHosted(context, registry)
    authorize(context, operation, hosted)
    const request = early ?? readValid(context, operation, profile, body, registry.limits)
    takeIn(hosted, registry.limits, body)
    // The world is ahead of the file: nothing more may happen in it, nor be shown, until the file has it.
    if (registry.keeper?.problem) await registry.keeper.beforeReply()
    const handled = handle(context, operation, hosted, request, registry.fill)
    const answer = handled instanceof Promise ? await handled : handled
    const kept = registry.keeper?.beforeReply(hosted.workspace)
    if (kept) await kept
    if (context.faultEffects && (await context.faultEffects.apply('after', ownHeaders(context)))) return
    const { seed } = hosted.workspace.random
    const whole = registry.fill ? await filled(answer, operation, seed) : answer
    const sending = reply(
      context,
      operation,
      profile,
      keepingBefore(registry.keeper, hosted.workspace, whole),
    )
    if (sending) await sending
  } catch (problem) {
    const error = (await keepingFailed(registry.keeper, context)) ?? problem
    refuse(context, profile, error)
    if (!isExpected(error)) throw error
  } finally {
    if (context.hosted) {
      context.hosted.use.open -= 1
      context.hosted.use.at = machineNow()
    }
    context.hosted?.faults.observe(context.hosted.workspace)
    // A client that has left does not receive the reply.
    context.exchange.brokenOff ||= context.response.destroyed && !context.response.writableFinished
    journal.close(context.exchange, instantOf(context))
  }
}

/** A reply whose stream sends a part only when everything in it is saved. */
function keepingBefore(
  keeper: Keeper | undefined,
  workspace: Workspace,
  reply: Reply<OperationId>,
): Reply<OperationId> {
  if (!keeper || !('stream' in reply)) return reply
  return { ...reply, stream: keeper.before(reply.stream, workspace) }
}

/** Saves what a refused request changed, because a refusal, too, shows that time has passed. Returns why that failed. */
async function keepingFailed(keeper: Keeper | undefined, { hosted }: RequestContext): Promise<unknown> {
  try {
    await keeper?.beforeReply(hosted?.workspace)
    return undefined
  } catch (error) {
    return error
  }
}

function recognize(registry: WorkspaceRegistry, context: RequestContext): void {
  const secret = secretIn(context.request.headers.authorization)
  const holder = secret === undefined ? undefined : registry.bySecret(secret)
  if (!holder) return
  context.hosted = holder.hosted
  const { workspace } = holder.hosted
  workspace.simulation.settle()
  context.exchange.caller = callerOf(workspace, holder.keyId)
}

/** The time of the workspace, or of the machine for an unmatched request. */
function instantOf({ hosted }: RequestContext): number {
  return hosted ? hosted.workspace.now() : machineDate()
}

function requireOperation(context: RequestContext, profile: Profile): OperationRow {
  const { exchange } = context
  let found = route(exchange.method, exchange.path)
  if ('otherSpelling' in found && decisions.otherSpelling(profile) === 'accept')
    found = route(exchange.method, found.otherSpelling)
  if (!('operation' in found)) throw notRouted(found, exchange, profile)
  exchange.pathParams = found.path
  exchange.operation = found.operation
  return context.hosted?.intercept?.operation?.(found.operation) ?? found.operation
}

function requireHosted({ hosted, request }: RequestContext, registry: WorkspaceRegistry): HostedWorkspace {
  if (hosted) return hosted
  const shard = registry.otherShard(secretOf(request.headers.authorization))
  throw shard === undefined ? unknownKey() : new WrongShard(shard, registry.shard)
}

/** Finds the faults that apply; none for nearly every request. */
function applyFaults(context: RequestContext, operation: OperationRow): void {
  const { hosted, exchange } = context
  const { method, path, caller } = exchange
  if (!hosted || hosted.faults.isEmpty || exchange.console) return
  const applied = hosted.faults.match({ operation, method, path, key: caller?.key }, hosted.workspace)
  if (applied.length > 0) context.faultEffects = new FaultEffects(context, hosted, applied)
}

function authorize(
  context: RequestContext,
  operation: OperationRow,
  { workspace, windows }: HostedWorkspace,
): void {
  const { caller } = context.exchange
  if (!caller) throw unknownKey()
  requireValid(caller, workspace.now())
  requireScope(caller, operation, workspace.profile)
  requireRole(caller, operation, workspace.profile)
  context.exchange.letIn = true
  if (context.exchange.console) return
  context.limitHeaders = windows.hit(operation, caller.key.id, workspace.now(), workspace.profile)
}

function readValid(
  context: RequestContext,
  operation: OperationRow,
  profile: Profile,
  sent: Body | undefined,
  limits: Limits,
) {
  const { request, exchange } = context
  const { pathParams: path, query } = exchange
  if (sent && sent.text !== '') requireJson(request.headers['content-type'], profile)
  const body = sent && parseJson(sent, limits)
  if (sent && sent.text.length > limits.fieldLength) requireShortTexts(body, limits.fieldLength)
  const raw = {
    path,
    query: query === '' ? NO_QUERY : new URLSearchParams(query),
    header: request.headers as Record<string, string | string[] | undefined>,
    body,
  }
  const { decodeRequest: readRequest } = profiledContractOf(profile)
  const judge = context.hosted?.intercept?.judge?.(readRequest) ?? readRequest
  const result = judge(operation.id as OperationId, raw)
  if (result.ok) return result.value
  const [first] = result.issues
  const more = result.issues.length > 1 ? ` And ${result.issues.length - 1} more.` : ''
  throw new Refusal('request_invalid', `${first?.message}.${more}`, { issues: result.issues })
}

function requireShortTexts(body: unknown, most: number): void {
  const field = longTextIn(body, most)
  if (field === undefined) return
  const message = `body.${field} must be at most ${most} characters long; --max-field-length sets how long`
  const found = {
    in: 'body' as const,
    field,
    message,
    expected: `at most ${most} characters`,
    received: null,
  }
  throw new Refusal('request_invalid', `${message}.`, { issues: [found] })
}

/** Counts a body, or refuses it where its workspace is full. */
function takeIn(
  { workspace, taken }: HostedWorkspace,
  { workspaceBytes }: Limits,
  body: Body | undefined,
): void {
  if (!body) return
  if (taken.bytes + body.text.length <= workspaceBytes) {
    taken.bytes += body.text.length
    return
  }
  throw new Refusal(
    'request_invalid',
    `The workspace ${workspace.id} has taken ${taken.bytes} bytes of bodies and takes at most ${workspaceBytes}. Restore a snapshot, make a new workspace, or start the mock with --max-workspace-bytes.`,
    { param: 'body' },
  )
}

function handle(
  { exchange, response, faultEffects }: RequestContext,
  operation: OperationRow,
  { workspace, events, intercept }: HostedWorkspace,
  request: unknown,
  makesUp: boolean,
) {
  const { caller } = exchange
  if (!caller) throw new Error(`${operation.id} was reached without a caller`)
  // Other requests were served while the body was read, so what is due by now has to happen first.
  workspace.simulation.settle()
  const world = faultEffects?.world() ?? workspace
  const context: Context = {
    workspace: world,
    tables: world.tables,
    caller,
    now: world.now(),
    onClose: listener => response.once('close', listener),
  }
  const handler = handlerOf(operation, world.random.seed, makesUp)
  const intercepted = intercept?.handler?.(operation, handler) ?? handler
  const wanted = operation.id === 'streamChat' ? (faultEffects?.resumed(request) ?? request) : request
  return events.during(exchange, () => intercepted(wanted as never, context))
}

/** The handler of an operation. One that was just added to the contract has none yet. */
function handlerOf(operation: OperationRow, seed: string, makesUp: boolean): Handler<OperationId> {
  const { id, tag } = operation
  const written = handlers[id as OperationId] as Handler<OperationId> | undefined
  if (written) return written
  if (makesUp) return () => madeUp(operation, seed)
  throw new Refusal(
    'internal_error',
    `${id} has no handler yet. Write it in mock/service/${tag}.ts, and list that file in mock/service/index.ts; ` +
      'or start the mock with --fill, which answers from the contract.',
  )
}

/** Sends the reply of a handler; returns a promise if that takes time. */
function reply(
  context: RequestContext,
  operation: OperationRow,
  profile: Profile,
  given: Reply<OperationId>,
): Promise<void> | undefined {
  const handled = context.hosted?.intercept?.reply?.(given, context.exchange) ?? given
  const answer = profiledContractOf(profile).encodeReply(
    handled,
    operation.id as OperationId,
    instantOf(context),
  )
  const headers = { ...ownHeaders(context), ...answer.headers }
  if (context.faultEffects) return context.faultEffects.send(answer, headers)
  if ('stream' in answer) return sendStream(context, answer.stream, headers)
  sendJson(context, Number(answer.status), answer.body, headers)
  return undefined
}

/** Sends a refusal or an error. A reply that has begun can only be broken off. */
function refuse(context: RequestContext, profile: Profile, error: unknown): void {
  if (context.response.headersSent) {
    context.exchange.brokenOff = true
    context.response.destroy()
    return
  }
  const headers = ownHeaders(context)
  if (error instanceof Redirect) {
    sendJson(context, 307, undefined, { ...headers, location: error.location })
    return
  }
  if (error instanceof WrongShard) {
    sendJson(context, 421, error.body(), { ...headers, 'x-mock-shard': error.shard })
    return
  }
  const refusal = error instanceof Refusal ? error : (notKept(error) ?? internalError(error))
  context.exchange.refusal = refusal
  const { status, gap } = refusal.rule
  const { operation, path } = context.exchange
  const usual = {
    status,
    gap,
    body: refusal.body(),
    headers: refusal.headers,
    operation: operation?.id,
    path,
  }
  const given = profiledContractOf(profile).encodeRefusal(usual, instantOf(context))
  const answer =
    context.hosted?.intercept?.refusal?.(given, context.exchange, context.hosted.workspace) ?? given
  const challenge = answer.status === 401 ? { 'www-authenticate': challengeFor(refusal) } : {}
  sendJson(context, answer.status, answer.body, { ...headers, ...challenge, ...answer.headers })
}

/** How to authenticate (RFC 6750): without an error where no key was sent. */
function challengeFor({ code }: Refusal): string {
  const realm = 'Bearer realm="agent-work"'
  return code === 'key_missing' ? realm : `${realm}, error="invalid_token"`
}

/** The key belongs to another shard. A proxy in front of the shards sends no such request; a redirect would lose the key. */
class WrongShard extends Error {
  readonly shard: string
  constructor(shard: string, own: string | undefined) {
    super(`This key is of shard ${shard}; this is ${own}. Send the request to that shard, or to the proxy.`)
    this.shard = shard
  }
  body() {
    const { message } = this
    return { error: { type: 'wrong_shard', code: 'wrong_shard', message, param: null, issues: [] } }
  }
}

function isExpected(error: unknown): boolean {
  return [Refusal, Redirect, WrongShard, KeepProblem].some(kind => error instanceof kind)
}

class Redirect extends Error {
  readonly location: string
  constructor(location: string) {
    super(`see ${location}`)
    this.location = location
  }
}

function notRouted(
  found: Exclude<Route, { operation: unknown }>,
  { path, query }: Exchange,
  profile: Profile,
): Refusal | Redirect {
  if ('otherSpelling' in found && decisions.otherSpelling(profile) === 'redirect')
    return new Redirect(found.otherSpelling + (query === '' ? '' : `?${query}`))
  if ('allowed' in found) {
    const allowed = found.allowed.join(', ')
    return new Refusal('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } })
  }
  return new Refusal(
    'route_not_found',
    `The service has nothing at ${path}. Its operations are listed at /_mock/reference; to look around, open /_mock/console/.`,
  )
}

/** Replies carry the time of their workspace, and the id with which to ask for an explanation. */
function ownHeaders({ exchange: { id }, hosted, limitHeaders }: RequestContext): Record<string, string> {
  if (!hosted) return { 'x-mock-exchange': id }
  return { date: httpDate(hosted.workspace.now()), 'x-mock-exchange': id, ...limitHeaders }
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

function internalError(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(
    'internal_error',
    `The mock has a bug: ${reason}. Its log has the details; please report it.`,
  )
}
