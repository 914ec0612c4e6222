// Applies the effects of faults to a request, before and after the handler; `sendFaulty` applies those on its reply.
import type { Effect, Phase } from '../control/generated/control.gen.ts'
import type { RefusalCode } from '../dialect/refusal-rules.ts'
import type { Connection } from '../http/connection.ts'
import { sendJson } from '../http/json.ts'
import { type Headers, sendText } from '../http/send.ts'
import { profiledContractOf } from '../profile/profiled-contract.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { draw } from './distribution.ts'
import type { AppliedEffect, Faults } from './faults.ts'
import { waitFor } from './wait-for.ts'

type Kind = Effect['do']

/** The effects of faults on one request, and the record of those that happened. */
export class FaultEffects {
  readonly connection: Connection
  readonly workspace: Workspace
  readonly #faults: Faults
  readonly #applied: readonly AppliedEffect[]

  constructor(
    connection: Connection,
    { workspace, faults }: { readonly workspace: Workspace; readonly faults: Faults },
    applied: readonly AppliedEffect[],
  ) {
    this.connection = connection
    this.workspace = workspace
    this.#faults = faults
    this.#applied = applied
  }

  /** Applies the effects of a phase; true if the client has its reply or will get none. */
  async apply(phase: Phase, headers: Headers): Promise<boolean> {
    const { connection } = this
    const isNow = ({ effect }: { effect: { when?: Phase } }) => (effect.when ?? 'before') === phase
    for (const delay of this.all('delay').filter(isNow)) {
      this.record(delay, `delay ${phase}`)
      const random = this.workspace.random.fork(`${delay.fault}/${connection.id}`)
      const ms = draw(delay.effect.takes, random)
      if (await waitFor(ms, connection, this.workspace, delay.effect.real_time)) continue
      connection.brokenOff = true
      return true
    }
    const drop = this.all('drop').find(isNow)
    if (drop) {
      this.record(drop, `drop ${phase}`)
      connection.breakOff(drop.effect.how ?? 'reset')
      return true
    }
    const reply = this.all('reply').find(isNow)
    if (!reply) return connection.response.destroyed
    this.record(reply, `reply ${reply.effect.status} ${phase}`)
    this.#replyInstead(reply, headers)
    return true
  }

  /** The state that reads see: the present one, or an earlier one. */
  world(): Workspace {
    const { operation } = this.connection
    const stale = this.first('stale')
    if (!stale || operation?.method !== 'GET' || operation.streams) return this.workspace
    const past = this.#faults.pastOf(stale.fault, this.workspace)
    if (past) this.record(stale, `stale, as of ${new Date(past.now()).toISOString()}`)
    return past ?? this.workspace
  }

  /** A request to resume a stream, moved back to an earlier event than the client has seen. */
  resumed(request: unknown): unknown {
    const { header = {}, ...others } = request as { header?: Record<string, string | undefined> }
    const seen = header['Last-Event-ID']
    const repeat = this.first('repeat-events')
    if (!repeat || seen === undefined || !/^\d+$/.test(seen)) return request
    this.record(repeat, `repeat-events ${repeat.effect.count}`)
    const earlier = String(Math.max(0, Number(seen) - repeat.effect.count))
    return { ...others, header: { ...header, 'Last-Event-ID': earlier } }
  }

  all<K extends Kind>(kind: K): AppliedEffect<K>[] {
    return this.#applied.filter(({ effect }) => effect.do === kind) as unknown as AppliedEffect<K>[]
  }

  first<K extends Kind>(kind: K): AppliedEffect<K> | undefined {
    return this.all(kind)[0]
  }

  /**
   * Records an effect in the exchange, once. Listeners are notified at once, because a test may wait for it while the
   * request is delayed.
   */
  record({ fault }: { readonly fault: string }, effect: string): void {
    const { connection } = this
    if (connection.faults.some(known => known.id === fault && known.effect === effect)) return
    connection.faults = [...connection.faults, { id: fault, effect }]
    connection.changed()
  }

  #replyInstead({ fault, effect }: AppliedEffect<'reply'>, headers: Headers): void {
    const { status, body } = effect
    const usual = body === undefined ? this.#error(status, fault) : { body, headers: {} }
    const all = { ...headers, ...usual.headers, ...this.#retryAfter(fault, effect), ...effect.headers }
    if (typeof usual.body === 'string') void sendText(this.connection, status, 'text/plain', usual.body, all)
    else sendJson(this.connection, status, usual.body, all)
  }

  /** An error in the form of the service's own, with the id of the fault. */
  #error(status: number, fault: string): { body: unknown; headers: Headers } {
    const refusal = new Refusal(
      CODES[status] ?? 'internal_error',
      `The ${fault} of this mock answers ${status}.`,
    )
    const usual = { status, gap: undefined, body: refusal.body(), headers: {} }
    return profiledContractOf(this.workspace.profile).encodeRefusal(usual, this.workspace.now())
  }

  #retryAfter(fault: string, effect: AppliedEffect<'reply'>['effect']): Record<string, string> {
    const rest = [429, 503].includes(effect.status) ? this.#faults.restOf(fault, this.workspace) : null
    const seconds = effect.retry_after_seconds ?? (rest === null ? null : Math.max(1, Math.ceil(rest / 1000)))
    if (seconds === null) return {}
    const date = effect.retry_after_as === 'date'
    return {
      'retry-after': date ? new Date(this.workspace.now() + seconds * 1000).toUTCString() : String(seconds),
    }
  }
}

const CODES: Readonly<Record<number, RefusalCode>> = {
  401: 'key_unknown',
  402: 'balance_exhausted',
  403: 'scope_missing',
  404: 'route_not_found',
  409: 'transition_refused',
  422: 'request_invalid',
  429: 'rate_limit_exceeded',
}
