// The life of one request: route, authenticate, limit, validate, handle, reply.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type OperationId, type OperationRow, validateRequest } from '#openapi'
import type { Context, Handler, Reply } from '../service/handler.ts'
import { handlers } from '../service/index.ts'
import { Refusal } from '../world/refusal.ts'
import { callerOf, requireRole, requireScope, secretOf, unknownKey } from './authenticate.ts'
import { parseJson, readText, requireJson } from './body.ts'
import type { Hub, Tenancy } from './hub.ts'
import { type Route, route } from './router.ts'
import { sendJson, sendStream } from './send.ts'

/** Serves one request of the service. It answers whatever happens. */
export async function serve(hub: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/', query = ''] = splitOnce(request.url ?? '/', '?')
  let tenancy: Tenancy | undefined
  try {
    const secret = request.headers.authorization
    tenancy = secret === undefined ? undefined : hub.bySecret(secretOf(secret))
    const { operation, path: params } = requireOperation(route(request.method ?? 'GET', path), path, query)
    tenancy ??= requireTenancy(hub, secret)
    const { workspace } = tenancy
    workspace.simulation.settle()
    const caller = callerOf(workspace, secretOf(secret))
    requireScope(caller, operation, workspace.profile)
    requireRole(caller, operation, workspace.profile)
    tenancy.windows.hit(operation, caller.key.id, workspace.now(), workspace.profile)
    const body = operation.requestBody ? await readBody(request, tenancy) : undefined
    const valid = requireValid(operation, request, params, query, body)
    // Reading the body takes time in which other requests are served; what is due by now has to happen first.
    workspace.simulation.settle()
    const context: Context = {
      workspace,
      tables: workspace.tables,
      caller,
      now: workspace.now(),
      onClose: listener => response.once('close', listener),
    }
    await send(response, await handle(operation, valid, context), dateHeader(tenancy))
  } catch (error) {
    if (response.headersSent) {
      response.destroy()
      if (!(error instanceof Refusal)) throw error
      return
    }
    const headers = dateHeader(tenancy)
    if (error instanceof Redirect)
      sendJson(response, 307, undefined, { ...headers, location: error.location })
    else if (error instanceof Refusal)
      sendJson(response, error.rule.status, error.body(), { ...headers, ...error.headers })
    else {
      sendJson(response, 500, internalError(error).body(), headers)
      throw error
    }
  }
}

class Redirect extends Error {
  readonly location: string
  constructor(location: string) {
    super(`see ${location}`)
    this.location = location
  }
}

function requireOperation(found: Route, path: string, query: string) {
  if ('operation' in found) return found
  if ('otherSpelling' in found) throw new Redirect(found.otherSpelling + (query === '' ? '' : `?${query}`))
  if ('allowed' in found) {
    const allowed = found.allowed.join(', ')
    throw new Refusal('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } })
  }
  throw new Refusal(
    'route_not_found',
    `The service has nothing at ${path}. Its operations are listed at /_mock/reference.`,
  )
}

function requireTenancy(hub: Hub, header: string | undefined): Tenancy {
  const tenancy = hub.bySecret(secretOf(header))
  if (!tenancy) throw unknownKey()
  return tenancy
}

async function readBody(request: IncomingMessage, { workspace }: Tenancy): Promise<unknown> {
  const text = await readText(request)
  if (text !== '') requireJson(request.headers['content-type'], workspace.profile)
  return parseJson(text)
}

function requireValid(
  operation: OperationRow,
  request: IncomingMessage,
  path: Record<string, string | undefined>,
  query: string,
  body: unknown,
) {
  const result = validateRequest(operation.id as OperationId, {
    path,
    query: new URLSearchParams(query),
    header: request.headers,
    body,
  })
  if (result.ok) return result.value
  const [first] = result.issues
  const more = result.issues.length > 1 ? ` And ${result.issues.length - 1} more.` : ''
  throw new Refusal('request_invalid', `${first?.message}.${more}`, { issues: result.issues })
}

function handle(operation: OperationRow, request: unknown, context: Context) {
  const handler = handlers[operation.id as OperationId] as Handler<OperationId>
  return handler(request as never, context)
}

async function send(response: ServerResponse, reply: Reply<OperationId>, headers: Record<string, string>) {
  const all = { ...headers, ...reply.headers }
  if ('stream' in reply) await sendStream(response, reply.stream, all)
  else sendJson(response, Number(reply.status), reply.body, all)
}

/** Replies carry the time of their workspace, as everything else does. */
function dateHeader(tenancy: Tenancy | undefined): Record<string, string> {
  return tenancy ? { date: new Date(tenancy.workspace.now()).toUTCString() } : {}
}

function internalError(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(
    'internal_error',
    `The mock has a bug: ${reason}. Its log has the details; please report it.`,
  )
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
