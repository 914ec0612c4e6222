/** Decides which records this run of the suite created: it never changes or removes others. */

import { idsIn, isObject, type Json, places } from '../extract/find-value.ts'
import { replyRows } from '../extract/list-rows.ts'
import { momentOf } from '../extract/moment.ts'
import { idOf, idsOf, RUN_ID, recordIn, refIn } from '../extract/record.ts'
import { saysDeleted } from '../extract/task-record.ts'
import { unknownLike } from '../extract/unknown-id.ts'
import { scopeOf } from '../requirements/contract.ts'
import { type Exchange, pathParameter } from '../requirements/exchange.ts'
import { Missing } from '../requirements/missing.ts'
import { HOME, type Key, keysOf } from '../target/target.ts'
import type { CleanupJournal } from './cleanup-journal.ts'
import type { CallOptions, Client } from './client.ts'
import type { Kind } from './own-records.ts'

interface Access {
  /** The operation that reads one. */
  operation: string
  /** Operations that create one. */
  creates: readonly string[]
  lists: readonly [string, ...string[]]
}

/** How each kind is created, read and listed. */
const ACCESS: Record<Kind, Access> = {
  task: { operation: 'getTask', creates: ['createTask'], lists: ['listTasks'] },
  run: { operation: 'getRun', creates: ['startRun', 'retryRun'], lists: ['listRuns', 'listTaskRuns'] },
}
const KINDS = Object.keys(ACCESS) as Kind[]

/**
 * Ours: contains the mark of this run. Absent: no such record. Foreign: without the mark, or older than what we made.
 * Otherwise the reason why nobody can say.
 */
export type Owner = 'ours' | 'absent' | 'foreign' | { refused: string }

export class Ownership {
  readonly #journal: CleanupJournal
  /** Records whose mark a read has shown. */
  readonly #ours = new Set<string>()
  /** Records without our mark, with the time when a reply first showed them. */
  readonly #seen = new Map<string, number>()
  /** Ids in replies to creating requests: when the request was sent, and for a run its agent, where named. */
  readonly #created = new Map<string, { at: number; agent: string | undefined }>()
  /** Tasks that a request of ours has deleted. */
  readonly #deletedTasks = new Set<string>()
  /** How reads of records that are not there are answered, by kind, id and tenant. */
  readonly #absent = new Map<string, Promise<number>>()
  /** What was sent as the input of runs, or as tasks that agents work on. */
  #inputs = ''
  #runsShowMark = false
  #tasksListed: Promise<unknown> | undefined

  /** Notes in the journal whose mark a read has shown, and begins with what an earlier process has noted there. */
  constructor(journal: CleanupJournal) {
    this.#journal = journal
    for (const { kind, id, checked, foreign } of journal.open) {
      if (id === undefined || kind === 'workflow-run') continue
      if (checked) this.trust(kind, id)
      else if (foreign) this.#distrust(kind, id)
    }
  }

  /** Accepts a record that is known to be ours by something else than its mark, or that an earlier process has checked. */
  trust(kind: Kind, id: string) {
    this.#ours.add(nameOf(kind, id))
  }

