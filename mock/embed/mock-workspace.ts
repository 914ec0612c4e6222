// A workspace as a test uses it. Its handles call the operations of the control API.

import type { Usage } from '#openapi/usage'
import { diagnosisText } from '../control/diagnosis.ts'
import type {
  Coverage,
  Diagnosis,
  Difference,
  Explanation,
  LintReport,
  ResourceHistory,
  SituationDetails,
  SituationName,
  Snapshot,
  Triggered,
} from '../control/generated/control.gen.ts'
import type { NewWorkspace } from '../control/new-workspace.ts'
import type { Workspaces } from '../control/workspace-store.ts'
import { worldIn } from '../control/world-source.ts'
import type { Minimums } from '../coverage/coverage.ts'
import type { Profile } from '../profile/profile.ts'
import { type AnyRoles, type Roles, rolesIn } from '../seed/index.ts'
import { keepMembers } from '../store/members.ts'
import { profileOfTwin, type Twin } from '../twin/twin.ts'
import type { Workspace } from '../world/workspace.ts'
import type { WorldSource } from '../world-file/index.ts'
import { callsIn, checkedRequest } from './call.ts'
import { type ClockChoice, clockStart } from './clock-choice.ts'
import { agentsOf, completionsOf, type MockAgents, type MockCompletions } from './mock-answers.ts'
import { clockOf, type MockClock } from './mock-clock.ts'
import { faultsOf, type MockFaults } from './mock-faults.ts'
import { exchangeId, journalOf, type MockJournal } from './mock-journal.ts'
import { type MockPeople, type NewKey, peopleOf } from './mock-people.ts'
import { type MockWorld, worldHandle } from './mock-world.ts'

/** How a workspace differs from the demo. */
export interface WorkspaceOptions {
  /**
   * The content: `'demo'` is a company with ninety days of history; `'quiet'` has the same people, agents and workflows,
   * and no history; `'empty'` has people, keys, models and a plan; `'world'` is the one that the mock was started with. Or a
   * snapshot, the id of a workspace, a workspace as it is now: `{ fork: 'demo' }`, the text of a snapshot file, or a world
   * of its own: `{ world: { people: … } }`.
   */
  from?:
    | 'demo'
    | 'quiet'
    | 'empty'
    | 'world'
    | Snapshot
    | { readonly fork: string }
    | { readonly file: string }
    | { readonly world: WorldSource }
    | (string & {})
  /** A name for people; requests use the id. */
  name?: string
  /** Determines ids, chance and data: with the same seed and clock, the same requests give the same bytes. */
  seed?: string
  /** How time passes. Default: as in the mock, or in what the workspace is made from. */
  clock?: ClockChoice
  /** Answers to gaps that differ from those of the mock, or of what the workspace is made from. */
  profile?: Partial<Profile>
  /** The deployment to answer like, as `learn` described it: what is in a twin file. */
  twin?: Twin
  /** Whether the other gaps are answered at random, so that no client can rely on what is not stated. */
  vary?: boolean
  /** Additional keys. */
  keys?: readonly NewKey[]
  /** Whether it is kept in the file of `keep`, where the mock was started with it. Default: false. */
  keep?: boolean
}

/** A workspace: one isolated tenant, with the ids and keys of what it starts with. */
export interface MockWorkspace<Its extends AnyRoles = Roles> extends AsyncDisposable, Disposable {
  readonly id: string
  /** Where the mock listens. The key of a request determines its workspace. */
  readonly url: string
  /** Where a browser shows the workspace, such as for the message of a failing test. */
  readonly consoleUrl: string
  /** The secret of each key by its name: `admin`, `manager`, `member`, …, and those created since. */
  readonly keys: NonNullable<Its['keys']> & Readonly<Record<string, string>>
  /** The ids of what the workspace starts with, by handle: `roles.agents['agent-that-finishes']`. */
  readonly roles: Its
  readonly clock: MockClock
  readonly people: MockPeople
  /** What there is: people, agents, workflows, boards and documents, to be changed at any time. */
  readonly world: MockWorld
  /** The requests with their replies. */
  readonly journal: MockJournal
  /** What completions answer to clients that cannot be changed. */
  readonly completions: MockCompletions
  /** What agents do for clients that cannot be changed. */
  readonly agents: MockAgents
  /** What goes wrong on purpose. */
  readonly faults: MockFaults
  /**
   * Brings about a situation that a client has to cope with, at once and without moving the clock.
   *
   * @example const { run_id } = workspace.trigger('run-asks', { text: 'Which price list?' })
   */
  trigger(situation: SituationName, details?: SituationDetails): Triggered
  /** Explains why an exchange ended as it did, by its id or a response. */
  explain(exchange: string | Response): Explanation
  /** The history of anything with an id: what changed it, and which calls are possible now. */
  history(thingId: string): ResourceHistory
  /**
   * Why a test may wait in vain: what stands still, with what makes it go on. `text` has it for a message.
   *
   * @example console.error(workspace.diagnose().text)
   */
  diagnose(): Diagnosis & { readonly text: string }
  /** Reports what the client did against the advice of the specification. Default: fails on warnings. */
  lint(options?: { readonly failOn?: readonly string[] }): LintReport
  /** How much of the service was exercised. Each area may have a minimum percentage. */
  coverage(minimums?: Minimums): Coverage
  /**
   * What the client uses of the service, without data, for a file such as `clients/billing.usage.yaml`. `watchReplies` finds
   * out what it reads.
   */
  usage(client?: string): Promise<Usage>
  /** Saves everything as it is now. */
  snapshot(name?: string): Snapshot
  /** Everything as a text that another mock can load, without the secrets of keys unless they are asked for. */
  snapshotFile(snapshot?: Snapshot | 'now' | 'beginning', options?: { withKeys?: boolean }): string
  /** Restores everything from a snapshot, including the time. Keys keep working; open streams end. */
  restore(snapshot: Snapshot | string): void
  /** What changed between a snapshot and another one, or now. */
  difference(since: Snapshot | string, options?: { to?: Snapshot | string; limit?: number }): Difference
  /** A new workspace with the same past. */
  fork(options?: Omit<WorkspaceOptions, 'from'>): MockWorkspace<Its>
  /** Removes the workspace. `await using` does so at the end of the block. */
  dispose(): void
  /**
   * The workspace from inside, for the mock's own tests: its tables and its simulation.
   *
   * @internal
   */
  readonly workspace: Workspace
}

