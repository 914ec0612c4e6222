// The HTTP side on top of Hono: endpoint declarations, key checks, envelopes, problem replies, slow replies.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { ApiKey, Member } from './model.ts'

// The specification says that all bodies are `application/json`, so problem records use that type too.
const JSON_TYPE = 'application/json;charset=UTF-8'

export interface Violation {
  field: string
  code: string
  message: string
}

export class Problem extends Error {
  readonly status: StatusCode
  readonly title: string
  readonly violations: Violation[]
  readonly extraHeaders: Record<string, string>
  constructor(
    status: StatusCode,
    title: string,
    detail: string,
    violations: Violation[] = [],
    extraHeaders: Record<string, string> = {},
  ) {
    super(detail)
    this.status = status
    this.title = title
    this.violations = violations
    this.extraHeaders = extraHeaders
  }

  static invalid(...violations: Violation[]): Problem {
    const named = violations.map(v => `${v.field}: ${v.message}`).join('; ')
    return new Problem(422, 'Constraint Violation', named, violations)
  }

  static notFound(what: string): Problem {
    return new Problem(404, 'Not Found', `${what} does not exist`)
  }

  static conflict(detail: string): Problem {
    return new Problem(409, 'Conflict', detail)
  }

  static forbidden(detail: string): Problem {
    return new Problem(403, 'Forbidden', detail)
  }
}

export interface Exchange {
  path: (name: string) => string
  search: URLSearchParams
  /** The parsed body; `undefined` when the request had none. */
  payload: () => unknown
  key: ApiKey
  caller: Member
  context: Context
}

export interface Answer {
  status: StatusCode
  body?: unknown
  headers?: Record<string, string>
}

export interface Endpoint {
  verb: string
  template: string
  scope: string | null
  quota?: number
  /** Streaming endpoints build their response themselves. */
  serve: (x: Exchange) => Answer | Response | Promise<Answer | Response>
}

/** An endpoint, by its verb and path. */
export function on(line: string, scope: string | null, serve: Endpoint['serve'], quota?: number): Endpoint {
  const [verb = '', template = ''] = line.split(' ')
  return { verb, template, scope, serve, ...(quota !== undefined && { quota }) }
}

export const record = (data: unknown): Answer => ({
  status: 200,
  body: { data, meta: { requestId: randomUUID(), generatedAt: Date.now() } },
})

export const bare = (body: unknown, status: StatusCode = 200): Answer => ({ status, body })

export interface Slice {
  size: number
  offset: number
}

export function listing(all: unknown[], slice?: Slice): Answer {
  const size = slice?.size ?? all.length
  const offset = slice?.offset ?? 0
  const content = all.slice(offset, offset + size)
  const hasNext = offset + content.length < all.length
  return { status: 200, body: { content, page: { size, offset, totalElements: all.length, hasNext } } }
}

export class Kernel {
  readonly #keys: Map<string, ApiKey>
  readonly #minute: number
  readonly #usage = new Map<string, number[]>()
  readonly #server: ServerType

