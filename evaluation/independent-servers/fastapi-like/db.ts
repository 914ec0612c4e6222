// Everything the service remembers, and the people, teams, agents and keys it starts with.
import { createHash, randomUUID } from 'node:crypto'

export type Step =
  | { kind: 'work'; seconds: number }
  | { kind: 'ask'; prompt: string; fields: string[] | null }
  | { kind: 'approval'; title: string }
  | { kind: 'fail'; reason: string }

export interface Person {
  id: string
  name: string
  email: string
  role: 'admin' | 'manager' | 'member'
  tenant: string
  team_id: string
}

export interface Team {
  id: string
  name: string
  tenant: string
  manager_ids: string[]
}

export interface Key {
  value: string
  name: string
  scopes: string[]
  person: Person
  revoked: boolean
}

export interface Agent {
  id: string
  tenant: string
  owner: Person
  shared: boolean
  name: string
  description: string
  model: string
  system_prompt: string
  plan: Step[]
  created_at: number
}

export interface Chat {
  id: string
  tenant: string
  person: Person
  events: Record<string, unknown>[]
  viewers: Set<{ write(text: string): void; end(): void }>
  watchers: Set<() => void>
  closed: boolean
}

export interface Run {
  id: number
  tenant: string
  agent: Agent
  person: Person
  chat: Chat
  status: 'queued' | 'running' | 'paused' | 'finished' | 'error' | 'cancelled' | 'terminated'
  hold: 'manual' | 'question' | 'approval' | null
  input: Record<string, string> | null
  triggered_by: string
  attachment_ids: string[]
  origin_chat_id: string | null
  task_id: string | null
  workflow_run_id: number | null
  retried_from: number | null
  created_at: number
  started_at: number | null
  ended_at: number | null
  summary: string | null
  error: string | null
  answers: string[]
  plan: Step[]
  left: number
  wokeAt: number
  timer: NodeJS.Timeout | null
  units: number
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  messages: number
}

/** One booking of spend; a unit is a hundredth of a cent. */
export interface Booking {
  at: number
  tenant: string
  person: Person
  agent: Agent
  run: Run
  units: number
  tokens: number
  saved: number
}

export interface Task {
  id: string
  tenant: string
  number: number
  creator: Person
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
  archived: boolean
  created_at: number
  updated_at: number
  finished_at: number | null
}

export interface Board {
  id: string
  tenant: string
  name: string
  prefix: string
}

export interface Workflow {
  id: string
  tenant: string
  name: string
  description: string
  steps: ({ id: string; kind: 'agent'; name: string; agent: Agent } | GateStep)[]
  created_at: number
}

export interface GateStep {
  id: string
  kind: 'gate'
  name: string
  approver_ids: string[]
}

export interface StepRecord {
  step_id: string
  kind: 'agent' | 'gate'
  name: string
  status: string
  run: Run | null
  started_at: number | null
  ended_at: number | null
}

export interface WorkflowRun {
  id: number
  tenant: string
  workflow: Workflow
  person: Person
  chat: Chat
  status: 'running' | 'waiting_approval' | 'finished' | 'error'
  group_id: string | null
  test: boolean
  had_objection: boolean
  started_at: number
  ended_at: number | null
  steps: StepRecord[]
}

export interface Approval {
  id: number
  tenant: string
  kind: 'agent_action' | 'workflow_gate'
  title: string
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  run: Run | null
  workflow_run: WorkflowRun | null
  requested_by: Person
  approver_ids: string[]
  requested_at: number
}

export interface KnowledgeBase {
  id: string
  tenant: string
  owner: Person
  shared: boolean
  name: string
  passages: { document: string; text: string }[]
}

interface AgencyClient {
  id: number
  tenant: string
  name: string
  months: Map<string, { agent_id: string; agent_name: string; runs: number; tokens: number; units: number }[]>
}

export const SCOPES = [
  'agents:read',
  'agents:run',
  'tasks:read',
  'tasks:write',
  'runs:read',
  'approvals:read',
  'analytics:read',
  'workflows:read',
  'workflows:run',
  'chat:read',
  'chat:write',
  'knowledge:read',
  'agency-usage:read',
]

export const MODELS: Record<string, { rate: number; tenants: string[] }> = {
  'aurora-large': { rate: 90, tenants: ['nordwind', 'suedstern'] },
  'aurora-mini': { rate: 20, tenants: ['nordwind', 'suedstern'] },
  'granite-2': { rate: 45, tenants: ['nordwind'] },
}

