import type { Scope } from '#openapi'
import type {
  Decision,
  Key,
  NewKey as KeyToCreate,
  NewDecision,
  Person,
  PlanName,
  Policy,
  PolicyRule,
  Waiting,
} from '../control/generated/control.gen.ts'
import type { StartedTaskRun } from '../control/people.ts'
import { type Instant, instantOf, iso } from '../control/time.ts'
import type { Call } from './call.ts'

/** A key to create. */
export type NewKey = Omit<KeyToCreate, 'revoked_at'> & { readonly revoked_at?: Instant }

/** Who decides, and with which comment. `by` is an id, a handle, the name of a key, or a role. */
export type DecisionOptions = Pick<NewDecision, 'by' | 'comment'>

/** What people do in the app and no key can do. */
export interface MockPeople {
  list(): Person[]
  /** Pending approvals, and questions of paused runs. */
  waiting(): Waiting
  /**
   * Approves what a run, task or workflow run waits for, by its id, or the approval with that id or title. Default: what
   * has waited longest; in the demo that may be an approval of the seed, and `from_seed` of the decision says so.
   *
   * @example workspace.people.approve(run.approval_id, { by: 'manager' })
   */
  approve(approvalId?: string | null, options?: DecisionOptions): Decision
  reject(approvalId?: string | null, options?: DecisionOptions): Decision
  /** Rejects a workflow's gate while its run continues. */
  object(approvalId?: string | null, options?: DecisionOptions): Decision
  /** Adds euros to the wallet, and returns the balance. */
  topUp(euros: number): number
  /** Sets the balance in euros. */
  setBalance(euros: number): number
  balance(): number
  setPlan(name: PlanName): void
  /** Archives a task, by its id or its reference. */
  archive(task: string): void
  unarchive(task: string): void
  /** Starts a run of a task. The id is null while the limits of the task hold the run back. */
  runTask(task: string, options?: { readonly by?: string }): StartedTaskRun
  createKey(key: NewKey): Key
  /** Replaces the scopes of a key, by its id or its name. */
  limitKey(key: string, scopes: readonly Scope[]): Key
  /** Revokes a key now, or at an instant to come. */
  revokeKey(key: string, at?: Instant): Key
  /** Undoes a revocation. */
  restoreKey(key: string): Key
  /**
   * Sets rules by which simulated people decide and answer. Without rules they do nothing by themselves.
   *
   * @example workspace.people.policy([{ by: 'manager', after: '2h', reject: 0.2 }])
   */
  policy(rules: readonly PolicyRule[]): Policy
}

export function peopleOf(call: Call): MockPeople {
  const deciding =
    (outcome: NewDecision['outcome']) =>
    (approvalId: string | null = 'oldest', options: DecisionOptions = {}) =>
      call('decideApproval', {
        path: { approval_id: approvalId ?? 'oldest' },
        body: { outcome, ...options },
      })
  return {
    list: () => call('listPeople').data,
    waiting: () => call('listWaiting'),
    approve: deciding('approved'),
    reject: deciding('rejected'),
    object: deciding('objected'),
    topUp: euros => call('topUp', { body: { euros } }).balance_euros,
    setBalance: euros => call('setBalance', { body: { balance_euros: euros } }).balance_euros,
    balance: () => call('readBalance').balance_euros,
    setPlan: plan => void call('setPlan', { body: { plan } }),
    archive: task => void call('archiveTask', { path: { task } }),
    unarchive: task => void call('unarchiveTask', { path: { task } }),
    runTask: (task, options = {}) => call('runTask', { path: { task }, body: options }),
    createKey: ({ revoked_at: at, ...key }) =>
      call('createKey', { body: { ...key, ...(at === undefined ? {} : { revoked_at: instant(at) }) } }),
    limitKey: (key, scopes) => call('changeKey', { path: { key_id: key }, body: { scopes: [...scopes] } }),
    revokeKey: (key, at = 'now') =>
      call('changeKey', { path: { key_id: key }, body: { revoked_at: at === 'now' ? at : instant(at) } }),
    restoreKey: key => call('changeKey', { path: { key_id: key }, body: { revoked_at: null } }),
    policy: rules => call('setPolicy', { body: { rules: [...rules] } }),
  }
}

function instant(at: Instant): string {
  return iso(instantOf(at, 'revoked_at'))
}
