// The control API: everything below `/_mock`, for tests and tools. control.yaml describes it; each operation has its
// function in the file of its topic.
import { type OperationRow, routerOf } from '#openapi'
import { closestWord } from '../../flags/similar-words.ts'
import { foreignIn } from '../../platform/own-addresses.ts'
import { type Body, type BodyLimits, parseJson } from '../http/body.ts'
import type { Connection } from '../http/connection.ts'
import { sendJson } from '../http/json.ts'
import { sendStream, sendText } from '../http/send.ts'
import { secretOf } from '../server/authenticate.ts'
import { isBug, sendThrown, waitForKeeping } from '../server/refuse.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { inTurns, isSliced } from '../simulation/slices.ts'
import { FilterError } from '../store/pattern.ts'
import { requestInvalid } from '../world/refusal.ts'
import { ConformanceRuns, type RunSuite } from './conformance-runs.ts'
import type { ControlContext } from './control-function.ts'
import {
  type ControlId,
  type ControlResult,
  controlOperations,
  controlRows,
  validateControlRequest,
} from './document.ts'
import { controlFunctions } from './functions.ts'
import { Peers } from './peers.ts'
import { ControlRefusal } from './refusal.ts'
import type { Workspaces } from './workspace-store.ts'

/** The web console. */
export interface Console {
  /** Serves a file of the console, or redirects a browser to it; false for any other request. */
  send(connection: Connection): boolean
  /** A hash of its files. */
  version(): string
}

export interface ControlOptions {
  /** The key that requests need in the header `X-Mock-Control-Key`. Default: none. */
  readonly key?: string | undefined
  /** Further keys by the name of their team. Workspaces created with one belong to the team. */
  readonly teamKeys?: Readonly<Record<string, string>> | undefined
  /** Origins of web pages that may use the API, besides those of this machine. */
  readonly origins: readonly string[]
  /** The web console; undefined where it is not served. */
  readonly console: Console | undefined
  /** The address on which the mock listens. */
  readonly ownUrl: () => string
  /** The conformance suite; undefined where nobody handed it over. */
  readonly suite?: RunSuite | undefined
  readonly peers?: Peers | undefined
}

/** Limits of the bodies of control operations. */
export const controlLimits = {
  /** What a world or a fault is checked and applied in without keeping others waiting. */
  other: { bodyBytes: 1024 * 1024, bodyValues: 5_000 },
  /** Archives for replays are long, and a call of them takes a turn of its own. */
  archive: { bodyBytes: 4 * 1024 * 1024, bodyValues: 200_000 },
  /** A snapshot file is one long text: about 100 MB for a hundred thousand runs. */
  file: { bodyBytes: 256 * 1024 * 1024, bodyValues: 5_000 },
} satisfies Record<string, BodyLimits>

type Row = OperationRow<ControlId>
type AnyFunction = (request: unknown, context: ControlContext) => unknown

const route = routerOf(controlRows)

/** Serves the control API of a mock. */
export function controlApi(workspaces: Workspaces, options: ControlOptions) {
  if (options.peers) void workspaces.transfers.settle(options.peers)
  workspaces.events.consoleVersion = () => options.console?.version() ?? ''
  const shared = {
    workspaces,
    conformance: new ConformanceRuns(options.suite),
    peers: options.peers ?? new Peers(),
  }
  return async (connection: Connection): Promise<void> => {
    try {
      requireOwnOrigin(connection, options)
      if (options.console?.send(connection)) return
      const team = requireKey(connection, options)
      const row = requireRow(connection)
      const request = await readValid(connection, row)
      const answer = controlFunctions[row.id] as AnyFunction
      const context = contextOf(connection, { ...shared, team, ownUrl: options.ownUrl() })
      const { keeper } = workspaces.registry
      const mayFail = isProbe(connection) || row.id === 'getMetrics'
      // A commit has failed, so the workspaces are ahead of the file: no change and no read until it succeeds.
      if (keeper?.problem && !mayFail) await waitForKeeping(keeper)
      const made = answer(request, context)
      const result = await (isSliced(made) ? inTurns(made) : made)
      if (!mayFail) await keeper?.beforeReply()
      if (row.method !== 'GET' && connection.pathParams.workspace_id)
        workspaces.events.touch(context.hosted.workspace.id, 'control')
      if (row.streams) {
        const parts = result as ControlResult<'followEvents'>
        await sendStream(connection, keeper?.before(parts) ?? parts, {})
      } else await send(connection, row, result)
    } catch (error) {
      refuse(connection, error)
    }
  }
}

function requireRow(connection: Connection): Row {
  const { method, path } = connection
  const found = route(method, path)
  if ('operation' in found) {
    connection.pathParams = found.path
    return found.operation
  }
  if ('allowed' in found)
    throw new ControlRefusal('route_not_found', `${path} takes ${found.allowed.join(', ')}, not ${method}.`)
  const meant = 'otherSpelling' in found ? found.otherSpelling : similarPath(path)
  const hint = meant === undefined ? 'see /_mock/reference/control.' : `did you mean ${meant}?`
  throw new ControlRefusal('route_not_found', `There is nothing at ${method} ${path}; ${hint}`)
}

