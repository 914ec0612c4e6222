// Keys, limits and plain JSON on top of Hono, nothing more.
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { KEY, Refusal, scopes } from './state.ts'

export interface Ask {
  params: Record<string, string>
  query: URLSearchParams
  /** The parsed body, or undefined when there was none. */
  json: unknown
  context: Context
}

export interface Route {
  method: string
  path: string
  /** null: any valid key will do. */
  scope: string | null
  perMinute?: number
  status?: number
  /** Returns a value for a JSON reply, undefined for an empty reply, or the reply itself. */
  act: (ask: Ask) => unknown
}

export function application(routes: Route[], minute: number): Hono {
  // Not strict: a path is served with and without a final slash.
  const app = new Hono({ strict: false })
  const calls = new Map<Route, number[]>()

  const count = (route: Route): void => {
    if (route.perMinute === undefined) return
    const now = performance.now()
    const recent = (calls.get(route) ?? []).filter(at => at > now - minute)
    calls.set(route, recent)
    if (recent.length >= route.perMinute) throw new Refusal(429, 'slow down')
    recent.push(now)
  }

  app.use(async (c, next) => {
    if (!new RegExp(`^Bearer\\s+${KEY}$`, 'i').test(c.req.header('authorization') ?? '')) {
      throw new Refusal(401, 'a valid key is needed')
    }
    await next()
  })
  for (const route of routes) {
    app.on(route.method, route.path, async c => {
      if (route.scope !== null && !scopes.includes(route.scope))
        throw new Refusal(403, 'this key may not do that')
      count(route)
      const query = new URL(c.req.url).searchParams
      const value = await route.act({ params: c.req.param(), query, json: await parsed(c), context: c })
      if (value instanceof Response) return value
      const status = route.status ?? 200
      return value === undefined ? c.body(null, status as 204) : c.json(value, status as ContentfulStatusCode)
    })
  }
  for (const path of new Set(routes.map(r => r.path))) {
    app.all(path, () => {
      throw new Refusal(405, 'there is nothing here')
    })
  }
  app.notFound(c => c.json({ error: 'there is nothing here' }, 404))
  app.onError((error, c) =>
    error instanceof Refusal
      ? c.json({ error: error.message }, error.code)
      : c.json({ error: String(error) }, 500),
  )
  return app
}

async function parsed(c: Context): Promise<unknown> {
  const raw = await c.req.text()
  try {
    return raw === '' ? undefined : JSON.parse(raw)
  } catch {
    throw new Refusal(422, 'the body is not JSON')
  }
}
