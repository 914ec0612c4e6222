// The base of the mock's tests: a workspace for each test, clients by role, and validation of every reply.
import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { test as base } from 'vitest'
import { judgeBy, type OperationId, route, type Schemas } from '#openapi'
import {
  type LifeOfARequest,
  type Mock,
  type MockWorkspace,
  type Profile,
  type Roles,
  startMock,
  type Workspace,
  type WorkspaceOptions,
} from '../index.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { madeOncePer } from '../store/on-demand.ts'
import { type Controlled, controlled } from './control-client.ts'
import { type Answer, answerOf, asJson, bodyOf, clientAs, sendAs } from './send-as.ts'
import { tasksOf } from './task-client.ts'

/** The instant at which the clocks of test workspaces are frozen. */
export const START = Date.parse('2026-11-20T09:00:00Z')

/** The names of the seed's keys. */
export type KeyName = keyof Roles['keys']

/** One workspace over real HTTP. Every reply is checked against the contract of its profile. */
export type TestKit = Awaited<ReturnType<typeof startTestKit>>

/** The mock that tests share; each has a workspace of its own. */
export const mock: Mock = await startMock({ clock: { frozen: START } })

interface KitOptions {
  profile?: Partial<Profile>
  /** What the workspace is made from. */
  from?: NonNullable<WorkspaceOptions['from']>
  /** Whether the workspace has a mock of its own, so that requests without a known key meet its profile, too. */
  alone?: boolean
  /** Steps that a request takes instead of the usual ones, in a mock of its own. */
  steps?: LifeOfARequest
}

/**
 * A workspace frozen at `START`, by default with the demo's content, for tests under another profile; `test` brings the
 * usual one.
 *
 * @example
 * await using kit = await startTestKit({ profile: { 'list-order': 'oldest-first' } })
 * const { data } = await kit.as('admin').GET('/agents/')
 */
