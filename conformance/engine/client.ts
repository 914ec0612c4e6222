/** Calls by operationId. Records every exchange, paces, follows redirects, waits for rate limits; judges nothing. */

import { setTimeout } from 'node:timers/promises'
import { jsonOf } from '../extract/event-stream.ts'
import { type Operation, operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { Missing } from '../requirements/missing.ts'
import type { Key, Target } from '../target/target.ts'
import { advanceTo, scenarioNow } from './current-scenario.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { Asked } from './recording.ts'
import type { Replay } from './replay.ts'
import { Connections, isIdempotent, NoAnswer, send, type WireReply, type WireRequest } from './transport.ts'

export interface CallOptions {
  /** A key of the target; none at all; or the literal value of the Authorization header. */
  key?: Key | 'none' | { authorization: string }
  path?: Record<string, string>
  /** The last id in the path is made up: the request is sent where nothing can be read under it. */
  isMadeUp?: true
  query?: Record<string, Scalar | readonly Scalar[] | undefined>
  body?: unknown
  /** A literal body, sent instead of `body`. */
  raw?: string
  headers?: Record<string, string>
  /** Read the reply as a stream until this returns true, or the time is over. */
  stop?: (soFar: string) => boolean
  timeoutSeconds?: number
  /** Return a 429 as it is, and send at full speed. Only the rate-limit check needs this. */
  unpaced?: boolean
  /** Return a 429 as it is, but send at the stated pace. */
  refusable?: boolean
}
type Scalar = string | number | boolean | null

export interface ClientEvents {
  /** Called with every reply; `repeated` where the request is sent again because of its status. */
  answered?: (asked: Asked, answer: Exchange, repeated: boolean) => void
  failed?: (asked: Asked, problem: unknown) => void
  /** Called before a wait for a rate limit; throws when there is no time for it. */
  beforeWait?: (ms: number) => void
  /** For the notes of the report: a retry, a wait for a rate limit. */
  note?: (note: string) => void
}

const MAX_BYTES = 8 * 1024 * 1024
const ATTEMPTS = 3
const MAX_WAITS = 6

export class Client implements Disposable {
  readonly target: Target
  readonly counts = new Map<string, number>()
  readonly #limiter = new RateLimiter()
  readonly #connections: Connections
  /** Requests in flight to rate-limited endpoints, and those waiting to be next. */
  #flying = 0
  readonly #next: (() => void)[] = []
  /** Whether requests with unknown keys count towards the limit of known ones; false until a 429 shows it. */
  #countsUnknownKeys = false
  /** When the requests to rate-limited endpoints were over; those under way are never. */
  readonly #sent = new Map<string, { over: number }[]>()
  /** Keys that were refused as if a limit were used up, however long they waited. */
  readonly #refused = new Set<string>()
  /** Operations that have answered something other than a failure. */
  readonly #up = new Set<string>()
  readonly #events: ClientEvents
  readonly #signal: AbortSignal | undefined

  /** Replies from a recording instead of the deployment. */
  readonly #replay: Replay | undefined

  constructor(target: Target, events: ClientEvents = {}, signal?: AbortSignal, replay?: Replay) {
    this.target = target
    this.#replay = replay
    this.#events = events
    this.#signal = signal
    this.#connections = new Connections(target.connection)
    if (target.pace.requestsPerMinute)
      this.#limiter.limit('other', this.#perMinute(target.pace.requestsPerMinute))
  }

  async call(operationId: string, options: CallOptions = {}): Promise<Exchange> {
    const called = operation(operationId)
    const request = this.#request(called.method, this.#urlOf(called, options), options)
    return this.#exchange(operationId, request, options, this.#laneOf(called, options.key))
  }

  /** A request outside the contract, to see how the server answers unknown paths. */
  async request(method: string, path: string, options: CallOptions = {}): Promise<Exchange> {
    return this.#exchange('', this.#request(method, this.target.baseUrl + path, options), options, 'other')
  }

  /** The longest time that any lane was held back by its pace or by a 429. */
  get heldSeconds(): number {
    return Math.max(0, ...this.#limiter.held.values()) / 1000
  }

  /** Whether no more requests are sent. */
  get stopped(): boolean {
    return this.#signal?.aborted ?? false
  }

  /**
   * Requests to a rate-limited endpoint, by any key, that may count within the last minute, whatever they were answered, and
   * the milliseconds until the next may be sent.
   */
  lately(operationId: string): { sent: number; delay: number } {
    return { delay: this.#limiter.delay(operationId), sent: this.#sentLately(operationId).length }
  }

  #sentLately(operationId: string) {
    const began = performance.now() - 60_000 / this.target.pace.clockScale
    return this.#sent.get(operationId)?.filter(({ over }) => over >= began) ?? []
  }

  /** A pause on the deployment's clock. */
  sleep(seconds: number): Promise<void> {
    const ms = (seconds * 1000) / this.target.pace.clockScale
    if (!this.#replay) return pause(ms, this.#signal)
    advanceTo(scenarioNow() + ms)
    return Promise.resolve()
  }

  [Symbol.dispose]() {
    this.#connections[Symbol.dispose]()
  }

  async #exchange(
    operationId: string,
    request: WireRequest,
    options: CallOptions,
    lane: string,
  ): Promise<Exchange> {
    const { method, url } = request
    const asked: Asked = {
      operation: operationId,
      key: whose(options.key),
      method,
      url,
      body: request.body,
    }
    try {
      if (!this.#replay) return await this.#answered(asked, request, options, lane)
      const exchange = this.#replay.answer(asked)
      this.counts.set(lane, (this.counts.get(lane) ?? 0) + 1)
      this.#events.answered?.(asked, exchange, false)
      return exchange
    } catch (problem) {
      this.#events.failed?.(asked, problem)
      throw problem
    }
  }

  async #answered(asked: Asked, request: WireRequest, options: CallOptions, lane: string): Promise<Exchange> {
    let failures = 0
    for (let waits = 0; ; waits++) {
      if (options.unpaced) this.#limiter.note(lane)
      else await this.#limiter.enter(lane, ms => this.#wait(ms))
      const free = await this.#slot(lane)
      const over = this.#note(lane, asked.operation)
      const [at, sent] = [new Date(), performance.now()]
      const { reply, url, redirects } = await this.#deliver(request, options).finally(over).finally(free)
      this.counts.set(lane, (this.counts.get(lane) ?? 0) + 1)
      const exchange = evidence(asked, { ...request, url }, reply, { at, sent }, redirects)
      const { status } = reply
      if (status < 500) this.#up.add(asked.operation)
      // A deployment may answer 503 to what is beyond a limit; one that answered nothing else is down.
      const mayBeLimited = status === 503 && this.#up.has(asked.operation) && waits < MAX_WAITS
      const isUsedUp = saysUsedUp(reply) && !this.#refused.has(asked.key)
      const isLimited = status === 429 || isUsedUp || mayBeLimited
      // A failure may be one of the moment: what was asked is asked once more, and a read twice where the same operation has
      // been served. What is not implemented stays so.
      const repeats = asked.method === 'GET' && this.#up.has(asked.operation) ? 2 : 1
      const failed = !isLimited && status >= 500 && status !== 501 && failures++ < repeats
      const final = options.unpaced || options.refusable || !(isLimited || failed)
      this.#events.answered?.(asked, exchange, !final)
      if (final && status === 503) this.#up.delete(asked.operation)
      if (final) return exchange
      const where = `${request.method} ${pathOf(request.url)}`
      if (isLimited) this.#countsUnknownKeys = true
      if (waits >= MAX_WAITS && isUsedUp) {
        this.#refused.add(asked.key)
        return exchange
      }
      if (waits >= MAX_WAITS && isLimited)
        throw new Missing(`${where} still answers ${status} after ${waits} waits`)
      const seconds = Math.min(retryAfter(reply) ?? 2 ** waits, 90) * (waits === 0 ? 1 : 1.5)
      this.#events.note?.(`${status} from ${where}: waited ${Math.ceil(seconds)} s`)
      await this.#wait((Math.max(seconds, 0.5) * 1000) / this.target.pace.clockScale)
    }
  }

  /** Notes that a request is sent; returns what notes that it is over. */
  #note(lane: string, operationId: string): () => void {
    if (lane === 'other') return () => {}
    const one = { over: Number.POSITIVE_INFINITY }
    this.#sent.set(operationId, [...this.#sentLately(operationId), one])
    return () => {
      one.over = performance.now()
    }
  }

  #wait(ms: number): Promise<void> {
    this.#events.beforeWait?.(ms)
    return pause(ms, this.#signal)
  }

  /** Sends, again if that is safe and the connection failed, and follows redirects. */
  async #deliver(first: WireRequest, options: CallOptions) {
    const redirects: string[] = []
    let request = first
    for (;;) {
      const reply = await this.#attempt(request, options)
      const next = this.#redirected(request, reply)
      if (next === undefined) return { reply, url: request.url, redirects }
      if (redirects.length === 5)
        throw new NoAnswer('ELOOP', `more than 5 redirects from ${pathOf(first.url)}`)
      redirects.push(next.url)
      request = next
    }
  }

  /**
   * The request for a redirect, or undefined where following it is not allowed: to another origin, which must not get
   * the key, or to another resource, which must not be changed. Such a reply is judged as it is. A 303 turns into GET;
   * the others keep method and body.
   */
  #redirected(request: WireRequest, { status, headers }: WireReply): WireRequest | undefined {
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined
    const next = URL.parse(headers.location, request.url)
    if (next?.origin !== new URL(this.target.baseUrl).origin) return undefined
    next.username = next.password = ''
    if (status === 303) {
      const { 'content-type': _, ...kept } = request.headers
      return { method: 'GET', url: next.href, headers: kept }
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads && !this.#sameResource(request.url, next)) return undefined
    return { ...request, url: next.href }
  }

  /** Whether both URLs name the same resource: they may differ in the prefix of the path and in a trailing slash. */
  #sameResource(url: string, next: URL): boolean {
    const base = new URL(this.target.baseUrl).pathname.replace(/\/$/, '')
    const named = pathOf(url)
    const path = named.startsWith(`${base}/`) ? named.slice(base.length) : named
    return next.pathname.replace(/\/$/, '').endsWith(path.replace(/\/$/, ''))
  }

  async #attempt(request: WireRequest, options: CallOptions): Promise<WireReply> {
    const limits = {
      timeoutMs: (options.timeoutSeconds ?? this.target.pace.timeoutSeconds) * 1000,
      maxBytes: MAX_BYTES,
      ...(this.#signal && { signal: this.#signal }),
      ...(options.stop && { stop: options.stop }),
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request, limits, this.#connections)
      } catch (problem) {
        if (!(problem instanceof NoAnswer) || problem.code === 'EABORTED') throw problem
        const where = `${request.method} ${pathOf(request.url)}`
        const again = isIdempotent(request.method) && problem.code !== 'ETIMEDOUT' && attempt < ATTEMPTS
        if (!again) throw new NoAnswer(problem.code, `${where}: ${problem.message}`)
        this.#events.note?.(`${where}: ${problem.code}, sent again (attempt ${attempt + 1})`)
        await pause(100 * attempt, this.#signal)
      }
    }
  }

  #urlOf(called: Operation, options: CallOptions): string {
    const path = called.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = options.path?.[name]
      if (value === undefined) throw new Error(`${called.id} needs the path parameter ${name}`)
      return segment(value)
    })
    const url = new URL(this.target.baseUrl + path)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value as Scalar | undefined]) {
        if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
      }
    }
    return url.href
  }

  #request(method: string, url: string, options: CallOptions): WireRequest {
    const headers: Record<string, string> = {
      accept: options.stop ? 'text/event-stream' : 'application/json',
      'user-agent': 'agent-work-conformance',
      ...options.headers,
    }
    const { key = 'none' } = options
    if (key !== 'none') headers.authorization = 'value' in key ? `Bearer ${key.value}` : key.authorization
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    if (body !== undefined) headers['content-type'] ??= 'application/json'
    return { method, url, headers, ...(body !== undefined && { body }) }
  }

  /** Limits count requests per key or tenant; requests without a known key have their own lane. */
  #laneOf({ id, rateLimit }: Operation, key: CallOptions['key'] = 'none'): string {
    if (!rateLimit) return 'other'
    const known = typeof key === 'object' && 'value' in key && !key.revoked
    const lane = known || this.#countsUnknownKeys ? id : `${id} without a key`
    this.#limiter.limit(lane, this.#perMinute(this.target.pace.analyticsPerMinute))
    return lane
  }

  /**
   * All rate-limited endpoints run in parallel, each at its own pace: bounds how many of their requests are sent at
   * once.
   */
  async #slot(lane: string): Promise<() => void> {
    if (lane === 'other') return () => {}
    if (this.#flying >= this.target.pace.concurrency) await new Promise<void>(go => this.#next.push(go))
    else this.#flying++
    return () => {
      const next = this.#next.shift()
      if (next) next()
      else this.#flying--
    }
  }

  /** The window is a second longer than a minute, because clocks differ, plus a moment for requests in flight. */
  #perMinute(requests: number) {
    const scaled = 61 / this.target.pace.clockScale + 0.1
    return requests >= 1
      ? { requests: Math.floor(requests), seconds: scaled }
      : { requests: 1, seconds: scaled / requests }
  }
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {
    throw new NoAnswer('EABORTED', 'the run was stopped')
  })

