// A small router with the manners of a Python web framework: 307 for the other slash spelling,
// `{detail}` for every refusal, 422 with a list of issues.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Key, Person } from './db.ts'
import { type Issue, validationError } from './schema.ts'

export class HTTPException extends Error {
  status: number
  detail: unknown
  headers: Record<string, string>
  constructor(status: number, detail: unknown, headers: Record<string, string> = {}) {
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
  req: IncomingMessage
  res: ServerResponse
  header: (name: string, value: string) => void
}

/** What a handler returns: a value for a JSON reply, or nothing when it wrote the reply itself. */
interface Reply {
  status?: number
  json?: unknown
  handled?: true
}

type Handler = (call: Call) => Reply | Promise<Reply>

interface Route {
  method: string
  parts: string[]
  scope: string | null
  handler: Handler
  perMinute: number | null
  name: string
}

const NO_BODY = Symbol('no body')

export class App {
  routes: Route[] = []
  keys: Map<string, Key>
  hits = new Map<string, number[]>()
  windowMs: number
  server: Server

  constructor(keys: Map<string, Key>, timeScale: number) {
    this.keys = keys
    this.windowMs = 60_000 / timeScale
    this.server = createServer((req, res) => {
      this.serve(req, res).catch(error => this.fail(res, error))
    })
  }

  add(method: string, path: string, scope: string | null, handler: Handler, perMinute: number | null = null) {
    this.routes.push({ method, parts: path.split('/').slice(1), scope, handler, perMinute, name: path })
  }

  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private find(path: string): { route: Route; params: Record<string, string> }[] {
    const segments = path.split('/').slice(1)
    const found: { route: Route; params: Record<string, string> }[] = []
    for (const route of this.routes) {
      if (route.parts.length !== segments.length) continue
      const params: Record<string, string> = {}
      const fits = route.parts.every((part, i) => {
        const segment = segments[i] ?? ''
        if (!part.startsWith('{')) return part === segment
        if (segment === '') return false
        params[part.slice(1, -1)] = segment
        return true
      })
      if (fits) found.push({ route, params })
    }
    return found
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const began = process.hrtime.bigint()
    const url = new URL(req.url ?? '/', 'http://local')
    let path: string
    try {
      path = url.pathname.split('/').map(decodeURIComponent).join('/')
    } catch {
      throw new HTTPException(404, 'Not Found')
    }
    res.setHeader('server', 'uvicorn')
    const text = await readAll(req)
    const candidates = this.find(path)
    if (candidates.length === 0) {
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      if (path !== '/' && this.find(other).length > 0) {
        const raw = url.pathname
        const spelled = raw.endsWith('/') ? raw.slice(0, -1) : `${raw}/`
        res.writeHead(307, { location: `http://${req.headers.host ?? 'localhost'}${spelled}${url.search}` })
        res.end()
        return
      }
      throw new HTTPException(404, 'Not Found')
    }
    // Fixed paths were registered before the ones with parameters, so the first match is the right one.
    const hit = candidates.find(c => c.route.method === req.method)
    if (!hit) {
      const allow = [...new Set(candidates.map(c => c.route.method))].join(', ')
      throw new HTTPException(405, 'Method Not Allowed', { allow })
    }
    const key = this.authenticate(req)
    if (hit.route.scope && !key.scopes.includes(hit.route.scope)) {
      throw new HTTPException(403, `This API key lacks the scope ${hit.route.scope}`)
    }
    if (hit.route.perMinute !== null) this.throttle(`${key.value} ${hit.route.name}`, hit.route.perMinute)
    const reply = await hit.route.handler({
      params: hit.params,
      query: url.searchParams,
      key,
      me: key.person,
      body: () => {
        const value = parseBody(text, req.headers['content-type'])
        return value === NO_BODY ? undefined : value
      },
      req,
      res,
      header: (name, value) => res.setHeader(name, value),
    })
    if (reply.handled) return
    res.setHeader('x-process-time', (Number(process.hrtime.bigint() - began) / 1e9).toFixed(6))
    if (reply.json === undefined) {
      res.writeHead(reply.status ?? 204)
      res.end()
      return
    }
    send(res, reply.status ?? 200, reply.json)
  }

  private authenticate(req: IncomingMessage): Key {
    const header = req.headers.authorization ?? ''
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

  private fail(res: ServerResponse, error: unknown): void {
    if (res.headersSent) {
      res.end()
      return
    }
    if (error instanceof HTTPException) {
      for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
      send(res, error.status, { detail: error.detail })
      return
    }
    const detail = error instanceof Error ? error.message : 'unknown'
    send(res, 500, { detail: `Internal Server Error: ${detail}` })
  }
}

function send(res: ServerResponse, status: number, json: unknown): void {
  const text = Buffer.from(JSON.stringify(json))
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': String(text.length) })
  res.end(text)
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(text: string, contentType: string | undefined): unknown {
  if (text.trim() === '') return NO_BODY
  if (contentType !== undefined && !/[/+]json\b/i.test(contentType)) {
    refuse([
      { type: 'model_attributes_type', loc: ['body'], msg: 'Input should be sent as application/json' },
    ])
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return refuse([{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' }])
  }
}

export function refuse(issues: Issue[]): never {
  throw new HTTPException(422, validationError(issues))
}
