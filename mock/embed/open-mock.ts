// The parts of a mock that are the same on every platform: workspaces, and the handles for tests.
import { didYouMean } from '../../flags/did-you-mean.ts'
import type { Coverage } from '../control/generated/control.gen.ts'
import type { UnmatchedRequest } from '../control/journal.ts'
import { Workspaces } from '../control/workspace-store.ts'
import { coverageOf, type Minimums } from '../coverage/coverage.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { JournalBounds } from '../journal/journal.ts'
import type { Keeper } from '../keep/keeper.ts'
import { answersIn } from '../profile/answers.ts'
import type { Profile } from '../profile/profile.ts'
import { profileFor } from '../profile/random-profile.ts'
import type { AnyRoles, Roles } from '../seed/index.ts'
import type { Origins } from '../server/cors.ts'
import type { Limits } from '../server/limits.ts'
import { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { profileOfTwin, type Twin } from '../twin/twin.ts'
import { readWorldSource, type WorldSource } from '../world-file/index.ts'
import { callsIn } from './call.ts'
import { type ClockChoice, clockStart } from './clock-choice.ts'
import type { MockClock } from './mock-clock.ts'
import type { MockFaults } from './mock-faults.ts'
import type { MockJournal } from './mock-journal.ts'
import type { MockPeople } from './mock-people.ts'
import {
  create,
  type EmptyWorkspace,
  handleOf,
  type MockWorkspace,
  type WorkspaceOptions,
} from './mock-workspace.ts'

/** Options of a mock, wherever it runs. */
export interface CommonOptions {
  /** Determines ids, chance and data: the same seed gives the same world. Default: `demo`. */
  seed?: string
  /** The world of new workspaces. Default: the demo. */
  world?: WorldSource
  /** The text of a snapshot file that the demo continues, as `workspace.snapshotFile()` returns it. */
  from?: { readonly file: string }
  /** How time passes: in real time, faster, or only when a test moves the clock. Default: `real`. */
  clock?: ClockChoice
  /** Answers to gaps that differ from the register's defaults. */
  profile?: Partial<Profile>
  /** The deployment to answer like, as `learn` described it: what is in a twin file. */
  twin?: Twin
  /** Whether each workspace answers the other gaps at random, so that no client can rely on what is not stated. */
  vary?: boolean
  /** Web pages that may use `/_mock`, beside its own and those of this machine: origins such as `https://ci.example.com`. */
  controlOrigins?: readonly string[]
  /** Limits. Default: 5,000 workspaces, 100 snapshots of each, 256 MiB of bodies in each, 1 MiB per body. */
  limits?: Partial<Limits>
  /** Whether to make up fields that the contract requires and the mock does not provide yet; for editing the contract. */
  fill?: boolean
  /** Web pages that may call the service: `'any'`, the default, `'none'`, or those of origins such as `http://localhost:5173`. */
  cors?: Origins
  /** How much the journal of each workspace keeps. Default: 1,000 exchanges and 8 MiB. */
  journal?: Partial<JournalBounds>
  /** Called after every request, with the milliseconds that it took. */
  onServed?: (exchange: Exchange, ms: number) => void
  /** Called with bugs of the mock. Default: they are thrown. */
  onBug?: (error: unknown) => void
}

export const COMMON_OPTIONS = {
  seed: true,
  world: true,
  from: true,
  clock: true,
  profile: true,
  twin: true,
  vary: true,
  controlOrigins: true,
  limits: true,
  fill: true,
  cors: true,
  journal: true,
  onServed: true,
  onBug: true,
} as const satisfies Record<keyof CommonOptions, true>

/** The handles of a mock for tests. */
export interface MockHandles<Its extends AnyRoles = Roles> {
  /** Where the service is, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** The workspace that every mock starts with; its keys are easy to remember. */
  readonly demo: MockWorkspace<Its>
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
  workspace(options?: WorkspaceOptions): MockWorkspace<Its>
}

/** The workspaces of a new mock. */
export function openWorkspaces(options: CommonOptions & { readonly shard?: string }, keeper?: Keeper) {
  const { seed = 'demo', clock = 'real', vary, journal, fill, limits, twin } = options
  const own = options.profile && answersIn(options.profile)
  const profile = twin ? profileOfTwin(twin, own) : own
  const registry = new WorkspaceRegistry({
    keeper,
    profile: profileFor('demo', { profile, vary, seed }),
    journal,
    fill,
    limits,
    shard: options.shard,
  })
  return new Workspaces(registry, {
    seed,
    clock: clockStart(clock),
    answers: { profile, vary, seed },
    world: options.world && readWorldSource(options.world),
    from: options.from && { from: options.from, clock: options.clock && clockStart(options.clock) },
  })
}

export function mockHandles<Its extends AnyRoles = Roles>(
  workspaces: Workspaces,
  url: string,
): MockHandles<Its> {
  const { registry } = workspaces
  const demo = handleOf<Its>(workspaces, url, 'demo')
  return {
    url,
    demo,
    clock: demo.clock,
    people: demo.people,
    journal: demo.journal,
    faults: demo.faults,
    unmatchedRequests: () => callsIn(workspaces, url, 'demo')('listUnmatchedRequests').data,
    coverage: minimums => coverageOf(registry.tally, minimums ?? {}),
    workspace: ((choices?: WorkspaceOptions) =>
      handleOf<Its>(workspaces, url, create(workspaces, choices ?? {}))) as MockHandles<Its>['workspace'],
  }
}

/** Throws a `TypeError` for an option that does not exist, which JavaScript would ignore. */
export function requireKnown<Options extends object>(
  call: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  const names = Object.keys(known)
  const wrong = Object.keys(options).find(name => !names.includes(name))
  if (wrong === undefined) return
  const meant = didYouMean(wrong, names) || `; there are ${names.join(', ')}.`
  throw new TypeError(`${call} has no option ${wrong}${meant}`)
}

/** Throws a bug of the mock if nobody handles it. */
export function throwBug(error: unknown): void {
  void Promise.reject(error)
}