/** An id as a path segment. Ids come from the deployment: one that would change the path is never sent. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || id.length > 1000 || !id.isWellFormed())
    throw new Missing('an id that can stand in a path; the service gave one that leads elsewhere')
  return encodeURIComponent(id)
}

/** A refusal that says when to ask again, or that nothing is left of a limit. */
const saysUsedUp = ({ status, headers }: WireReply): boolean =>
  status === 403 &&
  Object.entries(headers).some(
    ([name, value]) =>
      name === 'retry-after' ||
      (/rate-?limit/.test(name) &&
        (/remaining$/.test(name) ? /^0+$/.test(value.trim()) : /\br(emaining)?=0\b/.test(value))),
  )

function retryAfter(reply: WireReply): number | undefined {
  const value = reply.headers['retry-after']
  if (value === undefined) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}

const pathOf = (url: string) => new URL(url).pathname

const whose = (key: CallOptions['key'] = 'none') =>
  key === 'none' ? 'none' : 'name' in key ? key.name : 'made up'

function evidence(
  { operation, key }: Asked,
  request: WireRequest,
  reply: WireReply,
  { at, sent }: Pick<Exchange, 'at' | 'sent'>,
  redirects: string[],
): Exchange {
  return {
    id: nextId++,
    operation,
    key,
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    requestBody: request.body,
    ...reply,
    json: reply.truncated ? undefined : jsonOf(reply.text),
    at,
    // Bounded by the moments of sending and receiving, both of which a busy process notices late.
    sent,
    ms: performance.now() - sent,
    redirects,
  }
}
let nextId = 1
