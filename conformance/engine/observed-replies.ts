/** Keeps only the replies that checks across all operations need: a run has thousands of exchanges. */
import { isList, replyIds } from '../extract/list-rows.ts'
import { operation, scopeOf } from '../requirements/contract.ts'
import { type Exchange, isElsewhere, isSuccess } from '../requirements/exchange.ts'

export class ObservedReplies {
  /** Successful replies by operation: the first, the first to a request with a body, and those that are not JSON. */
  readonly successes = new Map<string, Exchange[]>()
  /** A successful reply by operation and query parameter, `listTasks?limit`. */
  readonly taken = new Map<string, Exchange>()
  /** The scopes that keys certainly have: `admin agents:run`. */
  readonly scopes = new Set<string>()
  /** By operation: a page that contains one record twice. */
  readonly repeats = new Map<string, Exchange>()
  /** How often each creating operation was accepted. */
  readonly accepted = new Map<string, number>()
  /** All that rate-limited operations served to keys of the target. */
  readonly limited: Exchange[] = []
  /** Replies by operation to keys of the target: the last one of every status. */
  readonly attempts = new Map<string, Map<number, Exchange>>()

  notice(one: Exchange) {
    const { operation: id, status, method } = one
    if (isSuccess(one) && id !== '') {
      this.#keepSuccess(one)
      if (!isElsewhere(one)) this.scopes.add(`${one.key} ${scopeOf(id)}`)
    }
    if (status === 200) this.#lookForRepeats(one)
    if (status < 300 && method === 'POST') this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1)
    if (status === 200)
      for (const name of new URL(one.url).searchParams.keys()) this.taken.set(`${id}?${name}`, one)
    if (one.key === 'none' || one.key === 'made up') return
    this.attempts.set(id, (this.attempts.get(id) ?? new Map()).set(status, one))
    if (status === 200 && id !== '' && operation(id).rateLimit) this.limited.push(one)
  }

  #keepSuccess(one: Exchange) {
    const kept = this.successes.get(one.operation) ?? []
    const isFirst =
      kept.length === 0 || (one.requestBody !== undefined && kept.every(it => it.requestBody === undefined))
    if (isFirst || (one.text !== '' && one.json === undefined && kept.length < 5)) kept.push(one)
    this.successes.set(one.operation, kept)
  }

  #lookForRepeats(one: Exchange) {
    if (!isList(one.operation) || this.repeats.has(one.operation)) return
    const ids = replyIds(one)
    if (new Set(ids).size < ids.length) this.repeats.set(one.operation, one)
  }
}
