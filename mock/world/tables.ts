// All tables of a workspace with their indexes. The service reads lists from these indexes only, so the cost of a page
// depends on its size alone. A bucket is named `<field>:<value>`; buckets of several fields are joined by `|`.

import { mapValues } from '../store/members.ts'
import { Table } from '../store/table.ts'
import type { AgentRow } from './agents.ts'
import type { ApprovalRow } from './approvals.ts'
import { ChatTable } from './chat-table.ts'
import type { ConversationRow } from './completions.ts'
import type { DocumentRow, KnowledgeBaseRow } from './knowledge.ts'
import { Ledger } from './ledger.ts'
import type { ModelRow } from './models.ts'
import type { KeyRow, PersonRow, TeamRow } from './people.ts'
import type { PlanId } from './plans.ts'
import type { PolicyRow } from './policies.ts'
import { RunTable } from './run-table.ts'
import { type BoardRow, columnBucket, type ProjectRow, type TaskRow, taskBuckets } from './tasks.ts'
import type { WorkflowRow, WorkflowRunRow } from './workflows.ts'

/** A client of the agency; runs of these agents are done for it. */
interface ClientRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly agentIds: readonly string[]
}

/** The settings of the workspace, in one row. */
interface TenantRow {
  readonly id: string
  readonly name: string
  /** An IANA time zone. */
  readonly timeZone: string
  readonly planId: PlanId
}

/** Facts that no other row stores: how the past was made, secrets that were given, names on closed statements. */
interface DeclarationRow {
  /** `company`, `history`, or a kind and a handle or id, such as `keys/ci`, `tasks/task_…` and `statements/2026-11`. */
  readonly id: string
  /** The declared members. */
  readonly declared: Readonly<Record<string, unknown>>
}

const byCreation = (row: { readonly createdAt: number }) => row.createdAt

/** The index of rows that a world file declares. */
const byHandle = { bucket: (row: { readonly handle: string }) => row.handle, order: () => 0 }

/** New, empty tables. */
export function newTables() {
  return {
    tenant: new Table<TenantRow>('tenant'),
    people: new Table<PersonRow, 'listed' | 'byHandle'>('people', {
      listed: { order: person => person.position },
      byHandle,
    }),
    teams: new Table<TeamRow, 'byHandle'>('teams', { byHandle }),
    keys: new Table<KeyRow, 'listed' | 'bySecret' | 'byHandle'>('keys', {
      listed: { order: byCreation },
      bySecret: { bucket: key => key.secret, order: byCreation },
      byHandle: { bucket: key => key.name, order: byCreation },
    }),
    models: new Table<ModelRow>('models'),
    agents: new Table<AgentRow, 'newest' | 'byHandle'>('agents', { newest: { order: byCreation }, byHandle }),
    runs: new RunTable(),
    chats: new ChatTable(),
    boards: new Table<BoardRow, 'oldest' | 'byHandle'>('boards', { oldest: { order: byCreation }, byHandle }),
    projects: new Table<ProjectRow, 'byHandle'>('projects', { byHandle }),
    tasks: new Table<TaskRow, 'newest' | 'byReference' | 'column'>('tasks', {
      newest: { bucket: taskBuckets, order: byCreation },
      byReference: { bucket: task => [task.reference, `#${task.number}`], order: byCreation },
      column: { bucket: columnBucket, order: task => task.position },
    }),
    workflows: new Table<WorkflowRow, 'newest' | 'byHandle'>('workflows', {
      newest: { order: byCreation },
      byHandle,
    }),
    workflowRuns: new Table<WorkflowRunRow, 'newest'>('workflow runs', {
      newest: { bucket: workflowRunBuckets, order: byCreation },
    }),
    approvals: new Table<ApprovalRow, 'oldest'>('approvals', {
      oldest: {
        bucket: approval => [`status:${approval.status}`, `${approval.kind}|status:${approval.status}`],
        order: approval => approval.requestedAt,
      },
    }),
    knowledgeBases: new Table<KnowledgeBaseRow, 'byHandle'>('knowledge bases', { byHandle }),
    documents: new Table<DocumentRow, 'byKnowledgeBase'>('documents', {
      byKnowledgeBase: { bucket: document => document.knowledgeBaseId, order: row => row.updatedAt },
    }),
    clients: new Table<ClientRow, 'byHandle'>('clients', { byHandle }),
    policies: new Table<PolicyRow>('policies'),
    conversations: new Table<ConversationRow>('conversations'),
    declarations: new Table<DeclarationRow>('declarations'),
    ledger: new Ledger(),
  }
}

export type Tables = ReturnType<typeof newTables>

/** Independent tables with the same rows. */
export function forkTables(tables: Tables): Tables {
  return mapValues(tables, table => table.fork()) as unknown as Tables
}

/**
 * Every combination of filters of `GET /workflows/{workflow_id}/runs` has its own bucket; dates use the order of the
 * index.
 */
function workflowRunBuckets(run: WorkflowRunRow): string[] {
  const workflow = `workflow:${run.workflowId}`
  const status = `status:${run.status}`
  const objection = `objection:${run.hadObjection}`
  const buckets = ['all', status, workflow]
  buckets.push(`${workflow}|${status}`, `${workflow}|${objection}`, `${workflow}|${status}|${objection}`)
  if (run.test) buckets.push('test', `${workflow}|test`)
  return buckets
}
