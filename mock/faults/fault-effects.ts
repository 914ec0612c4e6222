// Lets the faults that strike a request happen to it.
import type { OperationId } from '#openapi'
import { profiledContractOf } from '../profile/profiled-contract.ts'
import type { RequestContext } from '../server/request-context.ts'
import { beginStream, type Headers, noteStreamed, wireForm } from '../server/send.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { Reply, StreamPart } from '../service/handler.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import { StreamDelay } from '../work/stream-delay.ts'
import { Refusal, type RefusalCode } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Effect, Phase, Strike } from './fault.ts'
import { malform } from './malform.ts'
import { drawn } from './spread.ts'
import { pieces, shuffled, torn } from './stream.ts'

type Kind = Effect['do']
type Of<K extends Kind> = Strike<K>

/** What is wrong with one exchange. */
export class FaultEffects {
  readonly #exchange: RequestContext
  readonly #hosted: HostedWorkspace
  readonly #strikes: readonly Strike[]

  constructor(exchange: RequestContext, hosted: HostedWorkspace, strikes: readonly Strike[]) {
    this.#exchange = exchange
    this.#hosted = hosted
    this.#strikes = strikes
  }

  /** What happens before or after the service does its part; true when the client has its reply, or will get none. */
  async happen(phase: Phase, headers: Headers): Promise<boolean> {
    const { response } = this.#exchange
    for (const strike of this.#all('delay')) {
      if ((strike.effect.when ?? 'before') !== phase) continue
      this.#note(strike, `delay ${phase}`)
      const random = this.#hosted.workspace.random.fork(`${strike.fault}/${this.#exchange.id}`)
      if (!(await this.#pass(drawn(strike.effect.takes, random), strike.effect.real_time))) {
        this.#exchange.brokenOff = true
        return true
      }
    }
    const drop = this.#all('drop').find(({ effect }) => (effect.when ?? 'before') === phase)
    if (drop) {
      this.#note(drop, `drop ${phase}`)
      this.#hangUp(drop.effect.how)
      return true
    }
    const reply = this.#all('reply').find(({ effect }) => (effect.when ?? 'before') === phase)
    if (!reply) return response.destroyed
    this.#note(reply, `reply ${reply.effect.status} ${phase}`)
    this.#answer(reply, headers)
    return true
  }

  /** The world that reads see: the present one, or an earlier one. */
  world(): Workspace {
    const { workspace, faults } = this.#hosted
    const { operation } = this.#exchange
    const stale = this.#first('stale')
    if (!stale || operation?.method !== 'GET' || operation.streams) return workspace
    const past = faults.pastOf(stale.fault, workspace)
    if (past) this.#note(stale, `stale, as of ${new Date(past.now()).toISOString()}`)
    return past ?? workspace
  }

  /** A request to go on with a stream, as of an earlier event than the client has seen. */
  resumed(request: unknown): unknown {
    const { header = {}, ...others } = request as { header?: Record<string, string | undefined> }
    const seen = header['Last-Event-ID']
    const repeat = this.#first('repeat-events')
    if (!repeat || seen === undefined || !/^\d+$/.test(seen)) return request
    this.#note(repeat, `repeat-events ${repeat.effect.count}`)
    const earlier = String(Math.max(0, Number(seen) - repeat.effect.count))
    return { ...others, header: { ...header, 'Last-Event-ID': earlier } }
  }

  /** Sends a reply, spoiled as the faults want it. */
  async send(answer: Reply<OperationId>, headers: Headers): Promise<void> {
    if ('stream' in answer) await this.#sendStream(answer.stream, headers)
    else await this.#sendBody(Number(answer.status), answer.body, headers)
  }

  async #sendBody(status: number, body: unknown, headers: Headers): Promise<void> {
    const exchange = this.#exchange
    let text = body === undefined ? '' : JSON.stringify(body)
    let type = 'application/json'
    for (const strike of this.#all('malform')) {
      if (text === '') continue
      this.#note(strike, `malform ${strike.effect.how}`)
      ;({ text, type } = malform(text, strike.effect.how, strike.effect.field))
    }
    const bytes = Buffer.from(text)
    exchange.status = status
    exchange.responseHeaders =
      body === undefined ? headers : { 'content-type': type, ...headers, 'content-length': bytes.length }
    const cut = bytes.length > 0 ? this.#first('cut') : undefined
    if (cut) this.#note(cut, 'cut')
    const sent = cut
      ? bytes.subarray(0, Math.min(cut.effect.after_bytes ?? bytes.length >> 1, bytes.length - 1))
      : bytes
    exchange.responseText = cut ? sent.toString() : text
    exchange.response.writeHead(status, exchange.responseHeaders)
    const whole = await this.#write(sent)
    if (cut) this.#hangUp('close')
    else if (whole) exchange.response.end()
    else exchange.brokenOff = true
  }

