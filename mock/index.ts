// Embeds the mock in a test or a program.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlApi } from './control/index.ts'
import { readCoverage } from './control/insight.ts'
import { listUnmatchedRequests, type UnmatchedRequest } from './control/journal.ts'
import { sendConsole } from './control/send-console.ts'
import { Workspaces } from './control/workspaces.ts'
import type { Coverage, Minimums } from './coverage/coverage.ts'
import type { MockClock } from './embed/clock.ts'
import { type ClockChoice, clockStart } from './embed/clock-choice.ts'
import type { MockFaults } from './embed/faults.ts'
import type { MockJournal } from './embed/journal.ts'
import type { MockPeople } from './embed/people.ts'
import {
  create,
  type EmptyWorkspace,
  handleOf,
  type MockWorkspace,
  type WorkspaceOptions,
} from './embed/workspace.ts'
import type { Exchange } from './journal/exchange.ts'
import type { JournalBounds } from './journal/journal.ts'
import type { Keeper } from './keep/keeper.ts'
import { type KeepOptions, openKeeper } from './keep/open-keeper.ts'
import { profileFor } from './profile/choose.ts'
import type { Profile } from './profile/profile.ts'
import type { Origins } from './server/cors.ts'
import type { Limits } from './server/limits.ts'
import { isLoopback } from './server/own-names.ts'
import { reachableUrl } from './server/reachable-url.ts'
import { type Listening, listen } from './server/server.ts'
import { WorkspaceRegistry } from './server/workspace-registry.ts'
import { freshSecret } from './simulation/secret.ts'

export type { ClockView, TimePassed } from './control/clock.ts'
export type { Difference } from './control/difference.ts'
export type { UnmatchedRequest } from './control/journal.ts'
export type { Key, NewKey } from './control/keys.ts'
export type { Decision, Waiting } from './control/people.ts'
export type { PolicyRule } from './control/policy.ts'
export type { ReplayAs, ReplayOrder } from './control/replay.ts'
export type { Snapshot } from './control/snapshots.ts'
export { suiteTarget } from './control/target-file.ts'
export type { Duration, Instant } from './control/time.ts'
export type { Transition } from './control/transitions.ts'
export type { AreaCoverage, Coverage, CoverageArea, Minimums } from './coverage/coverage.ts'
export type { MockClock } from './embed/clock.ts'
export type { ClockChoice } from './embed/clock-choice.ts'
export type { MockFault, MockFaults } from './embed/faults.ts'
export { type MockJournal, VerificationError } from './embed/journal.ts'
export type { DecisionOptions, MockPeople } from './embed/people.ts'
export type { EmptyWorkspace, MockWorkspace, WorkspaceOptions } from './embed/workspace.ts'
export type { ExplainedRule, Explanation } from './explain/explain.ts'
export type { HistoryLine, ResourceHistory } from './explain/resource-history.ts'
export type {
  Distribution,
  Effect,
  FaultSpec,
  FaultState,
  FaultTarget,
  Malformation,
  Phase,
} from './faults/fault.ts'
export type { Exchange } from './journal/exchange.ts'
export type { ExchangeFilter } from './journal/filter.ts'
export type { Har, HarEntry } from './journal/har.ts'
export type { JournalBounds } from './journal/journal.ts'
export type { Expectation, NearMiss, Verification } from './journal/verify.ts'
export type { ExchangeSummary, ExchangeView } from './journal/view.ts'
export { KeepProblem } from './keep/keep-problem.ts'
export type { KeepOptions } from './keep/open-keeper.ts'
export type { LintProblem, LintReport } from './lint/client-lint.ts'
export { AnswerError } from './profile/answers.ts'
export { defaultProfile, type Profile } from './profile/profile.ts'
export { readProfileFile } from './profile/profile-file.ts'
export { contractFor } from './profile/profiled-contract.ts'
export { randomProfile } from './profile/random-profile.ts'
export type { RecordedCall } from './replay/recording.ts'
export type { Replay, ReplayedCall, ReplayTarget } from './replay/replay.ts'
export type { Roles } from './seed/index.ts'
export type { Intercept, RefusalReply } from './server/intercept.ts'
export type { Limits } from './server/limits.ts'
export type { Caller, Context, Handler, Reply, StreamPart } from './service/handler.ts'
export type { Workspace } from './world/workspace.ts'