  constructor(endpoints: Endpoint[], keys: Map<string, ApiKey>, timeScale: number, before: () => void) {
    this.#keys = keys
    this.#minute = 60_000 / timeScale
    const delay = delays()
    const app = new Hono()
    app.use(compress({ encoding: 'gzip' }))
    app.use(async (c, next) => {
      await setTimeout(delay() / timeScale)
      before()
      await next()
      c.header('X-Content-Type-Options', 'nosniff')
    })
    // Paths with fewer parameters come first.
    const weight = (e: Endpoint) => e.template.split('{').length
    for (const endpoint of endpoints.toSorted((a, b) => weight(a) - weight(b))) {
      app.on(endpoint.verb, pattern(endpoint), c => this.#dispatch(c, endpoint))
    }
    for (const [path, fitting] of Map.groupBy(endpoints, pattern)) {
      const allow = fitting.map(e => e.verb).join(', ')
      app.all(path, c => {
        this.#identify(c.req.header('authorization'))
        throw new Problem(405, 'Method Not Allowed', `Use one of ${allow}`, [], { Allow: allow })
      })
    }
    app.notFound(c => {
      this.#identify(c.req.header('authorization'))
      throw Problem.notFound('The requested resource')
    })
    app.onError((error, c) => respond(c, explain(error, c.req.path)))
    this.#server = createAdaptorServer({ fetch: app.fetch })
  }

  open(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ port, host: '127.0.0.1' }, () => {
        const address = this.#server.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
      })
    })
  }

  shut(): Promise<void> {
    return new Promise(resolve => {
      this.#server.close(() => resolve())
      if ('closeAllConnections' in this.#server) this.#server.closeAllConnections()
    })
  }

  async #dispatch(c: Context, endpoint: Endpoint): Promise<Response> {
    const key = this.#identify(c.req.header('authorization'))
    // What a key's scopes do not cover does not exist for it.
    if (endpoint.scope !== null && !key.scopes.includes(endpoint.scope)) {
      throw Problem.notFound('The requested resource')
    }
    if (endpoint.quota !== undefined) this.#meter(c, key.owner, endpoint, endpoint.quota)
    const text = await c.req.text()
    const answer = await endpoint.serve({
      path: name => c.req.param(name) ?? '',
      search: new URL(c.req.url).searchParams,
      payload: () => readJson(text, c.req.header('content-type')),
      key,
      caller: key.owner,
      context: c,
    })
    return answer instanceof Response ? answer : respond(c, answer)
  }

  #identify(authorization: string | undefined): ApiKey {
    if (authorization === undefined) throw Problem.forbidden('Full authentication is required')
    const [scheme, token, ...rest] = authorization.trim().split(/\s+/)
    const key = this.#keys.get(token ?? '')
    if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0 || !key || key.revoked) {
      throw new Problem(401, 'Unauthorized', 'The credentials are not valid', [], {
        'WWW-Authenticate': 'Bearer',
      })
    }
    return key
  }

  #meter(c: Context, owner: Member, endpoint: Endpoint, quota: number): void {
    const name = `${owner.id}@${endpoint.template}`
    const now = performance.now()
    const window = (this.#usage.get(name) ?? []).filter(t => t > now - this.#minute)
    this.#usage.set(name, window)
    if (window.length >= quota) {
      throw new Problem(429, 'Too Many Requests', `At most ${quota} requests per minute`, [], {
        'X-RateLimit-Limit': String(quota),
        'Retry-After': '60',
      })
    }
    window.push(now)
    c.header('X-RateLimit-Limit', String(quota))
    c.header('X-RateLimit-Remaining', String(quota - window.length))
  }
}

const pattern = (endpoint: Endpoint): string => endpoint.template.replace(/\{(\w+)\}/g, ':$1')

/** Between 30 and 150 milliseconds, in the same order on every start. */
function delays(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return 30 + (state % 120)
  }
}

function explain(error: Error, instance: string): Answer {
  const problem = error instanceof Problem ? error : new Problem(500, 'Internal Server Error', error.message)
  const { status, title, message: detail, violations } = problem
  const type = `urn:problem:${title.toLowerCase().replaceAll(' ', '-')}`
  const body = { type, title, status, detail, instance, ...(violations.length > 0 ? { violations } : {}) }
  return { status, body, headers: problem.extraHeaders }
}

function respond(c: Context, answer: Answer): Response {
  const headers = { ...answer.headers }
  if (answer.body === undefined) return c.body(null, answer.status, headers)
  const json = JSON.stringify(answer.body)
  const length = String(Buffer.byteLength(json))
  const status = answer.status as ContentfulStatusCode
  return c.body(json, status, { ...headers, 'Content-Type': JSON_TYPE, 'Content-Length': length })
}

function readJson(text: string, type: string | undefined): unknown {
  if (text.length === 0) return undefined
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw Problem.invalid({ field: '$', code: 'MediaType', message: 'the body must be application/json' })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw Problem.invalid({ field: '$', code: 'Unreadable', message: 'the body is not well-formed JSON' })
  }
}
