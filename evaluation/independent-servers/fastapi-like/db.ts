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

type RunStatus = 'queued' | 'running' | 'paused' | 'finished' | 'error' | 'cancelled' | 'terminated'

const newRun = (id: number, agent: Agent, person: Person, chat: Chat) => ({
  id,
  tenant: person.tenant,
  agent,
  person,
  chat,
  status: 'queued' as RunStatus,
  hold: null as 'manual' | 'question' | 'approval' | null,
  input: null as Record<string, string> | null,
  triggered_by: 'api',
  attachment_ids: [] as string[],
  origin_chat_id: null as string | null,
  task_id: null as string | null,
  workflow_run_id: null as number | null,
  retried_from: null as number | null,
  created_at: Date.now(),
  started_at: null as number | null,
  ended_at: null as number | null,
  summary: null as string | null,
  error: null as string | null,
  answers: [] as string[],
  plan: [...agent.plan],
  left: 0,
  wokeAt: 0,
  timer: null as NodeJS.Timeout | null,
  units: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  messages: 1,
})
export type Run = ReturnType<typeof newRun>

/** One booking of spend; a unit is a hundredth of a cent. */
export interface Booking {
  at: number
  tenant: string
  person: Person
  agent: Agent
  units: number
  tokens: number
  saved: number
}

export const newTask = (id: string, number: number, creator: Person, board_id: string, title: string) => ({
  id,
  tenant: creator.tenant,
  number,
  creator,
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
  approval_notify_in_app: true,
  approval_notify_email: false,
  assignee_type: null as string | null,
  assignee_id: null as string | null,
  due_date: null as string | null,
  position: null as number | null,
  max_runs_per_hour: null as number | null,
  budget_euros: null as number | null,
  archived: false,
  created_at: Date.now(),
  updated_at: Date.now(),
  finished_at: null as number | null,
})
export type Task = ReturnType<typeof newTask>

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

const newWorkflowRun = (id: number, workflow: Workflow, person: Person, chat: Chat) => ({
  id,
  tenant: person.tenant,
  workflow,
  person,
  chat,
  status: 'running' as 'running' | 'waiting_approval' | 'finished' | 'error',
  group_id: null as string | null,
  test: false,
  had_objection: false,
  started_at: Date.now(),
  ended_at: null as number | null,
  steps: workflow.steps.map((s): StepRecord => {
    const { id: step_id, kind, name } = s
    return { step_id, kind, name, status: 'pending', run: null, started_at: null, ended_at: null }
  }),
})
export type WorkflowRun = ReturnType<typeof newWorkflowRun>

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

  newRun(agent: Agent, person: Person, more: Partial<Run>, chat = this.newChat(person)): Run {
    const run = { ...newRun(this.next('run', 1000), agent, person, chat), ...more }
    this.runs.set(run.id, run)
    return run
  }

  newWorkflowRun(workflow: Workflow, person: Person, more: Partial<WorkflowRun>): WorkflowRun {
    const id = this.next('workflow run', 50)
    const record = { ...newWorkflowRun(id, workflow, person, this.newChat(person)), ...more }
    this.workflowRuns.set(id, record)
    return record
  }

  ask(
    kind: Approval['kind'],
    title: string,
    by: Person,
    approver_ids: string[],
    more: Partial<Approval>,
  ): void {
    const id = this.next('approval', 300)
    const now = { status: 'pending', run: null, workflow_run: null, requested_at: Date.now() } as const
    const { tenant } = by
    this.approvals.set(id, { id, tenant, kind, title, ...now, requested_by: by, approver_ids, ...more })
  }

  newChat(person: Person): Chat {
    const chat: Chat = {
      id: randomUUID(),
      tenant: person.tenant,
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
