import type { Scope } from '#openapi'
import { changeKey, createKey, type Key, type NewKey } from '../control/keys.ts'
import { type PlanName, putIn, readBalance, setBalance, setPlan } from '../control/money.ts'
import {
  type Decision,
  decide,
  listPeople,
  listWaiting,
  type NewDecision,
  type Person,
  runTask,
  type StartedTaskRun,
  setArchived,
  type Waiting,
} from '../control/people.ts'
import { type Policy, type PolicyRule, setPolicy } from '../control/policy.ts'
import type { Instant } from '../control/time.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { Workspace } from '../world/workspace.ts'

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

/** The people of the workspace that `settled` returns, in which everything due has happened. */
export function peopleOf(registry: WorkspaceRegistry, settled: () => Workspace): MockPeople {
  const deciding =
    (outcome: NewDecision['outcome']) =>
    (approvalId: string | null = 'oldest', options: DecisionOptions = {}) =>
      decide(settled(), approvalId ?? 'oldest', { outcome, ...options })
  return {
    list: () => listPeople(settled()),
    waiting: () => listWaiting(settled()),
    approve: deciding('approved'),
    reject: deciding('rejected'),
    object: deciding('objected'),
    topUp: euros => putIn(settled(), euros).balance_euros,
    setBalance: euros => setBalance(settled(), euros).balance_euros,
    balance: () => readBalance(settled()).balance_euros,
    setPlan: name => void setPlan(settled(), name),
    archive: task => void setArchived(settled(), task, true),
    unarchive: task => void setArchived(settled(), task, false),
    runTask: (task, { by } = {}) => runTask(settled(), task, by),
    createKey: key => createKey(registry, settled(), key),
    limitKey: (key, scopes) => changeKey(settled(), key, { scopes }),
    revokeKey: (key, at = 'now') => changeKey(settled(), key, { revoked_at: at }),
    restoreKey: key => changeKey(settled(), key, { revoked_at: null }),
    policy: rules => setPolicy(settled(), { rules: [...rules] }),
  }
}
