// Embedding: the mock as a value in a test or a program.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlOf } from './control/index.ts'
import { Realm } from './control/realm.ts'
import { profileFor } from './profile/choose.ts'
import type { Profile } from './profile/profile.ts'
import type { Origins } from './server/cors.ts'
import type { Exchange } from './server/exchange.ts'
import { Hub } from './server/hub.ts'
import type { Intercept } from './server/intercept.ts'
import { listen } from './server/server.ts'
import type { ClockMode } from './simulation/clock.ts'
import { happen } from './work/happen.ts'
import { type Roles, renewKeys, rolesOf, seedDemo } from './world/seed/index.ts'
import { Workspace } from './world/workspace.ts'

export { AnswerError } from './profile/answers.ts'
export { defaultProfile, type Profile } from './profile/profile.ts'
export { readProfileFile } from './profile/profile-file.ts'
export { varied } from './profile/varied.ts'
export { contractFor } from './profile/wardrobe.ts'
export type { Exchange } from './server/exchange.ts'
export type { Intercept, RefusalReply } from './server/intercept.ts'
export type { Caller, Context, Handler, Reply, StreamPart } from './service/handler.ts'
export type { Roles } from './world/seed/index.ts'
export type { Workspace } from './world/workspace.ts'

/** How a mock is started. */
export interface MockOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** 127.0.0.1 unless told. */
  host?: string
  /** What ids, chance and data follow from; the same seed gives the same world. */
  seed?: string
  /** How time passes: as on the wall, faster, or only when told. Real unless told. */
  clock?: ClockChoice
  /** Answers to gaps that differ from the register's defaults. */
  profile?: Partial<Profile>
  /** Whether the other gaps have other answers in each workspace, so that nothing unsaid can be relied on. */
  vary?: boolean
  /** What the header `X-Mock-Control-Key` has to say to whoever uses `/_mock`; nothing is asked for unless told. */
  controlKey?: string
  /** Web pages that may call it: `'any'`, the default, `'none'`, or those of origins such as `http://localhost:5173`. */
  cors?: Origins
  /** Hears of every request that is done with, and of the milliseconds that it took. */
  onServed?: (exchange: Exchange, ms: number) => void
  /** Hears of bugs of the mock; they are thrown unless told. */
  onBug?: (error: unknown) => void
}

/** `'real'`, `{ scale: 60 }` for a minute each second, `{ frozen: '2026-11-20T09:00:00Z' }` or `{ frozen: 'now' }`. */
export type ClockChoice =
  | 'real'
  | { readonly scale: number }
  | { readonly frozen: 'now' | string | number | Date }

/** A running mock. */
export interface Mock extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** The workspaces that it serves. */
  readonly hub: Hub
  /** The workspace that every mock has from its start. */
  readonly demo: MockWorkspace
  /** Makes a workspace of its own for a test: the demo's content, and nothing shared with any other. */
  workspace(options?: WorkspaceOptions): MockWorkspace
  /** Serves a request that came to a server of one's own. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Stops at once, or lets replies in flight end for so many milliseconds first; open streams are ended. */
  stop(options?: { graceMs?: number }): Promise<void>
}

/** How a workspace of one's own differs from the demo. */
export interface WorkspaceOptions {
  /** Answers to gaps that differ from those of the mock. */
  profile?: Partial<Profile>
  /** What stands between the server and the workspace. */
  intercept?: Intercept
}

/** A workspace with the ids and keys of what the seed put into it. */
export interface MockWorkspace {
  readonly workspace: Workspace
  readonly roles: Roles
}

/**
 * Starts the mock.
 *
 * @example
 * await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
 * const { roles } = mock.workspace()
 * await fetch(`${mock.url}/agents/`, { headers: { authorization: `Bearer ${roles.keys.admin}` } })
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const profile = profileFor('demo', options)
  const hub = new Hub({ profile })
  const templates = new Map<Profile['id-format'], MockWorkspace>()
  // Ids are what they are once things have them, so each format has a template of its own.
  const templateWith = (format: Profile['id-format']) => {
    const known = templates.get(format)
    const template = known ?? seeded('template', options, { ...profile, 'id-format': format })
    templates.set(format, template)
    return template.workspace
  }
  templateWith(profile['id-format'])
  const demo = seeded('demo', options, profile)
  hub.add(demo.workspace)
  const onBug = options.onBug ?? ((error: unknown) => Promise.reject(error))
  const server = await listen(hub, {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    control: controlOf(new Realm(hub), { key: options.controlKey }),
    onBug,
    origins: options.cors,
    onServed: options.onServed,
  })
  let made = 0
  return {
    url: server.url,
    hub,
    demo,
    workspace(choices = {}) {
      made += 1
      const id = `ws_${made}`
      const answers = profileFor(id, options, choices.profile)
      const template = templateWith(answers['id-format'])
      const workspace = template.fork(id, template.name, answers)
      renewKeys(workspace)
      hub.add(workspace, choices.intercept)
      return { workspace, roles: rolesOf(workspace) }
    },
    handle: server.handle,
    stop: ({ graceMs } = {}) => server.close(graceMs),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

function seeded(id: string, { seed = 'demo', clock = 'real' }: MockOptions, profile: Profile): MockWorkspace {
  const { at, mode } = clockOf(clock)
  const workspace = Workspace.empty({
    id,
    name: 'Meridian Business Services',
    seed,
    at,
    mode,
    profile,
    happen,
  })
  return { workspace, roles: seedDemo(workspace) }
}

function clockOf(choice: ClockChoice): { at?: number; mode?: ClockMode } {
  if (choice === 'real') return {}
  if ('scale' in choice) return { mode: { kind: 'scaled', factor: choice.scale } }
  if (choice.frozen === 'now') return { mode: { kind: 'frozen' } }
  const at = new Date(choice.frozen).getTime()
  if (Number.isNaN(at))
    throw new RangeError(
      `the clock cannot be frozen at '${choice.frozen}'; give an ISO 8601 time such as 2026-11-20T09:00:00Z`,
    )
  return { at, mode: { kind: 'frozen' } }
}
