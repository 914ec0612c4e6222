// Requests with the header `X-Mock-As`: the console or a tool reads the service with a key of a workspace, or acts with
// one. Reads use a fork that is discarded, so that they change nothing and are not counted.
import type { OperationRow } from '#openapi'
import { foreignIn } from '../../platform/own-addresses.ts'
import { answersIn } from '../profile/answers.ts'
import type { Profile } from '../profile/profile.ts'
import { plainProfile } from '../profile/profile.ts'
import { everyone } from '../service/everyone.ts'
import type { Caller } from '../service/handler.ts'
import { callerOf } from './authenticate.ts'
import { ServerAnswer } from './refuse.ts'
import type { RequestContext } from './request-context.ts'
import type { HostedWorkspace } from './workspace-registry.ts'

/** Finds the workspace and the key that the header names. */
export function identifyAs(context: RequestContext): void {
  requireAccess(context)
  const { request, registry } = context
  const as = String(request.headers['x-mock-as'])
  const [id = '', name = ''] = as.split('/')
  const hosted = registry.get(id)
  const caller = hosted && callerNamed(hosted, name)
  if (!hosted || !caller)
    throw cannotAct(
      404,
      'key_not_found',
      `X-Mock-As must be <workspace>/<name of a key>, or <workspace>/* to look, got '${as}'.`,
    )
  const { workspace } = hosted
  workspace.simulation.settle()
  context.console = true
  const wanted = request.headers['x-mock-profile']
  if (context.method === 'GET') {
    const profile = profileOf(workspace.profile, wanted)
    context.speak(profile)
    context.isLook = true
    const followed = wanted === undefined ? workspace.profile : profile
    context.workspace = workspace.fork(workspace.id, workspace.name, followed)
  } else {
    if (caller === everyone)
      throw cannotAct(403, 'key_needed', `${id}/* only looks. To act, name a key: X-Mock-As: ${id}/admin.`)
    // What is done follows the workspace's own answers either way, so no other profile can be named.
    context.speak(wanted === 'own' ? workspace.profile : plainProfile(workspace.profile))
    context.hosted = hosted
    context.workspace = workspace
  }
  context.caller = caller
}

/** Refuses streams, because a discarded fork has no further events. */
export function requireLookable({ id, streams }: OperationRow): void {
  if (streams)
    throw cannotAct(
      409,
      'stream_not_looked_at',
      `${id} is a stream; follow its chat with GET /_mock/events?chats=.`,
    )
}

function requireAccess({ request, access }: RequestContext): void {
  const { method, headers } = request
  const { controlKeys = [], controlOrigins } = access
  if (foreignIn(method, headers, controlOrigins) !== undefined)
    throw cannotAct(
      403,
      'origin_refused',
      'X-Mock-As is for the console and for tools on this machine. A page from elsewhere sends a key of its own.',
    )
  if (controlKeys.length > 0 && !controlKeys.some(key => key === headers['x-mock-control-key']))
    throw cannotAct(
      401,
      'control_key_needed',
      'The control API of this mock has a key, and X-Mock-As needs it, too: send it in the header X-Mock-Control-Key.',
    )
}

function callerNamed({ workspace }: HostedWorkspace, name: string): Caller | undefined {
  if (name === '*') return everyone
  const key = workspace.tables.keys.range('listed', null).find(key => key.name === name || key.id === name)
  return key && callerOf(workspace, key.id)
}

/**
 * The profile of the reply: by default the register's defaults, which tools know; with `X-Mock-Profile: own` that of
 * the workspace; with `<gap>=<answer>` that of the workspace with this answer.
 */
function profileOf(own: Profile, wanted: string | readonly string[] | undefined): Profile {
  if (wanted === undefined) return plainProfile(own)
  if (wanted === 'own') return own
  try {
    const [gap = '', answer = ''] = String(wanted).split('=')
    return { ...own, ...answersIn({ [gap]: answer }) }
  } catch (error) {
    throw cannotAct(422, 'answer_unknown', error instanceof Error ? error.message : String(error))
  }
}

function cannotAct(status: number, code: string, message: string): ServerAnswer {
  return new ServerAnswer(status, { error: { type: 'look_refused', code, message, param: null } })
}
