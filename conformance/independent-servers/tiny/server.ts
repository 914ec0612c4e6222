// Paths, keys and plain JSON, nothing more.
import { createServer, type Server, type ServerResponse } from 'node:http'
import { KEY, Refusal, scopes } from './state.ts'

export interface Ask {
  params: string[]
  query: URLSearchParams
  /** The parsed body, or undefined when there was none. */
  json: unknown
  response: ServerResponse
}

export interface Route {
  method: string
  /** `*` stands for one segment. */
  path: string
  /** null: any valid key will do. */
  scope: string | null
  perMinute?: number
  status?: number
  /** Returning undefined means: no body, or the reply was streamed. */
  act: (ask: Ask) => unknown
}

const segments = (path: string): string[] => path.replace(/\/$/, '').split('/')

export function serve(routes: Route[], minute: number): Server {
  const calls = new Map<Route, number[]>()

  const pick = (method: string, path: string): { route: Route; params: string[] } => {
    const asked = segments(path)
    const fitting = routes.filter(r => {
      const own = segments(r.path)
      return (
        own.length === asked.length &&
        own.every((part, i) => part === asked[i] || (part === '*' && asked[i] !== ''))
      )
    })
    const stars = (r: Route) => r.path.split('*').length
    const route = fitting.sort((a, b) => stars(a) - stars(b)).find(r => r.method === method)
    if (!route) throw new Refusal(fitting.length > 0 ? 405 : 404, 'there is nothing here')
    return { route, params: asked.filter((_, i) => segments(route.path)[i] === '*') }
  }

  const count = (route: Route): void => {
    if (route.perMinute === undefined) return
    const now = performance.now()
    const recent = (calls.get(route) ?? []).filter(at => at > now - minute)
    calls.set(route, recent)
    if (recent.length >= route.perMinute) throw new Refusal(429, 'slow down')
    recent.push(now)
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- it answers whatever happens, and never rejects
  return createServer(async (request, response) => {
    const reply = (status: number, value: unknown) => {
      response.statusCode = status
      if (value === undefined) {
        response.end()
        return
      }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(value))
    }
    try {
      let raw = ''
      request.setEncoding('utf8')
      for await (const piece of request) raw += piece
      const url = new URL(request.url ?? '/', 'http://tiny')
      if (!new RegExp(`^Bearer\\s+${KEY}$`, 'i').test(request.headers.authorization ?? '')) {
        throw new Refusal(401, 'a valid key is needed')
      }
      const { route, params } = pick(request.method ?? '', url.pathname)
      if (route.scope !== null && !scopes.includes(route.scope))
        throw new Refusal(403, 'this key may not do that')
      count(route)
      let json: unknown
      try {
        json = raw === '' ? undefined : JSON.parse(raw)
      } catch {
        throw new Refusal(422, 'the body is not JSON')
      }
      const value = await route.act({ params: params.map(plain), query: url.searchParams, json, response })
      if (!response.headersSent) reply(route.status ?? 200, value)
    } catch (error) {
      if (error instanceof Refusal) reply(error.code, { error: error.message })
      else reply(500, { error: String(error) })
    }
  })
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