  /** Leaves a record alone that is known to be foreign, whatever it bears. */
  #distrust(kind: Kind, id: string) {
    this.#seen.set(nameOf(kind, id), Number.NEGATIVE_INFINITY)
  }

  /**
   * Learns from every exchange: a record that existed before we created anything is not ours, whatever a reply says.
   */
  notice(exchange: Exchange) {
    if (exchange.status >= 300) return
    const deleted = exchange.operation === 'deleteTask' ? pathParameter(exchange, 'task_id') : undefined
    if (deleted !== undefined) this.#deletedTasks.add(deleted)
    for (const kind of KINDS) {
      const { operation, creates, lists } = ACCESS[kind]
      if (creates.includes(exchange.operation)) this.#inputs += exchange.requestBody ?? ''
      if (creates.includes(exchange.operation))
        for (const id of createdIn(exchange, kind)) {
          keepFirst(this.#created, nameOf(kind, id), {
            at: exchange.sent,
            agent: pathParameter(exchange, 'agent_id'),
          })
          if (existedBefore(recordIn(exchange.json, [kind]))) this.#distrust(kind, id)
        }
      if (exchange.operation !== operation && !lists.includes(exchange.operation)) continue
      const rows = exchange.operation === operation ? [recordIn(exchange.json, [kind])] : replyRows(exchange)
      for (const row of rows) {
        const id = idOf(row, kind)
        if (row === undefined || id === undefined || this.bearsMark(row)) continue
        if (kind === 'run' || typeof row.title === 'string')
          keepFirst(this.#seen, nameOf(kind, id), exchange.sent + exchange.ms)
      }
    }
  }

  /** Call before sending a request: throws if it would change a record that is not ours. */
  async guard(client: Client, operationId: string, { path = {}, isMadeUp }: CallOptions): Promise<void> {
    await this.#lookAround(client, operationId, path)
    for (const kind of KINDS) {
      const id = path[`${kind}_id`]
      if (id === undefined || this.#ours.has(nameOf(kind, id))) continue
      const owner = await (isMadeUp ? this.ownerOf(client, kind, id) : this.ownerOnceShown(client, kind, id))
      if (owner === 'absent' && isMadeUp) continue
      if (owner === 'absent') throw new Missing(`a ${kind} that can be read: ${kind} ${id} is not found`)
      if (owner === 'foreign')
        throw new Missing(`a ${kind} of our own: ${kind} ${id} does not bear the mark of this run`)
      if (owner !== 'ours') throw new Missing(`a ${kind} of our own: ${owner.refused}`)
    }
  }

  /** Whether a request of ours to delete the task was answered with success: then a read that shows nothing is right. */
  hasDeleted(task: string): boolean {
    return this.#deletedTasks.has(task)
  }

  /** As `ownerOf`, of a record that may take a moment until it can be read. */
  async ownerOnceShown(client: Client, kind: Kind, id: string, maker?: Key): Promise<Owner> {
    let owner = await this.ownerOf(client, kind, id, maker)
    for (let wait = 0.5; owner === 'absent' && wait <= 4; wait *= 2) {
      await client.sleep(wait)
      owner = await this.ownerOf(client, kind, id, maker)
    }
    return owner
  }

  /** Reads the record, as who made it if that is known, and looks for the mark of this run. */
  async ownerOf(client: Client, kind: Kind, id: string, maker?: Key): Promise<Owner> {
    const { operation } = ACCESS[kind]
    const key = readerOf(client, operation, maker)
    if (!key)
      return { refused: `no key with scope ${scopeOf(operation)} can read whether ${kind} ${id} is ours` }
    const reply = await client.call(operation, { key, path: { [`${kind}_id`]: id } })
    if (await this.isAbsent(client, kind, id, key, reply.status)) return 'absent'
    const record = recordIn(reply.json, [kind])
    if (kind === 'task' && saysDeleted(record)) return 'absent'
    if (reply.status >= 300 || !record)
      return { refused: `reading ${kind} ${id} answered ${reply.status}${record ? '' : ' without a record'}` }
    if (!namesId(record, kind, id) || !(await this.#isOurs(client, kind, id, record))) return 'foreign'
    const name = nameOf(kind, id)
    if (!this.#ours.has(name)) this.#journal.checked(kind, id)
    this.#ours.add(name)
    return 'ours'
  }

  /** Whether a read says that there is no such record. The status is not stated: it is that of an id made up, or of a record that was deleted. */
  async isAbsent(client: Client, kind: Kind, id: string, key: Key, status: number): Promise<boolean> {
    if (status < 400 || status >= 500) return false
    if (status === 404 || status === 410 || status === 425) return true
    const { operation, lists } = ACCESS[kind]
    // A key that may no longer read anything shows nothing.
    const reads = async () => (await client.call(lists[0], { key, query: { limit: 1 } })).status === 200
    if (kind === 'task' && this.#deletedTasks.has(id)) return reads()
    const [deleted] = kind === 'task' ? this.#deletedTasks : []
    for (const other of [unknownLike(id), deleted]) {
      if (other === undefined) continue
      const name = `${kind} ${other} ${key.tenant}`
      const asked =
        this.#absent.get(name) ??
        client.call(operation, { key, path: { [`${kind}_id`]: other } }).then(reply => reply.status)
      this.#absent.set(name, asked)
      if ((await asked) === status) return reads()
    }
    return false
  }

  async #isOurs(client: Client, kind: Kind, id: string, record: Json): Promise<boolean> {
    const name = nameOf(kind, id)
    const known = this.#ours.has(name)
    if (this.bearsMark(record)) {
      if (kind === 'run') this.#runsShowMark = true
      return known || !this.#wasThereBefore(name)
    }
    if (kind === 'task') return known && typeof record.title !== 'string'
    const task = refIn(record, 'task')
    if (task !== undefined && (await this.ownerOf(client, 'task', task)) === 'ours') return true
    // A run's record need not show the whole input, which contains the mark: then the run must be new and of our agent.
    const created = this.#created.get(name)
    const isNew = created !== undefined && !this.#wasThereBefore(name)
    const agent = refIn(record, 'agent')
    const fits = created?.agent === undefined || agent === undefined || agent === created.agent
    return this.#mayShowOurs(record) && (known || (isNew && fits))
  }

  /** Whether the input that a run shows, if any, is one that was sent, or the beginning of one. */
  #mayShowOurs(record: Json): boolean {
    const [, input] = Object.entries(record).find(([name]) => /^input$/i.test(name)) ?? []
    const texts = isObject(input) ? Object.values(input) : [input ?? '']
    return texts.every(text => this.#inputs.includes(JSON.stringify(text).replace(/^"|\W*"$/g, '')))
  }

  #wasThereBefore(name: string): boolean {
    const seen = this.#seen.get(name)
    return seen !== undefined && seen <= (this.#created.get(name)?.at ?? Number.POSITIVE_INFINITY)
  }

  /** Lists existing records before one is created; for runs before each, where their records do not show the mark. */
  async #lookAround(client: Client, operationId: string, { agent_id }: Record<string, string>) {
    const list = (operation: string, query: NonNullable<CallOptions['query']>) => {
      const key = readerOf(client, operation)
      return key && client.call(operation, { key, query: { ...query, limit: 100 } })
    }
    if (ACCESS.task.creates.includes(operationId)) {
      this.#tasksListed ??= Promise.resolve(list('listTasks', { include_archived: true }))
      await this.#tasksListed
    }
    if (ACCESS.run.creates.includes(operationId) && !this.#runsShowMark) await list('listRuns', { agent_id })
  }

  /** Looks in the record's own texts and in a run's input, not in records that it refers to. */
  bearsMark(record: Json): boolean {
    for (const { value, depth, path } of places(record, 2))
      if (
        typeof value === 'string' &&
        (depth === 0 || /^input\./i.test(path)) &&
        value.includes(this.#journal.nonce)
      )
        return true
    return false
  }
}

/** The key that reads what was made: of who made it, who sees it best, else of an admin. */
export function readerOf({ target }: Client, operation: string, maker?: Key): Key | undefined {
  const keys = keysOf(target.keys, maker?.tenant ?? HOME, scopeOf(operation))
  const own = maker?.owner === undefined ? undefined : keys.find(key => key.owner === maker.owner)
  return own ?? keys.find(key => key.role === 'admin') ?? keys[0]
}

const nameOf = (kind: Kind, id: string) => `${kind} ${id}`

/** False when the record shows another id than the requested one. */
function namesId(record: Json, kind: Kind, id: string): boolean {
  const ids = idsOf(record, kind)
  return ids.length === 0 || ids.includes(id)
}

/**
 * Whether the reply to a creation shows a record that was changed long after it was created: a creation that was turned
 * into a change. Both times are of one clock, whatever it shows.
 */
function existedBefore(record: Json = {}): boolean {
  const momentIn = (member: RegExp) =>
    Object.entries(record).flatMap(([name, value]) => (member.test(name) ? (momentOf(value) ?? []) : []))[0]
  const [created, changed] = [momentIn(/^creat/i), momentIn(/^(updated|modified|changed|last_?modified)/i)]
  return created !== undefined && changed !== undefined && changed - created > LONG
}
/** Longer than what time zones and rounding to days can make of one instant, in milliseconds. */
const LONG = 2 * 24 * 60 * 60 * 1000

function keepFirst<Value>(map: Map<string, Value>, name: string, value: Value) {
  if (!map.has(name)) map.set(name, value)
}

/**
 * Every value of a reply that may be the id of the created record; where it names the id of a new run, no other, because
 * the id of a chat may be that of another run.
 */
function createdIn({ json, url }: Exchange, kind: Kind): string[] {
  const asked = new URL(url).pathname.split('/').map(decodeURIComponent)
  const named = kind === 'run' ? idsIn(json, RUN_ID).filter(id => !asked.includes(id)) : []
  return named.length > 0 ? named : idsIn(json, /^_?id$|_id$|Id$|^uu?id$/)
}
