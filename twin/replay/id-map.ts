/** Which thing of the mock stands for which thing of a deployment: by kind, because two kinds may count alike. */
import type { Call } from '../recording/calls.ts'

export type Kind =
  | 'agent'
  | 'run'
  | 'chat'
  | 'task'
  | 'workflow'
  | 'workflow-run'
  | 'approval'
  | 'client'
  | 'board'
  | 'project'
  | 'schedule'
  | 'person'
  | 'team'
  | 'knowledge'
  | 'model'
  | 'attachment'
  | 'group'
  | 'number'
  | 'cursor'

/** The kinds that the members of requests name. */
const BY_NAME: Readonly<Record<string, readonly Kind[]>> = {
  agent_id: ['agent'],
  agentId: ['agent'],
  workflow_id: ['workflow'],
  scheduled_id: ['schedule'],
  board_id: ['board'],
  project_id: ['project'],
  task_id: ['task'],
  parent_task_id: ['task'],
  run_id: ['run'],
  chat_id: ['chat'],
  origin_chat_id: ['chat'],
  conversationId: ['chat'],
  approval_id: ['approval'],
  client_id: ['client'],
  team_id: ['team'],
  group_id: ['group'],
  owner: ['person'],
  assignee_id: ['agent', 'person'],
  id: ['agent', 'person'],
  approval_approver_ids: ['person'],
  knowledgeBaseIds: ['knowledge'],
  model: ['model'],
  attachment_ids: ['attachment'],
  ref: ['number'],
  cursor: ['cursor'],
}

export function kindsNamed(name: string, call: Pick<Call, 'path' | 'query' | 'body'>): readonly Kind[] {
  if (name === 'id' || name === 'assignee_id') {
    const type = /(?:"type"|"assignee_type"): ?"(agent|user)"|assignee_type=(agent|user)/.exec(
      `${call.body ?? ''} ${call.query}`,
    )
    const [, inBody, inQuery] = type ?? []
    if (inBody ?? inQuery) return [(inBody ?? inQuery) === 'agent' ? 'agent' : 'person']
  }
  if (name === 'run_id' && call.path.startsWith('/workflows/')) return ['workflow-run']
  return BY_NAME[name] ?? []
}

/** The kind of an id of the mock, by its prefix. */
const BY_PREFIX: Readonly<Record<string, Kind>> = {
  agt: 'agent',
  run: 'run',
  chat: 'chat',
  task: 'task',
  wf: 'workflow',
  wrun: 'workflow-run',
  appr: 'approval',
  client: 'client',
  brd: 'board',
  proj: 'project',
  usr: 'person',
  team: 'team',
  kb: 'knowledge',
}

export function kindOfMockId(value: unknown): Kind | undefined {
  if (typeof value !== 'string') return undefined
  const [, prefix = ''] = /^([a-z]+)_[0-9a-z]{20,}$/.exec(value) ?? []
  return BY_PREFIX[prefix]
}

export class IdMap {
  readonly #there = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #fixtures = new Set<string>()
  readonly #any = new Map<string, string[]>()

  learn(kind: Kind, recorded: string, now: string): void {
    this.#there.set(`${kind} ${recorded}`, now)
    this.#taken.add(`${kind} ${now}`)
    this.#any.set(recorded, [...(this.#any.get(recorded) ?? []), now])
  }

  /** Notes what was there before the recording: its state on both sides need not be the same. */
  learnFixture(kind: Kind, recorded: string, now: string): void {
    this.learn(kind, recorded, now)
    this.#fixtures.add(now)
  }

  isFixture(now: unknown): boolean {
    return typeof now === 'string' && this.#fixtures.has(now)
  }

  get(kinds: readonly Kind[], recorded: string): string | undefined {
    for (const kind of kinds) {
      const found = this.#there.get(`${kind} ${recorded}`)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What a value may stand for, whatever its kind. */
  all(recorded: string): string[] {
    return this.#any.get(recorded) ?? []
  }

  isTaken(kind: Kind, now: string): boolean {
    return this.#taken.has(`${kind} ${now}`)
  }
}

/** The values that requests name things by, by kind: a reply that holds one of them shows where its id is. */
export function namedIn(calls: readonly Call[]): ReadonlyMap<Kind, ReadonlySet<string>> {
  const named = new Map<Kind, Set<string>>()
  const add = (name: string, call: Call, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number')
      for (const kind of kindsNamed(name, call))
        named.set(kind, (named.get(kind) ?? new Set()).add(String(value)))
  }
  for (const call of calls) {
    if (call.status >= 400) continue
    for (const [name, value] of Object.entries(call.params)) add(name, call, value)
    for (const [name, value] of new URLSearchParams(call.query)) add(name, call, value)
    const body = bodyOf(call)
    for (const [name, value] of Object.entries(body)) for (const one of [value].flat()) add(name, call, one)
  }
  return named
}

export function bodyOf({ body }: Pick<Call, 'body'>): Record<string, unknown> {
  if (body === undefined) return {}
  try {
    const value = JSON.parse(body) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
