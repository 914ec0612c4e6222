/**
 * The tasks and runs that this run of the suite created: every write to them and every reply that showed them. Judged
 * at the end, once it is known which requests overlapped.
 */

import { jsonOf } from '../extract/event-stream.ts'
import { asId, findNamed, isObject, type Json } from '../extract/find-value.ts'
import { replyRows } from '../extract/list-rows.ts'
import { idOf, recordIn, refIn } from '../extract/record.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Asked } from './recording.ts'

export type Kind = 'task' | 'run'

/** One record as one reply shows it. */
export interface View {
  record: Json
  /** A row of a list may be shorter than the record. */
  isRow: boolean
  exchange: Exchange
}

/** A write request. Without a reply it may have taken effect, at any later time. */
export interface Write {
  operation: string
  body: Json
  status: number
  sent: number
  over: number
  exchange: Exchange | undefined
}

/** Everything about one record, in the order of sending. */
export interface RecordHistory {
  kind: Kind
  id: string
  views: View[]
  writes: Write[]
}

interface ShownBy {
  kind: Kind
  /** Rows of a list may be shorter than the record. */
  isList?: true
}

/** Operations whose replies show a task or run. */
const SHOWS: Readonly<Record<string, ShownBy>> = {
  createTask: { kind: 'task' },
  getTask: { kind: 'task' },
  getTaskByNumber: { kind: 'task' },
  updateTask: { kind: 'task' },
  setTaskStatus: { kind: 'task' },
  setTaskAssignee: { kind: 'task' },
  listTasks: { kind: 'task', isList: true },
  getRun: { kind: 'run' },
  listRuns: { kind: 'run', isList: true },
  listTaskRuns: { kind: 'run', isList: true },
}

/** Operations that write a task or run, with the path parameter that names it. */
const WRITES: Readonly<Record<string, readonly [kind: Kind, parameter: string]>> = {
  updateTask: ['task', 'task_id'],
  setTaskStatus: ['task', 'task_id'],
  setTaskAssignee: ['task', 'task_id'],
  deleteTask: ['task', 'task_id'],
  pauseRun: ['run', 'run_id'],
  resumeRun: ['run', 'run_id'],
  cancelRun: ['run', 'run_id'],
  retryRun: ['run', 'run_id'],
  stopRun: ['run', 'run_id'],
  respondToRun: ['run', 'run_id'],
}

export class OwnRecords {
  readonly #isHome: (key: string) => boolean
  /** Kept until the end: only then is it known which records are the suite's own. */
  readonly #exchanges: Exchange[] = []
  readonly #lost: Asked[] = []
  readonly #own = new Set<string>()
  /** The histories of so many exchanges, failures and records. */
  #made: { of: number; histories: readonly RecordHistory[] } = { of: 0, histories: [] }
  /** A start without a reply may still have created a run. */
  missedStart = false

  constructor(isHome: (key: string) => boolean) {
    this.#isHome = isHome
  }