/** Options of `startMock`. */
export interface MockOptions {
  /** Default: 0, which takes any free port. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
  /** Determines ids, chance and data: the same seed gives the same world. Default: `demo`. */
  seed?: string
  /** How time passes: in real time, faster, or only when a test moves the clock. Default: `real`. */
  clock?: ClockChoice
  /** Answers to gaps that differ from the register's defaults. */
  profile?: Partial<Profile>
  /** Whether each workspace answers the other gaps at random, so that no client can rely on what is not stated. */
  vary?: boolean
  /**
   * The key that `/_mock` requires in the header `X-Mock-Control-Key`. Default: none on a loopback address, and a
   * generated one on any other; see `Mock.controlKey`.
   */
  controlKey?: string
  /** Web pages that may use `/_mock`, beside its own and those of this machine: origins such as `https://ci.example.com`. */
  controlOrigins?: readonly string[]
  /** Whether the web console is served at `/_mock/console/`. Default: true. */
  console?: boolean
  /** How much it takes in: 5,000 workspaces, 100 snapshots of each, 256 MiB of bodies in each, 1 MiB a body. */
  limits?: Partial<Limits>
  /** Whether to make up fields that the contract requires and the mock does not provide yet; for editing the contract. */
  fill?: boolean
  /** Web pages that may call the service: `'any'`, the default, `'none'`, or those of origins such as `http://localhost:5173`. */
  cors?: Origins
  /**
   * The SQLite file that keeps the workspaces, so that a restart goes on where the mock ended; created when it does not
   * exist. Default: nothing is kept.
   */
  keep?: string | KeepOptions
  /** How much the journal of each workspace keeps. Default: 1,000 exchanges and 8 MiB. */
  journal?: Partial<JournalBounds>
  /** Called after every request, with the milliseconds that it took. */
  onServed?: (exchange: Exchange, ms: number) => void
  /** Called with bugs of the mock. Default: they are thrown. */
  onBug?: (error: unknown) => void
}

/** A running mock. */
export interface Mock extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** What `/_mock` asks for in the header `X-Mock-Control-Key`; undefined when it asks for nothing. */
  readonly controlKey: string | undefined
  /** The workspaces from inside, for the mock's own tests. */
  readonly registry: WorkspaceRegistry
  /** The workspace that every mock starts with; its keys are easy to remember. */
  readonly demo: MockWorkspace
  /** The demo's clock. */
  readonly clock: MockClock
  /** The demo's people. */
  readonly people: MockPeople
  /** The demo's journal. */
  readonly journal: MockJournal
  /** The demo's faults. */
  readonly faults: MockFaults
  /** Requests whose key is missing or unknown, each with the probable cause. */
  unmatchedRequests(): UnmatchedRequest[]
  /** How much of the service was exercised in all workspaces, removed ones included. */
  coverage(minimums?: Minimums): Coverage
  /** Creates a workspace for a test, isolated from all others. Default: with the demo's content. */
  workspace(options: WorkspaceOptions & { from: 'empty' }): EmptyWorkspace
  workspace(options?: WorkspaceOptions): MockWorkspace
  /** Serves a request that arrived at another server. */
  handle(request: IncomingMessage, response: ServerResponse): void
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
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { seed = 'demo', clock = 'real', profile, vary } = options
  const keeper = keeperFor(options)
  const registry = new WorkspaceRegistry({
    keeper,
    profile: profileFor('demo', options),
    journal: options.journal,
    fill: options.fill,
    limits: options.limits,
  })
  const workspaces = new Workspaces(registry, {
    seed,
    clock: clockStart(clock),
    answers: { profile, vary, seed },
  })
  const { host = '127.0.0.1', controlOrigins = [] } = options
  const controlKey = options.controlKey ?? (isLoopback(host) ? undefined : freshSecret())
  const onBug = options.onBug ?? ((error: unknown) => Promise.reject(error))
  const server: Listening = await listen(registry, {
    port: options.port ?? 0,
    host,
    control: controlApi(workspaces, {
      key: controlKey,
      console: options.console,
      origins: controlOrigins,
      ownUrl: () => reachableUrl(server.url),
    }),
    onBug,
    origins: options.cors ?? 'any',
    controlOrigins,
    controlKey,
    page: options.console === false ? undefined : sendConsole,
    onServed: options.onServed,
  }).catch(error => {
    keeper?.close()
    throw error
  })
  const stop = async (graceMs?: number) => {
    await server.close(graceMs)
    keeper?.close()
  }
  const { url } = server
  const demo = handleOf(workspaces, url, 'demo')
  return {
    url,
    controlKey,
    registry,
    demo,
    clock: demo.clock,
    people: demo.people,
    journal: demo.journal,
    faults: demo.faults,
    unmatchedRequests: () => listUnmatchedRequests(registry),
    coverage: minimums => readCoverage(registry, minimums),
    workspace: (choices?: WorkspaceOptions) => handleOf(workspaces, url, create(workspaces, choices ?? {})),
    handle: server.handle,
    stop: ({ graceMs } = {}) => stop(graceMs),
    [Symbol.asyncDispose]: () => stop(),
  }
}

/** Opens the file that keeps the workspaces, if there is one. */
function keeperFor({ keep, seed, clock, profile, vary }: MockOptions): Keeper | undefined {
  if (keep === undefined) return undefined
  const answers = vary || Object.keys(profile ?? {}).length > 0 ? { profile, vary } : undefined
  return openKeeper(typeof keep === 'string' ? { file: keep } : keep, {
    seed,
    clock: clock === 'real' ? undefined : clock,
    answers,
  })
}
