/** What checks on every operation look at, and no more: a run of the suite has thousands of exchanges. */
import { replyIds } from '../extract/list-rows.ts'
import type { Exchange } from '../requirements/exchange.ts'

export class ObservedReplies {
  /** Successful replies by operation: the first, the first to a request with a body, and those that are not JSON. */
  readonly successes = new Map<string, Exchange[]>()
  /** By operation and name of a query parameter, `listTasks?limit`: a reply of success to a request with it. */
  readonly taken = new Map<string, Exchange>()
  /** By operation: a page that holds one record twice. */
  readonly repeats = new Map<string, Exchange>()
  /** How often each operation that makes something was accepted. */
  readonly accepted = new Map<string, number>()
  /** When each of them was last sent. */
  readonly acceptedAt = new Map<string, Date>()
  /** What each operation answered to keys of the target: the last of every status. */
  readonly attempts = new Map<string, Map<number, Exchange>>()

  notice(one: Exchange) {
    const { operation, status, method } = one
    if (status >= 200 && status < 300 && operation !== '') this.#keepSuccess(one)
    if (status === 200) this.#lookForRepeats(one)
    if (status < 300 && method === 'POST') {
      this.accepted.set(operation, (this.accepted.get(operation) ?? 0) + 1)
      this.acceptedAt.set(operation, one.at)
    }
    if (status === 200)
      for (const name of new URL(one.url).searchParams.keys()) this.taken.set(`${operation}?${name}`, one)
    if (one.key !== 'none' && one.key !== 'made up')
      this.attempts.set(operation, (this.attempts.get(operation) ?? new Map()).set(status, one))
  }

  #keepSuccess(one: Exchange) {
    const kept = this.successes.get(one.operation) ?? []
    const isFirst =
      kept.length === 0 || (one.requestBody !== undefined && kept.every(it => it.requestBody === undefined))
    if (isFirst || (one.text !== '' && one.json === undefined && kept.length < 5)) kept.push(one)
    this.successes.set(one.operation, kept)
  }

  #lookForRepeats(one: Exchange) {
    if (!LISTS_OF_RECORDS.includes(one.operation) || this.repeats.has(one.operation)) return
    const ids = replyIds(one)
    if (new Set(ids).size < ids.length) this.repeats.set(one.operation, one)
  }
}

/** Lists that hold each record once. */
const LISTS_OF_RECORDS = [
  'listAgents',
  'listRuns',
  'listTasks',
  'listTaskRuns',
  'listWorkflows',
  'listWorkflowRuns',
]
