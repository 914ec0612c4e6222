// Embeds the mock in a test or a program.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlKeyFor, reachableUrl } from '../platform/own-addresses.ts'
import { consoleVersion } from './console/index.ts'
import type { RunSuite } from './control/conformance-runs.ts'
import { controlApi } from './control/index.ts'
import { Peers } from './control/peers.ts'
import { sendConsole } from './control/send-console.ts'
import {
  COMMON_OPTIONS,
  type CommonOptions,
  type MockHandles,
  mockHandles,
  openWorkspaces,
  requireKnown,
  throwBug,
} from './embed/open-mock.ts'
import type { Keeper } from './keep/keeper.ts'
import { type KeepOptions, openKeeper } from './keep/open-keeper.ts'
import { type Listening, listen } from './node/listen.ts'
import { type KeyPair, ownHosts, selfSigned } from './node/self-signed.ts'
import { readWorldFile } from './node/world-files.ts'
import type { AnyRoles, Roles } from './seed/index.ts'
import type { LifeOfARequest } from './server/life-of-a-request.ts'
import type { WorkspaceRegistry } from './server/workspace-registry.ts'
import { fingerprint } from './simulation/hash.ts'
import { machineDate } from './simulation/machine-time.ts'
import type { Twin } from './twin/twin.ts'
import { readTwinFile } from './twin/twin-file.ts'
import { type FetchedRequest, FetchWire } from './web/fetch-wire.ts'
import type { WorldSource } from './world-file/index.ts'

export type {
  Clock as ClockView,
  Coverage,
  Decision,
  Diagnosis,
  Difference,
  Distribution,
  Effect,
  Exchange as ExchangeView,
  ExchangeFilter,
  ExchangeHead as ExchangeSummary,
  Expectation,
  Explanation,
  Fault as FaultState,
  FaultSpec,
  FaultTarget,
  Key,
  LintReport,
  Malformation,
  NearMiss,
  Phase,
  Policy,
  PolicyRule,
  ResourceHistory,
  Situation,
  SituationName,
  Snapshot,
  TimePassed,
  Transition,
  Triggered,
  Verification,
  Waiting,
} from './control/generated/control.gen.ts'
export type { UnmatchedRequest } from './control/journal.ts'
export type { StartedTaskRun } from './control/people.ts'
export type { ReplayAs, ReplayOrder } from './control/replay.ts'
/** @internal For the proof of the suite. */
export { suiteTarget } from './control/target-file.ts'
export type { Duration, Instant } from './control/time.ts'
export type { AreaCoverage, CoverageArea, Minimums } from './coverage/coverage.ts'
export type { Violation, Violations } from './dialect/dialect.ts'
export type { ClockChoice } from './embed/clock-choice.ts'
export type { MockClock } from './embed/mock-clock.ts'
export type { MockFault, MockFaults } from './embed/mock-faults.ts'
export { type MockJournal, VerificationError } from './embed/mock-journal.ts'
export type { DecisionOptions, MockPeople, NewKey } from './embed/mock-people.ts'
export type { EmptyWorkspace, MockWorkspace, WorkspaceOptions } from './embed/mock-workspace.ts'
export { WatchedReplies } from './embed/watched-replies.ts'
export type { ExplainedRule, HistoryLine } from './explain/explain-context.ts'
export type { Exchange } from './journal/exchange.ts'
export type { Har, HarEntry } from './journal/har.ts'
export type { JournalBounds } from './journal/journal.ts'
export { KeepProblem } from './keep/keep-problem.ts'
export type { KeepOptions } from './keep/open-keeper.ts'
export type { LintProblem } from './lint/lint-rule.ts'
export type { KeyPair } from './node/self-signed.ts'
export { AnswerError } from './profile/answers.ts'
/** @internal For learning: which gaps are consulted. */
export { decisions } from './profile/decisions.ts'
export { defaultProfile, type Profile } from './profile/profile.ts'
/** @internal For the proxy, and for learning. */
export { contractFor } from './profile/profiled-contract.ts'
export { randomProfile } from './profile/random-profile.ts'
export type { RecordedCall } from './replay/recording.ts'
export type { Replay, ReplayedCall, ReplayTarget } from './replay/replay.ts'
export type { AnyRoles, Roles } from './seed/index.ts'
/** @internal For the proof of the suite. */
export { type LifeOfARequest, lifeOfARequest } from './server/life-of-a-request.ts'
export type { Limits } from './server/limits.ts'
/** @internal For the proof of the suite. */
export type { RequestContext } from './server/request-context.ts'
/** @internal For the proof of the suite. */
export type { Caller, Context, Handler, Reply } from './service/handler.ts'
/** @internal For the proof of the suite. */
export { Random } from './simulation/random.ts'
export { profileOfTwin, type Twin, withViolations } from './twin/twin.ts'
export {
  readTwinFile,
  TwinFileError,
  type TwinFileOptions,
  twinInYaml,
} from './twin/twin-file.ts'
/** @internal For the proof of the suite. */
export { Refusal } from './world/refusal.ts'
/** @internal For the proof of the suite. */
export type { Workspace } from './world/workspace.ts'
export { WorldError, type WorldKind, type WorldProblem, type WorldSource } from './world-file/index.ts'

