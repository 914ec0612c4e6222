// The life of one request: recognize, journal, route, authenticate, limit, validate, handle, reply.
import type { OperationId, OperationRow } from '#openapi'
import { Trouble } from '../faults/fault-effects.ts'
import type { Profile } from '../profile/profile.ts'
import { wardrobeOf } from '../profile/profiled-contract.ts'
import type { Context, Handler, Reply } from '../service/handler.ts'
import { handlers } from '../service/index.ts'
import { machineDate, machineNow } from '../simulation/machine-time.ts'
import { Refusal } from '../world/refusal.ts'
import {
  callerOf,
  requireRole,
  requireScope,
  requireValid,
  secretIn,
  secretOf,
  unknownKey,
} from './authenticate.ts'
import { parseJson, readText, requireJson } from './body.ts'
import { filled } from './fill.ts'
import type { Exchange } from './request-context.ts'
import { type Route, route } from './router.ts'
import { sendJson, sendStream } from './send.ts'
import type { Hub, Tenancy } from './workspace-registry.ts'

const NO_QUERY = new URLSearchParams()

/** Serves one request of the service. It answers whatever happens, and throws only what is a bug of the mock. */
export async function serve(hub: Hub, exchange: Exchange): Promise<void> {
  // Whose request it is comes first, so that its refusal, too, is told in its workspace's way.
  recognize(hub, exchange)
  const journal = exchange.tenancy?.journal ?? hub.journal
  const profile = exchange.tenancy?.workspace.profile ?? hub.profile
  journal.open(exchange, instantOf(exchange), machineNow())
  try {
    const operation = requireOperation(exchange, profile)
    // Read in any case, so that the journal has what was sent with a request that is refused, or that nobody answers.
    if (operation.requestBody) exchange.requestText = await readText(exchange.request)
    meetTrouble(exchange, operation)
    if (exchange.trouble && (await exchange.trouble.happen('before', ownHeaders(exchange)))) return
    const isReadFirst = profile['refusal-order'] === 'request-first'
    const early = isReadFirst ? readValid(exchange, operation, profile) : undefined
    const tenancy = requireTenancy(exchange)
    authorize(exchange, operation, tenancy)
    const request = early ?? readValid(exchange, operation, profile)
    const handled = handle(exchange, operation, tenancy, request)
    const answer = handled instanceof Promise ? await handled : handled
    if (exchange.trouble && (await exchange.trouble.happen('after', ownHeaders(exchange)))) return
    const { seed } = tenancy.workspace.random
    const whole = hub.fill ? await filled(answer, operation, seed) : answer
    const sending = reply(exchange, operation, profile, whole)
    if (sending) await sending
  } catch (error) {
    refuse(exchange, profile, error)
    if (!(error instanceof Refusal || error instanceof Redirect)) throw error
  } finally {
    exchange.tenancy?.faults.observe(exchange.tenancy.workspace)
    // A client that has left does not get what was just sent.
    exchange.brokenOff ||= exchange.response.destroyed && !exchange.response.writableFinished
    journal.close(exchange, instantOf(exchange))
    exchange.letGo()
  }
}

function recognize(hub: Hub, exchange: Exchange): void {
  const secret = secretIn(exchange.request.headers.authorization)
  const holder = secret === undefined ? undefined : hub.bySecret(secret)
  if (!holder) return
  exchange.tenancy = holder.tenancy
  const { workspace } = holder.tenancy
  workspace.simulation.settle()
  exchange.caller = callerOf(workspace, holder.keyId)
}

/** The instant of its workspace; the machine's for what belongs to none. */
function instantOf({ tenancy }: Exchange): number {
  return tenancy ? tenancy.workspace.now() : machineDate()
}

function requireOperation(exchange: Exchange, profile: Profile): OperationRow {
  let found = route(exchange.method, exchange.path)
  if ('otherSpelling' in found && profile['trailing-slash'] === 'accept')
    found = route(exchange.method, found.otherSpelling)
  if (!('operation' in found)) throw notRouted(found, exchange, profile)
  exchange.pathParams = found.path
  exchange.operation = found.operation
  return exchange.tenancy?.intercept?.operation?.(found.operation) ?? found.operation
}

function requireTenancy({ tenancy, request }: Exchange): Tenancy {
  if (tenancy) return tenancy
  secretOf(request.headers.authorization)
  throw unknownKey()
}

/** The faults that strike a request; none for nearly every one. */
function meetTrouble(exchange: Exchange, operation: OperationRow): void {
  const { tenancy, method, path, caller } = exchange
  if (!tenancy || tenancy.faults.isEmpty) return
  const strikes = tenancy.faults.meet({ operation, method, path, key: caller?.key }, tenancy.workspace)
  if (strikes.length > 0) exchange.trouble = new Trouble(exchange, tenancy, strikes)
}

