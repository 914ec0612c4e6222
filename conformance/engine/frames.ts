/**
 * What may not move: from every exchange of the run it learns how tasks and runs read, and which members a request was
 * allowed to change. A member that reads otherwise without such a request is a change that nobody asked for.
 */
import { operation } from '../ledger/contract.ts'
import type { Exchange } from '../ledger/exchange.ts'
import { jsonOf } from '../reading/event-stream.ts'
import { isObject, type Json, mentions } from '../reading/find-value.ts'
import { idOf, recordIn, refIn } from '../reading/record.ts'

export interface Drift {
  kind: Kind
  id: string
  sentence: string
  /** The operation after which it was seen; that of the second reading where nothing was written between them. */
  after: string
  evidence: readonly [before: Exchange, after: Exchange]
}
type Kind = 'task' | 'run'

/** Members that only the stated writes change. Others follow from rules that are not stated. */
const STILL: Readonly<Record<Kind, readonly string[]>> = {
  task: [
    ...[
      'title',
      'description',
      'priority',
      'status',
      'tags',
      'due_date',
      'max_runs_per_hour',
      'budget_euros',
    ],
    ...[
      'agent_id',
      'workflow_id',
      'project_id',
      'board_id',
      'parent_task_id',
      'assignee_type',
      'assignee_id',
    ],
    ...['requires_approval', 'approval_notify_in_app', 'approval_notify_email'],
  ],
  run: ['agent_id', 'chat_id', 'task_id', 'input', 'triggered_by', 'origin_chat_id', 'created_at'],
}

const READS: Readonly<Record<string, Kind>> = {
  getTask: 'task',
  getTaskByNumber: 'task',
  createTask: 'task',
  getRun: 'run',
}

/** Members that a write may move, beside those that its body names; a task on another board may change altogether. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  updateTask: [],
  setTaskStatus: ['status'],
  setTaskAssignee: ['assignee_type', 'assignee_id', 'agent_id', 'status'],
}
const GROUPS = [
  ['requires_approval', 'approval_notify_in_app', 'approval_notify_email', 'approval_approver_ids', 'status'],
]
const ANYTHING = ['board_id', 'project_id', 'parent_task_id']

interface Known {
  record: Json
  exchange: Exchange
}

export class Frames {
  readonly #isHome: (key: string) => boolean
  readonly #known = new Map<string, Known>()
  /** What was written since the last reading, and when the last of these writes was over. */
  readonly #written = new Map<string, { members: Set<string>; until: number; by: string }>()
  readonly drifts: Drift[] = []

  constructor(isHome: (key: string) => boolean) {
    this.#isHome = isHome
  }

  notice(exchange: Exchange) {
    const kind = READS[exchange.operation]
    if (exchange.operation in MOVES) this.#wrote(exchange)
    else if (kind && exchange.status < 300 && this.#isHome(exchange.key)) this.#read(kind, exchange)
  }

  #wrote(exchange: Exchange) {
    const id = pathId(exchange)
    if (id === undefined) return
    const name = `task ${id}`
    const before = this.#written.get(name)
    const members = new Set([
      ...(before?.members ?? []),
      ...(exchange.status < 400 || exchange.status >= 500 ? movedBy(exchange) : []),
    ])
    this.#written.set(name, { members, until: over(exchange), by: exchange.operation })
  }

  #read(kind: Kind, exchange: Exchange) {
    const record = recordIn(exchange.json, [kind])
    const id = idOf(record, kind)
    if (!record || id === undefined) return
    const name = `${kind} ${id}`
    const known = this.#known.get(name)
    const written = this.#written.get(name)
    // Two requests that overlap may be answered in any order.
    if (known && exchange.at.getTime() < over(known.exchange)) return
    if (written && exchange.at.getTime() < written.until) return void this.#known.delete(name)
    this.#known.set(name, { record, exchange })
    this.#written.delete(name)
    if (!known) return
    const allowed = written?.members ?? new Set<string>()
    const worked = kind === 'task' && [known.record, record].some(isWorkedOn)
    const moved = STILL[kind].find(
      member =>
        !allowed.has(member) &&
        !allowed.has('*') &&
        !(worked && member === 'status') &&
        differs(known.record, record, member),
    )
    if (moved === undefined) return
    const [was, is] = [known.record, record].map(one => JSON.stringify(shown(one, moved)))
    this.drifts.push({
      kind,
      id,
      sentence: `${moved} of the ${kind} ${id} read ${was} and reads ${is}, though no request was to change it`,
      after: written?.by ?? exchange.operation,
      evidence: [known.exchange, exchange],
    })
  }
}

/** Whoever works on a task may move it to another column. */
const isWorkedOn = (task: Json): boolean =>
  ['agent_id', 'workflow_id', 'scheduled_id', 'last_run_status'].some(
    name => (task[name] ?? null) !== null,
  ) ||
  task.assignee_type === 'agent' ||
  mentions(task.assignee, 'agent')

const over = ({ at, ms }: Exchange): number => at.getTime() + ms

/** The id in the path of a request on one task. */
function pathId({ url, operation: id }: Exchange): string | undefined {
  const [before = '', after = ''] = operation(id).path.split('{task_id}')
  const { pathname } = new URL(url)
  const from = pathname.indexOf(before) + before.length
  const found = pathname.slice(from, after === '' ? undefined : -after.length)
  return found === '' ? undefined : decodeURIComponent(found)
}

function movedBy({ operation: id, requestBody = '' }: Exchange): string[] {
  const body = jsonOf(requestBody)
  const named = isObject(body) ? Object.keys(body) : []
  if (named.some(one => ANYTHING.includes(one))) return ['*']
  const groups = GROUPS.filter(group => group.some(one => named.includes(one))).flat()
  return [...named, ...groups, ...(MOVES[id] ?? [])]
}

/** Under its stated name, or as a reference that bears the same one. */
const shown = (record: Json, member: string): unknown =>
  record[member] ?? (member.endsWith('_id') ? refIn(record, member.slice(0, -3)) : undefined)

function differs(before: Json, after: Json, member: string): boolean {
  const [was, is] = [shown(before, member), shown(after, member)]
  // What a reply leaves out says nothing.
  if (was === undefined || is === undefined || was === null) return false
  if (JSON.stringify(was) === JSON.stringify(is)) return false
  const moments = [was, is].map(one => Date.parse(String(one)))
  return !(typeof was === 'string' && moments[0] === moments[1])
}