/** Options of `startMock`. */
export interface MockOptions extends Omit<CommonOptions, 'twin' | 'world'> {
  /**
   * The world of new workspaces: the path of a world file or of a folder of them, or a world as an object. Default: the
   * demo.
   *
   * @example startMock({ world: { people: { ana: { role: 'admin' } }, agents: { helper: { owner: 'ana' } } } })
   */
  world?: string | WorldSource
  /** The deployment to answer like: the path of a twin file, or what `readTwinFile` returns. */
  twin?: string | Twin
  /** Default: 0, which takes any free port. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
  /**
   * The key that `/_mock` requires in the header `X-Mock-Control-Key`. Default: none on a loopback address, and a
   * generated one on any other; see `Mock.controlKey`.
   */
  controlKey?: string
  /**
   * Whether to speak HTTPS, and HTTP/2 to clients that can: with a certificate made for this start, which clients have to
   * trust (`mock.certificate`), or with one of your own, as PEM. Default: false.
   */
  https?: boolean | KeyPair
  /** Whether the web console is served at `/_mock/console/`. Default: true. */
  console?: boolean
  /**
   * The SQLite file that keeps the workspaces, so that a restart goes on where the mock ended; created when it does not
   * exist. Default: nothing is kept.
   */
  keep?: string | KeepOptions
  /** Whether each request is a span of OpenTelemetry. It needs the package `@opentelemetry/api`, and an SDK. Default: false. */
  traces?: boolean
  /**
   * Further control keys by the name of a team. Workspaces made with one are that team's, and count against
   * `limits.teamWorkspaces` and `limits.teamRows`.
   */
  teamKeys?: Readonly<Record<string, string>>
  /** The name of this process among several behind a proxy, such as `s2`: workspaces become `ws_s2_1`, keys `awk_s2_…`. */
  shard?: string
  /**
   * The addresses of the shards, by name: `{ s1: 'http://10.0.0.1:4010' }`, or a function that is asked for them each time.
   * They share one control key.
   */
  peers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /**
   * Runs the conformance suite from the console. Default: nothing does.
   *
   * @internal For the command line.
   */
  suite?: RunSuite
  /**
   * The steps of a request to the service. Default: `lifeOfARequest`.
   *
   * @internal For the proof of the suite, and for replays of recordings.
   */
  steps?: LifeOfARequest
}

/** A running mock. */
export interface Mock<Its extends AnyRoles = Roles> extends MockHandles<Its>, AsyncDisposable {
  /** What `/_mock` asks for in the header `X-Mock-Control-Key`; undefined when it asks for nothing. */
  readonly controlKey: string | undefined
  /** The certificate of HTTPS as PEM; undefined without HTTPS. */
  readonly certificate: string | undefined
  /**
   * The workspaces from inside, for the mock's own tests.
   *
   * @internal
   */
  readonly registry: WorkspaceRegistry
  /** Serves a request that arrived at another server. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /**
   * Serves a request of this process, without a connection.
   *
   * @internal For the proof of the suite.
   */
  fetch(request: FetchedRequest): Promise<Response>
  /** Stops the mock and ends open streams. Replies in flight get `graceMs` milliseconds to end; default: none. */
  stop(options?: { graceMs?: number }): Promise<void>
}