export function handleOf<Its extends AnyRoles = Roles>(
  workspaces: Workspaces,
  url: string,
  id: string,
): MockWorkspace<Its> {
  const call = callsIn(workspaces, url, id)
  const dispose = () => workspaces.remove(id)
  /** As they were last; tests read them after a workspace is gone, too. The demo is there as long as the mock is. */
  let roles = id === 'demo' ? {} : ownRoles(workspaces.require(id).workspace)
  return {
    id,
    url,
    consoleUrl: `${url}/_mock/console/${id}`,
    get keys() {
      return rolesIn(workspaces.require(id).workspace).keys as MockWorkspace<Its>['keys']
    },
    get roles() {
      const hosted = workspaces.registry.get(id)
      if (hosted) roles = ownRoles(hosted.workspace)
      return roles as Its
    },
    clock: clockOf(call),
    people: peopleOf(call),
    world: worldHandle(call),
    journal: journalOf(call, url, () => workspaces.require(id)),
    completions: completionsOf(call),
    agents: agentsOf(call),
    faults: faultsOf(call),
    trigger: (situation, details = {}) => call('triggerSituation', { path: { situation }, body: details }),
    explain: exchange => call('explainExchange', { path: { exchange_id: exchangeId(exchange) } }),
    history: thingId => call('readHistory', { path: { resource_id: thingId } }),
    diagnose() {
      const diagnosis = call('diagnoseWorkspace')
      return { ...diagnosis, text: diagnosisText(diagnosis) }
    },
    lint: ({ failOn = ['warning'] } = {}) => call('lintClient', { query: { fail_on: failOn.join(',') } }),
    coverage: minimums => call('readCoverage', { query: { ...minimums } }),
    usage: (client = 'client') => call('readUsage', { query: { client } }),
    snapshot: name => call('saveSnapshot', { body: { ...(name === undefined ? {} : { name }) } }),
    snapshotFile: (snapshot = 'now', { withKeys = false } = {}) =>
      call('readSnapshotFile', { path: { snapshot_id: idOf(snapshot) }, query: { with_keys: withKeys } }),
    restore: snapshot => void call('restoreSnapshot', { path: { snapshot_id: idOf(snapshot) } }),
    difference: (since, { to = 'now', limit = 100 } = {}) =>
      call('readDifference', { path: { snapshot_id: idOf(since) }, query: { to: idOf(to), limit } }),
    fork: (options = {}) => handleOf(workspaces, url, create(workspaces, { ...options, from: { fork: id } })),
    dispose,
    get workspace() {
      return workspaces.require(id).workspace
    },
    [Symbol.dispose]: dispose,
    [Symbol.asyncDispose]: async () => dispose(),
  }
}

/** The roles of a workspace; kinds without entries are left out. */
function ownRoles(workspace: Workspace): AnyRoles {
  return keepMembers(rolesIn(workspace), (_, ids) => Object.keys(ids).length > 0)
}

/** Creates a workspace, and returns its id. */
export function create(
  workspaces: Workspaces,
  { from, clock, twin, profile, ...plain }: WorkspaceOptions,
): string {
  const named = typeof from === 'string' ? { from } : {}
  const { body } = checkedRequest('createWorkspace', { body: { ...plain, ...named } })
  return workspaces.create({
    keep: false,
    ...(body as Pick<NewWorkspace, 'name' | 'seed' | 'vary' | 'keys' | 'keep'>),
    from: from === undefined ? undefined : originOf(from),
    profile: twin === undefined ? profile : profileOfTwin(twin, profile),
    clock: clock === undefined ? undefined : clockStart(clock),
  }).workspace.id
}

/** A workspace without agents, workflows and history. */
export type EmptyWorkspace = MockWorkspace<Pick<Roles, 'people' | 'teams' | 'keys'>>

function originOf(from: NonNullable<WorkspaceOptions['from']>) {
  if (typeof from === 'string') return from
  if ('world' in from) return worldIn(from.world)
  if ('file' in from || 'fork' in from) return from
  if (typeof from.id === 'string') return from.id
  throw new TypeError(
    `from must be a name, a snapshot, { fork: 'demo' }, { file } or { world }, but was ${JSON.stringify(from)}`,
  )
}

function idOf(snapshot: Snapshot | string): string {
  return typeof snapshot === 'string' ? snapshot : snapshot.id
}