export const DAY = 86_400_000

export function stableId(...names: string[]): string {
  const h = createHash('sha1').update(names.join('/')).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-5${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`
}

export const euros = (units: number): number => Number((units / 10_000).toFixed(4))

export const stamp = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().replace('Z', '+00:00')

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export class Database {
  timeScale: number
  people: Person[] = []
  teams: Team[] = []
  keys = new Map<string, Key>()
  agents = new Map<string, Agent>()
  chats = new Map<string, Chat>()
  runs = new Map<number, Run>()
  ledger: Booking[] = []
  tasks = new Map<string, Task>()
  boards: Board[] = []
  workflows = new Map<string, Workflow>()
  workflowRuns = new Map<number, WorkflowRun>()
  approvals = new Map<number, Approval>()
  knowledge: KnowledgeBase[] = []
  clients: AgencyClient[] = []
  timers = new Set<NodeJS.Timeout>()
  private counters = new Map<string, number>()

  constructor(timeScale: number) {
    this.timeScale = timeScale
  }

  next(name: string, first = 1): number {
    const value = this.counters.get(name) ?? first
    this.counters.set(name, value + 1)
    return value
  }

  /** Runs `act` after so many seconds of service time. */
  later(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      act()
    }, ms)
    this.timers.add(timer)
    return timer
  }

  forget(timer: NodeJS.Timeout | null): void {
    if (!timer) return
    clearTimeout(timer)
    this.timers.delete(timer)
  }

  newChat(tenant: string, person: Person): Chat {
    const chat: Chat = {
      id: randomUUID(),
      tenant,
      person,
      events: [],
      viewers: new Set(),
      watchers: new Set(),
      closed: false,
    }
    this.chats.set(chat.id, chat)
    return chat
  }

  emit(chat: Chat, event: Record<string, unknown>): void {
    const full = { seq: chat.events.length + 1, at: stamp(Date.now()), ...event }
    chat.events.push(full)
    for (const viewer of chat.viewers) viewer.write(`data: ${JSON.stringify(full)}\n\n`)
    for (const watcher of [...chat.watchers]) watcher()
  }

  closeChat(chat: Chat): void {
    chat.closed = true
    for (const viewer of chat.viewers) viewer.end()
    chat.viewers.clear()
  }

  book(run: Run, at: number, tokensIn: number, tokensOut: number): void {
    const cached = Math.floor(tokensIn * 0.4)
    const rate = MODELS[run.agent.model]?.rate ?? 50
    const units = Math.max(1, Math.ceil(((tokensIn - cached + tokensOut) * rate) / 1000))
    run.units += units
    run.input_tokens += tokensIn
    run.output_tokens += tokensOut
    run.cached_tokens += cached
    this.ledger.push({
      at,
      tenant: run.tenant,
      person: run.person,
      agent: run.agent,
      run,
      units,
      tokens: tokensIn + tokensOut,
      saved: Math.floor((cached * rate) / 1000),
    })
  }

  person(id: string): Person | undefined {
    return this.people.find(p => p.id === id)
  }

  /** The people whose doings this person may look at in workspace-wide numbers. */
  overseen(me: Person): Person[] {
    const mine = this.people.filter(p => p.tenant === me.tenant)
    if (me.role === 'admin') return mine
    const teams = this.teams.filter(t => t.manager_ids.includes(me.id)).map(t => t.id)
    return me.role === 'manager' ? mine.filter(p => teams.includes(p.team_id)) : [me]
  }

  teamsOf(me: Person): Team[] {
    return this.teams.filter(
      t => t.tenant === me.tenant && (me.role === 'admin' || t.manager_ids.includes(me.id)),
    )
  }

  seesAgent(me: Person, agent: Agent): boolean {
    return agent.tenant === me.tenant && (agent.shared || agent.owner === me)
  }

  seesRun(me: Person, run: Run): boolean {
    return run.tenant === me.tenant && this.overseen(me).includes(run.person)
  }

  seesTask(me: Person, task: Task): boolean {
    if (task.tenant !== me.tenant) return false
    if (this.overseen(me).includes(task.creator)) return true
    if (task.assignee_type === 'user' && task.assignee_id === me.id) return true
    return task.approval_approver_ids.includes(me.id)
  }

  mayDecide(me: Person, approval: Approval): boolean {
    return approval.tenant === me.tenant && (me.role === 'admin' || approval.approver_ids.includes(me.id))
  }
}
