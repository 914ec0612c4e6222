// The kinds of things that have ids: the table of their rows, and the prefix of their ids.

export const RESOURCES = {
  agent: { table: 'agents', prefix: 'agt' },
  run: { table: 'runs', prefix: 'run' },
  chat: { table: 'chats', prefix: 'chat' },
  workflow: { table: 'workflows', prefix: 'wf' },
  'workflow-run': { table: 'workflowRuns', prefix: 'wrun' },
  task: { table: 'tasks', prefix: 'task' },
  approval: { table: 'approvals', prefix: 'appr' },
  client: { table: 'clients', prefix: 'client' },
  board: { table: 'boards', prefix: 'brd' },
  project: { table: 'projects', prefix: 'proj' },
  person: { table: 'people', prefix: 'usr' },
  key: { table: 'keys', prefix: 'key' },
  team: { table: 'teams', prefix: 'team' },
  knowledge: { table: 'knowledgeBases', prefix: 'kb' },
  // The handle of a model is its id.
  model: { table: 'models' },
} as const

interface KindOfResource {
  readonly table: (typeof RESOURCES)[keyof typeof RESOURCES]['table']
  readonly prefix?: string
}

const byName = new Map<string, KindOfResource>([
  ...Object.entries(RESOURCES),
  // The assignee of a task.
  ['id', RESOURCES.agent],
  ['owner', RESOURCES.person],
  ['assignee', RESOURCES.person],
  ['approver', RESOURCES.person],
])

/** By the kind in the name of a parameter or member: `agent` of `agent_id`. Undefined for what is no kind of thing. */
export function resourceOf(name: string): KindOfResource | undefined {
  return byName.get(name)
}
