// The manners of a Python web framework on top of Hono: 307 for the other slash spelling, `{detail}` for every refusal,
// 422 with a list of issues.
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Key, Person } from './db.ts'
import { checkModel, type Issue, type Model, Query, validationError } from './schema.ts'

export class HTTPException extends Error {
  status: ContentfulStatusCode
  detail: unknown
  headers: Record<string, string>
  constructor(status: ContentfulStatusCode, detail: unknown, headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : 'invalid request')
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

export interface Call {
  params: Record<string, string>
  query: URLSearchParams
  key: Key
  me: Person
  body: () => unknown
  header: (name: string, value: string) => void
  context: Context
}

/** Returns a value for a JSON reply, nothing for an empty one, or the reply itself. */
type Handler = (call: Call) => unknown

export class App {
  hono = new Hono()
  keys: Map<string, Key>
  paths = new Map<string, string[]>()
  hits = new Map<string, number[]>()
  windowMs: number
  server: ServerType

  constructor(keys: Map<string, Key>, timeScale: number) {
    this.keys = keys
    this.windowMs = 60_000 / timeScale
    this.server = createAdaptorServer({ fetch: this.hono.fetch })
    this.hono.use(async (c, next) => {
      const began = process.hrtime.bigint()
      await next()
      c.header('server', 'uvicorn')
      c.header('x-process-time', (Number(process.hrtime.bigint() - began) / 1e9).toFixed(6))
    })
    this.hono.notFound(c => c.json({ detail: 'Not Found' }, 404))
    this.hono.onError((error, c) => {
      if (error instanceof HTTPException) return c.json({ detail: error.detail }, error.status, error.headers)
      return c.json({ detail: `Internal Server Error: ${error.message}` }, 500)
    })
  }

  add(method: string, path: string, scope: string | null, handler: Handler, perMinute: number | null = null) {
    const pattern = path.replaceAll('{', ':').replaceAll('}', '')
    this.paths.set(pattern, [...(this.paths.get(pattern) ?? []), method])
    this.hono.on(method, pattern, async c => {
      const key = this.authenticate(c)
      if (scope && !key.scopes.includes(scope)) {
        throw new HTTPException(403, `This API key lacks the scope ${scope}`)
      }
      if (perMinute !== null) this.throttle(`${key.value} ${path}`, perMinute)
      const text = await c.req.text()
      const reply = await handler({
        params: c.req.param(),
        query: new URL(c.req.url).searchParams,
        key,
        me: key.person,
        body: () => parseBody(text, c.req.header('content-type')),
        header: (name, value) => c.header(name, value),
        context: c,
      })
      if (reply instanceof Response) return reply
      return reply === undefined ? c.body(null, 204) : c.json(reply)
    })
  }

  async listen(port: number): Promise<string> {
    for (const [path, methods] of this.paths) {
      this.hono.all(path, () => {
        throw new HTTPException(405, 'Method Not Allowed', { allow: methods.join(', ') })
      })
    }
    for (const path of this.paths.keys()) this.hono.all(otherSpelling(path), redirect)
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => {
      this.server.close(() => resolve())
      if ('closeAllConnections' in this.server) this.server.closeAllConnections()
    })
  }

  private authenticate(c: Context): Key {
    const header = c.req.header('authorization') ?? ''
    const match = /^Bearer +(\S+)$/i.exec(header)
    const challenge = { 'www-authenticate': 'Bearer' }
    if (!match) throw new HTTPException(401, 'Not authenticated', challenge)
    const key = this.keys.get(match[1] as string)
    if (!key || key.revoked) throw new HTTPException(401, 'Invalid API key', challenge)
    return key
  }

  private throttle(bucket: string, limit: number): void {
    const now = performance.now()
    const recent = (this.hits.get(bucket) ?? []).filter(at => now - at < this.windowMs)
    if (recent.length >= limit) {
      this.hits.set(bucket, recent)
      const wait = Math.max(1, Math.ceil((this.windowMs - (now - (recent[0] as number))) / 1000))
      throw new HTTPException(429, `Rate limit exceeded: ${limit} per 1 minute`, {
        'retry-after': String(wait),
      })
    }
    recent.push(now)
    this.hits.set(bucket, recent)
  }
}

const otherSpelling = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

function redirect(c: Context): Response {
  const { pathname, search, host } = new URL(c.req.url)
  return c.redirect(`http://${host}${otherSpelling(pathname)}${search}`, 307)
}

function parseBody(text: string, contentType: string | undefined): unknown {
  if (text.trim() === '') return undefined
  if (contentType !== undefined && !/[/+]json\b/i.test(contentType)) {
    refuse([
      { type: 'model_attributes_type', loc: ['body'], msg: 'Input should be sent as application/json' },
    ])
  }
  try {
    return JSON.parse(text)
  } catch {
    return refuse([{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' }])
  }
}

export function refuse(issues: Issue[]): never {
  throw new HTTPException(422, validationError(issues))
}

/** What a query says, or a refusal of all that is wrong with it. */
export function asked<T>(call: Call, read: (query: Query) => T): T {
  const query = new Query(call.query)
  const value = read(query)
  if (query.issues.length > 0) refuse(query.issues)
  return value
}

/** A body that fits its model, or a refusal of all that is wrong with it. */
export function valid<T>(model: Model, body: unknown, extra?: (body: T, issues: Issue[]) => void): T {
  const issues: Issue[] = []
  const checked = checkModel(model, body, issues)
  if (issues.length === 0) extra?.(checked as T, issues)
  if (issues.length > 0) refuse(issues)
  return checked as T
}
