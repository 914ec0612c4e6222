// A workspace in the hands of a test. Everything here calls what the control API calls, so both do the same.

import { type Difference, difference } from '../control/difference.ts'
import { explainExchange, lintReport, readCoverage, readHistory } from '../control/insight.ts'
import type { NewKey } from '../control/keys.ts'
import type { Snapshot } from '../control/snapshots.ts'
import { secretsByName } from '../control/workspace-view.ts'
import type { Workspaces } from '../control/workspaces.ts'
import type { Coverage, Minimums } from '../coverage/coverage.ts'
import type { Explanation } from '../explain/explain.ts'
import type { ResourceHistory } from '../explain/resource-history.ts'
import type { LintReport } from '../lint/client-lint.ts'
import type { Profile } from '../profile/profile.ts'
import { type PeopleAndKeys, type Roles, rolesIn } from '../seed/index.ts'
import type { Intercept } from '../server/intercept.ts'
import type { Workspace } from '../world/workspace.ts'
import { clockOf, type MockClock } from './clock.ts'
import { type ClockChoice, clockStart } from './clock-choice.ts'
import { faultsOf, type MockFaults } from './faults.ts'
import { exchangeId, journalOf, type MockJournal } from './journal.ts'
import { type MockPeople, peopleOf } from './people.ts'

/** How a workspace differs from the demo. */
export interface WorkspaceOptions {
  /**
   * `'demo'`, a company with ninety days of history; `'quiet'`, the same people, agents and workflows before anything
   * has happened; `'empty'`, people, keys, models and a plan and nothing else; or a snapshot, or the id of a workspace.
   */
  from?: 'demo' | 'quiet' | 'empty' | Snapshot | (string & {})
  /** For people; the workspace is called by its id. */
  name?: string
  /** What its ids, chance and data follow from: with the same seed and clock, the same requests give the same bytes. */
  seed?: string
  /** How time passes; as in the mock, or in what it is made from, unless told. */
  clock?: ClockChoice
  /** Answers to gaps that differ from those of the mock, or of what it is made from. */
  profile?: Partial<Profile>
  /** Whether the other gaps have other answers than elsewhere, so that nothing unsaid can be relied on. */
  vary?: boolean
  /** Keys beside the ready-made ones. */
  keys?: readonly NewKey[]
  /** Whether it is kept in the file of `keep`, where the mock was started with it. Default: false. */
  keep?: boolean
  /** What stands between the server and the workspace. */
  intercept?: Intercept
}

/** A workspace: one isolated tenant, with the ids and keys of what is ready-made in it. */
export interface MockWorkspace<Its extends Partial<Roles> = Roles> extends AsyncDisposable, Disposable {
  readonly id: string
  /** Where the mock listens; the workspace is that of the key which a request carries. */
  readonly url: string
  /** The secret of each key by its name: `admin`, `manager`, `member`, …, and those that were made since. */
  readonly keys: Roles['keys'] & Readonly<Record<string, string>>
  /** The ids of what is ready-made, by handle: `roles.agents['agent-that-finishes']`. */
  readonly roles: Its
  readonly clock: MockClock
  readonly people: MockPeople
  /** What was asked and answered. */
  readonly journal: MockJournal
  /** What goes wrong on purpose. */
  readonly faults: MockFaults
  /** Why an exchange ended as it did: its id, or a response of the mock. */
  explain(exchange: string | Response): Explanation
  /** What became of a run, task, workflow run or approval, by which calls, and the calls that it takes now. */
  history(thingId: string): ResourceHistory
  /** What the client did against the advice of the specification; fails on warnings unless told. */
  lint(options?: { readonly failOn?: readonly string[] }): LintReport
  /** How much of the service was exercised; each area may have a least percentage. */
  coverage(minimums?: Minimums): Coverage
  /** Keeps everything as it is now. */
  snapshot(name?: string): Snapshot
  /** Makes everything as a snapshot has it, the time included. Keys go on working, open streams end. */
  restore(snapshot: Snapshot | string): void
  /** What changed since a snapshot, up to another one or to now. */
  difference(since: Snapshot | string, options?: { to?: Snapshot | string; limit?: number }): Difference
  /** A workspace with the same past that goes its own way from here. */
  fork(options?: Omit<WorkspaceOptions, 'from'>): MockWorkspace<Its>
  /** Lets the workspace go. `await using` does so by itself. */
  dispose(): void
  /** The workspace itself, for the mock's own tests: its tables and its simulation. */
  readonly workspace: Workspace
}

/** The handle of the workspace with that id. */
export function handleOf(workspaces: Workspaces, url: string, id: string): MockWorkspace {
  const settled = () => {
    const { workspace } = workspaces.require(id)
    workspace.simulation.settle()
    return workspace
  }
  const hosted = () => {
    settled()
    return workspaces.require(id)
  }
  const dispose = () => workspaces.remove(id)
  return {
    id,
    url,
    get keys() {
      return secretsByName(workspaces.require(id).workspace) as MockWorkspace['keys']
    },
    roles: rolesIn(workspaces.require(id).workspace) as Roles,
    clock: clockOf(settled),
    people: peopleOf(workspaces.registry, settled),
    journal: journalOf(workspaces, url, hosted),
    faults: faultsOf(hosted),
    explain: exchange => explainExchange(workspaces.registry, exchangeId(exchange), url),
    history: thingId => readHistory(workspaces.registry, hosted(), thingId, url),
    lint: ({ failOn } = {}) => lintReport(hosted(), failOn),
    coverage: minimums => readCoverage(hosted(), minimums),
    snapshot: name => workspaces.saveSnapshot(settled(), name),
    restore: snapshot => void workspaces.restore(id, idOf(snapshot)),
    difference: (since, { to, ...options } = {}) =>
      difference(workspaces, settled(), idOf(since), {
        ...options,
        ...(to === undefined ? {} : { to: idOf(to) }),
      }),
    fork: (options = {}) => handleOf(workspaces, url, create(workspaces, { ...options, from: id })),
    dispose,
    get workspace() {
      return workspaces.require(id).workspace
    },
    [Symbol.dispose]: dispose,
    [Symbol.asyncDispose]: async () => dispose(),
  }
}

/** Makes a workspace, and returns its id. */
export function create(workspaces: Workspaces, { from, clock, ...more }: WorkspaceOptions): string {
  return workspaces.create({
    keep: false,
    ...more,
    ...(from === undefined ? {} : { from: idOf(from) }),
    ...(clock === undefined ? {} : { clock: clockStart(clock) }),
  }).workspace.id
}

/** What is ready-made in an empty workspace. */
export type EmptyWorkspace = MockWorkspace<PeopleAndKeys>

function idOf(snapshot: Snapshot | string): string {
  return typeof snapshot === 'string' ? snapshot : snapshot.id
}