  async #sendStream(source: AsyncIterable<StreamPart>, headers: Headers): Promise<void> {
    const exchange = this.#exchange
    const shuffle = this.#first('shuffle-events')
    if (shuffle) this.#note(shuffle, 'shuffle-events')
    const split = this.#first('split-stream')
    if (split) this.#note(split, `split-stream ${split.effect.bytes}`)
    const cut = this.#first('cut-stream')
    const facts = beginStream(exchange, headers)
    for await (const part of shuffle ? shuffled(source, shuffle.effect.span) : source) {
      const text = wireForm(part)
      if (cut && !('comment' in part) && facts.events >= cut.effect.after_events) {
        this.#note(cut, `cut-stream after ${facts.events} events`)
        await this.#write(torn(Buffer.from(text), cut.effect.inside))
        this.#hangUp(cut.effect.how)
        return
      }
      noteStreamed(exchange, facts, part, text)
      if (!(await this.#write(Buffer.from(text), split?.effect.bytes))) {
        exchange.brokenOff = true
        return
      }
    }
    if (!exchange.response.destroyed) exchange.response.end()
  }

  /** Writes bytes, at once or as slowly as a fault wants it; false when the client has left. */
  async #write(bytes: Buffer, size?: number): Promise<boolean> {
    const { response } = this.#exchange
    if (response.destroyed) return false
    const trickle = this.#first('trickle')
    if (trickle) this.#note(trickle, `trickle ${trickle.effect.bytes_per_second} bytes/s`)
    // Ten times a second something comes, or a byte at a time where that is less.
    const perPiece = trickle
      ? Math.max(1, Math.floor(trickle.effect.bytes_per_second / 10))
      : (size ?? bytes.length)
    for (const piece of pieces(bytes, Math.max(1, perPiece))) {
      if (response.destroyed) return false
      if (trickle) {
        const wait = (piece.length * 1000) / trickle.effect.bytes_per_second
        if (!(await this.#pass(wait, trickle.effect.real_time))) return false
      }
      await new Promise<void>(resolve => response.write(piece, () => resolve()))
    }
    return true
  }

  #answer({ fault, effect }: Of<'reply'>, headers: Headers): void {
    const exchange = this.#exchange
    const { status, body } = effect
    const usual = body === undefined ? this.#error(status, fault) : { body, headers: {} }
    const isText = typeof usual.body === 'string'
    exchange.status = status
    exchange.responseText = isText ? String(usual.body) : JSON.stringify(usual.body)
    const bytes = Buffer.from(exchange.responseText)
    exchange.responseHeaders = {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      ...headers,
      ...usual.headers,
      ...this.#retryAfter(fault, effect),
      ...effect.headers,
      'content-length': bytes.length,
    }
    exchange.response.writeHead(status, exchange.responseHeaders).end(bytes)
  }

  /** An error as the service writes them, in which the fault can be recognised. */
  #error(status: number, fault: string): { body: unknown; headers: Headers } {
    const { workspace } = this.#hosted
    const refusal = new Refusal(
      CODES[status] ?? 'internal_error',
      `The ${fault} of this mock answers ${status}.`,
    )
    const usual = { status, gap: undefined, body: refusal.body(), headers: {} }
    return profiledContractOf(workspace.profile).encodeRefusal(usual, workspace.now())
  }

  #retryAfter(fault: string, effect: Of<'reply'>['effect']): Record<string, string> {
    const { workspace, faults } = this.#hosted
    const rest = [429, 503].includes(effect.status) ? faults.restOf(fault, workspace) : null
    const seconds = effect.retry_after_seconds ?? (rest === null ? null : Math.max(1, Math.ceil(rest / 1000)))
    if (seconds === null) return {}
    const date = effect.retry_after_as === 'date'
    return {
      'retry-after': date ? new Date(workspace.now() + seconds * 1000).toUTCString() : String(seconds),
    }
  }

  #hangUp(how: 'reset' | 'close' = 'reset'): void {
    const { request, response } = this.#exchange
    this.#exchange.brokenOff = true
    if (how === 'reset') request.socket.resetAndDestroy()
    else response.destroy()
  }

  /** Lets time pass; false when the client has left meanwhile. */
  async #pass(ms: number, realTime = false): Promise<boolean> {
    const { response, id } = this.#exchange
    if (realTime) {
      await new Promise<void>(resolve => {
        const cancel = afterMachineTime(ms, resolve)
        response.once('close', () => {
          cancel()
          resolve()
        })
      })
      return !response.destroyed
    }
    const pace = new StreamDelay(this.#hosted.workspace, id, listener => response.once('close', listener))
    try {
      return await pace.waitForClock(ms)
    } finally {
      pace.close()
    }
  }

  #all<K extends Kind>(kind: K): Of<K>[] {
    return this.#strikes.filter(({ effect }) => effect.do === kind) as unknown as Of<K>[]
  }

  #first<K extends Kind>(kind: K): Of<K> | undefined {
    return this.#all(kind)[0]
  }

  #note({ fault }: { fault: string }, effect: string): void {
    const { faults } = this.#exchange
    if (faults.some(known => known.id === fault && known.effect === effect)) return
    this.#exchange.faults = [...faults, { id: fault, effect }]
    // Whoever waits for a request to be held up learns of it while it is.
    this.#hosted.journal.tell(this.#exchange)
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
