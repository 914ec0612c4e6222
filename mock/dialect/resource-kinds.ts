// The kinds of things that have ids: the table of their rows, the prefix of their ids, and the operation that reads one.
import type { OperationId } from '#openapi'

export const RESOURCES = {
  agent: { table: 'agents', prefix: 'agt', read: 'getAgent' },
  run: { table: 'runs', prefix: 'run', read: 'getRun' },
  chat: { table: 'chats', prefix: 'chat', read: 'streamChat' },
  workflow: { table: 'workflows', prefix: 'wf', read: 'getWorkflow' },
  'workflow-run': { table: 'workflowRuns', prefix: 'wrun', read: 'getWorkflowRun' },
  task: { table: 'tasks', prefix: 'task', read: 'getTask' },
  approval: { table: 'approvals', prefix: 'appr', read: 'getApproval' },
  client: { table: 'clients', prefix: 'client', read: 'getAgencyClientUsage' },
  board: { table: 'boards', prefix: 'brd' },
  project: { table: 'projects', prefix: 'proj' },
  person: { table: 'people', prefix: 'usr' },
  key: { table: 'keys', prefix: 'key' },
  team: { table: 'teams', prefix: 'team' },
  'knowledge-base': { table: 'knowledgeBases', prefix: 'kb' },
  document: { table: 'documents', prefix: 'doc' },
  // The handle of a model is its id.
  model: { table: 'models' },
} as const

export type ResourceKind = keyof typeof RESOURCES

interface Resource {
  readonly table: (typeof RESOURCES)[ResourceKind]['table']
  readonly prefix?: string
  readonly read?: OperationId
}

const byName = new Map<string, Resource>([
  ...Object.entries(RESOURCES),
  ['knowledge', RESOURCES['knowledge-base']],
  // The assignee of a task.
  ['id', RESOURCES.agent],
  ['owner', RESOURCES.person],
  ['assignee', RESOURCES.person],
  ['approver', RESOURCES.person],
])

/** By the kind in the name of a parameter or member: `agent` of `agent_id`. Undefined for what is no kind of thing. */
export function resourceOf(name: string): Resource | undefined {
  return byName.get(name)
}