function authorize(exchange: Exchange, operation: OperationRow, { workspace, windows }: Tenancy): void {
  const { caller } = exchange
  if (!caller) throw unknownKey()
  requireValid(caller, workspace.now())
  requireScope(caller, operation, workspace.profile)
  requireRole(caller, operation, workspace.profile)
  exchange.letIn = true
  windows.hit(operation, caller.key.id, workspace.now(), workspace.profile)
}

function readValid(exchange: Exchange, operation: OperationRow, profile: Profile) {
  const { request, pathParams: path, query } = exchange
  let body: unknown
  if (operation.requestBody) {
    if (exchange.requestText !== '') requireJson(request.headers['content-type'], profile)
    body = parseJson(exchange.requestText)
  }
  const raw = {
    path,
    query: query === '' ? NO_QUERY : new URLSearchParams(query),
    header: request.headers as Record<string, string | string[] | undefined>,
    body,
  }
  const { readRequest } = wardrobeOf(profile)
  const judge = exchange.tenancy?.intercept?.judge?.(readRequest) ?? readRequest
  const result = judge(operation.id as OperationId, raw)
  if (result.ok) return result.value
  const [first] = result.issues
  const more = result.issues.length > 1 ? ` And ${result.issues.length - 1} more.` : ''
  throw new Refusal('request_invalid', `${first?.message}.${more}`, { issues: result.issues })
}

function handle(
  { id, caller, response, trouble }: Exchange,
  operation: OperationRow,
  { workspace, movements, intercept }: Tenancy,
  request: unknown,
) {
  if (!caller) throw new Error(`${operation.id} was reached without a caller`)
  // Reading the body took time in which other requests were served; what is due by now has to happen first.
  workspace.simulation.settle()
  const world = trouble?.world() ?? workspace
  const context: Context = {
    workspace: world,
    tables: world.tables,
    caller,
    now: world.now(),
    onClose: listener => response.once('close', listener),
  }
  const handler = handlers[operation.id as OperationId] as Handler<OperationId>
  const intercepted = intercept?.handler?.(operation, handler) ?? handler
  const wanted = operation.id === 'streamChat' ? (trouble?.resumed(request) ?? request) : request
  return movements.during(id, () => intercepted(wanted as never, context))
}

/** Sends what a handler answered; returns a promise where that takes its time. */
function reply(
  exchange: Exchange,
  operation: OperationRow,
  profile: Profile,
  given: Reply<OperationId>,
): Promise<void> | undefined {
  const handled = exchange.tenancy?.intercept?.reply?.(given, exchange) ?? given
  const answer = wardrobeOf(profile).dress(handled, operation.id as OperationId, instantOf(exchange))
  const headers = { ...ownHeaders(exchange), ...answer.headers }
  if (exchange.trouble) return exchange.trouble.send(answer, headers)
  if ('stream' in answer) return sendStream(exchange, answer.stream, headers)
  sendJson(exchange, Number(answer.status), answer.body, headers)
  return undefined
}

/** Answers with what went wrong; a reply that has begun can only be broken off. */
function refuse(exchange: Exchange, profile: Profile, error: unknown): void {
  if (exchange.response.headersSent) {
    exchange.brokenOff = true
    exchange.response.destroy()
    return
  }
  const headers = ownHeaders(exchange)
  if (error instanceof Redirect) {
    sendJson(exchange, 307, undefined, { ...headers, location: error.location })
    return
  }
  const refusal = error instanceof Refusal ? error : internalError(error)
  exchange.refusal = refusal
  const { status, gap } = refusal.rule
  const usual = { status, gap, body: refusal.body(), headers: refusal.headers }
  const given = wardrobeOf(profile).refuse(usual, instantOf(exchange))
  const answer = exchange.tenancy?.intercept?.refusal?.(given, exchange) ?? given
  sendJson(exchange, answer.status, answer.body, { ...headers, ...answer.headers })
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
  if ('otherSpelling' in found && profile['trailing-slash'] === 'redirect')
    return new Redirect(found.otherSpelling + (query === '' ? '' : `?${query}`))
  if ('allowed' in found) {
    const allowed = found.allowed.join(', ')
    return new Refusal('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } })
  }
  return new Refusal(
    'route_not_found',
    `The service has nothing at ${path}. Its operations are listed at /_mock/reference.`,
  )
}

/** Replies carry the time of their workspace, as everything else does, and the name under which to ask why. */
function ownHeaders({ id, tenancy }: Exchange): Record<string, string> {
  if (!tenancy) return { 'x-mock-exchange': id }
  return { date: httpDate(tenancy.workspace.now()), 'x-mock-exchange': id }
}

let lastSecond = Number.NaN
let lastDate = ''

/** An instant as headers have it, worked out once a second. */
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
