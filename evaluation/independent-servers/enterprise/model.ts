// The domain: plain records held in maps, and who may look at what.

type Role = 'admin' | 'manager' | 'member'

export interface Member {
  id: string
  tenant: string
  name: string
  role: Role
  teamId: string
}

export interface TeamRecord {
  id: string
  tenant: string
  name: string
  managers: string[]
}

export interface ApiKey {
  scopes: string[]
  owner: Member
  revoked: boolean
}

export type Step =
  | { do: 'work'; seconds: number }
  | { do: 'question'; prompt: string; expects: string[] | 'text' }
  | { do: 'approval'; subject: string }
  | { do: 'fault'; reason: string }

export interface AgentRecord {
  id: string
  tenant: string
  owner: Member
  visibility: 'PRIVATE' | 'SHARED'
  name: string
  model: string
  systemPrompt: string
  script: Step[]
}

export interface ChatEvent {
  sequence: number
  name: string
  data: Record<string, unknown>
}

export interface Conversation {
  id: string
  tenant: string
  owner: Member
  log: ChatEvent[]
  complete: boolean
  listeners: Set<(event: ChatEvent | null) => void>
}

export type RunState = 'submitted' | 'running' | 'paused' | 'succeeded' | 'faulted' | 'cancelled' | 'halted'

/** A run as it stands before it begins. */
export function newRun(
  agent: AgentRecord,
  owner: Member,
  conversation: Conversation,
  id: string,
  sequence: number,
) {
  return {
    id,
    sequence,
    tenant: owner.tenant,
    agent,
    owner,
    conversation,
    state: 'submitted' as RunState,
    waitingFor: null as 'OPERATOR' | 'ANSWER' | 'APPROVAL' | null,
    parameters: null as Record<string, string> | null,
    trigger: 'api',
    taskId: null as string | null,
    step: 0,
    /** Service milliseconds already spent in the present step. */
    spent: 0,
    /** Service milliseconds the agent still idles before it looks at the present step again. */
    idle: 0,
    seenAt: performance.now(),
    createdAt: Date.now(),
    startedAt: null as number | null,
    endedAt: null as number | null,
    summary: null as string | null,
    fault: null as string | null,
    replies: [] as string[],
    mills: 0,
    promptTokens: 0,
    completionTokens: 0,
    messages: 1,
  }
}
export type RunEntity = ReturnType<typeof newRun>

/** One charge; a mill is the thousandth part of a cent. */
export interface Charge {
  at: number
  tenant: string
  member: Member
  agent: AgentRecord
  source: 'RUN' | 'WORKFLOW'
  mills: number
  tokens: number
  savedMills: number
}

export interface TaskEntity {
  id: string
  tenant: string
  boardNumber: number
  author: Member
  createdAt: number
  modifiedAt: number
  completedAt: number | null
  fields: TaskFields
}

export const blankTask = (title: string, board_id: string) => ({
  title,
  description: null as string | null,
  priority: 'none',
  status: 'backlog',
  executor_kind: null as string | null,
  agent_id: null as string | null,
  workflow_id: null as string | null,
  scheduled_id: null as string | null,
  board_id,
  project_id: null as string | null,
  parent_task_id: null as string | null,
  acceptance_criteria: [] as unknown[],
  tags: [] as string[],
  requires_approval: false,
  approval_approver_ids: [] as string[],
  approval_notify_in_app: false,
  approval_notify_email: false,
  assignee_type: null as string | null,
  assignee_id: null as string | null,
  due_date: null as string | null,
  position: null as number | null,
  max_runs_per_hour: null as number | null,
  budget_euros: null as number | null,
})
export type TaskFields = ReturnType<typeof blankTask>

export interface BoardRecord {
  id: string
  tenant: string
  prefix: string
  issued: number
}

export type Stage =
  | { id: string; type: 'AGENT'; title: string; agent: AgentRecord; seconds: number }
  | { id: string; type: 'GATE'; title: string; deciders: string[] }

export interface WorkflowRecord {
  id: string
  tenant: string
  title: string
  stages: Stage[]
}

interface StageTrace {
  stage: Stage
  state: 'waiting' | 'in_progress' | 'awaiting_decision' | 'completed' | 'objected'
  startedAt: number | null
  endedAt: number | null
  mills: number
}

