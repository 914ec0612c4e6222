// The HTTP side: endpoint declarations, key checks, envelopes, problem replies, leisurely timing.
import { randomInt, randomUUID } from 'node:crypto'
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ApiKey, Member } from './model.ts'

// The specification says that all bodies are `application/json`, so problem records use that type too.
const JSON_TYPE = 'application/json;charset=UTF-8'

export interface Violation {
  field: string
  code: string
  message: string
}

export class Problem extends Error {
  readonly status: number
  readonly title: string
  readonly violations: Violation[]
  readonly extraHeaders: Record<string, string>
  constructor(
    status: number,
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
  response: http.ServerResponse
}

export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Set when the handler streams the reply itself. */
  streaming?: true
}

export interface Endpoint {
  verb: string
  template: string
  scope: string | null
  quota?: number
  serve: (x: Exchange) => Answer | Promise<Answer>
}

export const record = (data: unknown): Answer => ({
  status: 200,
  body: { data, meta: { requestId: randomUUID(), generatedAt: Date.now() } },
})

export const bare = (body: unknown, status = 200): Answer => ({ status, body })

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

interface Compiled {
  endpoint: Endpoint
  pattern: RegExp
  weight: number
}

export class Kernel {
  readonly #compiled: Compiled[]
  readonly #keys: Map<string, ApiKey>
  readonly #minute: number
  readonly #usage = new Map<string, number[]>()
  readonly #server: http.Server
  readonly #before: () => void

  constructor(endpoints: Endpoint[], keys: Map<string, ApiKey>, timeScale: number, before: () => void) {
    this.#keys = keys
    this.#minute = 60_000 / timeScale
    this.#before = before
    this.#compiled = endpoints
      .map(endpoint => ({
        endpoint,
        pattern: new RegExp(`^${endpoint.template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        weight: endpoint.template.split('{').length,
      }))
      .sort((a, b) => a.weight - b.weight)
    this.#server = http.createServer((request, response) => void this.#handle(request, response))
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
      this.#server.closeAllConnections()
    })
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', 'http://service')
    try {
      const pieces: Uint8Array[] = []
      for await (const piece of request) pieces.push(piece as Uint8Array)
      const text = new TextDecoder().decode(Buffer.concat(pieces))
      await new Promise(resolve => setTimeout(resolve, randomInt(30, 150)))
      this.#before()
      const answer = await this.#dispatch(request, response, target, text)
      if (!answer.streaming) this.#write(request, response, answer)
    } catch (error) {
      if (response.headersSent) {
        response.destroy()
        return
      }
      this.#write(request, response, this.#explain(error, target.pathname))
    }
  }

  async #dispatch(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    target: URL,
    text: string,
  ): Promise<Answer> {
    const key = this.#identify(request.headers.authorization)
    const fitting = this.#compiled.filter(c => c.pattern.test(target.pathname))
    if (fitting.length === 0) throw Problem.notFound('The requested resource')
    const chosen = fitting.find(c => c.endpoint.verb === request.method)
    if (!chosen) {
      const allow = fitting.map(c => c.endpoint.verb).join(', ')
      throw new Problem(405, 'Method Not Allowed', `Use one of ${allow}`, [], { Allow: allow })
    }
    const { endpoint } = chosen
    // What a key's scopes do not cover does not exist for it.
    if (endpoint.scope !== null && !key.scopes.includes(endpoint.scope)) {
      throw Problem.notFound('The requested resource')
    }
    const quotaHeaders = endpoint.quota === undefined ? {} : this.#meter(key.owner, endpoint, endpoint.quota)
    const groups = chosen.pattern.exec(target.pathname)?.groups ?? {}
    const answer = await endpoint.serve({
      path: name => decode(groups[name] ?? ''),
      search: target.searchParams,
      payload: () => readJson(text, request.headers['content-type']),
      key,
      caller: key.owner,
      response,
    })
    return { ...answer, headers: { ...quotaHeaders, ...answer.headers } }
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

  #meter(owner: Member, endpoint: Endpoint, quota: number): Record<string, string> {
    const name = `${owner.id}@${endpoint.template}`
    const now = performance.now()
    const window = (this.#usage.get(name) ?? []).filter(t => t > now - this.#minute)
    this.#usage.set(name, window)
    const headers = { 'X-RateLimit-Limit': String(quota) }
    if (window.length >= quota) {
      throw new Problem(429, 'Too Many Requests', `At most ${quota} requests per minute`, [], {
        ...headers,
        'Retry-After': '60',
      })
    }
    window.push(now)
    return { ...headers, 'X-RateLimit-Remaining': String(quota - window.length) }
  }

  #explain(error: unknown, instance: string): Answer {
    const problem =
      error instanceof Problem ? error : new Problem(500, 'Internal Server Error', (error as Error).message)
    const { status, title, message: detail, violations } = problem
    const type = `urn:problem:${title.toLowerCase().replaceAll(' ', '-')}`
    const body = { type, title, status, detail, instance, ...(violations.length > 0 ? { violations } : {}) }
    return { status, body, headers: problem.extraHeaders }
  }

  #write(request: http.IncomingMessage, response: http.ServerResponse, answer: Answer): void {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
    if (answer.body === undefined) {
      response.writeHead(answer.status).end()
      return
    }
    let bytes: Uint8Array = Buffer.from(JSON.stringify(answer.body))
    response.setHeader('Content-Type', JSON_TYPE)
    response.setHeader('Vary', 'Accept-Encoding')
    if (bytes.length > 1_024 && wantsGzip(request.headers['accept-encoding'])) {
      bytes = gzipSync(bytes)
      response.setHeader('Content-Encoding', 'gzip')
    }
    response.setHeader('Content-Length', bytes.length)
    response.writeHead(answer.status).end(bytes)
  }
}

function wantsGzip(header: string | string[] | undefined): boolean {
  const offers = String(header ?? '').split(',')
  return offers.some(o => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(o))
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
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