  notice(exchange: Exchange) {
    const { operation: id, status } = exchange
    if (id in WRITES) this.#exchanges.push(exchange)
    else if (status < 300 && (id in SHOWS || id === 'startRun')) {
      if (this.#isHome(exchange.key)) this.#exchanges.push(exchange)
    }
    if (status >= 300) return
    if (id === 'createTask') this.#isOurs('task', idOf(taskOf(exchange), 'task'))
    if (id === 'startRun' || id === 'retryRun') this.#isOurs('run', startedIn(exchange))
  }

  /** A request without a reply may still have taken effect. */
  noticeFailure(asked: Asked) {
    if (asked.operation in WRITES) this.#lost.push(asked)
    if (asked.operation === 'startRun' || asked.operation === 'retryRun') this.missedStart = true
  }

  /** The history of each record that this run of the suite created; made anew only when there is more to tell. */
  histories(): readonly RecordHistory[] {
    const told = this.#exchanges.length + this.#lost.length + this.#own.size
    if (this.#made.of !== told) this.#made = { of: told, histories: this.#making() }
    return this.#made.histories
  }

  #making(): RecordHistory[] {
    const histories = new Map<string, RecordHistory>()
    const historyOf = (kind: Kind, id: string | undefined): RecordHistory | undefined => {
      const name = `${kind} ${id}`
      if (id === undefined || !this.#own.has(name)) return undefined
      const known = histories.get(name) ?? { kind, id, views: [], writes: [] }
      histories.set(name, known)
      return known
    }
    for (const exchange of this.#exchanges.toSorted((a, b) => a.sent - b.sent)) {
      const { operation: called, status } = exchange
      const written = WRITES[called]
      if (written) historyOf(written[0], inPath(exchange, written[1]))?.writes.push(writeOf(exchange))
      if (called === 'createTask')
        historyOf('task', idOf(taskOf(exchange), 'task'))?.writes.push(writeOf(exchange))
      if (called === 'startRun') {
        const history = historyOf('run', startedIn(exchange))
        history?.writes.push(writeOf(exchange))
        const chat = asId(findNamed(exchange.json, 'chat_id')?.value)
        history?.views.push({
          record: { agent_id: inPath(exchange, 'agent_id'), ...(chat !== undefined && { chat_id: chat }) },
          isRow: false,
          exchange,
        })
      }
      const shows = status < 300 && this.#isHome(exchange.key) ? SHOWS[called] : undefined
      for (const record of shows ? recordsIn(shows, exchange) : [])
        historyOf(shows?.kind ?? 'task', idOf(record, shows?.kind))?.views.push({
          record,
          isRow: shows?.isList === true,
          exchange,
        })
    }
    for (const asked of this.#lost) {
      const [kind, parameter] = WRITES[asked.operation] ?? ['task', 'task_id']
      const always = { sent: Number.NEGATIVE_INFINITY, over: Number.POSITIVE_INFINITY }
      const write = { operation: asked.operation, body: {}, status: 0, ...always, exchange: undefined }
      historyOf(kind, inPath(asked, parameter))?.writes.push(write)
    }
    return [...histories.values()]
  }

  #isOurs(kind: Kind, id: string | undefined) {
    if (id !== undefined) this.#own.add(`${kind} ${id}`)
  }
}

const startedIn = ({ json }: Exchange) => asId(findNamed(json, 'run_id')?.value)

const taskOf = ({ json }: Exchange) => recordIn(json, ['task', 'tasks'])

function recordsIn({ kind, isList }: ShownBy, exchange: Exchange): Json[] {
  if (isList) return replyRows(exchange)
  const record = recordIn(
    exchange.json,
    kind === 'task' ? ['task', 'tasks'] : ['run', 'agent_run', 'agentRun'],
  )
  return record && Object.keys(record).length > 0 ? [record] : []
}

function writeOf(exchange: Exchange): Write {
  const { operation: called, requestBody, status, sent, ms } = exchange
  const body = jsonOf(requestBody ?? '')
  return {
    operation: called,
    body: isObject(body) ? body : {},
    status,
    sent,
    over: sent + ms,
    exchange,
  }
}

/** The value of a path parameter in the URL of a request. */
function inPath({ url, operation: called }: Pick<Exchange, 'url' | 'operation'>, parameter: string) {
  const names = operation(called).path.split('/')
  const parts = new URL(url).pathname.split('/')
  const at = names.toReversed().indexOf(`{${parameter}}`)
  const part = at < 0 ? undefined : parts.at(-1 - at)
  return part === undefined || part === '' ? undefined : decodeURIComponent(part)
}

/** The value of a member, or of a reference to a record of that kind. */
export const shown = (record: Json, member: string): unknown =>
  record[member] ?? (member.endsWith('_id') ? refIn(record, member.slice(0, -3)) : undefined)