/** A workflow run as it stands before its first stage. */
export function newFlow(
  workflow: WorkflowRecord,
  owner: Member,
  conversation: Conversation,
  id: string,
  sequence: number,
) {
  return {
    id,
    sequence,
    tenant: owner.tenant,
    workflow,
    owner,
    conversation,
    state: 'in_progress' as 'in_progress' | 'awaiting_gate' | 'completed',
    groupId: null as string | null,
    test: false,
    objected: false,
    startedAt: Date.now(),
    endedAt: null as number | null,
    traces: workflow.stages.map(
      (stage): StageTrace => ({ stage, state: 'waiting', startedAt: null, endedAt: null, mills: 0 }),
    ),
    at: 0,
    spent: 0,
    seenAt: performance.now(),
  }
}
export type FlowRunEntity = ReturnType<typeof newFlow>

export interface ApprovalRecord {
  id: string
  tenant: string
  subject: string
  state: 'PENDING' | 'GRANTED' | 'OBSOLETE'
  requester: Member
  deciders: string[]
  run: RunEntity | null
  flowRun: FlowRunEntity | null
  raisedAt: number
}

export interface Folder {
  id: string
  tenant: string
  owner: Member
  open: boolean
  title: string
  passages: string[]
}

interface Client {
  id: string
  tenant: string
  usage: Map<string, { agent: string; runs: number; tokens: number; mills: number }[]>
}

export const MODEL_PRICES: Record<string, { perThousand: number; tenants: string[] }> = {
  'opal-70b': { perThousand: 410, tenants: ['acme', 'globex'] },
  'opal-8b': { perThousand: 90, tenants: ['acme', 'globex'] },
  'jasper-xl': { perThousand: 700, tenants: ['acme'] },
}

export const money = (mills: number): string => (mills / 100_000).toFixed(5)
export const euro = (mills: number) => ({ amount: money(mills), currency: 'EUR' })

export const DAY_MS = 86_400_000
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

export class Store {
  members: Member[] = []
  teams: TeamRecord[] = []
  keys = new Map<string, ApiKey>()
  agents = new Map<string, AgentRecord>()
  conversations = new Map<string, Conversation>()
  runs = new Map<string, RunEntity>()
  charges: Charge[] = []
  tasks = new Map<string, TaskEntity>()
  boards: BoardRecord[] = []
  workflows = new Map<string, WorkflowRecord>()
  flowRuns = new Map<string, FlowRunEntity>()
  approvals = new Map<string, ApprovalRecord>()
  folders: Folder[] = []
  clients: Client[] = []
  #serials = new Map<string, number>()

  serial(kind: string): number {
    const value = (this.#serials.get(kind) ?? 0) + 1
    this.#serials.set(kind, value)
    return value
  }

  identifier(kind: string): string {
    return `${kind}-${String(this.serial(kind)).padStart(6, '0')}`
  }

  /** Board numbers never clash within a tenant: each board counts in its own residue class. */
  boardNumber(board: BoardRecord): number {
    const siblings = this.boards.filter(b => b.tenant === board.tenant)
    board.issued++
    return board.issued * siblings.length + siblings.indexOf(board)
  }

  subordinates(caller: Member): Member[] {
    const colleagues = this.members.filter(m => m.tenant === caller.tenant)
    if (caller.role === 'admin') return colleagues
    const led = this.teams.filter(t => t.managers.includes(caller.id)).map(t => t.id)
    return colleagues.filter(m => led.includes(m.teamId))
  }

  ledTeams(caller: Member): TeamRecord[] {
    return this.teams.filter(
      t => t.tenant === caller.tenant && (caller.role === 'admin' || t.managers.includes(caller.id)),
    )
  }

  canUse(caller: Member, agent: AgentRecord): boolean {
    return agent.tenant === caller.tenant && (agent.visibility === 'SHARED' || agent.owner.id === caller.id)
  }

  owns(caller: Member, thing: { tenant: string; owner: Member }): boolean {
    return thing.tenant === caller.tenant && (caller.role === 'admin' || thing.owner.id === caller.id)
  }

  canSeeTask(caller: Member, task: TaskEntity): boolean {
    if (task.tenant !== caller.tenant) return false
    if (task.author.id === caller.id || this.subordinates(caller).includes(task.author)) return true
    return task.fields.assignee_type === 'user' && task.fields.assignee_id === caller.id
  }

  canDecide(caller: Member, approval: ApprovalRecord): boolean {
    return approval.tenant === caller.tenant && approval.deciders.includes(caller.id)
  }

  canSeeApproval(caller: Member, approval: ApprovalRecord): boolean {
    if (approval.tenant !== caller.tenant) return false
    return caller.role === 'admin' || approval.requester.id === caller.id || this.canDecide(caller, approval)
  }
}
