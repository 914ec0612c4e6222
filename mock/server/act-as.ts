// Requests with the header `X-Mock-As`: the console or a tool reads the service as a key of a workspace, or acts as one.
// Reads use a fork that is thrown away, so that they change nothing and are not counted.
import { type OperationId, type OperationRow, operations, route } from '#openapi'
import { sendJson } from '../http/send.ts'
import { answersIn } from '../profile/answers.ts'
import { plainProfile } from '../profile/plain-profile.ts'
import type { Profile } from '../profile/profile.ts'
import { profiledContractOf } from '../profile/profiled-contract.ts'
import { everyone } from '../service/everyone.ts'
import type { Caller, Handler, Reply } from '../service/handler.ts'
import { handlers } from '../service/index.ts'
import { Refusal } from '../world/refusal.ts'
import { callerOf, requireRole, requireScope, requireValid } from './authenticate.ts'
import { serve } from './life-of-a-request.ts'
import { foreignIn } from './own-names.ts'
import type { RequestContext } from './request-context.ts'
import type { HostedWorkspace, WorkspaceRegistry } from './workspace-registry.ts'

/** The result of a read: the reply, or why there is none. */
export type Looked = { readonly reply: Reply<OperationId> } | { readonly refusal: Refusal }

export interface ActOptions {
  /** The key that the header `X-Mock-Control-Key` must have. */
  readonly controlKeys?: readonly string[] | undefined
  /** Origins whose pages may send the header, beside those of this machine. */
  readonly controlOrigins: readonly string[]
}

/** Serves a request with `X-Mock-As`. */
export async function serveAs(
  registry: WorkspaceRegistry,
  context: RequestContext,
  options: ActOptions,
): Promise<void> {
  const { headers } = context.request
  const refused = whyNot(context, options)
  if (refused) {
    refuse(context, refused)
    return
  }
  const [id = '', name = ''] = String(headers['x-mock-as']).split('/')
  const hosted = registry.get(id)
  const caller = hosted && callerNamed(hosted, name)
  if (!hosted || !caller) {
    refuse(context, [
      404,
      'key_not_found',
      `X-Mock-As must be <workspace>/<name of a key>, or <workspace>/* to look, got '${headers['x-mock-as']}'.`,
    ])
    return
  }
  context.exchange.console = true
  hosted.workspace.simulation.settle()
  if (context.exchange.method === 'GET') {
    look(hosted, caller, context)
    return
  }
  if (caller === everyone) {
    refuse(context, [403, 'key_needed', `${id}/* only looks. To act, name a key: X-Mock-As: ${id}/admin.`])
    return
  }
  context.hosted = hosted
  context.exchange.caller = caller
  await serve(registry, context)
}

type Why = readonly [status: number, code: string, message: string]

function whyNot(
  { request: { method, headers } }: RequestContext,
  { controlKeys = [], controlOrigins }: ActOptions,
): Why | undefined {
  if (foreignIn(method, headers, controlOrigins) !== undefined)
    return [
      403,
      'origin_refused',
      'X-Mock-As is for the console and for tools on this machine. A page from elsewhere sends a key of its own.',
    ]
  if (controlKeys.length === 0 || controlKeys.some(key => key === headers['x-mock-control-key']))
    return undefined
  return [
    401,
    'control_key_needed',
    'The control API of this mock has a key, and X-Mock-As needs it, too: send it in the header X-Mock-Control-Key.',
  ]
}

function callerNamed({ workspace }: HostedWorkspace, name: string): Caller | undefined {
  if (name === '*') return everyone
  const key = workspace.tables.keys.range('listed', null).find(key => key.name === name || key.id === name)
  return key && callerOf(workspace, key.id)
}

function look(hosted: HostedWorkspace, caller: Caller, context: RequestContext): void {
  const { workspace } = hosted
  const profile = profileOf(workspace.profile, context)
  if (!profile) return
  const contract = profiledContractOf(profile)
  const found = route('GET', context.exchange.path)
  if (!('operation' in found)) {
    refuse(context, [404, 'route_not_found', `The service has nothing at ${context.exchange.path}.`])
    return
  }
  context.exchange.operation = found.operation
  const { id, streams } = found.operation
  if (streams) {
    refuse(context, [
      409,
      'stream_not_looked_at',
      `${id} is a stream; follow its chat with GET /_mock/events?chats=.`,
    ])
    return
  }
  const result = contract.decodeRequest(id as OperationId, {
    path: found.path,
    query: new URLSearchParams(context.exchange.query),
    header: context.request.headers,
    body: undefined,
  })
  const own = context.request.headers['x-mock-profile'] === undefined ? workspace.profile : profile
  const looked: Looked = result.ok
    ? lookAt(hosted, caller, id as OperationId, result.value, own)
    : { refusal: new Refusal('request_invalid', `${result.issues[0]?.message}.`, { issues: result.issues }) }
  const now = workspace.now()
  if ('refusal' in looked) {
    const { rule, headers } = looked.refusal
    const answer = contract.encodeRefusal(
      { status: rule.status, gap: rule.gap, body: looked.refusal.body(), headers },
      now,
    )
    sendJson(context, answer.status, answer.body, { ...answer.headers })
  } else {
    const answer = contract.encodeReply(looked.reply, id as OperationId, now)
    if (!('stream' in answer)) sendJson(context, Number(answer.status), answer.body, { ...answer.headers })
  }
}

/** The reply of a read to a caller, without a trace. */
export function lookAt(
  { workspace }: HostedWorkspace,
  caller: Caller,
  id: OperationId,
  request: unknown,
  profile: Profile = workspace.profile,
): Looked {
  const fork = workspace.fork(workspace.id, workspace.name, profile)
  const operation: OperationRow = operations[id]
  try {
    requireValid(caller, fork.now())
    requireScope(caller, operation, profile)
    requireRole(caller, operation, profile)
    const handler = handlers[id] as Handler<OperationId>
    const reply = handler(request as never, {
      workspace: fork,
      tables: fork.tables,
      caller,
      now: fork.now(),
      onClose: () => {},
    })
    if (reply instanceof Promise) throw new Error(`${id} reads and must answer at once`)
    return { reply }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

/**
 * In which form the reply is wanted: as the register's defaults have it, so that a tool knows it; with
 * `X-Mock-Profile: own` as the workspace's clients get it; with `<gap>=<answer>` as they would get it then.
 */
function profileOf(own: Profile, context: RequestContext): Profile | undefined {
  const wanted = context.request.headers['x-mock-profile']
  if (wanted === undefined) return plainProfile(own)
  if (wanted === 'own') return own
  try {
    const [gap = '', answer = ''] = String(wanted).split('=')
    return { ...own, ...answersIn({ [gap]: answer }) }
  } catch (error) {
    refuse(context, [422, 'answer_unknown', error instanceof Error ? error.message : String(error)])
    return undefined
  }
}

function refuse(context: RequestContext, [status, code, message]: Why): void {
  sendJson(context, status, { error: { type: 'look_refused', code, message, param: null } }, {})
}