/** The path that was probably meant: each of its words is the one sent or a few typing mistakes away. */
function similarPath(path: string): string | undefined {
  const sent = path.split('/')
  const [nearest] = controlRows
    .map(row => row.path.split('/').map((word, index) => (word.startsWith('{') ? (sent[index] ?? '') : word)))
    .filter(
      words =>
        words.length === sent.length &&
        words.every((word, index) => word === sent[index] || closestWord(sent[index]!, [word]) !== undefined),
    )
    .map(words => ({ words, mistakes: words.filter((word, index) => word !== sent[index]).length }))
    .sort((a, b) => a.mistakes - b.mistakes)
  return nearest?.words.join('/')
}

/** Operations for probes, which need no key and run even while a commit fails. */
function isProbe({ path }: Connection): boolean {
  return path === controlOperations.getHealth.path || path === controlOperations.getReadiness.path
}

/** Refuses foreign web pages, because browsers send simple requests without a preflight request. */
function requireOwnOrigin(connection: Connection, { origins }: ControlOptions): void {
  const { method, headers } = connection.request
  const { host, origin } = headers
  const foreign = isProbe(connection) ? undefined : foreignIn(method, headers, origins)
  if (foreign === undefined) return
  const found =
    foreign === 'host' ? `the name ${host}, which may be anybody's` : `a page of ${origin ?? 'another site'}`
  const example = foreign === 'host' ? `http://${host}` : (origin ?? 'and the origin of that page')
  throw new ControlRefusal(
    `${foreign}_refused`,
    `The control API takes no requests of pages from elsewhere; this one came by ${found}. To allow it, start the mock with --control-origin ${example}.`,
    `header.${foreign === 'host' ? 'Host' : 'Origin'}`,
  )
}

/** Refuses a request without a valid key; returns the team of a team's key. */
function requireKey(connection: Connection, { key, teamKeys = {} }: ControlOptions): string | undefined {
  const sent = connection.request.headers['x-mock-control-key']
  const teams = Object.entries(teamKeys)
  const [team] = teams.find(([, theirs]) => theirs === sent) ?? []
  if (team !== undefined || isProbe(connection)) return team
  if ((key === undefined && teams.length === 0) || (key !== undefined && sent === key)) return undefined
  const found = sent === undefined ? 'none came' : 'another one came'
  throw new ControlRefusal(
    'control_key_needed',
    `The control API of this mock has a key; send it in the header X-Mock-Control-Key (${found}). It was given by --control-key, or printed when the mock started.`,
  )
}

async function readValid(connection: Connection, row: Row): Promise<unknown> {
  const { request, pathParams: path, query } = connection
  const limits = limitsOf(row)
  const read = () => new Promise<Body>((resolve, reject) => connection.wire.readBody(limits, resolve, reject))
  const { value, issues } = validateControlRequest(row, {
    path,
    query: new URLSearchParams(query),
    header: request.headers,
    // The Content-Type does not matter here, because tests often forget it.
    body: row.requestBody ? parseJson(await read(), limits) : undefined,
  })
  if (issues.length > 0) throw requestInvalid(issues)
  return value
}

function limitsOf({ id }: Row): BodyLimits {
  if (id === 'replayExchanges') return controlLimits.archive
  return id === 'createWorkspace' || id === 'receiveWorkspace' ? controlLimits.file : controlLimits.other
}

function contextOf(
  connection: Connection,
  given: Omit<ControlContext, 'hosted' | 'baseUrl' | 'onClose'>,
): ControlContext {
  const { host } = connection.request.headers
  const { ownUrl, workspaces } = given
  let found: HostedWorkspace | undefined
  return {
    ...given,
    baseUrl: host === undefined ? ownUrl : `${ownUrl.split(':', 1)[0]}://${host}`,
    onClose: listener => connection.response.once('close', listener),
    get hosted() {
      found ??= hostedOf(workspaces, connection)
      return found
    },
  }
}

/** The workspace in the path, in which everything due has happened. */
function hostedOf(workspaces: Workspaces, { request, pathParams }: Connection): HostedWorkspace {
  const id = pathParams.workspace_id ?? 'current'
  const header = request.headers.authorization
  const hosted = id === 'current' ? workspaces.current(header && secretOf(header)) : workspaces.require(id)
  hosted.use.at = machineNow()
  hosted.workspace.simulation.settle()
  return hosted
}

async function send(connection: Connection, row: Row, body: unknown): Promise<void> {
  const status = row.successStatus
  const [type] = row.replies[status] ?? []
  if (type === undefined) sendJson(connection, status, undefined, {})
  else if (type === 'application/json') sendJson(connection, status, body, {})
  else await sendText(connection, status, type, String(body))
}

/** Sends a refusal. Any other error is a bug and is thrown again. */
function refuse(connection: Connection, error: unknown): void {
  const thrown =
    error instanceof FilterError ? new ControlRefusal('filter_invalid', `${error.message}.`) : error
  sendThrown(connection, thrown, {}, refusal => ({
    status: refusal.rule.status,
    body: refusal.body(),
    headers: {},
  }))
  if (isBug(thrown)) throw thrown
}
