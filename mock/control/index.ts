// The control API: everything below `/_mock`, for tests and tools. control.yaml describes it, and `handlers/` has a file for
// each topic.
import type { IncomingHttpHeaders } from 'node:http'
import type { OperationRow } from '#openapi'
import { type BodyLimits, parseJson, readBody } from '../http/body.ts'
import type { Connection } from '../http/connection.ts'
import { sendJson, sendStream } from '../http/send.ts'
import { FilterError } from '../journal/pattern.ts'
import { secretOf } from '../server/authenticate.ts'
import { foreignIn } from '../server/own-names.ts'
import { routerOf } from '../server/router.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { Refusal } from '../world/refusal.ts'
import { type ControlId, controlRows, validateControlRequest } from './document.ts'
import type { ControlContext, ControlHandlers } from './handler.ts'
import { controlHandlers } from './handlers/index.ts'
import { LiveEvents } from './live-events.ts'
import { ControlRefusal } from './refusal.ts'
import { sendConsole } from './send-console.ts'
import type { Workspaces } from './workspaces.ts'

export interface ControlOptions {
  /** The key that requests need in the header `X-Mock-Control-Key`. Default: none. */
  readonly key?: string | undefined
  /** Origins whose pages may use it, beside those of this machine. */
  readonly origins: readonly string[]
  /** Whether the web console is served. Default: true. */
  readonly console?: boolean | undefined
  /** Where the mock listens. */
  readonly ownUrl: () => string
}

/** Archives to be replayed are long. */
const LIMITS: BodyLimits = { bodyBytes: 4 * 1024 * 1024, bodyValues: 200_000 }

type Row = OperationRow<ControlId>
type AnyHandler = (request: unknown, context: ControlContext) => ReturnType<ControlHandlers[ControlId]>

const route = routerOf(controlRows)

/** Serves the control API of a mock. */
export function controlApi(workspaces: Workspaces, options: ControlOptions) {
  const events = new LiveEvents(workspaces)
  return async (connection: Connection): Promise<void> => {
    try {
      requireOwnOrigin(connection, options)
      if (options.console !== false && sendConsole(connection)) return
      requireKey(connection, options)
      const row = requireRow(connection)
      const request = await readValid(connection, row)
      const handler = controlHandlers[row.id] as AnyHandler
      const context = contextOf(workspaces, events, connection, options)
      const reply = await handler(request, context)
      await workspaces.registry.keeper?.beforeReply()
      if (row.method !== 'GET' && connection.exchange.pathParams.workspace_id)
        events.touch(context.hosted.workspace.id, 'control')
      if ('stream' in reply) await sendStream(connection, reply.stream, {})
      else send(connection, row, reply.status, reply.body)
    } catch (error) {
      refuse(connection, error)
    }
  }
}

function requireRow({ exchange }: Connection): Row {
  const { method, path } = exchange
  const found = route(method, path)
  if ('operation' in found) {
    exchange.pathParams = found.path
    return found.operation
  }
  if ('allowed' in found)
    throw new ControlRefusal(
      404,
      'route_not_found',
      `${path} takes ${found.allowed.join(', ')}, not ${method}.`,
    )
  const hint =
    'otherSpelling' in found ? `did you mean ${found.otherSpelling}?` : 'see /_mock/reference/control.'
  throw new ControlRefusal(404, 'route_not_found', `There is nothing at ${method} ${path}; ${hint}`)
}

/** Operations for probes, which may know neither the key nor the name of the mock. */
function isProbe({ exchange: { path } }: Connection): boolean {
  return path === '/_mock/health' || path === '/_mock/ready'
}

