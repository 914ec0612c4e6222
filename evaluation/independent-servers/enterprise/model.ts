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
  token: string
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

export interface RunEntity {
  id: string
  sequence: number
  tenant: string
  agent: AgentRecord
  owner: Member
  conversation: Conversation
  state: RunState
  waitingFor: 'OPERATOR' | 'ANSWER' | 'APPROVAL' | null
  parameters: Record<string, string> | null
  trigger: string
  taskId: string | null
  step: number
  /** Service milliseconds already spent in the present step. */
  spent: number
  /** Service milliseconds the agent still idles before it looks at the present step again. */
  idle: number
  seenAt: number
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  summary: string | null
  fault: string | null
  replies: string[]
  mills: number
  promptTokens: number
  completionTokens: number
  messages: number
}

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

export interface TaskFields {
  title: string
  description: string | null
  priority: string
  status: string
  executor_kind: string | null
  agent_id: string | null
  workflow_id: string | null
  scheduled_id: string | null
  board_id: string
  project_id: string | null
  parent_task_id: string | null
  acceptance_criteria: unknown[]
  tags: string[]
  requires_approval: boolean
  approval_approver_ids: string[]
  approval_notify_in_app: boolean
  approval_notify_email: boolean
  assignee_type: string | null
  assignee_id: string | null
  due_date: string | null
  position: number | null
  max_runs_per_hour: number | null
  budget_euros: number | null
}

export interface BoardRecord {
  id: string
  tenant: string
  prefix: string
  title: string
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

export interface FlowRunEntity {
  id: string
  sequence: number
  tenant: string
  workflow: WorkflowRecord
  owner: Member
  conversation: Conversation
  state: 'in_progress' | 'awaiting_gate' | 'completed'
  groupId: string | null
  test: boolean
  objected: boolean
  startedAt: number
  endedAt: number | null
  traces: StageTrace[]
  at: number
  spent: number
  seenAt: number
}

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
  name: string
  usage: Map<string, { agent: string; runs: number; tokens: number; mills: number }[]>
}

export const MODEL_PRICES: Record<string, { perThousand: number; tenants: string[] }> = {
  'opal-70b': { perThousand: 410, tenants: ['acme', 'globex'] },
  'opal-8b': { perThousand: 90, tenants: ['acme', 'globex'] },
  'jasper-xl': { perThousand: 700, tenants: ['acme'] },
}

export const money = (mills: number): string => (mills / 100_000).toFixed(5)

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
