/**
 * The tasks and runs that this run of the suite created: every write to them and every reply that showed them. Judged
 * at the end, once it is known which requests overlapped.
 */

import { jsonOf } from '../extract/event-stream.ts'
import { asId, findNamed, isObject, type Json } from '../extract/find-value.ts'
import { isList, replyRows } from '../extract/list-rows.ts'
import { idOf, refIn } from '../extract/record.ts'
import { readRun } from '../extract/run-status.ts'
import { taskIn } from '../extract/task-record.ts'
import { allOperations } from '../requirements/contract.ts'
import { type Exchange, pathParameter } from '../requirements/exchange.ts'
import type { Asked } from './recording.ts'

/** Kinds of records that a key can change or remove. */
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

/** Operations whose replies show a task or run. */
const SHOWS: Readonly<Record<string, Kind>> = {
  createTask: 'task',
  getTask: 'task',
  getTaskByNumber: 'task',
  updateTask: 'task',
  setTaskStatus: 'task',
  setTaskAssignee: 'task',
  listTasks: 'task',
  getRun: 'run',
  listRuns: 'run',
  listTaskRuns: 'run',
}

/** Operations that write the task or run that their path names. */
const WRITES: ReadonlyMap<string, Kind> = new Map(
  allOperations
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ id, path }) =>
      (['task', 'run'] as const).filter(kind => path.includes(`{${kind}_id}`)).map(kind => [id, kind]),
    ),
)

export class OwnRecords {
  readonly #isHome: (key: string) => boolean
  /** Kept until the end: only then is it known which records are the suite's own. */
  readonly #exchanges: Exchange[] = []
  readonly #lost: Asked[] = []
  readonly #own = new Set<string>()
  /** The histories of so many exchanges, failures and records. */
  #made: { of: number; histories: readonly RecordHistory[] } = { of: 0, histories: [] }

  constructor(isHome: (key: string) => boolean) {
    this.#isHome = isHome
  }

  notice(exchange: Exchange) {
    const { operation: id, status } = exchange
    if (WRITES.has(id)) this.#exchanges.push(exchange)
    else if (status < 300 && (id in SHOWS || id === 'startRun')) {
      if (this.#isHome(exchange.key)) this.#exchanges.push(exchange)
    }
    if (status >= 300) return
    if (id === 'createTask') this.#isOurs('task', idOf(taskIn(exchange.json), 'task'))
    if (id === 'startRun' || id === 'retryRun') this.#isOurs('run', startedIn(exchange))
  }

  /** A request without a reply may still have taken effect. */
  noticeFailure(asked: Asked) {
    if (WRITES.has(asked.operation)) this.#lost.push(asked)
  }

  /** Whether this run of the suite created the record. */
  has(kind: Kind, id: string | undefined): boolean {
    return this.#own.has(`${kind} ${id}`)
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
      if (id === undefined || !this.has(kind, id)) return undefined
      const name = `${kind} ${id}`
      const known = histories.get(name) ?? { kind, id, views: [], writes: [] }
      histories.set(name, known)
      return known
    }
    for (const exchange of this.#exchanges.toSorted((a, b) => a.sent - b.sent)) {
      const { operation: called, status } = exchange
      const written = WRITES.get(called)
      if (written)
        historyOf(written, pathParameter(exchange, `${written}_id`))?.writes.push(writeOf(exchange))
      if (called === 'createTask')
        historyOf('task', idOf(taskIn(exchange.json), 'task'))?.writes.push(writeOf(exchange))
      if (called === 'startRun') {
        const history = historyOf('run', startedIn(exchange))
        history?.writes.push(writeOf(exchange))
        const chat = asId(findNamed(exchange.json, 'chat_id')?.value)
        history?.views.push({
          record: {
            agent_id: pathParameter(exchange, 'agent_id'),
            ...(chat !== undefined && { chat_id: chat }),
          },
          isRow: false,
          exchange,
        })
      }
      const kind = status < 300 && this.#isHome(exchange.key) ? SHOWS[called] : undefined
      if (kind === undefined) continue
      const isRow = isList(called)
      for (const record of isRow ? replyRows(exchange) : recordsIn(kind, exchange))
        historyOf(kind, idOf(record, kind))?.views.push({ record, isRow, exchange })
    }
    for (const asked of this.#lost) {
      const kind = WRITES.get(asked.operation)!
      const always = { sent: Number.NEGATIVE_INFINITY, over: Number.POSITIVE_INFINITY }
      const write = { operation: asked.operation, body: {}, status: 0, ...always, exchange: undefined }
      historyOf(kind, pathParameter(asked, `${kind}_id`))?.writes.push(write)
    }
    return [...histories.values()]
  }

  #isOurs(kind: Kind, id: string | undefined) {
    if (id !== undefined) this.#own.add(`${kind} ${id}`)
  }
}

const startedIn = ({ json }: Exchange) => asId(findNamed(json, 'run_id')?.value)

function recordsIn(kind: Kind, { json }: Exchange): Json[] {
  const record = kind === 'task' ? taskIn(json) : readRun(json)?.record
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

/** The value of a member, or of a reference to a record of that kind. */
export const shown = (record: Json, member: string): unknown =>
  record[member] ?? (member.endsWith('_id') ? refIn(record, member.slice(0, -3)) : undefined)