export async function startTestKit({ alone, steps, profile = {}, from = 'demo' }: KitOptions = {}) {
  const clock = { frozen: START }
  const own = alone || steps ? await startMock({ clock, profile, ...(steps && { steps }) }) : undefined
  const { url, registry, ...its } = own ?? mock
  const handle = its.workspace({ profile, from })
  const { workspace, roles } = handle
  const checked = judgedFetch(registry)
  const foreign = registry.get('second-tenant')?.workspace
  if (!foreign) throw new Error('the mock has no second tenant')
  const as = (key?: KeyName) => clientAs(key && roles.keys[key], url, checked)
  const send = (key: KeyName, path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${roles.keys[key]}`)
    return checked(new Request(url + path, { ...init, headers }))
  }
  const agent = (handle: string): string => {
    const [found] = workspace.tables.agents.range('byHandle', handle, { limit: 1 })
    if (!found) throw new Error(`the seed has no agent with the handle ${handle}`)
    return found.id
  }
  return {
    url,
    /** The workspace as users of the mock have it. */
    handle,
    workspace,
    roles,
    /** Another company on the same server, of which keys of this workspace must never see anything. */
    foreign,
    /** A client with the key of that name; without one, a client that sends no key. */
    as,
    /**
     * Calls an operation, by default as the admin.
     *
     * @example const { body } = await kit.ask('POST /tasks', { title: 'A task' }, 'member')
     */
    async ask(line: string, body?: unknown, key: KeyName = 'admin'): Promise<Answer> {
      const [method = 'GET', path = '/'] = line.split(' ')
      const init = body === undefined ? {} : asJson(body)
      return answerOf(await send(key, path, { redirect: 'manual', method, ...init }))
    },
    /** Plain fetch with the key of that name, for what a typed client cannot send. */
    fetch: send,
    /** Starts a run of an agent by its handle, as the member unless told otherwise. */
    async startRun(
      handle: string,
      { key = 'member', input }: { key?: KeyName; input?: Record<string, string> } = {},
    ): Promise<Schemas['RunStarted']> {
      const params = { path: { agent_id: agent(handle) } }
      const body = input ? { input } : {}
      return bodyOf(await as(key).POST('/agents/{agent_id}/run', { params, body }))
    },
    /** The events of a chat until its stream ends or was read enough. */
    async *stream(key: KeyName, chatId: string, init?: RequestInit): AsyncGenerator<Schemas['ChatEvent']> {
      const response = await send(key, `/chats/${chatId}/stream`, init)
      if (!response.ok) throw new Error(`the stream answered ${response.status}: ${await response.text()}`)
      for await (const { data } of judgedMessages({ workspace }, 'streamChat', response))
        yield JSON.parse(data)
    },
    /** Moves the workspace's clock. */
    advance: (ms: number) => workspace.simulation.advance(ms),
    /** Makes everything happen that is planned. */
    untilIdle: () => workspace.simulation.untilIdle(),
    /** Keeps the company of the demo from doing anything by itself from now on. */
    rest: () => void workspace.tables.declarations.delete('history'),
    /** The id of an agent by its handle. */
    agent,
    async [Symbol.asyncDispose]() {
      handle.dispose()
      await own?.stop()
    },
  }
}

interface Fixtures {
  /** What the kit's workspace answers to gaps. */
  profile: Partial<Profile>
  /** What it is made from. */
  from: NonNullable<WorkspaceOptions['from']>
  kit: TestKit
  /** The task operations of the kit's member. */
  tasks: ReturnType<typeof tasksOf>
  /** The kit's workspace as users of the mock have it. */
  workspace: MockWorkspace
  /** Calls with the key of its admin. */
  call: ReturnType<typeof callerOf>
  /** A quiet workspace that is used through the control API. */
  world: Controlled
}

/**
 * A test, with those of the fixtures that it names.
 *
 * @example test('an agent is listed', async ({ kit }) => { … })
 */
export const test = base.extend<Fixtures>({
  profile: {},
  from: 'demo',
  async kit({ profile, from }, use) {
    await using kit = await startTestKit({ profile, from })
    await use(kit)
  },
  tasks: ({ kit }, use) => use(tasksOf(kit)),
  workspace: ({ kit }, use) => use(kit.handle),
  call: ({ workspace }, use) => use(callerOf(workspace)),
  world: async ({ task: _ }, use) => use(await controlled(mock.url)),
})

/** Requests with a key of a workspace, as a plain client sends them. */
export function callerOf({ url, keys }: MockWorkspace, key: keyof MockWorkspace['keys'] = 'admin') {
  return (method: string, path: string, body?: unknown, more: Parameters<typeof sendAs>[3] = {}) =>
    sendAs(keys[key], url + path, body, { method, ...more })
}

/** The messages of a stream of server-sent events, one by one as they come. */
export async function* messagesOf(response: Response): AsyncGenerator<EventSourceMessage> {
  if (response.body)
    yield* response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}

/** The same; throws when an event does not fit the contract of the workspace's profile. */
export async function* judgedMessages(
  { workspace }: { readonly workspace: Workspace },
  operation: OperationId,
  response: Response,
): AsyncGenerator<EventSourceMessage> {
  const judge = judgeOf(contractFor(workspace.profile))
  for await (const message of messagesOf(response)) {
    const { data } = message
    const [issue] = data === '[DONE]' ? [] : judge.validateEvent(operation, JSON.parse(data))
    if (issue)
      throw new Error(`an event of ${operation} does not fit the contract: ${issue.message}\n${data}`)
    yield message
  }
}

/** Validates replies and events as they are on the wire. */
const judgeOf = madeOncePer(judgeBy)

/** A fetch that throws when a reply does not fit the contract of the workspace that the key belongs to. */
function judgedFetch(registry: WorkspaceRegistry) {
  return async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    const found = route(request.method, new URL(request.url).pathname)
    if (!('operation' in found) || request.method === 'HEAD') return response
    const type = response.headers.get('content-type')
    const streams = type?.startsWith('text/event-stream') ?? false
    const text = streams ? '' : await response.clone().text()
    const body = text === '' ? undefined : JSON.parse(text)
    const secret = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const { profile } = registry.bySecret(secret)?.hosted.workspace ?? registry
    const judge = judgeOf(contractFor(profile))
    const issues = judge.validateReply(found.operation.id as OperationId, response.status, type, body)
    if (issues.length === 0) return response
    const all = issues.map(issue => issue.message).join('\n')
    throw new Error(
      `${request.method} ${request.url} got a reply that does not fit the contract:\n${all}\n${text}`,
    )
  }
}