/**
 * Starts the mock.
 *
 * @example
 * await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
 * await using workspace = mock.workspace()
 * await fetch(`${mock.url}/agents/`, { headers: { authorization: `Bearer ${workspace.keys.admin}` } })
 * workspace.clock.advance('2h')
 */
export async function startMock<Its extends AnyRoles = Roles>(options: MockOptions = {}): Promise<Mock<Its>> {
  requireKnown('startMock', options, OPTIONS)
  const { world: source, twin: deployment, ...common } = options
  const world = typeof source === 'string' ? (await readWorldFile(source)).world : source
  const twin = typeof deployment === 'string' ? await readTwinFile(deployment) : deployment
  const keeper = keeperFor(options)
  const workspaces = closingOnFailure(keeper, () =>
    openWorkspaces(
      { ...common, ...(world ? { world: world as WorldSource } : {}), ...(twin ? { twin } : {}) },
      keeper,
    ),
  )
  const { registry } = workspaces
  const { host = '127.0.0.1', controlOrigins = [], teamKeys = {} } = options
  const controlKey = controlKeyFor(host, options.controlKey)
  const console = options.console === false ? undefined : { send: sendConsole, version: consoleVersion }
  const https =
    options.https === true ? selfSigned(ownHosts(host), machineDate()) : options.https || undefined
  const peers = new Peers(options.peers, options.shard, controlKey ?? Object.values(teamKeys)[0])
  const server: Listening = await listen(registry, {
    addressOf: shard => peers.addressOf(shard),
    port: options.port ?? 0,
    host,
    https,
    control: controlApi(workspaces, {
      key: controlKey,
      teamKeys,
      console,
      origins: controlOrigins,
      ownUrl: () => reachableUrl(server.url),
      suite: options.suite,
      peers,
    }),
    onBug: options.onBug ?? throwBug,
    origins: options.cors ?? 'any',
    controlOrigins,
    controlKeys: [...(controlKey === undefined ? [] : [controlKey]), ...Object.values(teamKeys)],
    page: console?.send,
    steps: options.steps,
    onServed: await servedListener(options),
  }).catch(error => {
    keeper?.abandon()
    throw error
  })
  const stop = async (graceMs?: number) => {
    await server.close(graceMs)
    keeper?.close()
  }
  return {
    ...mockHandles<Its>(workspaces, server.url),
    controlKey,
    certificate: https?.cert,
    registry,
    handle: server.handle,
    fetch: request => {
      const wire = new FetchWire(request, '')
      server.serve(wire)
      return wire.response.response
    },
    stop: ({ graceMs } = {}) => stop(graceMs),
    [Symbol.asyncDispose]: () => stop(),
  }
}

const OPTIONS = {
  ...COMMON_OPTIONS,
  port: true,
  host: true,
  controlKey: true,
  https: true,
  console: true,
  keep: true,
  traces: true,
  teamKeys: true,
  shard: true,
  peers: true,
  steps: true,
  suite: true,
} as const satisfies Record<keyof MockOptions, true>

/** Closes the kept file if the mock cannot be started. */
function closingOnFailure<Made>(keeper: Keeper | undefined, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    keeper?.abandon()
    throw error
  }
}

async function servedListener({ traces, onServed }: MockOptions): Promise<MockOptions['onServed']> {
  if (!traces) return onServed
  const { traceServed } = await import('./node/traces.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('Traces need the package @opentelemetry/api. Install it, with an SDK that collects them.')
  })
  return (exchange, ms) => {
    traceServed(exchange, ms)
    onServed?.(exchange, ms)
  }
}

/** Opens the file that keeps the workspaces, if there is one. */
function keeperFor({ keep, seed, clock, profile, vary, shard, world }: MockOptions): Keeper | undefined {
  if (keep === undefined) return undefined
  const answers = vary || Object.keys(profile ?? {}).length > 0 ? { profile, vary } : undefined
  return openKeeper(typeof keep === 'string' ? { file: keep } : keep, {
    seed,
    clock: clock === 'real' ? undefined : clock,
    answers,
    shard,
    world: world && fingerprint(JSON.stringify(world), 2),
  })
}
