import type {
  ExchangeFilter,
  ExchangeList,
  ExchangeHead as ExchangeSummary,
  Exchange as ExchangeView,
  Expectation,
  Verification,
} from '../control/generated/control.gen.ts'
import type { ReplayAs, ReplayOrder } from '../control/replay.ts'
import type { Duration } from '../control/time.ts'
import { type Har, harOf } from '../journal/har.ts'
import { callsOfArchive, callsOfJournal } from '../replay/recording.ts'
import { type Replay, type ReplayTarget, replay } from '../replay/replay.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { Call } from './call.ts'

/** The last thousand exchanges of a workspace, without secrets. */
export interface MockJournal {
  /** Summaries of the exchanges that match, oldest first. */
  list(filter?: ExchangeFilter): ExchangeList['data']
  /** The same with headers and bodies. */
  find(filter?: ExchangeFilter): ExchangeView[]
  count(filter?: ExchangeFilter): number
  /** One exchange, by its id or by a response with the header `X-Mock-Exchange`. */
  read(exchange: string | Response): ExchangeView
  /** Compares the exchanges with an expectation. */
  check(expectation: Expectation): Verification
  /**
   * Throws a `VerificationError`, with the closest exchanges, unless the requests were as expected.
   *
   * @example workspace.journal.verify({ operation: 'createTask', body: { priority: 'urgent' }, times: 1 })
   */
  verify(expectation: Expectation): Verification
  /** Resolves with the exchanges as soon as enough match. Default: rejects after 10 seconds of real time. */
  waitFor(
    filter: ExchangeFilter,
    options?: { readonly times?: number; readonly within?: Duration },
  ): Promise<ExchangeSummary[]>
  /** The exchanges as an HTTP archive. */
  har(filter?: ExchangeFilter): Har
  /** Sends the calls again to new workspaces like this one, once with each of the keys. */
  replayAs(order?: ReplayOrder): Promise<ReplayAs[]>
  /** Sends the calls of the journal, or of an archive, to any deployment. */
  replayTo(
    target: ReplayTarget,
    recording?: { readonly har?: unknown; readonly exchanges?: ExchangeFilter },
  ): Promise<Replay>
  clear(): void
}

/** The requests were not as expected; `verification` has the closest exchanges. */
export class VerificationError extends Error {
  readonly verification: Verification

  constructor(verification: Verification) {
    // The message has the closest exchange already.
    const others = verification.near_misses
      .slice(1)
      .map(({ call, exchange, differences }) => `  ${call} (${exchange}): ${differences.join('; ')}`)
    super([verification.message, ...(others.length > 0 ? ['Also near:', ...others] : [])].join('\n'))
    this.name = 'VerificationError'
    this.verification = verification
  }
}

export function journalOf(call: Call, url: string, hosted: () => HostedWorkspace): MockJournal {
  const find = (filter?: ExchangeFilter) => call('findExchanges', { body: { ...filter } }).data
  const check = (expectation: Expectation) => call('verifyExchanges', { body: expectation })
  return {
    list: filter => find(filter).map(({ request: _, reply: __, ...summary }) => summary),
    find,
    count: filter => find(filter).length,
    read: exchange => call('readExchange', { path: { exchange_id: exchangeId(exchange) } }),
    check,
    verify(expectation) {
      const verification = check(expectation)
      if (verification.verified) return verification
      throw new VerificationError(verification)
    },
    async waitFor(filter, options = {}) {
      const { met, exchanges, near_misses } = await call('waitForExchange', {
        body: { ...filter, ...options },
      })
      if (met) return exchanges
      const { times } = options
      const verification = check({ ...filter, ...(times === undefined ? {} : { at_least: times }) })
      const message = `Waited in vain: ${verification.message}`
      throw new VerificationError({ ...verification, message, near_misses })
    },
    har(filter) {
      // Refuses a filter that is none.
      find(filter)
      return harOf(hosted(), url, filter)
    },
    replayAs: async order => (await call('replayExchanges', { body: order })).data,
    replayTo(target, { har, exchanges } = {}) {
      if (har === undefined) {
        const { journal } = hosted()
        return replay(callsOfJournal(find(exchanges).map(({ id }) => journal.get(id)!)), target)
      }
      const calls = callsOfArchive(har)
      if (!calls)
        throw new TypeError('har is no HTTP archive: it needs log.entries, each with request and response')
      return replay(calls, target)
    },
    clear: () => call('clearJournal'),
  }
}

/** The id of an exchange, also of the one that a response belongs to. */
export function exchangeId(exchange: string | Response): string {
  if (typeof exchange === 'string') return exchange
  const id = exchange.headers.get('x-mock-exchange')
  if (id === null)
    throw new TypeError(`the response from ${exchange.url} has no header X-Mock-Exchange; is it the mock's?`)
  return id
}