/** Refuses foreign web pages, because browsers send simple requests for any page without a preflight request. */
function requireOwnOrigin(connection: Connection, { origins }: ControlOptions): void {
  const { method, headers } = connection.request
  const foreign = isProbe(connection) ? undefined : foreignIn(method, headers, origins)
  if (foreign === undefined) return
  const found =
    foreign === 'host'
      ? `the name ${headers.host}, which may be anybody's`
      : `a page of ${headers.origin ?? 'another site'}`
  throw new ControlRefusal(
    403,
    `${foreign}_refused`,
    `The control API takes no requests of pages from elsewhere; this one came by ${found}. To allow it, start the mock with --control-origin ${exampleFor(foreign, headers)}.`,
    { param: `header.${foreign === 'host' ? 'Host' : 'Origin'}` },
  )
}

function exampleFor(foreign: 'host' | 'origin', { host, origin }: IncomingHttpHeaders): string {
  return foreign === 'host' ? `http://${host}` : (origin ?? 'and the origin of that page')
}

function requireKey(connection: Connection, { key }: ControlOptions): void {
  const sent = connection.request.headers['x-mock-control-key']
  if (key === undefined || isProbe(connection) || sent === key) return
  const found = sent === undefined ? 'none came' : 'another one came'
  throw new ControlRefusal(
    401,
    'control_key_needed',
    `The control API of this mock has a key; send it in the header X-Mock-Control-Key (${found}). It was given by --control-key, or printed when the mock started.`,
  )
}

async function readValid(connection: Connection, row: Row): Promise<unknown> {
  const { request, exchange } = connection
  const { pathParams: path, query } = exchange
  const { value, issues } = validateControlRequest(row, {
    path,
    query: new URLSearchParams(query),
    header: request.headers,
    // The Content-Type does not matter here, because tests often forget it.
    body: row.requestBody ? parseJson(await readBody(request, LIMITS), LIMITS) : undefined,
  })
  const [first, ...more] = issues
  if (!first) return value
  const others = more.length > 0 ? ` And ${more.length} more.` : ''
  throw new Refusal('request_invalid', `${first.message}.${others}`, { issues })
}

function contextOf(
  workspaces: Workspaces,
  events: LiveEvents,
  connection: Connection,
  { ownUrl }: ControlOptions,
): ControlContext {
  let found: HostedWorkspace | undefined
  return {
    workspaces,
    ownUrl: ownUrl(),
    events,
    onClose: listener => connection.response.once('close', listener),
    get hosted() {
      found ??= hostedOf(workspaces, connection)
      return found
    },
  }
}

/** The workspace in the path, in which everything due has happened. */
function hostedOf(workspaces: Workspaces, { request, exchange }: Connection): HostedWorkspace {
  const id = exchange.pathParams.workspace_id ?? 'current'
  const header = request.headers.authorization
  const hosted = id === 'current' ? workspaces.current(header && secretOf(header)) : workspaces.require(id)
  hosted.workspace.simulation.settle()
  return hosted
}

function send(connection: Connection, row: Row, status: number, body: unknown): void {
  const [type = 'application/json'] = row.replies[status] ?? []
  if (type === 'application/json') sendJson(connection, status, body, {})
  else sendText(connection, status, type, String(body))
}

/** Sends a text, such as a page. */
function sendText({ response, exchange }: Connection, status: number, type: string, text: string): void {
  const bytes = Buffer.from(text)
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-length': bytes.length }
  exchange.status = status
  response.writeHead(status, headers).end(bytes)
}

/** Sends a refusal. Any other error is a bug and is thrown again. */
function refuse(connection: Connection, error: unknown): void {
  if (error instanceof ControlRefusal) sendJson(connection, error.status, error.body(), {})
  else if (error instanceof FilterError)
    refuse(connection, new ControlRefusal(422, 'filter_invalid', `${error.message}.`))
  else if (error instanceof Refusal) sendJson(connection, error.rule.status, error.body(), {})
  else {
    const reason = error instanceof Error ? error.message : String(error)
    const bug = new Refusal('internal_error', `The mock has a bug: ${reason}. Please report it.`)
    sendJson(connection, 500, bug.body(), {})
    throw error
  }
}
